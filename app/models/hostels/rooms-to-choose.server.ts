import { select, selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import type { RoomStatus, RoomType } from './options'

/** More free rooms than this are not offered at once: who wants another browses the hostel. */
const maxRooms = 100

/** The hostels that the student may live in, by name. */
export function listHostelsToChoose(scope: StudentScope): Promise<Array<{ publicId: string; name: string }>> {
  return select(
    `SELECT h.public_id AS publicId, h.name FROM hostels h JOIN students s ON s.id = :studentId AND s.school_id = h.school_id
     WHERE h.school_id = :schoolId AND h.is_active = 1
       AND (h.gender_type = 'mixed' OR (h.gender_type = 'boys' AND s.gender = 'Male') OR (h.gender_type = 'girls' AND s.gender = 'Female'))
     ORDER BY h.name, h.id`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

export interface FreeRoom {
  publicId: string
  roomNumber: string
  roomType: RoomType
  floorNumber: number
  freeBeds: number
  rentPaise: number
}

/** The rooms of a hostel of the school that have a free bed, by number. */
export function listFreeRooms(scope: StudentScope, hostelId: string): Promise<FreeRoom[]> {
  return select<FreeRoom>(
    `SELECT r.public_id AS publicId, r.room_number AS roomNumber, r.room_type AS roomType, r.floor_number AS floorNumber,
       CAST(r.capacity AS SIGNED) - r.occupied_count AS freeBeds, r.monthly_rent_paise AS rentPaise
     FROM rooms r JOIN hostels h ON h.school_id = r.school_id AND h.id = r.hostel_id
     WHERE r.school_id = :schoolId AND h.public_id = :hostelId AND h.is_active = 1 AND r.status = 'available'
       AND r.occupied_count < r.capacity
     ORDER BY r.floor_number, r.room_number, r.id LIMIT ${maxRooms}`,
    { schoolId: scope.schoolId, hostelId },
  )
}

export interface ChosenRoom extends FreeRoom {
  hostelPublicId: string
  hostelName: string
  status: RoomStatus
  capacity: number
  occupiedCount: number
  depositPaise: number
  mealPlanIncluded: boolean
  mealPlanFeePaise: number
}

/** A room with its hostel and what it costs now, free or not; null where the school offers no such room there. */
export async function findChosenRoom(scope: StudentScope, place: { hostelId: string; roomId: string }) {
  const row = await selectOne<Omit<ChosenRoom, 'mealPlanIncluded'> & { mealPlanIncluded: number }>(
    `SELECT r.public_id AS publicId, r.room_number AS roomNumber, r.room_type AS roomType, r.floor_number AS floorNumber,
       CAST(r.capacity AS SIGNED) - r.occupied_count AS freeBeds, r.monthly_rent_paise AS rentPaise, r.status, r.capacity,
       r.occupied_count AS occupiedCount, h.public_id AS hostelPublicId, h.name AS hostelName,
       h.security_deposit_paise AS depositPaise, h.meal_plan_included AS mealPlanIncluded,
       h.meal_plan_fee_paise AS mealPlanFeePaise
     FROM rooms r JOIN hostels h ON h.school_id = r.school_id AND h.id = r.hostel_id
     WHERE r.school_id = :schoolId AND h.public_id = :hostelId AND r.public_id = :roomId AND h.is_active = 1`,
    { schoolId: scope.schoolId, hostelId: place.hostelId, roomId: place.roomId },
  )
  return row && { ...row, mealPlanIncluded: row.mealPlanIncluded === 1 }
}
