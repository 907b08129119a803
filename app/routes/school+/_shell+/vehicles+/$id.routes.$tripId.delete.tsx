import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { tripForm } from '~/models/money/vehicles/route-fields'
import { tripClock } from '~/models/money/vehicles/rules'
import { deleteTrip, findTripOfVehicle } from '~/models/money/vehicles/trips.server'

export const handle = pageTitle(() => 'Remove a vehicle from a route')

const page = deleting({
  may: 'transport:edit',
  form: tripForm,
  find: findTripOfVehicle,
  called: (trip) => `${trip.routeName} (${tripClock(trip)}) of ${trip.vehicleNumber}`,
  obstacle: (trip) => (trip.isAppliedFor ? 'applied-for' : null),
  remove: deleteTrip,
  consequence: 'No one has applied for it. The vehicle will no longer run on this route.',
  refusals: {
    'applied-for':
      'Students travel on it or have applied for it, so it is kept with their applications. To stop offering it, edit it and untick “Offered”.',
  },
  backHref: ({ id }) => schoolPaths.vehicle(id),
  removed: ({ id }) => schoolPaths.vehicle(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
