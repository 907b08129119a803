import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { stopForm } from '~/models/money/vehicles/route-fields'
import { deleteStop, findStop } from '~/models/money/vehicles/stops.server'

export const handle = pageTitle(() => 'Delete stop')

const page = deleting({
  may: 'transport:edit',
  form: stopForm,
  find: findStop,
  called: (stop) => `${stop.name} of ${stop.routeName}`,
  obstacle: (stop) => (stop.isAppliedFor ? 'applied-for' : null),
  remove: deleteStop,
  consequence: 'It has no applications. It will be deleted permanently.',
  refusals: {
    'applied-for':
      'Students have applied for it, so it is kept with their applications. To stop taking applications for it, edit it and leave its fare empty.',
  },
  backHref: ({ id }) => schoolPaths.route(id),
  removed: ({ id }) => schoolPaths.route(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
