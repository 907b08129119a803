import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { forgetDates } from './passwords/birth-dates.server'
import { voidResetLinks } from './passwords/reset-password.server'
import { forgetDevices } from './sign-in/devices.server'
import { closeOtherSessions } from './sign-in/sessions.server'
import { activationBucket, forgetEverywhere, forgetSignInFailures } from './sign-in/throttle.server'

/**
 * Deactivates or restores a student. Deactivating ends all sessions and blocks sign-in. Idempotent. Refuses `has-left`:
 * a student who left is readmitted instead.
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
 * Resets a student to the first password, the date of birth, which opens only the page to choose a new one. All
 * sessions end, and earlier activation codes are invalid. Submitting the same form again changes nothing, so a slip
 * printed after the first submission stays valid. Refuses `not-active`.
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

/**
 * Runs in the caller's transaction: ends all sessions and mailed links of a student, and forgets known browsers and
 * wrong passwords.
 */
export async function closeStudentAccount(scope: SchoolScope, studentId: number): Promise<void> {
  const account = { kind: 'student' as const, schoolId: scope.schoolId, id: studentId }
  await closeOtherSessions(scope, account, null)
  await forgetDevices(account)
  await forgetSignInFailures(account)
  await forgetDates([account])
  await voidResetLinks(account)
}
