import { execute, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { firstPeriod } from '~/models/money/subscriptions/charges.server'
import { type LockedApplication, lockApplication, noteApplication } from '../decide/lock-application.server'
import { notifyApplicant } from '../decide/notify-applicant.server'
import { offerFreeBeds } from '../decide/offer-beds.server'
import { mayLiveIn, mealPaise, monthBegins, monthlyNow, roomCost } from '../rules'
import { giveBedBack, takeBed } from '../stay/beds.server'
import { areChargesTouched, chargesOf, withdrawCharges } from '../stay/charges.server'
import { Hostel, HostelApplication, Room } from '../tables.server'

const assignableRoom = {
  ...columnsOf(Room, 'r', 'id', 'publicId', 'hostelId', 'roomNumber', 'roomType'),
  ...columnsOf(Hostel, 'h', 'genderType', 'mealPlanIncluded', 'mealPlanFeePaise'),
  hostelName: text('h.name'),
  rentPaise: number('r.monthly_rent_paise'),
  depositPaise: number('h.security_deposit_paise'),
  freeBeds: number('CAST(r.capacity AS SIGNED) - r.occupied_count'),
}
const isFree = 'r.occupied_count < r.capacity'
const offered = `FROM rooms r JOIN hostels h ON h.id = r.hostel_id
  WHERE r.school_id = :schoolId AND h.is_active = 1 AND r.status = 'available'`

/**
 * Rooms of all hostels in which the office can assign a bed to a student of this gender; those of hostel `hostelId`
 * (row id) come first. `withFull` includes rooms without a free bed.
 */
export async function listRoomsToGive(
  { schoolId }: SchoolScope,
  filters: { studentGender: string; hostelId: number; withFull?: true },
) {
  const rooms = await selectRows(
    assignableRoom,
    `${offered} ${filters.withFull ? '' : `AND ${isFree}`}
     ORDER BY h.id = :hostelId DESC, h.name, LENGTH(r.room_number), r.room_number, r.id LIMIT 500`,
    { schoolId, hostelId: filters.hostelId },
  )
  return rooms.filter((room) => mayLiveIn(room.genderType, filters.studentGender))
}

/** First day (YYYY-MM-DD) of the next month without a due yet, from which a change of rent or meals applies. */
export async function nextMonthOf(
  scope: SchoolScope,
  application: { id: number; studentId: number; startsOn: string },
) {
  const raised = (await chargesOf(scope, application)).map((charge) => charge.period)
  return monthBegins(application.startsOn, Math.max(firstPeriod, ...raised) + 1)
}

/**
 * Runs in the caller's transaction: takes a bed in another room (public id) for a locked application, and offers the
 * bed it held to the waiting list. The caller handles the price. Of fifty concurrent requests for the last bed, one
 * succeeds. Refuses `room-gone` (no such room, or not offered), `wrong-gender` and `full`.
 */
async function takeOtherRoom(scope: SchoolScope, application: LockedApplication, roomId: string) {
  const { schoolId } = scope
  const room = await selectRow(assignableRoom, `${offered} AND r.public_id = :roomId`, { schoolId, roomId })
  if (!room) return refused('room-gone')
  if (!mayLiveIn(room.genderType, application.studentGender)) return refused('wrong-gender')
  if (!(await takeBed(scope, room.id))) return refused('full')
  await execute(
    `UPDATE hostel_applications SET hostel_id = :hostelId, room_id = :roomId, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId, id: application.id, hostelId: room.hostelId, roomId: room.id },
  )
  if (application.holdsBed) {
    await giveBedBack(scope, application.roomId)
    await offerFreeBeds(scope, application.roomId)
  }
  return done({ ...room, mealPaise: mealPaise(room, application.mealPlanRequired) })
}

/**
 * Runs in the caller's transaction on approval with a room other than the requested one. The new room's current price
 * applies from the first month if the dues are untouched (`areChargesTouched`), otherwise from the second. Returns the
 * updated application, with its bed. Refuses as `takeOtherRoom` does.
 */
export async function agreeOnOtherRoom(scope: SchoolScope, application: LockedApplication, roomId: string) {
  const newRoom = await takeOtherRoom(scope, application, roomId)
  if (!newRoom.ok) return newRoom
  const { rentPaise, mealPaise } = newRoom.value
  const filter = { schoolId: scope.schoolId, id: application.id }
  if (await areChargesTouched(scope, application)) {
    await HostelApplication.update({ nextRentPaise: rentPaise, nextMealPaise: mealPaise }, { where: filter })
  } else {
    await withdrawCharges(scope, application)
    const { firstPaise: _first, monthlyPaise: _monthly, ...agreed } = roomCost(newRoom.value)
    await HostelApplication.update(agreed, { where: filter })
  }
  const now = await lockApplication(scope, { id: application.id })
  if (!now) throw new Error('An application that was locked is gone')
  return done(now)
}

/**
 * Moves a student with a bed to another room, in any hostel: takes a bed there and frees the old one at once. Months
 * that already have a due keep their price; the new room's price applies from the next month. The deposit stays.
 * Refuses `not-found`, `over` (not approved, or moved out), `same-room`, `room-gone`, `wrong-gender` and `full`.
 */
export function moveToRoom(scope: SchoolScope, publicId: string, roomId: string) {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    const { startsOn } = application
    if (application.status !== 'approved' || !application.holdsBed || startsOn === null) return refused('over')
    if (application.roomPublicId === roomId) return refused('same-room')
    const newRoom = await takeOtherRoom(scope, application, roomId)
    if (!newRoom.ok) return newRoom
    const { rentPaise, mealPaise, hostelName, roomNumber } = newRoom.value
    const next = { nextRentPaise: rentPaise, nextMealPaise: mealPaise }
    await HostelApplication.update(next, { where: { schoolId: scope.schoolId, id: application.id } })
    const moved = { ...application, ...next, hostelName, roomNumber }
    const from = await nextMonthOf(scope, { ...application, startsOn })
    const { monthlyPaise } = monthlyNow(moved)
    await notifyApplicant(scope, moved, { kind: 'moved', monthlyPaise, from })
    const left = `${application.hostelName}, ${application.roomNumber}`
    const facts = { left, on: todayInIndia(new Date()), monthlyPaise, from }
    await noteApplication(scope, moved, 'hostel-application.moved', facts)
    return done()
  })
}
