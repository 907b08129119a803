import { count, edited, foreign, given, instant, orNull, table, text, thing } from '~/kit/tables/table.server'
import { periodForm } from './timetable-fields'

/** Period or break of a school day. */
export const BellPeriod = table('bell_periods', { ...thing, ...periodForm.fields, ...edited })

/** Lesson of a section in a period, on the days of `timetable_days`. */
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
