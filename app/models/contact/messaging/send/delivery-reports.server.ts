import {
  execute,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import { enqueueReports } from '~/models/contact/message-setup/message-reports.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Channel, DeliveryState, SendTrouble } from '~/services/messages/port'
import type { MessageEvent, MessageState } from '../options'
import { reportSeconds } from './attempts.server'
import { isNews } from './sending-rules'
import { tryNext } from './settle-message.server'

const reportsAtOnce = 200
/**
 * Minutes to keep a report that matches no attempt yet: it may arrive before the provider's answer with the message's
 * id.
 */
const waitMinutes = 60
const againSeconds = 60

const report = {
  id: number('r.id'),
  channel: wordOf<Channel>('r.channel'),
  providerId: text('r.provider_id'),
  reference: textOrNull('r.reference'),
  state: wordOf<DeliveryState>('r.state'),
  reason: wordOf<SendTrouble | null>('r.reason'),
  isOld: { sql: `r.created_at < UTC_TIMESTAMP(3) - INTERVAL ${waitMinutes} MINUTE`, read: Boolean },
}

/** Applies the unprocessed reports of the school's providers in order; a repeated report changes nothing. */
export async function applyDeliveryReports(scope: SchoolScope): Promise<void> {
  const { schoolId } = scope
  let after = 0
  let waits = false
  for (;;) {
    const reports = await selectRows(
      report,
      `FROM message_reports r WHERE r.school_id = :schoolId AND r.applied_at IS NULL AND r.id > :after ORDER BY r.id LIMIT ${reportsAtOnce}`,
      { schoolId, after },
    )
    for (const one of reports) {
      const isApplied = await inTransaction(() => applyOne(scope, one))
      if (!isApplied) waits = true
    }
    const last = reports.at(-1)
    if (!last) break
    after = last.id
  }
  if (!waits) return
  await inTransaction(() => enqueueReports(schoolId, againSeconds))
}

type Report = {
  id: number
  channel: Channel
  providerId: string
  reference: string | null
  state: DeliveryState
  reason: SendTrouble | null
  isOld: boolean
}

const reported = {
  id: number('a.id'),
  state: wordOf<MessageState>('a.state'),
  messageId: number('m.id'),
  publicId: text('m.public_id'),
  messageState: wordOf<MessageState>('m.state'),
  event: wordOf<MessageEvent>('m.event'),
  guardianId: { sql: 'm.guardian_id', read: (stored: unknown) => (stored === null ? null : Number(stored)) },
  isLast: {
    sql: 'NOT EXISTS (SELECT 1 FROM message_attempts n WHERE n.school_id = a.school_id AND n.message_id = a.message_id AND n.id > a.id)',
    read: Boolean,
  },
}

/** Returns true when the report has been processed, and false when its message is not known yet. */
async function applyOne(
  scope: SchoolScope,
  { id, channel, providerId, reference, state, reason, isOld }: Report,
): Promise<boolean> {
  const { schoolId } = scope
  const attempt = await selectRow(
    reported,
    `FROM message_attempts a JOIN outgoing_messages m ON m.school_id = a.school_id AND m.id = a.message_id
     WHERE a.school_id = :schoolId AND a.channel = :channel AND (a.public_id = :reference OR a.provider_id = :providerId)
     ORDER BY a.public_id = :reference DESC, a.id DESC LIMIT 1 FOR UPDATE`,
    { schoolId, channel, reference: reference ?? '', providerId },
  )
  if (!attempt) {
    if (isOld) await execute('DELETE FROM message_reports WHERE school_id = :schoolId AND id = :id', { schoolId, id })
    return isOld
  }
  await execute('UPDATE message_reports SET applied_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id', {
    schoolId,
    id,
  })
  if (!isNews(attempt.state, state)) return true
  await execute(
    `UPDATE message_attempts SET state = :state, reason = :reason, provider_id = COALESCE(provider_id, :providerId),
       sent_at = COALESCE(sent_at, UTC_TIMESTAMP(3)), reported_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
    { schoolId, id: attempt.id, state, providerId, reason: state === 'failed' ? reasonWords(reason) : null },
  )
  const message = { ...attempt, id: attempt.messageId }
  if (state === 'failed') {
    const isOpen = ['sending', 'sent', 'unsure'].includes(attempt.messageState)
    if (attempt.isLast && isOpen) await tryNext(scope, message, reason)
    return true
  }
  // A report does not replace a later state of the message, and `sent` only counts for its last attempt.
  if (!isNews(attempt.messageState, state) || (state === 'sent' && !attempt.isLast)) return true
  await execute(
    `UPDATE outgoing_messages SET state = :state, reason = NULL, channel = :channel, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId, id: message.id, state, channel },
  )
  // After a crash that left the attempt open, only this report tells that the message was sent: wait for its delivery.
  if (state === 'sent') await enqueueMessage(schoolId, attempt, await reportSeconds(scope, attempt))
  return true
}

const words: Record<SendTrouble, string> = {
  unreachable: 'The phone could not be reached',
  limited: 'Too many messages at once',
  keys: 'The keys are not accepted',
  template: 'The text is not registered, or differs from the registered one',
  number: 'There is no such number',
  dnd: 'The number is on the do-not-disturb register, or has blocked the school',
  balance: 'The account with the provider is empty',
  refused: 'The provider refused it',
}

const reasonWords = (reason: SendTrouble | null) => (reason === null ? 'Not delivered' : words[reason])
