import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findStudentRecord } from '~/models/students/queries.server'
import { closeStudentAccount } from './close-account.server'
import { activationBucket, forgetFailures } from './throttle.server'

/**
 * Gives a student back to the first password, the date of birth, which opens no more than the page to choose a new one. Every
 * session ends, and an activation code printed before is worth nothing. The same form has one effect: a second press must not make
 * worthless what was printed after the first. Refuses `not-active`: such a student cannot sign in.
 */
export function resetToFirstPassword(scope: SchoolScope, publicId: string, formKey: string) {
  return inTransaction(async () => {
    const student = await findStudentRecord(scope, publicId, { lock: true })
    if (!student) return refused('not-found')
    if (student.status !== 'active') return refused('not-active')
    const changed = await execute(
      `UPDATE students SET password_hash = NULL, password_changed_at = NULL, activation_round = activation_round + 1,
         first_password_key = :formKey
       WHERE school_id = :schoolId AND id = :id AND NOT (first_password_key <=> :formKey)`,
      { schoolId: scope.schoolId, id: student.id, formKey },
    )
    if (changed === 0) return done()
    await closeStudentAccount(scope, student.id)
    await forgetFailures(activationBucket({ schoolId: scope.schoolId, id: student.id }))
    await recordAudit(scope, {
      action: 'password.first-again',
      subject: { kind: 'student', id: student.id },
      details: { hadPassword: student.hasPassword },
    })
    return done()
  })
}
