import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { vehicleForm, vehicleLocations, vehicleRefusals } from '~/models/money/vehicles/vehicle-fields'
import { vehicles } from '~/models/money/vehicles/vehicles.server'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { searching } from '~/routes/school+/_shell+/__location-search.server'
import { PassengersAlert } from '~/routes/school+/_shell+/__passengers-alert'

export const handle = pageTitle(() => 'Edit vehicle', { hasForm: true })

const page = editing({
  ...vehicles,
  may: 'transport:edit',
  more: ({ passengers }) => passengers,
  answer: searching(vehicleForm, vehicleLocations),
  refusals: vehicleRefusals,
  updated: schoolPaths.vehicle,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: vehicleForm,
  context: 'Students who applied earlier keep their fare.',
  above: ({ at, more }) => <PassengersAlert passengers={more} messageHref={schoolPaths.messagePassengers(at)} />,
  known: locationRows(vehicleForm, vehicleLocations),
  cancelHref: ({ at }) => schoolPaths.vehicle(at),
})
