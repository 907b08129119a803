import { selectOne } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { refused } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { verifyPassword } from '~/services/secrets/passwords.server'
import { ownAccount } from './own-account.server'
import { slowDownSeconds } from './rules'
import { claimAttempt, forgetFailures } from './throttle.server'

/** Why it is not proved that the account's owner sits there. */
export type Unproved = { ok: false; reason: 'wrong-password' } | { ok: false; reason: 'slowed'; waitSeconds: number }

/** `hash` is the one that the password was right for: whoever writes because of it looks whether it still stands. */
export type PasswordProof = { ok: true; hash: string } | Unproved

const details = { asked: 'own password again' }

/**
 * Asks somebody signed in for the own password again. Wrong ones slow down as sign-ins do and are counted apart from those, so that a
 * phone left open is no way to guess them, and keeps nobody from signing in.
 */
export async function proveOwnPassword(scope: StudentScope | SchoolScope, password: string): Promise<PasswordProof> {
  const account = ownAccount(scope)
  const bucket = `own-password:${account.kind}:${account.id}`
  const claimed = await claimAttempt(bucket, slowDownSeconds)
  if (!claimed.ok) {
    await recordSecurityEvent(scope, { kind: 'slowed', details })
    return { ok: false, reason: 'slowed', waitSeconds: claimed.waitSeconds }
  }
  const row = await selectOne<{ hash: string | null }>(
    `SELECT password_hash AS hash FROM ${account.kind === 'student' ? 'students' : 'staff_users'}
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId: account.schoolId, id: account.id },
  )
  if (!row?.hash || !(await verifyPassword(row.hash, password))) {
    await recordSecurityEvent(scope, { kind: 'wrong-password', details })
    return refused('wrong-password')
  }
  await forgetFailures(bucket)
  return { ok: true, hash: row.hash }
}
