import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { routeForm, routeLocations, routeRefusals } from '~/models/money/vehicles/route-fields'
import { routes } from '~/models/money/vehicles/routes.server'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { searching } from '~/routes/school+/_shell+/__location-search.server'
import { PassengersAlert } from '~/routes/school+/_shell+/__passengers-alert'

export const handle = pageTitle(() => 'Edit route', { hasForm: true })

const page = editing({
  ...routes,
  may: 'transport:edit',
  more: ({ passengers }) => passengers,
  answer: searching(routeForm, routeLocations),
  refusals: routeRefusals,
  updated: schoolPaths.route,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: routeForm,
  above: ({ more }) => <PassengersAlert passengers={more} />,
  known: locationRows(routeForm, routeLocations),
  cancelHref: ({ at }) => schoolPaths.route(at),
})
