import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { fares } from '~/models/money/transport/fares.server'

export const handle = pageTitle(() => 'Delete fare')

const page = deleting({
  ...fares,
  may: 'transport:edit',
  obstacle: (fare) => (fare.applications > 0 ? 'applied-for' : null),
  consequence: 'No student has used it in an application. It will be deleted permanently.',
  refusals: {
    'applied-for':
      'Students have used it in applications, so it is kept with them. To stop offering it, edit it and untick “Offered to students”.',
    'is-default': 'It is the default fare. Make another fare the default, then delete this one.',
  },
  backHref: schoolPaths.editFareStructure,
  removed: () => schoolPaths.fareStructures,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
