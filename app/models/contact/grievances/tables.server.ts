import { column, editColumns, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { entryKinds, grievanceStates, topics, wordsLength, writers } from './options'

/**
 * A grievance to the school. `writer`: the only reader except the office. `isUnread`: the writer has not opened the
 * office's latest reply.
 */
export const Grievance = table('grievances', {
  ...thingColumns,
  financialYear: column.code(7),
  number: column.count,
  writer: column.oneOf(writers),
  studentId: orNull(column.foreign),
  guardianId: orNull(column.foreign),
  writerName: column.text(120),
  contact: orNull(column.text(190)),
  topic: column.oneOf(topics),
  words: column.text(wordsLength),
  language: column.language,
  state: column.oneOf(grievanceStates),
  isUnread: withDefault(column.tick),
  receivedOn: column.day,
  answerBy: column.day,
  lawBy: column.day,
  ...editColumns,
})

/** Later entry of a grievance: rows are added and never changed. */
export const GrievanceEntry = table('grievance_entries', {
  id: thingColumns.id,
  schoolId: column.foreign,
  grievanceId: column.foreign,
  kind: column.oneOf(entryKinds),
  words: column.text(wordsLength),
  byName: column.text(120),
  createdAt: withDefault(column.instant),
})
