import { execute, selectRows, text } from '~/database/database.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import type { JobClass } from '~/models/outbox/job-kinds'
import type { SchoolScope } from '~/models/shared/scope.server'

/** Events whose message is not bulk; the options of messaging have them all. */
const classes: Readonly<Record<string, JobClass>> = { receipt: 'money', bounced: 'money', certificate: 'waited' }

/** How urgent the message of an event is, and the mail by which it goes. */
export const classOfEvent = (event: string): JobClass => classes[event] ?? 'bulk'

/** What a message's job has to know of it. */
export interface QueuedMessage {
  publicId: string
  event: string
}

/**
 * A step of whoever holds the message's row: the worker looks at it, now or after so many seconds. The last word counts: a provider that asks for
 * an hour gets an hour, and what is to be looked at in a day is not looked at before.
 */
export function enqueueMessage(schoolId: number, { publicId, event }: QueuedMessage, delaySeconds = 0): Promise<void> {
  const payload = { messageId: publicId }
  const uniqueKey = `message:${publicId}`
  return enqueueJob({
    ...{ kind: 'send-message', class: classOfEvent(event), schoolId, payload, uniqueKey, delaySeconds },
    lastSaysWhen: true,
  })
}

/**
 * A step: what is held is looked at again, all of it, and its providers are asked again, whatever they said before; what still cannot go is held
 * again. Messages first and settings after, in the order in which the worker locks them.
 */
export async function releaseHeld({ schoolId }: Pick<SchoolScope, 'schoolId'>): Promise<number> {
  const held = await selectRows(
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
  for (const message of held) await enqueueMessage(schoolId, message)
  return held.length
}
