import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import type { ChangeableField, ChangeState } from './change-request-options'

/** A student takes a wish back. Refuses `already-decided`: the office was faster, or it was taken back before. */
export function withdrawChange(
  scope: StudentScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'already-decided'>> {
  const owner = { schoolId: scope.schoolId, studentId: scope.studentId }
  return inTransaction(async () => {
    const wish = await selectOne<{ id: number; field: ChangeableField; state: ChangeState }>(
      `SELECT id, field, state FROM change_requests
       WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :publicId FOR UPDATE`,
      { ...owner, publicId },
    )
    if (!wish) return refused('not-found')
    if (wish.state !== 'pending') return refused('already-decided')
    await execute(
      `UPDATE change_requests SET state = 'withdrawn', decided_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: wish.id },
    )
    await recordAudit(scope, {
      action: 'change.withdrawn',
      subject: { kind: 'student', id: scope.studentId },
      details: { field: wish.field },
    })
    return done()
  })
}
