import { execute, inTransaction, selectOne } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { isActivationCode, requiresActivationCode } from './activation-code.server'
import { type Browser, openAccount, type SignedIn } from './open-account.server'
import { problemOfNewPassword } from './password-facts.server'
import type { PasswordProblem } from './password-rules.server'
import { slowDownSeconds } from './rules'
import { type Account, closeOtherSessions } from './sessions.server'
import { activationBucket, claimAttempt, forgetFailures } from './throttle.server'

type Chosen =
  | Outcome<SignedIn, PasswordProblem | 'already-chosen' | 'code-required' | 'wrong-code'>
  | { ok: false; reason: 'slowed'; waitSeconds: number }

/**
 * Sets the first password of a student who came in with the date of birth, ends every session of the account and opens a
 * full one. Where the school asks for the code of the activation slip, that is looked at before anything else: what is wrong
 * with a password tells of the person. Wrong codes have to wait longer and longer, never for good. Refuses a password that
 * others could know, and an account that has one by now.
 */
export async function choosePassword(
  scope: StudentScope,
  form: { password: string; code?: string | undefined },
  browser: Browser,
): Promise<Chosen> {
  const account: Account = { kind: 'student', schoolId: scope.schoolId, id: scope.studentId }
  const student = await selectOne<{ publicId: string; activationRound: number }>(
    `SELECT public_id AS publicId, activation_round AS activationRound FROM students
     WHERE school_id = :schoolId AND id = :studentId AND password_hash IS NULL`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  if (!student) return refused('already-chosen')
  if (await requiresActivationCode(scope)) {
    const proved = await proveCode(account, student, form.code ?? '')
    if (!proved.ok) return proved
  }
  const problem = await problemOfNewPassword(account, form.password)
  if (problem) return refused(problem)
  const passwordHash = await hashPassword(form.password)
  const chosen = await inTransaction(async () => {
    const changed = await execute(
      `UPDATE students SET password_hash = :passwordHash, password_changed_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :studentId AND password_hash IS NULL AND activation_round = :round`,
      { passwordHash, schoolId: scope.schoolId, studentId: scope.studentId, round: student.activationRound },
    )
    if (changed === 0) return false
    await closeOtherSessions(scope, account, null)
    await recordAudit(scope, { action: 'password.chosen', subject: { kind: 'student', id: scope.studentId } })
    return true
  })
  if (!chosen) return refused('already-chosen')
  return done(await openAccount(scope, account, 'full', browser))
}

/** An attempt counts as failed until the code has been found right, so that many sent at once are not many free ones. */
async function proveCode(
  account: Account,
  student: { publicId: string; activationRound: number },
  code: string,
): Promise<Outcome<undefined, 'code-required' | 'wrong-code'> | { ok: false; reason: 'slowed'; waitSeconds: number }> {
  if (code.trim() === '') return refused('code-required')
  const bucket = activationBucket(account)
  const claimed = await claimAttempt(bucket, slowDownSeconds)
  const right = claimed.ok && isActivationCode(code, student)
  if (!right) {
    const event = { kind: claimed.ok ? 'wrong-password' : 'slowed', details: { asked: 'activation code' } } as const
    await recordSecurityEvent({ schoolId: account.schoolId, actor: { kind: 'student', id: account.id } }, event)
  }
  if (!claimed.ok) return { ok: false, reason: 'slowed', waitSeconds: claimed.waitSeconds }
  if (!right) return refused('wrong-code')
  await forgetFailures(bucket)
  return done()
}
