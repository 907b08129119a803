import { execute } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { forgetDates } from './birth-dates.server'
import { forgetDevices } from './devices.server'
import { closeOtherSessions } from './sessions.server'
import { forgetSignInFailures } from './throttle.server'

/** A step of whatever shuts a student out: sessions end at once, mailed links work no more, no browser is known and no wrong password counts. */
export async function closeStudentAccount(scope: SchoolScope, studentId: number): Promise<void> {
  const account = { kind: 'student' as const, schoolId: scope.schoolId, id: studentId }
  await closeOtherSessions(scope, account, null)
  await forgetDevices(account)
  await forgetSignInFailures(account)
  await forgetDates([account])
  await execute(
    `UPDATE password_resets SET used_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND used_at IS NULL`,
    { schoolId: scope.schoolId, studentId },
  )
}
