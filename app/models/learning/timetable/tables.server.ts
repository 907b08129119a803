import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { periodForm } from './timetable-fields'

/** Period or break of a school day. */
export const BellPeriod = table('bell_periods', { ...thingColumns, ...periodForm.fields, ...editColumns })

/** Lesson of a section in a period, on the days of `timetable_days`. */
export const TimetableEntry = table('timetable_entries', {
  ...thingColumns,
  academicSessionId: column.foreign,
  sectionId: column.foreign,
  periodId: column.foreign,
  subjectId: column.foreign,
  teacherId: orNull(column.foreign),
  roomNo: kept('nobody', orNull(column.text(20))),
  version: withDefault(column.count),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})
