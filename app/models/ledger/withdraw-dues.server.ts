import { execute, select, selectOne } from '~/database/connection.server'
import { recordAudit } from '~/models/audit/record-audit.server'
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
): Promise<number[]> {
  if (of.sourceIds.length === 0) return []
  if (of.studentId !== undefined) await lockLedger(scope, of.studentId)
  const values = { schoolId: scope.schoolId, kind: of.kind, sourceIds: [...of.sourceIds], studentId: of.studentId ?? 0 }
  const where = `school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds)
    ${of.studentId === undefined ? '' : 'AND student_id = :studentId'}`
  const rows = await select<{ studentId: number }>(
    `SELECT DISTINCT student_id AS studentId FROM dues WHERE ${where} ORDER BY student_id`,
    values,
  )
  if (rows.length > 0) await execute(`DELETE FROM dues WHERE ${where}`, values)
  return rows.map((row) => row.studentId)
}

/** The students that these sources raised dues of, cancelled ones too. */
export async function studentsWithDues(
  scope: SchoolScope,
  of: { kind: DueKind; sourceIds: readonly number[] },
): Promise<number[]> {
  if (of.sourceIds.length === 0) return []
  const rows = await select<{ studentId: number }>(
    `SELECT DISTINCT student_id AS studentId FROM dues
     WHERE school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds) ORDER BY student_id`,
    { schoolId: scope.schoolId, kind: of.kind, sourceIds: [...of.sourceIds] },
  )
  return rows.map((row) => row.studentId)
}

/**
 * Takes away what a student owes of a kind in the sessions that run or come, where no payment has touched it, and notes how much that
 * was; arrears of sessions that have ended stay owed. Answers how many dues went. `today` is India's day.
 */
export async function withdrawUntouchedDues(
  scope: SchoolScope,
  of: { kind: DueKind; studentId: number; today: string },
): Promise<number> {
  await lockLedger(scope, of.studentId)
  const condition = `dues.school_id = :schoolId AND dues.kind = :kind AND dues.student_id = :studentId
     AND dues.academic_session_id IN (SELECT a.id FROM academic_sessions a WHERE a.school_id = :schoolId AND a.ends_on >= :today)
     AND NOT EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = dues.id)`
  const values = { schoolId: scope.schoolId, ...of }
  const owed = await selectOne<{ amountPaise: number }>(
    `SELECT CAST(COALESCE(SUM(amount_paise - concession_paise + fine_paise), 0) AS SIGNED) AS amountPaise FROM dues WHERE ${condition}`,
    values,
  )
  const dues = await execute(`DELETE FROM dues WHERE ${condition}`, values)
  if (dues > 0) {
    const details = { dues, amountPaise: owed?.amountPaise ?? 0 }
    await recordAudit(scope, { action: 'dues.withdrawn', subject: { kind: 'student', id: of.studentId }, details })
  }
  return dues
}
