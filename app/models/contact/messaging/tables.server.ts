import {
  count,
  editColumns,
  foreign,
  instant,
  json,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thingColumns,
  tick,
  withDefault,
} from '~/kit/tables/table.server'
import { languages } from '~/language/language'
import { channels } from '~/services/messages/port'
import { attemptStates, familyChannels, messageEvents, messageStates } from './options'
import type { Facts } from './send/facts'
import { rulesForm, templateForm } from './template-fields'

/** A text of an event as it is, or will be, registered. */
export const MessageTemplate = table('message_templates', {
  ...thingColumns,
  ...templateForm.fields,
  event: oneOf(messageEvents),
  channel: oneOf(channels),
  language: oneOf(languages),
  ...editColumns,
})

/**
 * A message to one guardian, or to the student where the family has none. `facts`: the values, translated together with
 * the text.
 */
export const OutgoingMessage = table('outgoing_messages', {
  ...thingColumns,
  studentId: foreign,
  guardianId: orNull(foreign),
  onceKey: text(120),
  event: oneOf(messageEvents),
  recipientName: text(120),
  language: oneOf(languages),
  isUrgent: tick,
  facts: json<Facts>(),
  channel: orNull(oneOf(familyChannels)),
  state: oneOf(messageStates),
  reason: orNull(text(300)),
  /** Time of the office's last retry on all channels. */
  retriedAt: orNull(instant),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})

/** An attempt in which a provider received, or may have received, a message; its public id is the reference. */
export const MessageAttempt = table('message_attempts', {
  ...thingColumns,
  messageId: foreign,
  channel: oneOf(familyChannels),
  templateId: orNull(foreign),
  toAddress: text(190),
  body: text(2000),
  parts: count,
  /** Whole paise, by the school's price per part. */
  costPaise: count,
  state: oneOf(attemptStates),
  reason: orNull(text(300)),
  providerId: orNull(text(190)),
  askedAt: instant,
  sentAt: orNull(instant),
  reportedAt: orNull(instant),
})

/** Events sent automatically; a school without settings has no row, and nothing is sent. */
export const MessageRules = table('message_rules', {
  schoolId: owner,
  ...rulesForm.fields,
  events: text(300),
  version: withDefault(count),
  updatedAt: withDefault(instant),
})
