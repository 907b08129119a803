import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { type RequestKind, requestStates } from './options'

/**
 * Request for a second person. `payload` holds the encrypted arguments of the action, and is deleted once the request
 * is over.
 */
export const SecondPersonRequest = table('second_person_requests', {
  ...thingColumns,
  kind: kept('accounts', column.text<RequestKind>(30)),
  subject: kept('accounts', column.text(12)),
  studentId: orNull(column.foreign),
  amountPaise: kept('accounts', orNull(column.money)),
  payload: kept('payment_notes', orNull(column.json<string>())),
  state: withDefault(column.oneOf(requestStates)),
  askedBy: column.foreign,
  askedByName: kept('staff', column.text(120)),
  askedAt: column.instant,
  decidedBy: orNull(column.foreign),
  decidedByName: kept('staff', orNull(column.text(120))),
  decidedAt: orNull(column.instant),
  note: kept('payment_notes', orNull(column.text(300))),
  runKey: kept('nobody', orNull(column.code(36))),
})
