import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findRoom } from '~/models/hostels/rooms.server'
import { saveRoomPicture } from '~/models/hostels/save-picture.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { picturing } from '../__picture.server'
import { PicturePage } from '../__picture-page'

export const handle = pageTitle(() => 'Picture of a room', { hasForm: true })

type Place = { id: string; roomId: string }

const page = picturing({
  may: 'hostels:edit',
  folder: 'hostels',
  find: (scope: SchoolScope, { id, roomId }: Place) => findRoom(scope, { hostelId: id, roomId }),
  called: (room) => `Room ${room.roomNumber}, ${room.hostelName}`,
  save: (scope, { id, roomId }, change) => saveRoomPicture(scope, { hostelId: id, roomId }, change),
  saved: ({ id }) => schoolPaths.hostel(id),
})
export const loader = page.loader
export const action = page.action

export default function RoomPicturePage() {
  return (
    <PicturePage<typeof loader>
      context="Students see it with the room."
      cancelHref={({ id }) => schoolPaths.hostel(id)}
    />
  )
}
