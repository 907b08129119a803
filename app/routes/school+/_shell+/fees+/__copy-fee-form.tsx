import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { feeNameLength } from '~/models/fees/options'

type Choice = { value: string; label: string }
type Values = { name: string; academic_session: string; class: string[] }

type CopyFeeFormProps = {
  lastResult: FormResult | undefined
  values: Values
  sessions: readonly Choice[]
  classes: readonly Choice[]
  cancelHref: string
}

/** A fee for the same class next year, or for other classes: what an office does every April. */
export function CopyFeeForm({ lastResult, values, sessions, classes, cancelHref }: CopyFeeFormProps) {
  const state = useServerForm<Values>({ id: 'copy', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Make copies"
      cancelHref={cancelHref}
    >
      <p className="soft">
        Heads, instalments and the late fine are the same; due dates move by the years between the sessions. Amounts can
        be edited before a copy is assigned.
      </p>
      <TextField {...fieldProps(fields.name)} label="Fee name" required maxLength={feeNameLength} />
      <SelectField
        {...fieldProps(fields.academic_session)}
        label="Academic session"
        required
        placeholder={null}
        options={sessions}
      />
      <CheckboxGroup {...checkboxGroupProps(fields.class)} label="Classes" options={classes} />
    </OfficeForm>
  )
}
