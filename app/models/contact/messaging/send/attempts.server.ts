import { selectRows } from '~/database/database.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Channel, TextMessage } from '~/services/messages/port'
import { findEventRules } from '../message-rules.server'
import { eventHours, type FamilyChannel, type MessageState } from '../options'
import { MessageAttempt, OutgoingMessage } from '../tables.server'

/** Maximum time for a provider's answer, in seconds. If an attempt is open for longer, its worker has ended. */
export const openSeconds = 120
/** Reason for trying another channel after a provider accepted the message but never sent a delivery report. */
export const notReported = 'No report from the provider'

export type Message = NonNullable<Awaited<ReturnType<typeof lockMessage>>>

export type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

/** Work to do outside the transaction: nothing, sending the message, or finding out whether it was sent. */
export type Next =
  | { do: 'nothing' }
  | { do: 'send'; channel: Channel; message: TextMessage; attempt: string }
  | { do: 'find'; channel: Channel; attempt: string; askedAt: Date; message: TextMessage }

/** Locks the message until the end of the caller's transaction; null if the school does not have it. */
export function lockMessage(scope: SchoolScope, publicId: string) {
  return lockThing(OutgoingMessage, scope, publicId)
}

const attemptColumns = columnsOf(
  MessageAttempt,
  'a',
  'id',
  'publicId',
  'channel',
  'templateId',
  'toAddress',
  'body',
  'state',
  'reason',
  'askedAt',
  'sentAt',
  'providerId',
)

/** Attempts of a message, the latest last. */
export function listAttempts({ schoolId }: SchoolScope, messageId: number) {
  return selectRows(
    attemptColumns,
    'FROM message_attempts a WHERE a.school_id = :schoolId AND a.message_id = :messageId ORDER BY a.id',
    { schoolId, messageId },
  )
}

type NewAttempt = {
  channel: FamilyChannel
  to: string
  body: string
  parts: number
  costPaise: number
  templateId: number | null
  state: 'sending' | 'sent'
  /** Id of the message with the provider; for a mail, its id in the outbox. */
  providerId: string | null
}

/**
 * Runs in the caller's transaction: records an attempt and returns its public id, which is the reference sent to the
 * provider.
 */
export async function addAttempt(
  scope: SchoolScope,
  message: Message,
  { to, ...attempt }: NewAttempt,
): Promise<string> {
  const publicId = newPublicId()
  const askedAt = new Date()
  await MessageAttempt.create({
    ...attempt,
    publicId,
    schoolId: scope.schoolId,
    messageId: message.id,
    toAddress: to,
    askedAt,
    sentAt: attempt.state === 'sent' ? askedAt : null,
  })
  return publicId
}

/** Runs in the caller's transaction: ends an attempt that did not reach the family, or whose result is unknown. */
export async function endAttempt(
  { schoolId }: SchoolScope,
  publicId: string,
  state: 'failed' | 'unsure',
  reason: string,
): Promise<void> {
  const change = { state, reason: reason.slice(0, 300), ...(state === 'failed' ? { costPaise: 0 } : {}) }
  // A message that was accepted but never reported keeps its cost, because the provider still charges it.
  const isCharged = reason === notReported ? { state, reason } : change
  await MessageAttempt.update(isCharged, { where: { schoolId, publicId } })
}

export async function setState(
  { schoolId }: SchoolScope,
  id: number,
  state: MessageState,
  reason: string | null,
  channel?: FamilyChannel,
): Promise<void> {
  const change = { state, reason: reason?.slice(0, 300) ?? null, ...(channel ? { channel } : {}) }
  await OutgoingMessage.update(change, { where: { schoolId, id } })
}

/** Runs in the caller's transaction: holds the message and checks it again after `seconds` seconds. */
export async function hold(scope: SchoolScope, message: Message, reason: string, seconds: number): Promise<Next> {
  await setState(scope, message.id, 'held', reason)
  await enqueueMessage(scope.schoolId, message, Math.max(1, seconds))
  return { do: 'nothing' }
}

/** Seconds to wait for a delivery report before trying another channel. */
export async function reportSeconds(scope: SchoolScope, { event }: Pick<Message, 'event'>): Promise<number> {
  const { reportHours } = await findEventRules(scope)
  return Math.min(reportHours, eventHours[event] / 2) * 3600
}
