import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findRoom, saveRoomPicture } from '~/models/money/hostels/rooms.server'
import { picturing } from '../__picture.server'
import { PicturePage } from '../__picture-page'

export const handle = pageTitle(() => 'Picture of a room', { hasForm: true })

const page = picturing({
  may: 'hostels:edit',
  folder: 'hostels',
  find: findRoom,
  context: 'Students see it with the room.',
  called: (room) => `Room ${room.roomNumber}, ${room.hostelName}`,
  save: saveRoomPicture,
  saved: ({ id }) => schoolPaths.hostel(id),
})
export const loader = page.loader
export const action = page.action

export default PicturePage
