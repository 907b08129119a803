import { generateSync } from 'otplib'
import { execute } from '~/database/database.server'
import { newCodeKey } from '~/services/secrets/one-time-codes.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { insert } from './insert'
import type { MadeStaff } from './school'

/** Returns the code of an authenticator app with this key, now or `stepsLater` 30-second steps later. */
export function appCode(key: string, stepsLater = 0): string {
  return generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + stepsLater * 30 })
}

/**
 * Creates a staff user's second factor, or with `confirmed: false` a key that waits for its first code; returns the
 * key.
 */
export async function makeSecondFactor(
  staff: Pick<MadeStaff, 'id' | 'scope'>,
  { confirmed = true, recoveryCodes = [] as readonly string[] } = {},
): Promise<string> {
  // Imported only here: the module binds to the database of the process, which is not chosen yet when policies import
  // this file.
  const { sealCodeKey } = await import('~/models/people/accounts/second-factor/second-factor.server')
  const key = newCodeKey()
  const who = { staff_user_id: staff.id, school_id: staff.scope.schoolId }
  const now = new Date()
  await insert('staff_factors', {
    ...who,
    totp_key: sealCodeKey(staff.id, key),
    last_step: confirmed ? 0 : null,
    created_at: now,
    confirmed_at: confirmed ? now : null,
  })
  for (const code of recoveryCodes) await insert('recovery_codes', { ...who, code_hash: hashToken(code) })
  return key
}

/** Makes the school require a second factor of these roles, without using the settings page. */
export async function requireFactorOf(schoolId: number, roles: string): Promise<void> {
  await execute(
    `INSERT INTO school_settings (school_id, factor_roles, updated_at) VALUES (:schoolId, :roles, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE factor_roles = VALUES(factor_roles)`,
    { schoolId, roles },
  )
}
