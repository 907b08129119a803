import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { refundDecisionStates } from '~/models/money/subscriptions/options'
import { hostelForm } from './hostel-fields'
import { applicationStatuses, semesters } from './options'
import { roomForm } from './room-fields'

/**
 * A hostel of a school; amounts are paise. Inactive ones are not offered. If meals are not compulsory, only students
 * who request them pay for them.
 */
export const Hostel = table('hostels', {
  ...thingColumns,
  ...hostelForm.fields,
  imageFileId: orNull(column.file),
  ...editColumns,
})

/** A room with its beds. Only `beds.server.ts` changes `occupiedCount`, and only by incrementing or decrementing it. */
export const Room = table('rooms', {
  ...thingColumns,
  hostelId: column.foreign,
  ...roomForm.fields,
  occupiedCount: withDefault(column.count),
  imageFileId: orNull(column.file),
  ...editColumns,
})

/**
 * A student's application for a room, with the prices (paise) of the day of application. `nextRentPaise` and
 * `nextMealPaise` are the prices of later months, null if unchanged.
 */
export const HostelApplication = table('hostel_applications', {
  ...thingColumns,
  studentId: column.foreign,
  hostelId: column.foreign,
  roomId: column.foreign,
  academicSessionId: column.foreign,
  academicYear: kept('accounts', column.code(9)),
  semester: kept('accounts', column.oneOf(semesters)),
  checkInDate: kept('services', column.day),
  checkOutDate: kept('services', orNull(column.day)),
  mealPlanRequired: kept('accounts', column.tick),
  guardianName: kept('services', column.text(100)),
  guardianPhone: kept('services', column.text(20)),
  guardianEmail: kept('services', orNull(column.text(190))),
  guardianAddress: kept('services', orNull(column.text(300))),
  emergencyContact: kept('services', column.text(20)),
  specialRequirements: kept('health', orNull(column.text(500))),
  status: withDefault(column.oneOf(applicationStatuses)),
  holdsBed: kept('accounts', withDefault(column.tick)),
  rentPaise: kept('accounts', column.money),
  depositPaise: kept('accounts', column.money),
  mealPaise: kept('accounts', column.money),
  feePaise: kept('accounts', column.money),
  nextRentPaise: kept('accounts', orNull(column.money)),
  nextMealPaise: kept('accounts', orNull(column.money)),
  appliedAt: column.instant,
  waitlistedAt: orNull(column.instant),
  offeredUntil: orNull(column.instant),
  offerLapsedAt: orNull(column.instant),
  decidedAt: orNull(column.instant),
  adminRemarks: kept('services', orNull(column.text(500))),
  startsOn: kept('accounts', orNull(column.day)),
  checkedInOn: kept('accounts', orNull(column.day)),
  checkedOutOn: kept('accounts', orNull(column.day)),
  cancelledBy: kept('nobody', orNull(column.oneOf(['student', 'office']))),
  refundState: withDefault(column.oneOf(refundDecisionStates)),
  refundRemarks: kept('services', orNull(column.text(300))),
  ...editColumns,
})
