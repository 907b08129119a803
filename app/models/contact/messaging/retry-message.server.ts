import { execute, inTransaction } from '~/database/database.server'
import { lockThing } from '~/kit/tables/table.server'
import { enqueueMessage, releaseHeld } from '~/models/contact/message-setup/message-queue.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { MessageState } from './options'
import { OutgoingMessage } from './tables.server'
import { isTooLate } from './tell/still-true.server'
import { hasNoRecipient } from './tell/tell-family.server'

/**
 * Returns true when the office may retry the message: it is neither in progress nor delivered, and it has a recipient.
 */
export const isRetried = ({ state, onceKey }: { state: MessageState; onceKey: string }) =>
  ['failed', 'skipped', 'held'].includes(state) && !hasNoRecipient(onceKey)

/**
 * Retries a message that was not sent or not delivered, on every channel. Refuses `not-found`, `not-open` if it is in
 * progress or delivered, and `too-late` if it is older than a message about its event may be.
 */
export function retryMessage(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'not-open' | 'too-late'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const message = await lockThing(OutgoingMessage, scope, publicId)
    if (!message) return refused('not-found')
    if (!isRetried(message)) return refused('not-open')
    if (isTooLate(message, new Date())) return refused('too-late')
    await resetForRetry(scope, message)
    await recordAudit(scope, { action: 'message.retried', subject: { kind: 'student', id: message.studentId } })
    await enqueueMessage(schoolId, message)
    return done()
  })
}

/**
 * Runs in the caller's transaction: sends failed or skipped messages (public ids) again on every channel, with the time
 * limit starting now. Messages that are delivered or in progress stay unchanged.
 */
export async function tellAgain(scope: SchoolScope, publicIds: readonly string[]): Promise<void> {
  for (const publicId of publicIds) {
    const message = await lockThing(OutgoingMessage, scope, publicId)
    if (message?.state !== 'failed' && message?.state !== 'skipped') continue
    await OutgoingMessage.update({ createdAt: new Date() }, { where: { id: message.id } })
    await resetForRetry(scope, message)
    await enqueueMessage(scope.schoolId, message)
  }
}

/** Resets messages for a retry. Charges stay; channels are tried again in their order. */
export async function resetForRetry({ schoolId }: SchoolScope, ...messages: { id: number }[]): Promise<void> {
  const values = { schoolId, ids: messages.map(({ id }) => id) }
  await execute(
    "UPDATE outgoing_messages SET state = 'waiting', reason = NULL, retried_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:ids)",
    values,
  )
}

/** Makes the worker check all held messages again, and returns their number. */
export function sendHeld(scope: SchoolScope): Promise<number> {
  return inTransaction(async () => {
    const released = await releaseHeld(scope)
    const details = { messages: released }
    await recordAudit(scope, { action: 'messages.released', subject: { kind: 'school', id: scope.schoolId }, details })
    return released
  })
}
