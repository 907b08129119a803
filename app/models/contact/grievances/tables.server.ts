import {
  code,
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
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import { languages } from '~/language/language'
import { entryKinds, grievanceStates, topics, wordsLength, writers } from './options'

/**
 * A grievance to the school. `writer`: the only reader except the office. `isUnread`: the writer has not opened the
 * office's latest reply.
 */
export const Grievance = table('grievances', {
  ...thingColumns,
  financialYear: code(7),
  number: count,
  writer: oneOf(writers),
  studentId: orNull(foreign),
  guardianId: orNull(foreign),
  writerName: text(120),
  contact: orNull(text(190)),
  topic: oneOf(topics),
  words: text(wordsLength),
  language: oneOf(languages),
  state: oneOf(grievanceStates),
  isUnread: withDefault(tick),
  receivedOn: day,
  answerBy: day,
  lawBy: day,
  ...editColumns,
})

/** Later entry of a grievance: rows are added and never changed. */
export const GrievanceEntry = table('grievance_entries', {
  id: thingColumns.id,
  schoolId: foreign,
  grievanceId: foreign,
  kind: oneOf(entryKinds),
  words: text(wordsLength),
  byName: text(120),
  createdAt: withDefault(instant),
})
