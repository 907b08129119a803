import { column, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { type RequestKind, requestStates } from './options'

/**
 * Request for a second person. `payload` holds the encrypted arguments of the action, and is deleted once the request
 * is over.
 */
export const SecondPersonRequest = table('second_person_requests', {
  ...thingColumns,
  kind: column.text<RequestKind>(30),
  subject: column.text(12),
  studentId: orNull(column.foreign),
  amountPaise: orNull(column.money),
  payload: orNull(column.json<string>()),
  state: withDefault(column.oneOf(requestStates)),
  askedBy: column.foreign,
  askedByName: column.text(120),
  askedAt: column.instant,
  decidedBy: orNull(column.foreign),
  decidedByName: orNull(column.text(120)),
  decidedAt: orNull(column.instant),
  note: orNull(column.text(300)),
  runKey: orNull(column.code(36)),
})
