import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { routeNameLength } from '~/models/vehicles/options'
import { PlaceFields, SaveFirst } from '~/routes/school+/_shell+/__location-fields'
import type { FoundPlaces } from '~/routes/school+/_shell+/__location-search.server'

export type RouteValues = {
  name: string
  start_location: string
  start_latitude: string
  start_longitude: string
  end_location: string
  end_latitude: string
  end_longitude: string
  distance: string
  is_active: boolean
}

type RouteFormProps = {
  lastResult: FormResult | undefined
  values: RouteValues
  /** The once-only key of a new route, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  found: FoundPlaces | null
  /** Told when somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
}

/** Where a route begins and ends, and how long it is. */
export function RouteForm({ lastResult, values, of, found, conflict, cancelHref }: RouteFormProps) {
  const state = useServerForm<RouteValues & { form_key: string; version: string }>({
    id: 'route',
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
      submit={isNew ? 'Create route' : 'Save Changes'}
      cancelHref={cancelHref}
    >
      <SaveFirst />
      {conflict}
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? of.formKey} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? of.version} />
      )}
      <TextField {...fieldProps(fields.name)} label="Route name" required maxLength={routeNameLength} />
      <PlaceFields
        label="Start"
        hint="Fares of a vehicle without a destination of its own are calculated up to it; a place or a PIN code can be found by name"
        required
        address={fields.start_location}
        latitude={fields.start_latitude}
        longitude={fields.start_longitude}
        found={found}
      />
      <PlaceFields
        label="End"
        hint="Coordinates are optional"
        required
        address={fields.end_location}
        latitude={fields.end_latitude}
        longitude={fields.end_longitude}
        found={found}
      />
      <TextField
        {...fieldProps(fields.distance)}
        label="Length in km"
        hint="Such as 12.4"
        required
        inputMode="decimal"
        maxLength={8}
      />
      <CheckboxField
        {...checkboxProps(fields.is_active)}
        label="Offered to students"
        hint="If unticked, nobody can apply for it; students who travel on it keep their seats"
      />
    </OfficeForm>
  )
}
