import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findStudentRecord } from '~/models/students/queries.server'
import { forgetDates } from './birth-dates.server'
import { forgetDevices } from './devices.server'
import { voidResetLinks } from './reset-password.server'
import { closeOtherSessions } from './sessions.server'
import { activationBucket, forgetEverywhere, forgetSignInFailures } from './throttle.server'

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
    await forgetEverywhere(activationBucket({ schoolId: scope.schoolId, id: student.id }))
    await recordAudit(scope, {
      action: 'password.first-again',
      subject: { kind: 'student', id: student.id },
      details: { hadPassword: student.hasPassword },
    })
    return done()
  })
}

/** A step of whatever shuts a student out: sessions end at once, mailed links work no more, no browser is known and no wrong password counts. */
export async function closeStudentAccount(scope: SchoolScope, studentId: number): Promise<void> {
  const account = { kind: 'student' as const, schoolId: scope.schoolId, id: studentId }
  await closeOtherSessions(scope, account, null)
  await forgetDevices(account)
  await forgetSignInFailures(account)
  await forgetDates([account])
  await voidResetLinks(account)
}
