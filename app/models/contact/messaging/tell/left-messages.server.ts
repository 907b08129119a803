import { inTransaction, number, selectRows, text } from '~/database/database.server'
import { enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import type { SystemScope } from '~/models/core/shared/scope.server'

/** Minutes without a change after which a message in progress that has no job gets a new one. */
const leftMinutes = 15

/** Enqueues messages in progress whose own job was abandoned, or lost with its worker; runs every minute. */
export async function enqueueLeftMessages(_system: SystemScope): Promise<void> {
  const left = await selectRows(
    { schoolId: number('m.school_id'), publicId: text('m.public_id'), event: text('m.event') },
    `FROM outgoing_messages m WHERE m.state IN ('waiting','sending','held') AND m.updated_at < UTC_TIMESTAMP(3) - INTERVAL ${leftMinutes} MINUTE
       AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.unique_key = CONCAT('message:', m.public_id) AND j.state IN ('waiting','running','held'))
     ORDER BY m.updated_at LIMIT 200`,
  )
  if (left.length === 0) return
  await inTransaction(async () => {
    for (const message of left) await enqueueMessage(message.schoolId, message)
  })
}
