import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deleting } from '~/kit/pages/delete.server'
import { DeletePage } from '~/kit/pages/delete-page'
import { roomForm } from '~/models/money/hostels/room-fields'
import { deleteRoom, findRoom } from '~/models/money/hostels/rooms.server'

export const handle = pageTitle(() => 'Delete room')

const page = deleting({
  may: 'hostels:edit',
  form: roomForm,
  find: findRoom,
  called: (room) => `Room ${room.roomNumber} of ${room.hostelName}`,
  obstacle: (room) => (room.isAppliedFor ? 'applied-for' : null),
  remove: deleteRoom,
  consequence: 'It has no applications. It will be deleted permanently, with its picture.',
  refusals: {
    'applied-for':
      'Students have applied for it, so it is kept with their applications. To stop offering it, edit it and set its status to “Closed”.',
  },
  backHref: ({ id }) => schoolPaths.hostel(id),
  removed: ({ id }) => schoolPaths.hostel(id),
})
export const loader = page.loader
export const action = page.action

export default DeletePage
