import { selectOne } from '~/database/connection.server'
import { refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { verifyPassword } from '~/services/secrets/passwords.server'
import { slowDownSeconds } from './rules'
import { confirmSession } from './sessions.server'
import { claimAttempt, forgetFailures } from './throttle.server'

type Confirmed =
  | { ok: true; value: undefined }
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'slowed'; waitSeconds: number }

/** Asks a signed-in staff user for the password again, before keys, refunds and rights (decisions, section 1). */
export async function confirmStaffPassword(
  scope: SchoolScope,
  password: string,
  sessionToken: string,
): Promise<Confirmed> {
  const bucket = `confirm:staff:${scope.actor.id}`
  const claimed = await claimAttempt(bucket, slowDownSeconds)
  if (!claimed.ok) return { ok: false, reason: 'slowed', waitSeconds: claimed.waitSeconds }
  const row = await selectOne<{ passwordHash: string | null }>(
    'SELECT password_hash AS passwordHash FROM staff_users WHERE school_id = :schoolId AND id = :id',
    { schoolId: scope.schoolId, id: scope.actor.id },
  )
  if (!row?.passwordHash || !(await verifyPassword(row.passwordHash, password))) return refused('wrong-password')
  await forgetFailures(bucket)
  await confirmSession(scope, sessionToken)
  return { ok: true, value: undefined }
}
