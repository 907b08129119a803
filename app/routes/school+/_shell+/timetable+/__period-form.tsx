import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { periodNameLength } from '~/models/timetable/options'

export type PeriodValues = { name: string; starts_at: string; ends_at: string; is_break: boolean }

type PeriodFormProps = {
  lastResult: FormResult | undefined
  values: PeriodValues
  mode: 'new' | 'edit'
  cancelHref: string
  aside?: ReactNode
}

/** A period or break of the school's day. */
export function PeriodForm({ lastResult, values, mode, cancelHref, aside }: PeriodFormProps) {
  const state = useServerForm<PeriodValues>({ id: 'period', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create period' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <TextField
        {...fieldProps(fields.name)}
        label="Name"
        hint="Such as Period 3, Games or Lunch break"
        required
        maxLength={periodNameLength}
      />
      <div className="cols">
        <TextField {...fieldProps(fields.starts_at)} label="Start" hint="hh:mm, 24 hours" type="time" required />
        <TextField {...fieldProps(fields.ends_at)} label="End" hint="hh:mm, 24 hours" type="time" required />
      </div>
      <CheckboxField {...checkboxProps(fields.is_break)} label="This is a break: nothing is taught" />
    </OfficeForm>
  )
}
