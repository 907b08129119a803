import {
  count,
  day,
  editColumns,
  foreign,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { holidayForm } from './holiday-fields'
import {
  attendanceStatuses,
  correctionReasonLength,
  leaveAnswerLength,
  leaveReasonLength,
  leaveStates,
  remarksLength,
} from './options'

const times = { createdAt: withDefault(instant), updatedAt: withDefault(instant) }

/** Holidays of a school; Sundays, and Saturdays by its settings, are not stored. */
export const Holiday = table('holidays', { ...thingColumns, ...holidayForm.fields, endsOn: day, ...editColumns })

export const LeaveApplication = table('leave_applications', {
  ...thingColumns,
  studentId: foreign,
  enrollmentId: foreign,
  startsOn: day,
  endsOn: day,
  reason: text(leaveReasonLength),
  state: withDefault(oneOf(leaveStates)),
  answer: orNull(text(leaveAnswerLength)),
  decidedByName: orNull(text(120)),
  decidedAt: orNull(instant),
  formKey: text(40),
  ...times,
})

/** Sheet of a section on a day: who marked it, and how often it was saved. */
export const AttendanceSheet = table('attendance_sheets', {
  id: thingColumns.id,
  schoolId: foreign,
  academicSessionId: foreign,
  sectionId: foreign,
  heldOn: day,
  teacherId: orNull(foreign),
  markedBy: orNull(foreign),
  markedByName: text(120),
  version: withDefault(count),
  ...times,
})

/** Status of a student on a day; written for a whole section at once. */
export const Attendance = table('attendance', {
  id: thingColumns.id,
  schoolId: foreign,
  studentId: foreign,
  enrollmentId: foreign,
  sheetId: orNull(foreign),
  heldOn: day,
  status: oneOf(attendanceStatuses),
  remarks: orNull(text(remarksLength)),
  correctionReason: orNull(text(correctionReasonLength)),
  correctedAt: orNull(instant),
  markedBy: orNull(foreign),
  ...times,
})
