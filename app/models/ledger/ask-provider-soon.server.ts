import { execute } from '~/database/connection.server'
import type { StudentScope } from '~/models/shared/scope.server'

/**
 * Has the reconciler ask the provider about a payment now instead of minutes later, because the payer is back and waits. It moves
 * the time forward only, and never for a payment that has its money or is a week old: reloading the page asks nobody more often.
 */
export async function askProviderSoon(scope: StudentScope, paymentId: string): Promise<void> {
  await execute(
    `UPDATE payments SET checks = 0, next_check_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :paymentId AND method = 'online'
       AND captured_paise = 0 AND created_at > UTC_TIMESTAMP(3) - INTERVAL 7 DAY
       AND (next_check_at IS NULL OR next_check_at > UTC_TIMESTAMP(3) + INTERVAL 2 SECOND)`,
    { schoolId: scope.schoolId, studentId: scope.studentId, paymentId },
  )
}
