import {
  count,
  editColumns,
  foreign,
  instant,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { periodForm } from './timetable-fields'

/** Period or break of a school day. */
export const BellPeriod = table('bell_periods', { ...thingColumns, ...periodForm.fields, ...editColumns })

/** Lesson of a section in a period, on the days of `timetable_days`. */
export const TimetableEntry = table('timetable_entries', {
  ...thingColumns,
  academicSessionId: foreign,
  sectionId: foreign,
  periodId: foreign,
  subjectId: foreign,
  teacherId: orNull(foreign),
  roomNo: orNull(text(20)),
  version: withDefault(count),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})
