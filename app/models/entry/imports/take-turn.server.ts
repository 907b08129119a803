import { execute, exists, number, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/**
 * Takes the school's turn: only one import of a school is written or taken back at a time. The row stays locked until
 * the end of the transaction. Returns false while another import holds the turn.
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
