import { number, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { waitingColumn } from '../decide/waiting-list.server'
import { Hostel, Room } from '../tables.server'

/** Limit of free rooms listed at once: students find others by browsing the hostel. */
const maxRooms = 100

/** Hostels in which the student may live, by name. */
export function listHostelsToChoose(scope: StudentScope): Promise<Array<{ publicId: string; name: string }>> {
  return selectRows(
    { publicId: text('h.public_id'), name: text('h.name') },
    `FROM hostels h JOIN students s ON s.id = :studentId AND s.school_id = h.school_id
     WHERE h.school_id = :schoolId AND h.is_active = 1
       AND (h.gender_type = 'mixed' OR (h.gender_type = 'boys' AND s.gender = 'Male') OR (h.gender_type = 'girls' AND s.gender = 'Female'))
     ORDER BY h.name, h.id`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

const free = {
  ...columnsOf(Room, 'r', 'publicId', 'roomNumber', 'roomType', 'floorNumber'),
  freeBeds: number('CAST(r.capacity AS SIGNED) - r.occupied_count'),
  rentPaise: number('r.monthly_rent_paise'),
}
const ofHostel = `FROM rooms r JOIN hostels h ON h.school_id = r.school_id AND h.id = r.hostel_id
  WHERE r.school_id = :schoolId AND h.public_id = :hostelId AND h.is_active = 1`

export function listFreeRooms(scope: StudentScope, hostelId: string) {
  return selectRows(
    free,
    `${ofHostel} AND r.status = 'available' AND r.occupied_count < r.capacity
     ORDER BY r.floor_number, r.room_number, r.id LIMIT ${maxRooms}`,
    { schoolId: scope.schoolId, hostelId },
  )
}

export type FreeRoom = Awaited<ReturnType<typeof listFreeRooms>>[number]

const roomSelection = {
  ...free,
  ...columnsOf(Room, 'r', 'id', 'hostelId', 'status', 'capacity', 'occupiedCount'),
  ...columnsOf(Hostel, 'h', 'genderType', 'mealPlanIncluded', 'mealPlanFeePaise'),
  hostelName: text('h.name'),
  depositPaise: number('h.security_deposit_paise'),
  waiting: waitingColumn,
}

/**
 * Finds a room by public ids, with its hostel and current price, whether or not a bed is free; null when the school
 * does not offer such a room.
 */
export function findChosenRoom(scope: LedgerScope, { hostelId, roomId }: { hostelId: string; roomId: string }) {
  const values = { schoolId: scope.schoolId, hostelId, roomId, today: todayInIndia(new Date()) }
  return selectRow(roomSelection, `${ofHostel} AND r.public_id = :roomId`, values)
}
