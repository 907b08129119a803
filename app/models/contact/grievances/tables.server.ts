import {
  code,
  count,
  day,
  edited,
  foreign,
  given,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thing,
  tick,
} from '~/kit/tables/table.server'
import { languages } from '~/language/language'
import { entryKinds, grievanceStates, topics, wordsLength, writers } from './options'

/**
 * A grievance to the school. `writer`: the only reader except the office. `isUnread`: the writer has not opened the
 * office's latest reply.
 */
export const Grievance = table('grievances', {
  ...thing,
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
  isUnread: given(tick),
  receivedOn: day,
  answerBy: day,
  lawBy: day,
  ...edited,
})

/** Later entry of a grievance: rows are added and never changed. */
export const GrievanceEntry = table('grievance_entries', {
  id: thing.id,
  schoolId: foreign,
  grievanceId: foreign,
  kind: oneOf(entryKinds),
  words: text(wordsLength),
  byName: text(120),
  createdAt: given(instant),
})
