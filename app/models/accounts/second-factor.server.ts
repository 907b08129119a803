import { execute, selectOne } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { stepOfCode } from '~/services/secrets/one-time-codes.server'
import { decrypt, encrypt } from '~/services/secrets/secrets.server'
import type { Account } from './sessions.server'

const context = (staffId: number) => `staff_factors.totp_key:${staffId}`

/** Seals the key of an app for this person's row; in another row it does not open. */
export function sealCodeKey(staffId: number, key: string): string {
  return encrypt(key, context(staffId))
}

/** The key in plain; null where it was sealed with another APP_KEY, so that only recovery codes are left. */
export function openCodeKey(staffId: number, sealed: string): string | null {
  try {
    return decrypt(sealed, context(staffId))
  } catch {
    return null
  }
}

/** Whether the account asks for a code after the password. */
export async function hasSecondFactor(account: Pick<Account, 'schoolId' | 'id'>): Promise<boolean> {
  const row = await selectOne(
    'SELECT 1 FROM staff_factors WHERE school_id = :schoolId AND staff_user_id = :id AND confirmed_at IS NOT NULL',
    { schoolId: account.schoolId, id: account.id },
  )
  return row !== null
}

export interface SecondFactor {
  /** Since when a code is asked for; null while none is. */
  confirmedAt: Date | null
  /** Recovery codes that are left. */
  codes: number
  /** How many passkeys do as well. */
  passkeys: number
  /** Nobody has put the offer on the home page away. */
  isOffered: boolean
}

/** The own second factor of whoever is signed in. */
export async function findSecondFactor(scope: SchoolScope): Promise<SecondFactor> {
  const row = await selectOne<{ confirmedAt: Date | null; codes: number; passkeys: number; isOffered: number }>(
    `SELECT f.confirmed_at AS confirmedAt, u.factor_offer_closed_at IS NULL AS isOffered,
       (SELECT COUNT(*) FROM recovery_codes c WHERE c.staff_user_id = u.id) AS codes,
       (SELECT COUNT(*) FROM passkeys p WHERE p.staff_user_id = u.id) AS passkeys
     FROM staff_users u LEFT JOIN staff_factors f ON f.staff_user_id = u.id
     WHERE u.school_id = :schoolId AND u.id = :id`,
    { schoolId: scope.schoolId, id: scope.actor.id },
  )
  const confirmedAt = row?.confirmedAt ?? null
  return {
    confirmedAt,
    codes: row?.codes ?? 0,
    passkeys: row?.passkeys ?? 0,
    isOffered: confirmedAt === null && row?.isOffered === 1,
  }
}

/** Puts the offer on the home page away for good. */
export async function closeFactorOffer(scope: SchoolScope): Promise<void> {
  await execute(
    `UPDATE staff_users SET factor_offer_closed_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND factor_offer_closed_at IS NULL`,
    { schoolId: scope.schoolId, id: scope.actor.id },
  )
}

/**
 * Takes a code of the app, each once: of the same code sent twice at a time one is taken. A code older than the last one taken is
 * refused as well.
 */
export async function takeAppCode(account: Account, code: string): Promise<boolean> {
  const who = { schoolId: account.schoolId, id: account.id }
  const row = await selectOne<{ sealed: string }>(
    `SELECT totp_key AS sealed FROM staff_factors
     WHERE school_id = :schoolId AND staff_user_id = :id AND confirmed_at IS NOT NULL`,
    who,
  )
  const key = row && openCodeKey(account.id, row.sealed)
  const step = key ? stepOfCode(key, code, new Date()) : null
  if (!row || step === null) return false
  const taken = await execute(
    `UPDATE staff_factors SET last_step = :step
     WHERE school_id = :schoolId AND staff_user_id = :id AND totp_key = :sealed AND last_step < :step`,
    { ...who, sealed: row.sealed, step },
  )
  return taken === 1
}
