import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { RoomPlace } from './lock-hostel.server'
import { type Facility, facilities, type RoomStatus, type RoomType } from './options'

export interface OfficeRoom {
  publicId: string
  roomNumber: string
  roomType: RoomType
  floorNumber: number
  capacity: number
  occupiedCount: number
  monthlyRentPaise: number
  status: RoomStatus
  facilities: Facility[]
  version: number
  pictureKey: string | null
  thumbnailKey: string | null
}

const roomColumns = `r.public_id AS publicId, r.room_number AS roomNumber, r.room_type AS roomType, r.floor_number AS floorNumber,
  r.capacity, r.occupied_count AS occupiedCount, r.monthly_rent_paise AS monthlyRentPaise, r.status, r.version,
  (SELECT GROUP_CONCAT(x.facility) FROM room_facilities x WHERE x.room_id = r.id) AS facilities,
  f.storage_key AS pictureKey, COALESCE(t.storage_key, f.storage_key) AS thumbnailKey`
const roomTables = `rooms r LEFT JOIN files f ON f.id = r.image_file_id LEFT JOIN files t ON t.thumbnail_of = f.id`

type RoomRecord = Omit<OfficeRoom, 'facilities'> & { facilities: string | null }

const readRoom = (row: RoomRecord): OfficeRoom => {
  const named = row.facilities?.split(',') ?? []
  return { ...row, facilities: facilities.filter((facility) => named.includes(facility)) }
}

/** The rooms of a hostel by their numbers: 9 before 10, and A9 before A10. */
export async function listRooms(scope: SchoolScope, hostel: { id: number }): Promise<OfficeRoom[]> {
  const rows = await select<RoomRecord>(
    `SELECT ${roomColumns} FROM ${roomTables} WHERE r.school_id = :schoolId AND r.hostel_id = :hostelId
     ORDER BY CHAR_LENGTH(r.room_number), r.room_number`,
    { schoolId: scope.schoolId, hostelId: hostel.id },
  )
  return rows.map(readRoom)
}

/** A room with the name of its hostel, or null when this hostel of the school has no such room. */
export async function findRoom(
  scope: SchoolScope,
  place: RoomPlace,
): Promise<(OfficeRoom & { hostelName: string; isAppliedFor: boolean }) | null> {
  const row = await selectOne<RoomRecord & { hostelName: string; isAppliedFor: number }>(
    `SELECT ${roomColumns}, h.name AS hostelName,
       EXISTS (SELECT 1 FROM hostel_applications a WHERE a.room_id = r.id) AS isAppliedFor
     FROM ${roomTables} JOIN hostels h ON h.school_id = r.school_id AND h.id = r.hostel_id
     WHERE r.school_id = :schoolId AND h.public_id = :hostelId AND r.public_id = :roomId`,
    { schoolId: scope.schoolId, ...place },
  )
  return row && { ...readRoom(row), hostelName: row.hostelName, isAppliedFor: row.isAppliedFor === 1 }
}
