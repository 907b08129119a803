import { selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf, lockThing } from '~/models/shared/table.server'
import { Hostel, Room } from './tables.server'

/** Public ids of a room and the hostel that it is asked for with. */
export interface RoomAt {
  hostelId: string
  roomId: string
}

/** The room with its hostel's name, held by this transaction; null when this hostel of the school has none of this public id. */
export async function lockRoom(scope: SchoolScope, { hostelId, roomId }: RoomAt) {
  const hostel = await selectRow(
    columnsOf(Hostel, 'h', 'id', 'name'),
    'FROM hostels h WHERE h.school_id = :schoolId AND h.public_id = :hostelId',
    { schoolId: scope.schoolId, hostelId },
  )
  if (!hostel) return null
  const room = await lockThing(Room, scope, roomId)
  return room?.hostelId === hostel.id ? { ...room, hostelName: hostel.name } : null
}
