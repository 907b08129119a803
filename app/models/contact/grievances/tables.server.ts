import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { entryKinds, grievanceStates, topics, wordsLength, writers } from './options'

/**
 * A grievance to the school. `writer`: the only reader except the office. `isUnread`: the writer has not opened the
 * office's latest reply. `kept` names the class of personal data of a column, which decides when its value is removed.
 */
export const Grievance = table('grievances', {
  ...thingColumns,
  financialYear: kept('logs', column.code(7)),
  number: kept('logs', column.count),
  writer: kept('logs', column.oneOf(writers)),
  studentId: orNull(column.foreign),
  guardianId: orNull(column.foreign),
  writerName: kept({ class: 'letters', replacement: 'Removed' }, column.text(120)),
  contact: kept('letters', orNull(column.text(190))),
  topic: kept('logs', column.oneOf(topics)),
  words: kept('letters', column.text(wordsLength)),
  language: column.language,
  state: column.oneOf(grievanceStates),
  isUnread: kept('logs', withDefault(column.tick)),
  receivedOn: kept('logs', column.day),
  answerBy: kept('logs', column.day),
  lawBy: kept('logs', column.day),
  ...editColumns,
})

/** Later entry of a grievance: rows are added and never changed. */
export const GrievanceEntry = table('grievance_entries', {
  id: thingColumns.id,
  schoolId: column.foreign,
  grievanceId: column.foreign,
  kind: kept('logs', column.oneOf(entryKinds)),
  words: kept('letters', column.text(wordsLength)),
  byName: kept('staff', column.text(120)),
  createdAt: withDefault(column.instant),
})
