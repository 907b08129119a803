import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { tripForm, tripRefusals } from '~/models/money/vehicles/route-fields'
import { createTrip, routeChoices, tripSchema } from '~/models/money/vehicles/trips.server'
import { vehicles } from '~/models/money/vehicles/vehicles.server'

export const handle = pageTitle(() => 'Add route to a vehicle', { hasForm: true })

const page = creating({
  may: 'transport:edit',
  form: tripForm,
  schema: tripSchema,
  within: vehicles.find,
  more: async ({ vehicleNumber }, scope) => ({ vehicleNumber, routes: await routeChoices(scope, null) }),
  create: createTrip,
  refusals: tripRefusals,
  created: (_, vehicleId) => schoolPaths.vehicle(vehicleId),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: tripForm,
  title: 'Add route',
  context: ({ more }) => `For ${more.vehicleNumber}. All seats of the vehicle are available on the route.`,
  submit: 'Add route',
  known: ({ more }) => ({ route: { options: more.routes } }),
  cancelHref: ({ at }) => schoolPaths.vehicle(at),
})
