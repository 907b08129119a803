import { execute } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import type { ChangeableField } from './change-request-options'
import { readChangeable } from './change-request-values.server'

/**
 * A student asks the office to change one of the fields that are not the student's own to change. The value has passed
 * `changeRequestSchema`. Refuses `same-value` and `already-asked`: one wish a field waits at a time.
 */
export async function requestChange(
  scope: StudentScope,
  wish: { field: ChangeableField; value: string; note?: string | undefined },
): Promise<Outcome<{ publicId: string }, 'same-value' | 'already-asked'>> {
  try {
    return await inTransaction(async (tx) => {
      const old = await readChangeable(scope, scope.studentId, wish.field, tx)
      if (old === wish.value) return refused('same-value')
      const publicId = newPublicId()
      await execute(
        `INSERT INTO change_requests (public_id, school_id, student_id, field, old_value, new_value, note, created_at)
         VALUES (:publicId, :schoolId, :studentId, :field, :old, :value, :note, UTC_TIMESTAMP(3))`,
        {
          publicId,
          schoolId: scope.schoolId,
          studentId: scope.studentId,
          field: wish.field,
          old,
          value: wish.value,
          note: wish.note ?? null,
        },
        tx,
      )
      await recordAudit(
        scope,
        {
          action: 'change.requested',
          subject: { kind: 'student', id: scope.studentId },
          details: { field: wish.field },
        },
        tx,
      )
      return done({ publicId })
    })
  } catch (error) {
    if (violatedUniqueKey(error) === 'change_requests_one_open') return refused('already-asked')
    throw error
  }
}
