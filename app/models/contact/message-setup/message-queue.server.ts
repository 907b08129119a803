import { execute, selectRows, text } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import type { JobClass } from '~/models/core/outbox/job-kinds'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Job class by event; all other events of messaging/options are `bulk`. */
const classes: Readonly<Record<string, JobClass>> = { receipt: 'money', bounced: 'money', certificate: 'waited' }

/** Urgency of an event's messages and mails. */
export const classOfEvent = (event: string): JobClass => classes[event] ?? 'bulk'

export interface QueuedMessage {
  publicId: string
  event: string
}

/**
 * Runs in the caller's transaction, which must lock the message's row: makes the worker process the message now or
 * after `delaySeconds`. The latest call replaces an earlier delay, even by a longer one.
 */
export function enqueueMessage(schoolId: number, { publicId, event }: QueuedMessage, delaySeconds = 0): Promise<void> {
  const payload = { messageId: publicId }
  const uniqueKey = `message:${publicId}`
  return enqueueJob({
    kind: 'send-message',
    class: classOfEvent(event),
    schoolId,
    payload,
    uniqueKey,
    delaySeconds,
    lastSaysWhen: true,
  })
}

/**
 * Runs in the caller's transaction: makes the worker process all held messages again, even if their provider refused
 * the account before. Messages that still cannot be sent are held again. Locks messages before settings, as the worker
 * does. Returns the number of messages.
 */
export async function releaseHeld({ schoolId }: Pick<SchoolScope, 'schoolId'>): Promise<number> {
  const heldMessages = await selectRows(
    { publicId: text('m.public_id'), event: text('m.event') },
    "FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.state = 'held' ORDER BY m.id FOR UPDATE",
    { schoolId },
  )
  await execute(
    "UPDATE outgoing_messages SET state = 'waiting', updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND state = 'held'",
    { schoolId },
  )
  await execute('UPDATE message_settings SET sms_refusal = NULL, whatsapp_refusal = NULL WHERE school_id = :schoolId', {
    schoolId,
  })
  for (const message of heldMessages) await enqueueMessage(schoolId, message)
  return heldMessages.length
}
