import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { type Browser, openAccount, type SignedIn } from './open-account.server'
import { problemOfNewPassword } from './password-facts.server'
import type { PasswordProblem } from './rules'
import { type Account, closeOtherSessions } from './sessions.server'

/**
 * Sets the first password of a student who came in with the date of birth, ends every session of the account and opens a
 * full one. Refuses a password that others could know, and an account that has one by now.
 */
export async function choosePassword(
  scope: StudentScope,
  password: string,
  browser: Browser,
): Promise<Outcome<SignedIn, PasswordProblem | 'already-chosen'>> {
  const account: Account = { kind: 'student', schoolId: scope.schoolId, id: scope.studentId }
  const problem = await problemOfNewPassword(account, password)
  if (problem) return refused(problem)
  const passwordHash = await hashPassword(password)
  const chosen = await inTransaction(async (tx) => {
    const changed = await execute(
      `UPDATE students SET password_hash = :passwordHash, password_changed_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :studentId AND password_hash IS NULL`,
      { passwordHash, schoolId: scope.schoolId, studentId: scope.studentId },
      tx,
    )
    if (changed === 0) return false
    await closeOtherSessions(scope, account, null, tx)
    await recordAudit(scope, { action: 'password.chosen', subject: { kind: 'student', id: scope.studentId } }, tx)
    return true
  })
  if (!chosen) return refused('already-chosen')
  return done(await openAccount(scope, account, 'full', browser))
}
