import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { hostels } from '~/models/money/hostels/hostels.server'

export const handle = pageTitle(() => 'Delete hostel')

const page = deleting({
  ...hostels,
  may: 'hostels:edit',
  obstacle: (hostel) => (hostel.rooms > 0 ? 'has-rooms' : null),
  consequence: 'It has no rooms. It will be deleted permanently, with its picture.',
  refusals: {
    'has-rooms':
      'It has rooms. Delete them first; rooms that students have applied for stay. To remove it from the students’ list, edit it and untick “Open for applications”.',
  },
  backHref: schoolPaths.hostel,
  removed: () => schoolPaths.hostels,
})
export const loader = page.loader
export const action = page.action

export default DeletePage
