import { execute, inTransaction, selectOne } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { VisitorScope } from '~/models/shared/scope.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { forgetDevices, rememberDevice, type Whereabouts } from './devices.server'
import { problemOfNewPassword } from './password-facts.server'
import type { PasswordProblem } from './password-rules.server'
import { voidResetLinks } from './reset-links.server'
import { type Account, closeOtherSessions, scopeOfAccount } from './sessions.server'
import { forgetSignInFailures } from './throttle.server'

type Refusal = PasswordProblem | 'link-not-valid'

/**
 * Sets a new password by a mailed link, which works once, for thirty minutes (an invitation's for a week), and with the e-mail
 * it was sent to. A refused password does not use the link up. Every session of the account ends, and no browser is known to it
 * any longer but the one that the link was opened in, so that others who go on guessing do not keep its owner waiting.
 */
export async function resetPassword(
  visitor: VisitorScope,
  role: Account['kind'],
  form: { email: string; token: string; password: string },
  from: Whereabouts | null = null,
): Promise<Outcome<undefined, Refusal>> {
  const tokenHash = hashToken(form.token)
  const found = await findByLink(role, tokenHash, form.email)
  if (!found) return refused('link-not-valid')
  const account: Account = { kind: role, schoolId: found.schoolId, id: found.id }
  const problem = await problemOfNewPassword(account, form.password)
  if (problem) return refused(problem)
  const passwordHash = await hashPassword(form.password)
  const table = role === 'student' ? 'students' : 'staff_users'
  return inTransaction(async () => {
    const used = await execute(
      `UPDATE password_resets SET used_at = UTC_TIMESTAMP(3)
       WHERE token_hash = :tokenHash AND used_at IS NULL AND expires_at > UTC_TIMESTAMP(3)`,
      { tokenHash },
    )
    if (used === 0) return refused('link-not-valid')
    await voidResetLinks(account)
    await execute(
      `UPDATE ${table} SET password_hash = :passwordHash, password_changed_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { passwordHash, schoolId: found.schoolId, id: found.id },
    )
    await closeOtherSessions(visitor, account, null)
    await forgetDevices(account)
    if (from) await rememberDevice(from, account)
    await forgetSignInFailures(account)
    const scope = scopeOfAccount(account, found.name)
    await recordAudit(scope, { action: 'password.reset', subject: { kind: role, id: found.id } })
    return done()
  })
}

async function findByLink(role: Account['kind'], tokenHash: string, email: string) {
  const row = await selectOne<{ id: number; schoolId: number; name: string; email: string | null }>(
    role === 'student'
      ? `SELECT a.id, a.school_id AS schoolId, CONCAT(a.first_name, ' ', a.last_name) AS name, a.email
         FROM password_resets r JOIN students a ON a.id = r.student_id
         WHERE r.token_hash = :tokenHash AND r.used_at IS NULL AND r.expires_at > UTC_TIMESTAMP(3) AND a.status = 'active'`
      : `SELECT a.id, a.school_id AS schoolId, a.name, a.email
         FROM password_resets r JOIN staff_users a ON a.id = r.staff_user_id
         WHERE r.token_hash = :tokenHash AND r.used_at IS NULL AND r.expires_at > UTC_TIMESTAMP(3) AND a.status = 'active'`,
    { tokenHash },
  )
  return row && row.email?.toLowerCase() === email.trim().toLowerCase() ? row : null
}
