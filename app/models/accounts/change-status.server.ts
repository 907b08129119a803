import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findStudentRecord } from '~/models/students/queries.server'
import { closeStudentAccount } from './close-account.server'

/**
 * Deactivates a student, who is signed out everywhere at once and cannot sign in, or restores one. Doing it twice changes
 * nothing. Refuses `has-left`: who left comes back by a return.
 */
export function changeStudentStatus(scope: SchoolScope, publicId: string, status: 'active' | 'inactive') {
  return inTransaction(async () => {
    const student = await findStudentRecord(scope, publicId, { lock: true })
    if (!student) return refused('not-found')
    if (student.status === 'left') return refused('has-left')
    if (student.status === status) return done()
    await execute(
      `UPDATE students SET status = :status, version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: student.id, status },
    )
    if (status === 'inactive') await closeStudentAccount(scope, student.id)
    await recordAudit(scope, {
      action: status === 'active' ? 'student.restored' : 'student.deactivated',
      subject: { kind: 'student', id: student.id },
    })
    return done()
  })
}
