import { execute } from '~/database/database.server'

/**
 * Drops the jobs and mails that creating a school leaves behind, so that a fresh portal sends nothing and has no
 * backlog. Nothing else is lost: receipts are created when they are opened, and the worker finds work that is due.
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
