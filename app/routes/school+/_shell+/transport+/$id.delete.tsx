import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { routes } from '~/models/money/vehicles/routes.server'

export const handle = pageTitle(() => 'Delete route')

const page = deleting({
  ...routes,
  may: 'transport:edit',
  obstacle: (route) => (route.vehicles > 0 ? 'has-trips' : null),
  consequence: 'No vehicle runs on it. It will be deleted permanently, with its stops.',
  refusals: {
    'has-trips':
      'Vehicles run on it. Remove it from their pages first. To remove it from the students’ list, edit it and untick “Offered to students”.',
    'applied-for':
      'Students have applied for it or for one of its stops, so it is kept with their applications. To stop offering it, edit it and untick “Offered to students”.',
  },
  backHref: schoolPaths.route,
  removed: () => schoolPaths.transport,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
