import { select, selectOne } from '~/database/connection.server'
import { number, selectRow, textOrNull } from '~/database/selection.server'
import { namesOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type FilteredWish, selectPage } from '~/models/shared/select-page.server'
import { columnsOf } from '~/models/shared/table.server'
import { hostelForm } from './hostel-fields'
import type { RoomPlace } from './lock-hostel.server'
import { type Facility, facilities, type RoomStatus, type RoomType } from './options'
import { Hostel } from './tables.server'

/** Rooms of a hostel counted. Taken beds are had by somebody or held for somebody; free ones are those that a student may get. */
const counts = {
  rooms: number('COALESCE(r.rooms, 0)'),
  beds: number('COALESCE(r.beds, 0)'),
  taken: number('COALESCE(r.taken, 0)'),
  free: number('COALESCE(r.free, 0)'),
}

const countedRooms = `LEFT JOIN (
    SELECT hostel_id, COUNT(*) AS rooms, SUM(capacity) AS beds, SUM(occupied_count) AS taken,
      SUM(IF(status = 'available', capacity - occupied_count, 0)) AS free
    FROM rooms WHERE school_id = :schoolId GROUP BY hostel_id) r ON r.hostel_id = h.id`

const listed = ['publicId', 'name', 'genderType', 'hostelType', 'isActive', 'securityDepositPaise'] as const

const orders = {
  name: ['h.name', 'h.id'],
  beds: ['beds', 'h.name', 'h.id'],
  free: ['free', 'h.name', 'h.id'],
  deposit: ['h.security_deposit_paise', 'h.name', 'h.id'],
}

/** Hostels of the school; searched by name, warden and address. */
export function listHostels(scope: SchoolScope, wish: FilteredWish<keyof typeof orders, 'gender' | 'type' | 'state'>) {
  return selectPage(
    {
      columns: { ...columnsOf(Hostel, 'h', ...listed), ...counts },
      from: `hostels h ${countedRooms}
        WHERE h.school_id = :schoolId AND (:gender = '' OR h.gender_type = :gender) AND (:type = '' OR h.hostel_type = :type)
          AND (:state = '' OR h.is_active = (:state = 'active'))
          AND (:search = '' OR h.name LIKE :pattern ESCAPE '!' OR h.warden_name LIKE :pattern ESCAPE '!'
            OR h.address LIKE :pattern ESCAPE '!')`,
      order: orders[wish.sort],
      values: { schoolId: scope.schoolId, ...wish.filters, search: wish.search, pattern: containing(wish.search) },
    },
    wish,
  )
}

const pictureKeys = {
  pictureKey: textOrNull('f.storage_key'),
  thumbnailKey: textOrNull('COALESCE(t.storage_key, f.storage_key)'),
}

/** Everything that the office knows of a hostel of the school, or null. */
export function findHostel(scope: SchoolScope, publicId: string) {
  return selectRow(
    { ...columnsOf(Hostel, 'h', 'id', 'publicId', 'version', ...namesOf(hostelForm)), ...counts, ...pictureKeys },
    `FROM hostels h ${countedRooms} 
       LEFT JOIN files f ON f.id = h.image_file_id LEFT JOIN files t ON t.thumbnail_of = f.id
     WHERE h.school_id = :schoolId AND h.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

export type OfficeHostel = NonNullable<Awaited<ReturnType<typeof findHostel>>>

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
