import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { roomForm, roomRefusals } from '~/models/money/hostels/room-fields'
import { findRoom, updateRoom } from '~/models/money/hostels/rooms.server'

export const handle = pageTitle(() => 'Edit room', { hasForm: true })

const page = editing({
  may: 'hostels:edit',
  form: roomForm,
  find: findRoom,
  more: ({ hostelName, occupiedCount }) => ({ hostelName, taken: occupiedCount }),
  update: updateRoom,
  refusals: roomRefusals,
  updated: ({ id }) => schoolPaths.hostel(id),
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: roomForm,
  title: ({ values }) => `Edit room ${values.room_number}`,
  context: ({ more }) => more.hostelName,
  known: ({ more }) => (more.taken > 0 ? { capacity: { hint: `${more.taken} of them taken or held` } } : {}),
  cancelHref: ({ at }) => schoolPaths.hostel(at.id),
  deleteHref: ({ at }) => schoolPaths.deleteRoom(at.id, at.roomId),
})
