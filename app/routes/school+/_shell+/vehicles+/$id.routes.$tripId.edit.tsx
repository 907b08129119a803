import { ButtonLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { notifiedOfNewTimes, tripForm, tripRefusals } from '~/models/money/vehicles/route-fields'
import { findTripOfVehicle, routeChoices, tripSchema, updateTrip } from '~/models/money/vehicles/trips.server'
import { PassengersAlert } from '~/routes/school+/_shell+/__passengers-alert'

export const handle = pageTitle(() => 'Edit times on a route', { hasForm: true })

const page = editing({
  may: 'transport:edit',
  form: tripForm,
  schema: tripSchema,
  find: findTripOfVehicle,
  more: async ({ vehicleNumber, route, routeName, seatsTaken }, scope) => ({
    title: `${vehicleNumber} on ${routeName}`,
    passengers: seatsTaken,
    routes: await routeChoices(scope, route),
  }),
  update: updateTrip,
  refusals: tripRefusals,
  updated: ({ id }) => schoolPaths.vehicle(id),
  message: notifiedOfNewTimes,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: tripForm,
  title: ({ more }) => more.title,
  context:
    'Students who applied earlier keep their fare. Students who travel are informed of the new times by notice and mail.',
  above: ({ at, more }) => (
    <PassengersAlert
      passengers={more.passengers}
      messageHref={`${schoolPaths.messagePassengers(at.id)}?run=${at.tripId}`}
    />
  ),
  known: ({ more }) => ({ route: { options: more.routes } }),
  cancelHref: ({ at }) => schoolPaths.vehicle(at.id),
  aside: ({ at }) => (
    <ButtonLink href={schoolPaths.deleteTrip(at.id, at.tripId)} variant="quiet" label="Remove from this route" />
  ),
})
