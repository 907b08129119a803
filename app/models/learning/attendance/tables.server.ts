import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { holidayForm } from './holiday-fields'
import {
  attendanceStatuses,
  correctionReasonLength,
  leaveAnswerLength,
  leaveReasonLength,
  leaveStates,
  remarksLength,
} from './options'

const times = { createdAt: withDefault(column.instant), updatedAt: withDefault(column.instant) }

/** Holidays of a school. Sundays, and Saturdays that are days off by the school's settings, are not stored. */
export const Holiday = table('holidays', { ...thingColumns, ...holidayForm.fields, endsOn: column.day, ...editColumns })

export const LeaveApplication = table('leave_applications', {
  ...thingColumns,
  studentId: column.foreign,
  enrollmentId: column.foreign,
  startsOn: column.day,
  endsOn: column.day,
  reason: kept('remarks', column.text(leaveReasonLength)),
  state: withDefault(column.oneOf(leaveStates)),
  answer: kept('remarks', orNull(column.text(leaveAnswerLength))),
  decidedByName: kept('staff', orNull(column.text(120))),
  decidedAt: orNull(column.instant),
  formKey: column.text(40),
  ...times,
})

/** Sheet of a section on a day: who marked it, and how often it was saved. */
export const AttendanceSheet = table('attendance_sheets', {
  id: thingColumns.id,
  schoolId: column.foreign,
  academicSessionId: column.foreign,
  sectionId: column.foreign,
  heldOn: kept('attendance', column.day),
  teacherId: orNull(column.foreign),
  markedBy: orNull(column.foreign),
  markedByName: kept('staff', column.text(120)),
  version: withDefault(column.count),
  ...times,
})

/** Status of a student on a day; written for a whole section at once. */
export const Attendance = table('attendance', {
  id: thingColumns.id,
  schoolId: column.foreign,
  studentId: column.foreign,
  enrollmentId: column.foreign,
  sheetId: orNull(column.foreign),
  heldOn: kept('attendance', column.day),
  status: kept('attendance', column.oneOf(attendanceStatuses)),
  remarks: kept('remarks', orNull(column.text(remarksLength))),
  correctionReason: kept('remarks', orNull(column.text(correctionReasonLength))),
  correctedAt: orNull(column.instant),
  markedBy: orNull(column.foreign),
  ...times,
})

/**
 * Sums of the days held and attended in a month before the school used the portal. A month has either a sum or marked
 * days. `monthOn`: the first day of the month; `attendedHalves`: half days.
 */
export const AttendanceMonth = table('attendance_months', {
  id: thingColumns.id,
  schoolId: column.foreign,
  studentId: column.foreign,
  enrollmentId: column.foreign,
  monthOn: kept('attendance', column.day),
  daysHeld: kept('attendance', column.count),
  attendedHalves: kept('attendance', column.count),
  ...times,
})
