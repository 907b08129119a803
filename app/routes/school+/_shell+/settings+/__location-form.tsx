import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { PlaceFields, SaveFirst } from '~/routes/school+/_shell+/__location-fields'
import type { FoundPlaces } from '~/routes/school+/_shell+/__location-search.server'

/** `place` is what the school was searched for by. */
export type LocationValues = { place: string; latitude: string; longitude: string }

type LocationFormProps = {
  lastResult: FormResult | undefined
  values: LocationValues
  found: FoundPlaces | null
}

/** Where the school stands: found by its name, or as the coordinates that any map shows. */
export function LocationForm({ lastResult, values, found }: LocationFormProps) {
  const state = useServerForm<LocationValues>({ id: 'location', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <SaveFirst />
      <PlaceFields
        label="School"
        hint="A place, an address or a PIN code, to find the coordinates"
        address={fields.place}
        latitude={fields.latitude}
        longitude={fields.longitude}
        found={found}
        needsPoint
      />
    </OfficeForm>
  )
}
