import { execute, exists, number, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/**
 * Locks the school's row of `import_turns` until the end of the transaction, so that only one import of a school is
 * written or undone at a time. Returns false while another import holds the lock.
 */
export async function takeTurn({ schoolId }: SchoolScope): Promise<boolean> {
  const fromClause = 'FROM import_turns WHERE school_id = :schoolId'
  if (!(await exists(fromClause, { schoolId }))) {
    await execute(
      'INSERT INTO import_turns (school_id) VALUES (:schoolId) ON DUPLICATE KEY UPDATE school_id = VALUES(school_id)',
      { schoolId },
    )
    return true
  }
  const id = number('school_id')
  return (await selectRow({ id }, `${fromClause} FOR UPDATE SKIP LOCKED`, { schoolId })) !== null
}
