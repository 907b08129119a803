import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { vehicleForm, vehicleLocations, vehicleRefusals } from '~/models/money/vehicles/vehicle-fields'
import { vehicles } from '~/models/money/vehicles/vehicles.server'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { schoolAsLocation, searching } from '~/routes/school+/_shell+/__location-search.server'

export const handle = pageTitle(() => 'Add vehicle', { hasForm: true })

const page = creating({
  ...vehicles,
  may: 'transport:edit',
  // Defaults the destination to the school, where most vehicles drive.
  start: (scope) => schoolAsLocation(scope, vehicleLocations[0]),
  answer: searching(vehicleForm, vehicleLocations),
  refusals: vehicleRefusals,
  created: schoolPaths.vehicle,
  message: 'Now add its routes and documents.',
})
export const loader = page.loader
export const action = page.action

export default formPage({
  form: vehicleForm,
  context: 'Its routes, documents and picture are added once it is saved.',
  known: locationRows(vehicleForm, vehicleLocations),
  cancelHref: schoolPaths.vehicles,
})
