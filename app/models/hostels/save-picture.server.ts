import { inTransaction } from '~/database/database.server'
import { type PictureChange, savePicture } from '~/models/records/save-picture.server'
import { refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockThing } from '~/models/shared/table.server'
import { lockRoom, type RoomAt } from './lock-hostel.server'
import { Hostel } from './tables.server'

/** Another picture of a hostel, or none. Refuses `not-found` and as `savePicture`. */
export function saveHostelPicture(scope: SchoolScope, publicId: string, change: PictureChange) {
  return inTransaction(async () => {
    const hostel = await lockThing(Hostel, scope, publicId)
    if (!hostel) return refused('not-found')
    const pictured = { table: 'hostels', kind: 'hostel', details: { name: hostel.name } } as const
    return savePicture(scope, { ...hostel, ...pictured }, change)
  })
}

/** The same for a room. */
export function saveRoomPicture(scope: SchoolScope, place: RoomAt, change: PictureChange) {
  return inTransaction(async () => {
    const room = await lockRoom(scope, place)
    if (!room) return refused('not-found')
    const details = { hostel: room.hostelName, room: room.roomNumber }
    return savePicture(scope, { ...room, table: 'rooms', kind: 'room', details }, change)
  })
}
