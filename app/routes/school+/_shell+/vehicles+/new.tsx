import { pageTitle, schoolPaths } from '~/http/school-paths'
import { vehicleForm, vehicleLocations, vehicleRefusals } from '~/models/vehicles/vehicle-fields'
import { vehicles } from '~/models/vehicles/vehicles.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { schoolAsLocation, searching } from '~/routes/school+/_shell+/__location-search.server'

export const handle = pageTitle(() => 'Add vehicle', { hasForm: true })

const page = creating({
  ...vehicles,
  may: 'transport:edit',
  // Most vehicles drive to the school.
  start: (scope) => schoolAsLocation(scope, vehicleLocations[0]),
  answer: searching(vehicleForm, vehicleLocations),
  refusals: vehicleRefusals,
  created: schoolPaths.vehicle,
  message: 'Now add its routes and documents.',
})
export const loader = page.loader
export const action = page.action

export default function NewVehiclePage() {
  return (
    <FormPage
      form={vehicleForm}
      context="Its routes, documents and picture are added once it is saved."
      known={locationRows(vehicleForm, vehicleLocations)}
      cancelHref={schoolPaths.vehicles}
    />
  )
}
