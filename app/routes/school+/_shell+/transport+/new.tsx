import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { routeForm, routeLocations, routeRefusals } from '~/models/money/vehicles/route-fields'
import { routes } from '~/models/money/vehicles/routes.server'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { searching } from '~/routes/school+/_shell+/__location-search.server'

export const handle = pageTitle(() => 'Add route', { hasForm: true })

const page = creating({
  ...routes,
  may: 'transport:edit',
  answer: searching(routeForm, routeLocations),
  refusals: routeRefusals,
  created: schoolPaths.route,
  message: 'Now add its stops.',
})
export const loader = page.loader
export const action = page.action

export default formPage({
  form: routeForm,
  context: 'Its stops are added once it is saved.',
  known: locationRows(routeForm, routeLocations),
  cancelHref: schoolPaths.transport,
})
