import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'

/** The student takes an application back while nobody has decided it; 'already-decided' afterwards. */
export function withdrawLeave(scope: StudentScope, publicId: string): Promise<Outcome<undefined, 'already-decided'>> {
  return inTransaction(async () => {
    const changed = await execute(
      `UPDATE leave_applications SET state = 'withdrawn', updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :publicId AND state = 'pending'`,
      { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
    )
    if (changed === 0) return refused('already-decided')
    await recordAudit(scope, { action: 'leave.withdrawn', subject: { kind: 'student', id: scope.studentId } })
    return done()
  })
}
