import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { channels } from '~/services/messages/port'
import { attemptStates, familyChannels, messageEvents, messageStates } from './options'
import type { MessageFacts } from './send/facts'
import { rulesForm, templateForm } from './template-fields'

/** A text of an event as it is, or will be, registered. */
export const MessageTemplate = table('message_templates', {
  ...thingColumns,
  ...templateForm.fields,
  event: column.oneOf(messageEvents),
  channel: column.oneOf(channels),
  language: column.language,
  ...editColumns,
})

/**
 * A message to one guardian, or to the student if the family has none. `facts`: the values, translated together with
 * the text.
 */
export const OutgoingMessage = table('outgoing_messages', {
  ...thingColumns,
  studentId: column.foreign,
  guardianId: orNull(column.foreign),
  onceKey: kept('logs', column.text(120)),
  event: kept('logs', column.oneOf(messageEvents)),
  recipientName: kept('contact', column.text(120)),
  language: column.language,
  isUrgent: kept('logs', column.tick),
  facts: kept({ class: 'contact', replacement: 'emptyObject' }, column.json<MessageFacts>()),
  channel: kept('logs', orNull(column.oneOf(familyChannels))),
  state: column.oneOf(messageStates),
  reason: kept('contact', orNull(column.text(300))),
  /** Time of the office's last retry on all channels. */
  retriedAt: orNull(column.instant),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

/**
 * Attempt to send a message with a provider, which may have received it. The attempt's public id is the reference for
 * the provider.
 */
export const MessageAttempt = table('message_attempts', {
  ...thingColumns,
  messageId: column.foreign,
  channel: kept('logs', column.oneOf(familyChannels)),
  templateId: orNull(column.foreign),
  toAddress: kept('contact', column.text(190)),
  body: kept('contact', column.text(2000)),
  parts: kept('logs', column.count),
  /** Whole paise: the school's price per part, times the number of parts that the message is charged as. */
  costPaise: kept('logs', column.count),
  state: column.oneOf(attemptStates),
  reason: kept('contact', orNull(column.text(300))),
  providerId: kept('logs', orNull(column.text(190))),
  askedAt: column.instant,
  sentAt: orNull(column.instant),
  reportedAt: orNull(column.instant),
})

/** Events sent automatically; a school without settings has no row, and nothing is sent. */
export const MessageRules = table('message_rules', {
  schoolId: column.owner,
  ...rulesForm.fields,
  events: column.text(300),
  version: withDefault(column.count),
  updatedAt: withDefault(column.instant),
})
