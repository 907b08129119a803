import { execute, select, type Tx } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { DueKind } from './options'

/**
 * Takes away every due that these sources raised and answers whose they were. A due that any payment has touched stays: the
 * foreign key `payment_lines_due` throws, and nothing is withdrawn.
 */
export async function withdrawDues(
  scope: SchoolScope,
  of: { kind: DueKind; sourceIds: readonly number[] },
  tx: Tx,
): Promise<number[]> {
  if (of.sourceIds.length === 0) return []
  const values = { schoolId: scope.schoolId, kind: of.kind, sourceIds: [...of.sourceIds] }
  const where = 'school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds)'
  const rows = await select<{ studentId: number }>(
    `SELECT DISTINCT student_id AS studentId FROM dues WHERE ${where} ORDER BY student_id`,
    values,
    tx,
  )
  if (rows.length > 0) await execute(`DELETE FROM dues WHERE ${where}`, values, tx)
  return rows.map((row) => row.studentId)
}
