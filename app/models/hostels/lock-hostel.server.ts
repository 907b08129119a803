import { selectOne, type Tx } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { RoomStatus } from './options'

/** Public ids of a room and the hostel that it is asked for with. */
export interface RoomPlace {
  hostelId: string
  roomId: string
}

interface LockedRoom {
  id: number
  hostelName: string
  roomNumber: string
  capacity: number
  occupiedCount: number
  monthlyRentPaise: number
  status: RoomStatus
  imageFileId: number | null
  version: number
}

/** The room, held by this transaction; null when this hostel of the school has none of this public id. */
export async function lockRoom(
  scope: SchoolScope,
  { hostelId, roomId }: RoomPlace,
  tx: Tx,
): Promise<LockedRoom | null> {
  const hostel = await selectOne<{ id: number; name: string }>(
    'SELECT id, name FROM hostels WHERE school_id = :schoolId AND public_id = :hostelId',
    { schoolId: scope.schoolId, hostelId },
    tx,
  )
  if (!hostel) return null
  const room = await selectOne<Omit<LockedRoom, 'hostelName'>>(
    `SELECT id, room_number AS roomNumber, capacity, occupied_count AS occupiedCount, monthly_rent_paise AS monthlyRentPaise,
       status, image_file_id AS imageFileId, version
     FROM rooms WHERE school_id = :schoolId AND hostel_id = :hostel AND public_id = :roomId FOR UPDATE`,
    { schoolId: scope.schoolId, hostel: hostel.id, roomId },
    tx,
  )
  return room && { ...room, hostelName: hostel.name }
}
