import { count, edited, foreign, given, instant, orNull, table, text, thing } from '~/models/shared/table.server'
import { periodForm } from './timetable-fields'

/** A period or break of the school's day. */
export const BellPeriod = table('bell_periods', { ...thing, ...periodForm.fields, ...edited })

/** What a section learns in a period, on the days of `timetable_days`. */
export const TimetableEntry = table('timetable_entries', {
  ...thing,
  academicSessionId: foreign,
  sectionId: foreign,
  periodId: foreign,
  subjectId: foreign,
  teacherId: orNull(foreign),
  roomNo: orNull(text(20)),
  version: given(count),
  createdAt: given(instant),
  updatedAt: given(instant),
})
