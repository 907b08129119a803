import { select, selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListWish, type Page, selectPage } from '~/models/shared/select-page.server'
import type { RoomPlace } from './lock-hostel.server'
import { type Facility, facilities, type GenderType, type HostelType, type RoomStatus, type RoomType } from './options'

/** A hostel with its rooms counted. Free beds are those that a student may get: of rooms that are offered. */
export interface HostelRow {
  publicId: string
  name: string
  genderType: GenderType
  hostelType: HostelType
  isActive: boolean
  depositPaise: number
  rooms: number
  beds: number
  /** Beds that somebody has, or that are held for somebody. */
  taken: number
  free: number
}

export const hostelSorts = ['name', 'beds', 'free', 'deposit'] as const
type HostelSort = (typeof hostelSorts)[number]

export const hostelFilters = {
  gender: ['boys', 'girls', 'mixed'],
  type: ['ac', 'deluxe', 'premium', 'standard'],
  state: ['active', 'inactive'],
} as const

const orders: Record<HostelSort, readonly string[]> = {
  name: ['h.name', 'h.id'],
  beds: ['beds', 'h.name', 'h.id'],
  free: ['free', 'h.name', 'h.id'],
  deposit: ['h.security_deposit_paise', 'h.name', 'h.id'],
}

const countedRooms = `LEFT JOIN (
    SELECT hostel_id, COUNT(*) AS rooms, SUM(capacity) AS beds, SUM(occupied_count) AS taken,
      SUM(IF(status = 'available', capacity - occupied_count, 0)) AS free
    FROM rooms WHERE school_id = :schoolId GROUP BY hostel_id) r ON r.hostel_id = h.id`

const counts = `COALESCE(r.rooms, 0) AS rooms, CAST(COALESCE(r.beds, 0) AS SIGNED) AS beds,
  CAST(COALESCE(r.taken, 0) AS SIGNED) AS taken, CAST(COALESCE(r.free, 0) AS SIGNED) AS free`

/** Hostels of the school; searched by name, warden and address. */
export function listHostels(
  scope: SchoolScope,
  wish: ListWish<HostelSort> & { filters: { gender: string; type: string; state: string } },
): Promise<Page<HostelRow>> {
  const { gender, type, state } = wish.filters
  return selectPage<Stored<HostelRow>, HostelRow>(
    {
      columns: `h.public_id AS publicId, h.name, h.gender_type AS genderType, h.hostel_type AS hostelType, h.is_active AS isActive,
        h.security_deposit_paise AS depositPaise, ${counts}`,
      from: `hostels h ${countedRooms}
        WHERE h.school_id = :schoolId AND (:gender = '' OR h.gender_type = :gender) AND (:type = '' OR h.hostel_type = :type)
          AND (:state = '' OR h.is_active = (:state = 'active'))
          AND (:search = '' OR h.name LIKE :pattern ESCAPE '!' OR h.warden_name LIKE :pattern ESCAPE '!'
            OR h.address LIKE :pattern ESCAPE '!')`,
      order: orders[wish.sort],
      values: {
        schoolId: scope.schoolId,
        gender,
        type,
        state,
        search: wish.search,
        pattern: containing(wish.search),
      },
      read: (row) => ({ ...row, isActive: Boolean(row.isActive) }),
    },
    wish,
  )
}

/** Everything that the office knows of a hostel. */
export interface OfficeHostel extends HostelRow {
  id: number
  address: string
  contactNumber: string
  wardenName: string
  wardenEmail: string | null
  mealPlanIncluded: boolean
  mealPlanFeePaise: number
  bankName: string | null
  bankAccountNumber: string | null
  bankIfscCode: string | null
  version: number
  pictureKey: string | null
  thumbnailKey: string | null
}

type Flags = 'isActive' | 'mealPlanIncluded'

/** A hostel of the school, or null. */
export async function findHostel(scope: SchoolScope, publicId: string): Promise<OfficeHostel | null> {
  const row = await selectOne<Omit<OfficeHostel, Flags> & Record<Flags, number>>(
    `SELECT h.id, h.public_id AS publicId, h.name, h.gender_type AS genderType, h.hostel_type AS hostelType, h.is_active AS isActive,
       h.security_deposit_paise AS depositPaise, h.address, h.contact_number AS contactNumber, h.warden_name AS wardenName,
       h.warden_email AS wardenEmail, h.meal_plan_included AS mealPlanIncluded, h.meal_plan_fee_paise AS mealPlanFeePaise,
       h.bank_name AS bankName, h.bank_account_number AS bankAccountNumber, h.bank_ifsc_code AS bankIfscCode, h.version,
       f.storage_key AS pictureKey, COALESCE(t.storage_key, f.storage_key) AS thumbnailKey, ${counts}
     FROM hostels h ${countedRooms} LEFT JOIN files f ON f.id = h.image_file_id LEFT JOIN files t ON t.thumbnail_of = f.id
     WHERE h.school_id = :schoolId AND h.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, isActive: row.isActive === 1, mealPlanIncluded: row.mealPlanIncluded === 1 }
}

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
