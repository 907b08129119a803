import { Form } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import {
  DateField,
  ErrorSummary,
  FirstButton,
  GivenBackFields,
  HiddenKey,
  MoneyField,
  SelectField,
  TextField,
} from '~/components/forms'
import { SaveConflict } from '~/components/students/save-conflict'
import { ButtonLink, SubmitButton } from '~/components/ui'
import { type Option, optionsOf } from '~/kit/forms/fields'
import type { FeeDraft, FeeErrors } from '~/models/money/fees/draft'
import { feeNameLength, headKindLabels, maxHeads, maxInstalments } from '~/models/money/fees/options'
import { FeeTotals } from './__fee-totals'
import { FineFields, problemsOf, typedIn } from './__fine-fields'

const noErrors: FeeErrors = {}

type FeeFormProps = {
  /** Content of the form: a new or stored fee, or the input as typed. */
  draft: FeeDraft
  errors?: FeeErrors
  sessions: readonly Option[]
  classes: readonly Option[]
  /** Idempotency key of a new fee, or the version of a stored one. */
  formKey?: string
  version?: number
  conflict?: { version: number; changes: string[] } | null
  cancelHref: string
}

/**
 * Fee with its heads and instalments. Buttons that add rows or split heads submit the form and get it back, with or
 * without JavaScript. Empty rows are ignored.
 */
export function FeeForm(props: FeeFormProps) {
  const { draft, errors = noErrors, sessions, classes, formKey, version, conflict, cancelHref } = props
  const problems = useMemo(() => problemsOf(errors), [errors])
  const inputProps = typedIn(errors)
  const isNew = version === undefined
  return (
    <Form method="post" className="split" noValidate>
      <FirstButton value="save" />
      <div className="card">
        <ErrorSummary errors={problems} title={isNew ? 'Creation Failed' : 'Update Failed'} />
        {conflict ? <SaveConflict {...conflict} /> : null}
        {formKey ? <HiddenKey value={formKey} /> : null}
        {isNew ? null : <input type="hidden" name="version" value={version} />}
        <TextField
          {...inputProps('name', draft.name)}
          label="Fee name"
          hint="As shown to students, such as School fee 2026-2027"
          required
          maxLength={feeNameLength}
        />
        <div className="cols">
          <SelectField
            {...inputProps('academic_session', draft.academic_session)}
            label="Academic session"
            required
            options={sessions}
          />
          <SelectField {...inputProps('class', draft.class)} label="Class" required options={classes} />
        </div>
        <GivenBackFields version={[draft.heads, draft.instalments]}>
          <h2>Heads: what the money is for</h2>
          {draft.heads.map((head, index) => (
            <Row key={rowName('heads', index)} name="Head" index={index}>
              <SelectField
                {...inputProps(`${rowName('heads', index)}.kind`, head.kind)}
                label="Kind"
                placeholder={null}
                options={optionsOf(headKindLabels)}
              />
              <TextField
                {...inputProps(`${rowName('heads', index)}.name`, head.name)}
                label="Name"
                maxLength={feeNameLength}
              />
              <MoneyField {...inputProps(`${rowName('heads', index)}.amount`, head.amount)} label="Amount" />
            </Row>
          ))}
          {draft.heads.length < maxHeads ? (
            <p>
              <button type="submit" className="btn btn-secondary" name="intent" value="add-head">
                Add another head
              </button>
            </p>
          ) : null}
          <h2>Instalments and due dates</h2>
          <div className="cols">
            <TextField
              {...inputProps('split_count', draft.split_count)}
              label="Number of equal instalments"
              hint="Fills the instalments below and keeps what you typed."
              inputMode="numeric"
              className="input input-short"
            />
          </div>
          <p>
            <button type="submit" className="btn btn-secondary" name="intent" value="split">
              Split evenly
            </button>
          </p>
          {draft.instalments.map((one, index) => (
            <Row key={rowName('instalments', index)} name="Instalment" index={index}>
              <TextField
                {...inputProps(`${rowName('instalments', index)}.title`, one.title)}
                label="Title"
                maxLength={feeNameLength}
              />
              <DateField {...inputProps(`${rowName('instalments', index)}.due_on`, one.due_on)} label="Due date" />
              <MoneyField {...inputProps(`${rowName('instalments', index)}.amount`, one.amount)} label="Amount" />
            </Row>
          ))}
          {draft.instalments.length < maxInstalments ? (
            <p>
              <button type="submit" className="btn btn-secondary" name="intent" value="add-instalment">
                Add another instalment
              </button>
            </p>
          ) : null}
        </GivenBackFields>
        <FineFields draft={draft.fine} errors={errors} />
      </div>
      <section className="card">
        <h2>Total</h2>
        <FeeTotals draft={draft} />
        <div className="actions">
          <SubmitButton name="intent" value="save" busyText="Saving...">
            {isNew ? 'Create fee' : 'Save Changes'}
          </SubmitButton>
          <ButtonLink href={cancelHref} variant="secondary" label="Cancel" />
        </div>
      </section>
    </Form>
  )
}

const rowName = (list: 'heads' | 'instalments', index: number) => `${list}[${index}]`

function Row({ name, index, children }: { name: string; index: number; children: ReactNode }) {
  return (
    <fieldset className="cols">
      <legend className="soft small">{`${name} ${index + 1}`}</legend>
      {children}
    </fieldset>
  )
}
