import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'

export type RunValues = {
  route: string
  departure_time: string
  arrival_time: string
  return_time: string
  monthly_fare: string
  is_active: boolean
}

type RunFormProps = {
  lastResult: FormResult | undefined
  values: RunValues
  /** The once-only key of a new run, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  routes: ReadonlyArray<{ value: string; label: string }>
  /** Told when somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
  aside?: ReactNode
}

/** When a vehicle drives a route, and what a month on it costs. */
export function RunForm({ lastResult, values, of, routes, conflict, cancelHref, aside }: RunFormProps) {
  const state = useServerForm<RunValues & { form_key: string; version: string }>({
    id: 'run',
    lastResult,
    defaultValue: values,
  })
  const { fields } = state
  const isNew = 'formKey' in of
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={isNew ? 'Creation Failed' : 'Update Failed'}
      submit={isNew ? 'Add route' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      {conflict}
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? of.formKey} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? of.version} />
      )}
      <SelectField {...fieldProps(fields.route)} label="Route" required options={routes} />
      <div className="cols">
        <TextField
          {...fieldProps(fields.departure_time)}
          label="Departure"
          hint="From the first stop, such as 06:45"
          type="time"
          required
        />
        <TextField {...fieldProps(fields.arrival_time)} label="Arrival" hint="At school" type="time" required />
        <TextField
          {...fieldProps(fields.return_time)}
          label="Return"
          hint="From school; leave empty if there is none"
          type="time"
        />
      </div>
      <MoneyField
        {...fieldProps(fields.monthly_fare)}
        label="Own monthly fare"
        hint="Used instead of the vehicle’s fee and the tariff; leave empty for none"
      />
      <CheckboxField
        {...checkboxProps(fields.is_active)}
        label="Offered"
        hint="If unticked, nobody can get a seat on it and the time is free for another route; students who travel on it keep their seats"
      />
    </OfficeForm>
  )
}
