import { execute } from '~/database/connection.server'
import { type LedgerScope, lockLedger, openOnlinePayments } from './locks.server'

/**
 * A step: these dues of one student are owed no longer, whether they hold money or not; what they hold stays until the caller or the
 * office gives it back. A transfer that waits for the office does not stand in the way: confirmed later, it becomes excess. False, and
 * nothing changed, when one could still be paid through an open link: close it first.
 */
export async function endDues(scope: LedgerScope, studentId: number, dueIds: readonly number[]): Promise<boolean> {
  await lockLedger(scope, studentId)
  if ((await openOnlinePayments(scope, dueIds)).length > 0) return false
  if (dueIds.length === 0) return true
  await execute(
    `UPDATE dues SET state = 'cancelled', updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND id IN (:dueIds) AND state = 'open'`,
    { schoolId: scope.schoolId, studentId, dueIds: [...dueIds] },
  )
  return true
}
