import { execute, inTransaction, number, selectRow, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { type Browser, openAccount } from '../open-account.server'
import { signInDelaySeconds } from '../rules'
import { type Account, closeOtherSessions } from '../sign-in/sessions.server'
import { activationBucket } from '../sign-in/throttle.server'
import { isActivationCode, requiresActivationCode } from './activation-code.server'
import { tryOnce } from './own-password.server'
import { problemOfNewPassword } from './password-facts.server'

/**
 * Sets the first password of a student who signed in with the date of birth, ends all sessions and opens a full one.
 * Checks a required activation code first, because password errors reveal facts about the student. Wrong codes are
 * slowed down per network; the correct one never is. Refuses a guessable password, and an account with a password.
 */
export async function choosePassword(
  scope: StudentScope,
  form: { password: string; code?: string | undefined },
  browser: Browser,
) {
  const account: Account = { kind: 'student', schoolId: scope.schoolId, id: scope.studentId }
  const student = await selectRow(
    { publicId: text('public_id'), activationRound: number('activation_round') },
    'FROM students WHERE school_id = :schoolId AND id = :studentId AND password_hash IS NULL',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  if (!student) return refused('already-chosen')
  if (await requiresActivationCode(scope)) {
    const proved = await proveCode(scope, student, form.code ?? '', browser.origin.network)
    if (!proved.ok) return proved
  }
  const problem = await problemOfNewPassword(account, form.password)
  if (problem) return refused(problem)
  const passwordHash = await hashPassword(form.password)
  const outcome = await inTransaction(async () => {
    const changed = await execute(
      `UPDATE students SET password_hash = :passwordHash, password_changed_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :studentId AND password_hash IS NULL AND activation_round = :round`,
      { passwordHash, schoolId: scope.schoolId, studentId: scope.studentId, round: student.activationRound },
    )
    if (changed === 0) return refused('already-chosen')
    await closeOtherSessions(scope, account, null)
    await recordAudit(scope, { action: 'password.chosen', subject: { kind: 'student', id: scope.studentId } })
    return done()
  })
  if (!outcome.ok) return outcome
  return done(await openAccount(scope, account, 'full', browser))
}

async function proveCode(
  scope: StudentScope,
  student: Parameters<typeof isActivationCode>[1],
  code: string,
  network: string | null,
) {
  if (code.trim() === '') return refused('code-required')
  if (isActivationCode(code, student)) return done()
  const purpose = 'activation code'
  // Counted per network, so that a stranger who knows the date of birth cannot lock the student out.
  const bucket = `${activationBucket({ schoolId: scope.schoolId, id: scope.studentId })}:${network ?? 'none'}`
  const trial = {
    asked: purpose,
    wrong: { kind: 'wrong-password', details: { asked: purpose } },
    refusal: 'wrong-code',
  } as const
  // The delay is a minute at most, as at sign-in: thousands of phones of a mobile operator share one address.
  return tryOnce(scope, { bucket, delayOf: signInDelaySeconds, ...trial }, async () => false)
}
