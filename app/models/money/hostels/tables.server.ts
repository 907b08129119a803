import { column, editColumns, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { hostelForm } from './hostel-fields'
import { applicationStatuses, refundStates, semesters } from './options'
import { roomForm } from './room-fields'

/**
 * A hostel of a school; amounts are paise. Inactive ones are not offered. Without compulsory mess, only students who
 * request it pay.
 */
export const Hostel = table('hostels', {
  ...thingColumns,
  ...hostelForm.fields,
  imageFileId: orNull(column.file),
  ...editColumns,
})

/** A room with its beds. Only steps of `beds.server.ts` change `occupiedCount`, relatively. */
export const Room = table('rooms', {
  ...thingColumns,
  hostelId: column.foreign,
  ...roomForm.fields,
  occupiedCount: withDefault(column.count),
  imageFileId: orNull(column.file),
  ...editColumns,
})

/**
 * A student's application for a room, with the amounts (paise) of the day of application; the `next` ones apply when
 * later months cost differently.
 */
export const HostelApplication = table('hostel_applications', {
  ...thingColumns,
  studentId: column.foreign,
  hostelId: column.foreign,
  roomId: column.foreign,
  academicSessionId: column.foreign,
  academicYear: column.code(9),
  semester: column.oneOf(semesters),
  checkInDate: column.day,
  checkOutDate: orNull(column.day),
  mealPlanRequired: column.tick,
  guardianName: column.text(100),
  guardianPhone: column.text(20),
  guardianEmail: orNull(column.text(190)),
  guardianAddress: orNull(column.text(300)),
  emergencyContact: column.text(20),
  specialRequirements: orNull(column.text(500)),
  status: withDefault(column.oneOf(applicationStatuses)),
  holdsBed: withDefault(column.tick),
  rentPaise: column.money,
  depositPaise: column.money,
  mealPaise: column.money,
  feePaise: column.money,
  nextRentPaise: orNull(column.money),
  nextMealPaise: orNull(column.money),
  appliedAt: column.instant,
  waitlistedAt: orNull(column.instant),
  offeredUntil: orNull(column.instant),
  offerLapsedAt: orNull(column.instant),
  decidedAt: orNull(column.instant),
  adminRemarks: orNull(column.text(500)),
  startsOn: orNull(column.day),
  checkedInOn: orNull(column.day),
  checkedOutOn: orNull(column.day),
  cancelledBy: orNull(column.oneOf(['student', 'office'])),
  refundState: withDefault(column.oneOf(refundStates)),
  refundRemarks: orNull(column.text(300)),
  ...editColumns,
})
