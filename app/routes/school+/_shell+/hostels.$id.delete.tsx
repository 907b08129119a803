import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { findHostel } from '~/models/hostels/office-hostels.server'
import { deleteHostel } from '~/models/hostels/save-hostel.server'
import { deleting } from '~/office/delete.server'
import { DeletePage } from '~/office/delete-page'

export const handle = pageTitle(() => 'Delete hostel')

const hasRooms =
  'It has rooms. Delete them first; rooms that students have applied for stay. To remove it from the students’ list, edit it and untick “Open for applications”.'

const page = deleting({
  may: 'hostels:edit',
  find: (scope, { id }) => findHostel(scope, id),
  called: (hostel) => hostel.name,
  obstacle: (hostel) => (hostel.rooms > 0 ? hasRooms : null),
  remove: (scope, { id }) => deleteHostel(scope, id),
  refusals: { 'has-rooms': hasRooms },
  removed: () => schoolPaths.hostels,
})
export const loader = page.loader
export const action = page.action

export default function DeleteHostelPage() {
  return (
    <DeletePage<typeof loader>
      consequence="It has no rooms. It will be deleted permanently, with its picture."
      backHref={({ id }) => schoolPaths.hostel(id)}
    />
  )
}
