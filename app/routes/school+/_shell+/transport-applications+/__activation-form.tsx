import { CheckboxField } from '~/components/forms/checkbox-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'

type ActivationFormProps = {
  backHref: string
  submit: string
  runs: ReadonlyArray<{ value: string; label: string }>
  /** The run that is filled in; the times are left empty, for they belong to a run, and another may be chosen. */
  chosen: string
  /** The times of the seat that the student has now, as hh:mm. */
  now: { pickup: string | null; drop: string | null } | null
  /** What is owed now, in words; null where nothing is, or where it does not matter. */
  owed: string | null
  lastResult: FormResult | undefined
}

/** Where the student sits, and when the vehicle comes. */
export function ActivationForm({ backHref, submit, runs, chosen, now, owed, lastResult }: ActivationFormProps) {
  const state = useServerForm<{ run: string; pickup_time: string; drop_time: string; even_unpaid: string }>({
    id: 'activation',
    lastResult,
    defaultValue: { run: chosen, pickup_time: '', drop_time: '', even_unpaid: '' },
  })
  const { fields } = state
  return (
    <OfficeForm state={state} lastResult={lastResult} failure="Update Failed" submit={submit} cancelHref={backHref}>
      <p>The student is told the route, the vehicle and the times by notice and mail.</p>
      <SelectField
        {...fieldProps(fields.run)}
        label="Route and vehicle"
        hint="Those with a free seat"
        required
        options={runs}
      />
      <TextField
        {...fieldProps(fields.pickup_time)}
        label="Pickup time"
        hint={timeHint('the stop’s own time, otherwise when the vehicle leaves', now?.pickup)}
        type="time"
      />
      <TextField
        {...fieldProps(fields.drop_time)}
        label="Drop time"
        hint={timeHint('the stop’s own time, otherwise when the vehicle starts back', now?.drop)}
        type="time"
      />
      {owed === null ? null : (
        <CheckboxField
          {...checkboxProps(fields.even_unpaid)}
          label="The student may travel although dues are unpaid"
          hint={`${owed} is owed now`}
        />
      )}
    </OfficeForm>
  )
}

function timeHint(otherwise: string, now: string | null | undefined): string {
  if (!now) return `hh:mm, 24 hours; if empty: ${otherwise}`
  return `hh:mm, 24 hours; if empty: as now (${now}) in the same vehicle; in another ${otherwise}`
}
