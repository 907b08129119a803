import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { notifiedOfNewTimes, stopForm, stopLocations, stopRefusals } from '~/models/money/vehicles/route-fields'
import { findStop, stopSchema, updateStop } from '~/models/money/vehicles/stops.server'
import { locationRows } from '~/routes/school+/_shell+/__location-fields'
import { searching } from '~/routes/school+/_shell+/__location-search.server'

export const handle = pageTitle(() => 'Edit stop', { hasForm: true })

const page = editing({
  may: 'transport:edit',
  form: stopForm,
  schema: stopSchema,
  find: findStop,
  more: ({ routeName }) => routeName,
  answer: searching(stopForm, stopLocations),
  update: updateStop,
  refusals: stopRefusals,
  updated: ({ id }) => schoolPaths.route(id),
  message: notifiedOfNewTimes,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: stopForm,
  context: ({ more }) =>
    `A stop of ${more}. Students who applied earlier keep their fare. Students who travel are informed of the new times by notice and mail.`,
  known: locationRows(stopForm, stopLocations),
  cancelHref: ({ at }) => schoolPaths.route(at.id),
  deleteHref: ({ at }) => schoolPaths.deleteStop(at.id, at.stopId),
})
