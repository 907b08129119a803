import type { ReactNode } from 'react'
import {
  type FormResult,
  fieldProps,
  HiddenKey,
  SelectField,
  type ServerFields,
  TextAreaField,
  TextField,
  useServerForm,
} from '~/components/forms'
import { OfficeForm } from '~/components/school/office-form'
import { maxMinutes, quizDescriptionLength, quizTitleLength } from '~/models/quizzes/options'
import { AudienceFields, type AudienceValues, EndFields, type QuizChoices, WindowFields } from './__audience-fields'
import { ChangedQuiz, type QuizConflict } from './__changed-quiz'

type Words = { title: string; description: string }

export type QuizValues = AudienceValues &
  Words & {
    /** Of a new quiz its once-only key, of a stored one what was read. */
    form_key: string
    version: string
    subject: string
    duration_minutes: string
  }

type FrameProps = {
  lastResult: FormResult | undefined
  values: Partial<QuizValues>
  cancelHref: string
  conflict?: QuizConflict | null
  aside?: ReactNode
}

/** A quiz that nobody has begun. */
export function QuizForm({
  mode,
  choices,
  conflict = null,
  ...frame
}: FrameProps & { mode: 'new' | 'edit'; choices: QuizChoices }) {
  const { lastResult, values, cancelHref, aside } = frame
  const state = useServerForm<QuizValues>({ id: 'quiz', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create quiz' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <Marks fields={fields} mode={mode} conflict={conflict} />
      <WordFields fields={fields} />
      <div className="cols">
        <SelectField
          {...fieldProps(fields.subject)}
          label="Subject"
          placeholder="No subject"
          options={choices.subjects}
        />
        <TextField
          {...fieldProps(fields.duration_minutes)}
          label="Minutes"
          hint={`From the time the student starts, at most ${maxMinutes}.`}
          required
          inputMode="numeric"
          className="input input-short"
          maxLength={4}
        />
      </div>
      <AudienceFields fields={fields} choices={choices} />
      <WindowFields fields={fields} />
    </OfficeForm>
  )
}

/** A quiz that somebody has begun: its words and its end may still change. */
export function BegunQuizForm({ conflict = null, lastResult, values, cancelHref }: FrameProps) {
  const state = useServerForm<QuizValues>({ id: 'quiz', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={cancelHref}
    >
      <Marks fields={fields} mode="edit" conflict={conflict} />
      <WordFields fields={fields} />
      <EndFields fields={fields} />
    </OfficeForm>
  )
}

type MarksProps = { fields: ServerFields<QuizValues>; mode: 'new' | 'edit'; conflict: QuizConflict | null }

/** What says which form this is, and which save it has seen. */
function Marks({ fields, mode, conflict }: MarksProps) {
  if (mode === 'new') return <HiddenKey value={fieldProps(fields.form_key).defaultValue} />
  return (
    <>
      <input type="hidden" name="version" value={fieldProps(fields.version).defaultValue} />
      {conflict ? <ChangedQuiz {...conflict} /> : null}
    </>
  )
}

function WordFields({ fields }: { fields: ServerFields<Words> }) {
  return (
    <>
      <TextField {...fieldProps(fields.title)} label="Title" required maxLength={quizTitleLength} />
      <TextAreaField
        {...fieldProps(fields.description)}
        label="Description"
        hint="Students read it before they begin: the chapters, what to keep ready."
        maxLength={quizDescriptionLength}
      />
    </>
  )
}
