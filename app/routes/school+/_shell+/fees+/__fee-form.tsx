import { Form } from '@remix-run/react'
import { useMemo } from 'react'
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
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { ButtonLink, SubmitButton } from '~/components/ui'
import type { FeeDraft, FeeErrors } from '~/models/fees/draft'
import { feeNameLength, headKindLabels, headKinds, maxHeads, maxInstalments } from '~/models/fees/options'
import type { Option } from '~/models/shared/fields'
import { FineFields, problemsOf } from './__fine-fields'

const noErrors: FeeErrors = {}

type FeeFormProps = {
  /** What stands in the form: of a new or stored fee, or just as it was typed. */
  draft: FeeDraft
  errors?: FeeErrors
  sessions: readonly Option[]
  classes: readonly Option[]
  /** The once-only key of a new fee, or which save of a stored one its sender has seen. */
  formKey?: string
  version?: number
  conflict?: { version: number; changes: string[] } | null
  cancelHref: string
}

/**
 * A fee with its heads and instalments. Rows are added, and the heads split, by buttons that send the form and get it back:
 * the same with and without script. Empty rows are passed over.
 */
export function FeeForm(props: FeeFormProps) {
  const { draft, errors = noErrors, sessions, classes, formKey, version, conflict, cancelHref } = props
  const problems = useMemo(() => problemsOf(errors), [errors])
  const isNew = version === undefined
  return (
    <Form method="post" className="card" noValidate>
      <FirstButton value="save" />
      <ErrorSummary errors={problems} title={isNew ? 'Creation Failed' : 'Update Failed'} />
      {conflict ? <ChangedMeanwhile {...conflict} /> : null}
      {formKey ? <HiddenKey value={formKey} /> : null}
      {isNew ? null : <input type="hidden" name="version" value={version} />}
      <TextField
        name="name"
        label="Fee name"
        hint="As students see it, such as School fee 2026-2027"
        required
        maxLength={feeNameLength}
        defaultValue={draft.name}
        errors={errors.name}
      />
      <div className="cols">
        <SelectField
          name="academic_session"
          label="Academic session"
          required
          options={sessions}
          defaultValue={draft.academic_session}
          errors={errors.academic_session}
        />
        <SelectField
          name="class"
          label="Class"
          required
          options={classes}
          defaultValue={draft.class}
          errors={errors.class}
        />
      </div>
      <GivenBackFields version={[draft.heads, draft.instalments]}>
        <h2>Heads: what the money is for</h2>
        {numbered('heads', draft.heads).map(({ row, number, value }) => (
          <HeadRow key={row} row={row} number={number} head={value} errors={errors} />
        ))}
        {draft.heads.length < maxHeads ? (
          <p>
            <button type="submit" className="btn btn-secondary" name="intent" value="add-head">
              Add another head
            </button>
          </p>
        ) : null}
        <h2>Instalments: when it is due</h2>
        <div className="cols">
          <TextField
            name="split_count"
            label="Number of equal instalments"
            hint="Fills the instalments below; titles and dates that you typed stay."
            inputMode="numeric"
            className="input input-short"
            defaultValue={draft.split_count}
            errors={errors.split_count}
          />
        </div>
        <p>
          <button type="submit" className="btn btn-secondary" name="intent" value="split">
            Split evenly
          </button>
        </p>
        {numbered('instalments', draft.instalments).map(({ row, number, value }) => (
          <InstalmentRow key={row} row={row} number={number} instalment={value} errors={errors} />
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
      <div className="actions">
        <SubmitButton name="intent" value="save" busyText="Saving...">
          {isNew ? 'Create fee' : 'Save Changes'}
        </SubmitButton>
        <ButtonLink href={cancelHref} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Rows with the names that their fields have in the form: `heads[0]`. */
function numbered<Row>(list: string, rows: readonly Row[]) {
  return rows.map((value, index) => ({ row: `${list}[${index}]`, number: index + 1, value }))
}

type RowProps = { row: string; number: number; errors: FeeErrors }

function HeadRow({ row, number, head, errors }: RowProps & { head: FeeDraft['heads'][number] }) {
  return (
    <fieldset className="cols">
      <legend className="soft small">{`Head ${number}`}</legend>
      <SelectField
        name={`${row}.kind`}
        label="Kind"
        placeholder={null}
        options={headKinds.map((value) => ({ value, label: headKindLabels[value] }))}
        defaultValue={head.kind}
        errors={errors[`${row}.kind`]}
      />
      <TextField
        name={`${row}.name`}
        label="Name"
        maxLength={feeNameLength}
        defaultValue={head.name}
        errors={errors[`${row}.name`]}
      />
      <MoneyField name={`${row}.amount`} label="Amount" defaultValue={head.amount} errors={errors[`${row}.amount`]} />
    </fieldset>
  )
}

function InstalmentRow({
  row,
  number,
  instalment,
  errors,
}: RowProps & { instalment: FeeDraft['instalments'][number] }) {
  return (
    <fieldset className="cols">
      <legend className="soft small">{`Instalment ${number}`}</legend>
      <TextField
        name={`${row}.title`}
        label="Title"
        maxLength={feeNameLength}
        defaultValue={instalment.title}
        errors={errors[`${row}.title`]}
      />
      <DateField
        name={`${row}.due_on`}
        label="Due date"
        hint={null}
        placeholder="yyyy-mm-dd"
        defaultValue={instalment.due_on}
        errors={errors[`${row}.due_on`]}
      />
      <MoneyField
        name={`${row}.amount`}
        label="Amount"
        defaultValue={instalment.amount}
        errors={errors[`${row}.amount`]}
      />
    </fieldset>
  )
}
