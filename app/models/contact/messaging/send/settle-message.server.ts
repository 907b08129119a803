import { execute, selectRow, text, wordOf } from '~/database/database.server'
import { enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import { noteRefusal } from '~/models/contact/message-setup/message-rules.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { systemActor } from '~/models/core/shared/system-actor'
import type { Channel, SendFailure } from '~/services/messages/port'
import type { FamilyChannel } from '../options'
import { MessageAttempt } from '../tables.server'
import { endAttempt, lockMessage, type Message, openSeconds, reportSeconds, setState } from './attempts.server'

/** Hours after which the office has to decide about an attempt whose provider cannot be reached. */
const giveUpHours = 24

/** Records the provider's acceptance, without changing the state if a delivery report has already set it. */
export async function succeed(
  scope: SchoolScope,
  publicId: string,
  attempt: string,
  { providerId, parts }: { providerId: string; parts?: number },
): Promise<void> {
  const { schoolId } = scope
  const message = await lockMessage(scope, publicId)
  if (!message) return
  await execute(
    `UPDATE message_attempts SET provider_id = :providerId, sent_at = UTC_TIMESTAMP(3), cost_paise = ROUND(cost_paise * COALESCE(:parts, parts) / parts),
       parts = COALESCE(:parts, parts), state = IF(state IN ('sending','unsure'), 'sent', state)
     WHERE school_id = :schoolId AND public_id = :attempt`,
    { schoolId, attempt, providerId, parts: parts ?? null },
  )
  if (message.state !== 'sending' && message.state !== 'unsure') return
  await setState(scope, message.id, 'sent', null)
  await enqueueMessage(schoolId, message, await reportSeconds(scope, message))
}

/**
 * Marks a message as unsure, for the office to decide. If the provider only failed to answer, looks the message up
 * again later, for up to `giveUpHours`.
 */
export async function stayUnsure(
  scope: SchoolScope,
  publicId: string,
  attempt: string,
  askedAt: Date,
  trouble: SendFailure | null,
  now: Date,
): Promise<void> {
  const message = await lockMessage(scope, publicId)
  if (message?.state !== 'sending') return
  if (trouble && now.getTime() - askedAt.getTime() < giveUpHours * 3_600_000)
    return enqueueMessage(scope.schoolId, message, trouble.retryAfterSeconds ?? openSeconds * 5)
  await endAttempt(scope, attempt, 'unsure', trouble?.message ?? 'The provider cannot tell whether it was sent')
  await setState(scope, message.id, 'unsure', 'The provider did not answer')
}

/**
 * Handles a refusal by the provider: tries again later, tries another channel, or holds the message until the office
 * has fixed the cause.
 */
export async function fail(scope: SchoolScope, publicId: string, attempt: string, failure: SendFailure): Promise<void> {
  const { schoolId } = scope
  const message = await lockMessage(scope, publicId)
  if (message?.state !== 'sending') return
  const { reason } = failure
  // The message may have been sent: looks it up after the timeout.
  if (reason === 'unreachable') return enqueueMessage(schoolId, message, openSeconds)
  if (reason === 'limited' || reason === 'keys' || reason === 'balance' || reason === 'template') {
    const row = await selectRow(
      { channel: wordOf<Channel>('a.channel'), templateId: { sql: 'a.template_id', read: Number } },
      'FROM message_attempts a WHERE a.school_id = :schoolId AND a.public_id = :attempt',
      { schoolId, attempt },
    )
    // The message was not sent, so this does not count as an attempt.
    await MessageAttempt.destroy({ where: { schoolId, publicId: attempt } })
    if (reason === 'template') await refuseTemplate(scope, row?.templateId ?? 0, failure.message)
    // Records the refusal, so that the next run holds the message or uses another channel.
    if (row && (reason === 'keys' || reason === 'balance')) await noteRefusal(scope, row.channel, reason)
    await setState(scope, message.id, 'waiting', null)
    return enqueueMessage(schoolId, message, reason === 'limited' ? (failure.retryAfterSeconds ?? 60) : 0)
  }
  await endAttempt(scope, attempt, 'failed', failure.message)
  await tryNext(scope, message, reason)
}

async function refuseTemplate(scope: SchoolScope, id: number, why: string): Promise<void> {
  await execute(
    `UPDATE message_templates SET state = 'refused', refusal = :why, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND state = 'registered'`,
    { schoolId: scope.schoolId, id, why: why.slice(0, 300) },
  )
}

const lastTry = { channel: wordOf<FamilyChannel>('a.channel'), to: text('a.to_address') }

/**
 * Runs in the caller's transaction after the last attempt failed for good: marks a non-existent number as wrong and
 * tries the next channel.
 */
export async function tryNext(
  scope: SchoolScope,
  message: Pick<Message, 'id' | 'publicId' | 'guardianId' | 'event'>,
  reason: string | null,
): Promise<void> {
  const { schoolId } = scope
  const last = await selectRow(
    lastTry,
    'FROM message_attempts a WHERE a.school_id = :schoolId AND a.message_id = :id ORDER BY a.id DESC LIMIT 1',
    { schoolId, id: message.id },
  )
  // Only an SMS proves that the number does not exist: on WhatsApp, this reason means that it has no WhatsApp account.
  if (reason === 'number' && last?.channel === 'sms' && message.guardianId !== null) {
    const marked = await execute(
      `UPDATE family_guardians SET mobile_state = 'wrong', version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :guardianId AND mobile_number = :to AND mobile_state <> 'wrong'`,
      { schoolId, guardianId: message.guardianId, to: last.to },
    )
    const subject = { kind: 'guardian', id: message.guardianId }
    const details = { mobileNumber: last.to, mobileState: 'wrong' }
    const entry = { action: 'guardian.number-failed', subject, details }
    if (marked > 0) await recordAudit({ ...scope, actor: systemActor }, entry)
  }
  await setState(scope, message.id, 'waiting', null)
  await enqueueMessage(schoolId, message)
}
