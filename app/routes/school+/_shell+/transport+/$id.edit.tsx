import { pageTitle, schoolPaths } from '~/http/school-paths'
import { routeForm, routeLocations, routeRefusals } from '~/models/vehicles/route-fields'
import { routes } from '~/models/vehicles/routes.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { searching } from '~/routes/school+/_shell+/__location-search.server'
import { RidersAlert } from '~/routes/school+/_shell+/__riders-alert'

export const handle = pageTitle(() => 'Edit route', { hasForm: true })

const page = editing({
  ...routes,
  may: 'transport:edit',
  more: ({ riders }) => riders,
  answer: searching(routeForm, routeLocations),
  refusals: routeRefusals,
  updated: schoolPaths.route,
})
export const loader = page.loader
export const action = page.action

export default function EditRoutePage() {
  return (
    <FormPage<typeof loader>
      form={routeForm}
      above={({ more }) => <RidersAlert riders={more} />}
      known={locationRows(routeForm, routeLocations)}
      cancelHref={({ at }) => schoolPaths.route(at)}
    />
  )
}
