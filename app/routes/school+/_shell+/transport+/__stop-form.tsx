import type { ReactNode } from 'react'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { stopNameLength } from '~/models/vehicles/options'
import { PlaceFields, SaveFirst } from '~/routes/school+/_shell+/__location-fields'
import type { FoundPlaces } from '~/routes/school+/_shell+/__location-search.server'

export type StopValues = {
  name: string
  place: string
  latitude: string
  longitude: string
  pickup_time: string
  drop_time: string
  monthly_fare: string
}

type StopFormProps = {
  lastResult: FormResult | undefined
  values: StopValues
  /** The once-only key of a new stop, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  found: FoundPlaces | null
  /** Told when somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
  aside?: ReactNode
}

/** A stop: where it is, when the vehicle comes, and its fare where fares are by stop. */
export function StopForm({ lastResult, values, of, found, conflict, cancelHref, aside }: StopFormProps) {
  const state = useServerForm<StopValues & { form_key: string; version: string }>({
    id: 'stop',
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
      submit={isNew ? 'Create stop' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <SaveFirst />
      {conflict}
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? of.formKey} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? of.version} />
      )}
      <TextField {...fieldProps(fields.name)} label="Stop name" required maxLength={stopNameLength} />
      <PlaceFields
        label="Location"
        hint="Such as Opposite the temple; coordinates are optional"
        address={fields.place}
        latitude={fields.latitude}
        longitude={fields.longitude}
        found={found}
      />
      <div className="cols">
        <TextField
          {...fieldProps(fields.pickup_time)}
          label="Pickup time"
          hint="In the morning, such as 07:05"
          type="time"
          required
        />
        <TextField
          {...fieldProps(fields.drop_time)}
          label="Drop time"
          hint="In the afternoon, such as 14:10"
          type="time"
          required
        />
        <MoneyField
          {...fieldProps(fields.monthly_fare)}
          label="Monthly fare"
          hint="For fares by stop; leave empty if it is not offered by stop"
        />
      </div>
    </OfficeForm>
  )
}
