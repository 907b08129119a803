import { execute, select, type Tx } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockLedger } from './locks.server'
import type { DueKind } from './options'

/**
 * Takes away every due that these sources raised, of all students or of one, and answers whose they were. A due that any
 * payment has touched stays: the foreign key `payment_lines_due` throws, and nothing is withdrawn.
 */
export async function withdrawDues(
  scope: SchoolScope,
  of: { kind: DueKind; sourceIds: readonly number[]; studentId?: number },
  tx: Tx,
): Promise<number[]> {
  if (of.sourceIds.length === 0) return []
  if (of.studentId !== undefined) await lockLedger(scope, of.studentId, tx)
  const values = { schoolId: scope.schoolId, kind: of.kind, sourceIds: [...of.sourceIds], studentId: of.studentId ?? 0 }
  const where = `school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds)
    ${of.studentId === undefined ? '' : 'AND student_id = :studentId'}`
  const rows = await select<{ studentId: number }>(
    `SELECT DISTINCT student_id AS studentId FROM dues WHERE ${where} ORDER BY student_id`,
    values,
    tx,
  )
  if (rows.length > 0) await execute(`DELETE FROM dues WHERE ${where}`, values, tx)
  return rows.map((row) => row.studentId)
}

/** Takes away what a student owes of a kind and no payment has touched; answers how many dues went. */
export async function withdrawUntouchedDues(
  scope: SchoolScope,
  of: { kind: DueKind; studentId: number },
  tx: Tx,
): Promise<number> {
  await lockLedger(scope, of.studentId, tx)
  return execute(
    `DELETE FROM dues WHERE school_id = :schoolId AND kind = :kind AND student_id = :studentId
       AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = dues.id)`,
    { schoolId: scope.schoolId, ...of },
    tx,
  )
}
