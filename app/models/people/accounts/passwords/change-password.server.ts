import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { hashPassword } from '~/services/secrets/passwords.server'
import {
  accountTables,
  closeOtherSessions,
  type OwnScope,
  ownAccount,
  renewSession,
  rowOf,
} from '../sign-in/sessions.server'
import { proveOwnPassword } from './own-password.server'
import { problemOfNewPassword } from './password-facts.server'

/**
 * Changes the user's password after checking the current one. Other sessions end and this session gets a new id. Wrong
 * current passwords are slowed down.
 */
export async function changePassword(
  scope: OwnScope,
  passwords: { current: string; next: string },
  sessionToken: string,
) {
  const account = ownAccount(scope)
  const problem = await problemOfNewPassword(account, passwords.next)
  if (problem) return refused(problem)
  const proof = await proveOwnPassword(scope, passwords.current)
  if (!proof.ok) return proof
  const hashes = { from: proof.hash, to: await hashPassword(passwords.next) }
  return inTransaction(() => replacePassword(scope, hashes, sessionToken))
}

/**
 * Runs in the caller's transaction: writes the new password after the current one was checked, ends other sessions and
 * renews this one. Refuses `wrong-password` if the password has changed since the check.
 */
export async function replacePassword(scope: OwnScope, { from, to }: { from: string; to: string }, token: string) {
  const account = ownAccount(scope)
  const changed = await execute(
    `UPDATE ${accountTables[account.kind].table} SET password_hash = :to, password_changed_at = UTC_TIMESTAMP(3)
     WHERE ${rowOf(account)} AND password_hash = :from`,
    { from, to, schoolId: account.schoolId, id: account.id },
  )
  // A concurrent request changed the password first.
  if (changed === 0) return refused('wrong-password')
  await closeOtherSessions(scope, account, token)
  await recordAudit(scope, { action: 'password.changed', subject: { kind: account.kind, id: account.id } })
  return done(await renewSession(scope, token))
}
