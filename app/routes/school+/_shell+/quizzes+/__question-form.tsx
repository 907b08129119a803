import { Form } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { useMemo } from 'react'
import {
  ErrorSummary,
  FieldError,
  FirstButton,
  GivenBackFields,
  HiddenKey,
  RadioGroup,
  RequiredMark,
  TextAreaField,
  TextField,
} from '~/components/forms'
import { SaveConflict } from '~/components/students/save-conflict'
import { ButtonLink, SubmitButton } from '~/components/ui'
import {
  acceptedAnswerLength,
  maxAcceptedAnswers,
  maxOptions,
  maxQuestionMarks,
  minOptions,
  optionLength,
  questionLength,
} from '~/models/learning/quizzes/options'
import type { QuestionDraft, QuestionErrors } from '~/models/learning/quizzes/question-draft'

const noErrors: QuestionErrors = {}

type QuestionFormProps = {
  mode: 'new' | 'edit'
  draft: QuestionDraft
  errors?: QuestionErrors
  /** Idempotency key of a new question. */
  formKey?: string
  /** Version of a stored question. */
  version?: number
  conflict?: ComponentProps<typeof SaveConflict> | null
  cancelHref: string
  deleteHref?: string
}

/**
 * Question with its options or accepted answers. Buttons that add or remove rows submit the form and show it again with
 * the changed rows, with or without JavaScript. Empty rows are ignored.
 */
export function QuestionForm({
  mode,
  draft,
  errors = noErrors,
  formKey,
  version,
  conflict,
  ...links
}: QuestionFormProps) {
  const problems = useMemo(
    () => Object.entries(errors).flatMap(([id, messages]) => messages.map((message) => ({ id, message }))),
    [errors],
  )
  return (
    <Form method="post" className="card" noValidate>
      <FirstButton value="save" />
      <ErrorSummary errors={problems} title={mode === 'new' ? 'Creation Failed' : 'Update Failed'} />
      {formKey === undefined ? null : <HiddenKey value={formKey} />}
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {conflict ? <SaveConflict {...conflict} /> : null}
      <TextAreaField
        name="question_text"
        label="Question"
        required
        maxLength={questionLength}
        defaultValue={draft.text}
        errors={errors.question_text}
      />
      <TextField
        name="marks"
        label="Marks"
        hint={`In steps of 0.5, at most ${maxQuestionMarks}.`}
        required
        inputMode="decimal"
        className="input input-short"
        maxLength={6}
        defaultValue={draft.marks}
        errors={errors.marks}
      />
      <GivenBackFields version={[draft.options, draft.correct, draft.answers]}>
        {draft.type === 'mcq' ? <OptionRows draft={draft} errors={errors} /> : null}
        {draft.type === 'boolean' ? (
          <RadioGroup
            name="correct"
            label="Right answer"
            options={[
              { value: '0', label: 'True' },
              { value: '1', label: 'False' },
            ]}
            defaultValue={draft.correct}
            errors={errors.correct}
          />
        ) : null}
        {draft.type === 'short' ? <AnswerRows draft={draft} errors={errors} /> : null}
      </GivenBackFields>
      <div className="actions">
        <SubmitButton name="intent" value="save" busyText="Saving...">
          {mode === 'new' ? 'Add question' : 'Save Changes'}
        </SubmitButton>
        {mode === 'new' ? (
          <SubmitButton name="intent" value="save-next" variant="secondary" busyText="Saving...">
            Add and write the next
          </SubmitButton>
        ) : null}
        <ButtonLink href={links.cancelHref} variant="secondary" label="Cancel" />
        {links.deleteHref ? <ButtonLink href={links.deleteHref} variant="quiet" label="Delete this question" /> : null}
      </div>
    </Form>
  )
}

type RowsProps = { draft: QuestionDraft; errors: QuestionErrors }

function OptionRows({ draft, errors }: RowsProps) {
  return (
    <fieldset className="field">
      <legend>
        Options
        <RequiredMark />
      </legend>
      <p className="hint">{`Choose the right one. At least ${minOptions}, at most ${maxOptions}; empty ones are left out.`}</p>
      {draft.options.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key, and all rows are replaced together
        <div key={index} className="cols">
          <TextField
            name={`options[${index}]`}
            label={`Option ${index + 1}`}
            maxLength={optionLength}
            defaultValue={text}
            errors={errors[`options[${index}]`]}
          />
          <div className="field">
            <label className="choice">
              <input
                type="radio"
                id={index === 0 ? 'correct' : undefined}
                name="correct"
                value={index}
                defaultChecked={draft.correct === String(index)}
              />
              <span>{`Option ${index + 1} is right`}</span>
            </label>
            <RemoveButton what="option" index={index} />
          </div>
        </div>
      ))}
      <FieldError id="correct" errors={errors.correct} />
      {draft.options.length < maxOptions ? <AddButton value="add-option">Add an option</AddButton> : null}
    </fieldset>
  )
}

function AnswerRows({ draft, errors }: RowsProps) {
  return (
    <fieldset className="field">
      <legend>Accepted answers</legend>
      <p className="hint">
        They get full marks automatically; capital letters and spaces are ignored. You mark all other answers.
      </p>
      {draft.answers.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key, and all rows are replaced together
        <div key={index} className="cols">
          <TextField
            name={`answers[${index}]`}
            label={`Accepted answer ${index + 1}`}
            maxLength={acceptedAnswerLength}
            defaultValue={text}
            errors={errors[`answers[${index}]`]}
          />
          <RemoveButton what="answer" index={index} />
        </div>
      ))}
      {draft.answers.length < maxAcceptedAnswers ? <AddButton value="add-answer">Add an answer</AddButton> : null}
    </fieldset>
  )
}

function RemoveButton({ what, index }: { what: 'option' | 'answer'; index: number }) {
  const name = what === 'option' ? 'option' : 'accepted answer'
  return (
    <p>
      <button type="submit" className="btn btn-quiet" name="intent" value={`remove-${what}-${index}`}>
        {`Remove ${name} ${index + 1}`}
      </button>
    </p>
  )
}

function AddButton({ value, children }: { value: string; children: string }) {
  return (
    <p>
      <button type="submit" className="btn btn-secondary" name="intent" value={value}>
        {children}
      </button>
    </p>
  )
}
