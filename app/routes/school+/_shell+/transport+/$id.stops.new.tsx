import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { stopForm, stopLocations, stopRefusals } from '~/models/money/vehicles/route-fields'
import { routes } from '~/models/money/vehicles/routes.server'
import { createStop, stopSchema } from '~/models/money/vehicles/stops.server'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { searching } from '~/routes/school+/_shell+/__location-search.server'

export const handle = pageTitle(() => 'Add stop', { hasForm: true })

const page = creating({
  may: 'transport:edit',
  form: stopForm,
  schema: stopSchema,
  within: routes.find,
  more: ({ name }) => name,
  answer: searching(stopForm, stopLocations),
  create: createStop,
  refusals: stopRefusals,
  created: (_, routeId) => schoolPaths.route(routeId),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: stopForm,
  context: ({ more }) => `To ${more}, after its last stop`,
  known: locationRows(stopForm, stopLocations),
  cancelHref: ({ at }) => schoolPaths.route(at),
})
