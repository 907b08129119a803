import {
  code,
  foreign,
  instant,
  json,
  money,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { type RequestKind, requestStates } from './options'

/**
 * Request for a second person. `payload` holds the encrypted arguments of the action, and is deleted once the request
 * is over.
 */
export const SecondPersonRequest = table('second_person_requests', {
  ...thingColumns,
  kind: text<RequestKind>(30),
  subject: text(12),
  studentId: orNull(foreign),
  amountPaise: orNull(money),
  payload: orNull(json<string>()),
  state: withDefault(oneOf(requestStates)),
  askedBy: foreign,
  askedByName: text(120),
  askedAt: instant,
  decidedBy: orNull(foreign),
  decidedByName: orNull(text(120)),
  decidedAt: orNull(instant),
  note: orNull(text(300)),
  runKey: orNull(code(36)),
})
