import {
  code,
  count,
  day,
  editColumns,
  file,
  foreign,
  instant,
  money,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
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
  imageFileId: orNull(file),
  ...editColumns,
})

/** A room with its beds. Only steps of `beds.server.ts` change `occupiedCount`, relatively. */
export const Room = table('rooms', {
  ...thingColumns,
  hostelId: foreign,
  ...roomForm.fields,
  occupiedCount: withDefault(count),
  imageFileId: orNull(file),
  ...editColumns,
})

/**
 * A student's application for a room, with the amounts (paise) of the day of application; the `next` ones apply when
 * later months cost differently.
 */
export const HostelApplication = table('hostel_applications', {
  ...thingColumns,
  studentId: foreign,
  hostelId: foreign,
  roomId: foreign,
  academicSessionId: foreign,
  academicYear: code(9),
  semester: oneOf(semesters),
  checkInDate: day,
  checkOutDate: orNull(day),
  mealPlanRequired: tick,
  guardianName: text(100),
  guardianPhone: text(20),
  guardianEmail: orNull(text(190)),
  guardianAddress: orNull(text(300)),
  emergencyContact: text(20),
  specialRequirements: orNull(text(500)),
  status: withDefault(oneOf(applicationStatuses)),
  holdsBed: withDefault(tick),
  rentPaise: money,
  depositPaise: money,
  mealPaise: money,
  feePaise: money,
  nextRentPaise: orNull(money),
  nextMealPaise: orNull(money),
  appliedAt: instant,
  waitlistedAt: orNull(instant),
  offeredUntil: orNull(instant),
  offerLapsedAt: orNull(instant),
  decidedAt: orNull(instant),
  adminRemarks: orNull(text(500)),
  startsOn: orNull(day),
  checkedInOn: orNull(day),
  checkedOutOn: orNull(day),
  cancelledBy: orNull(oneOf(['student', 'office'])),
  refundState: withDefault(oneOf(refundStates)),
  refundRemarks: orNull(text(300)),
  ...editColumns,
})
