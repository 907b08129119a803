import { execute } from '~/database/database.server'

/**
 * What a made school has behind it is history: when the portal starts, nobody is written to about it, and nothing waits before the work of whoever
 * tries the portal. Receipts are made when they are opened, and what falls due by the clock is found by the worker itself.
 */
export async function forgetWork(school: { id: number }): Promise<void> {
  const values = { schoolId: school.id }
  await execute('DELETE FROM jobs WHERE school_id = :schoolId', values)
  await execute('DELETE FROM outgoing_mail WHERE school_id = :schoolId', values)
  await execute(
    `UPDATE outgoing_messages SET state = 'skipped', reason = 'Written before the portal was started'
     WHERE school_id = :schoolId AND state IN ('waiting', 'held')`,
    values,
  )
}
