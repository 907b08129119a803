import { execute, select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { accrueFines } from './accrue-fines.server'
import { type FineRule, fineRuleText } from './fine-rules'
import { lockLedgers } from './locks.server'
import type { DueKind } from './options'

/**
 * A step: dues of these sources are fined by another rule from now on, counted from their due dates, or from
 * the day they were raised where that is later. What is paid, or paid but for
 * its fine, keeps its fine; so does what a payment is under way for, until that is over. A waived fine stays waived.
 */
export async function changeFineRule(
  scope: SchoolScope,
  of: { kind: DueKind; sourceIds: readonly number[]; rule: FineRule | null },
): Promise<void> {
  if (of.sourceIds.length === 0) return
  const values = {
    schoolId: scope.schoolId,
    kind: of.kind,
    sourceIds: [...of.sourceIds],
    rule: fineRuleText(of.rule),
  }
  const where = `school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds) AND state = 'open'
    AND paid_paise < amount_paise - concession_paise`
  const owing = `SELECT DISTINCT student_id AS studentId FROM dues WHERE ${where} ORDER BY student_id`
  const studentIds = (await select<{ studentId: number }>(owing, values)).map((row) => row.studentId)
  await lockLedgers(scope, studentIds)
  await execute(
    `UPDATE dues SET fine_rule = :rule, fine_accrued_on = NULL, updated_at = UTC_TIMESTAMP(3),
       fine_paise = IF(fine_waived_at IS NOT NULL OR EXISTS
         (SELECT 1 FROM payment_lines l WHERE l.due_id = dues.id AND l.state = 'open'), fine_paise, 0)
     WHERE ${where}`,
    values,
  )
  await accrueFines(scope, studentIds)
}
