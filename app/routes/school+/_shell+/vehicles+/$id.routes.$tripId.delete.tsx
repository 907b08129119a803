import { pageTitle, schoolPaths } from '~/http/school-paths'
import { tripForm } from '~/models/vehicles/route-fields'
import { tripTimes } from '~/models/vehicles/rules'
import { deleteTrip, findTripOfVehicle } from '~/models/vehicles/trips.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Remove a vehicle from a route')

const page = deleting({
  may: 'transport:edit',
  form: tripForm,
  find: findTripOfVehicle,
  called: (trip) => `${trip.routeName} (${tripTimes(trip)}) of ${trip.vehicleNumber}`,
  obstacle: (trip) => (trip.isAppliedFor ? 'applied-for' : null),
  remove: deleteTrip,
  refusals: {
    'applied-for':
      'Students travel on it or have applied for it, so it is kept with their applications. To stop offering it, change it and untick “Offered”.',
  },
  removed: ({ id }) => schoolPaths.vehicle(id),
})
export const loader = page.loader
export const action = page.action

export default function DeleteTripPage() {
  return (
    <DeletePage<typeof loader>
      consequence="Nobody has applied for it. The vehicle will no longer run on this route."
      backHref={({ id }) => schoolPaths.vehicle(id)}
    />
  )
}
