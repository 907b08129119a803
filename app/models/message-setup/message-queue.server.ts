import { execute, selectRows, text } from '~/database/database.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/**
 * A step of whoever holds the message's row: the worker looks at it, now or after so many seconds. The last word counts: a provider that asks for
 * an hour gets an hour, and what is to be looked at in a day is not looked at before.
 */
export function enqueueMessage(schoolId: number, publicId: string, delaySeconds = 0): Promise<void> {
  const payload = { messageId: publicId }
  const uniqueKey = `message:${publicId}`
  return enqueueJob({ kind: 'send-message', schoolId, payload, uniqueKey, delaySeconds, lastSaysWhen: true })
}

/**
 * A step: what is held is looked at again, all of it, and its providers are asked again, whatever they said before; what still cannot go is held
 * again. Messages first and settings after, in the order in which the worker locks them.
 */
export async function releaseHeld({ schoolId }: Pick<SchoolScope, 'schoolId'>): Promise<number> {
  const held = await selectRows(
    { publicId: text('m.public_id') },
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
  for (const { publicId } of held) await enqueueMessage(schoolId, publicId)
  return held.length
}
