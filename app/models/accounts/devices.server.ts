import { execute, select, type Tx } from '~/database/connection.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { deviceCookieDays, deviceTrustFailures } from './options'
import type { Account } from './sessions.server'
import { claimAttempt, forgetFailures } from './throttle.server'

/** How an account is named in `device_cookies`. */
export function accountKey(account: Pick<Account, 'kind' | 'id'>): string {
  return `${account.kind}:${account.id}`
}

/** Those of the accounts that have signed in from this browser before. */
export async function accountsKnownTo<Found extends Pick<Account, 'kind' | 'id'>>(
  deviceToken: string,
  accounts: readonly Found[],
): Promise<Found[]> {
  // Asked for unknown names as well, so that they take as long.
  const keys = accounts.length > 0 ? accounts.map(accountKey) : ['none']
  const rows = await select<{ account: string }>(
    'SELECT account FROM device_cookies WHERE id_hash = :hash AND account IN (:keys) AND expires_at > UTC_TIMESTAMP(3)',
    { hash: hashToken(deviceToken), keys },
  )
  const known = new Set(rows.map((row) => row.account))
  return accounts.filter((account) => known.has(accountKey(account)))
}

/** Remembers that this account signed in from this browser: a right password from it is never slowed down. */
export async function rememberDevice(deviceToken: string, account: Account, tx: Tx): Promise<void> {
  await execute(
    `INSERT INTO device_cookies (id_hash, account, created_at, expires_at)
     VALUES (:hash, :account, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :days DAY)
     ON DUPLICATE KEY UPDATE expires_at = VALUES(expires_at)`,
    { hash: hashToken(deviceToken), account: accountKey(account), days: deviceCookieDays },
    tx,
  )
  await forgetFailures(deviceBucket(deviceToken), tx)
}

/** No browser is known to the account any longer. */
export async function forgetDevices(account: Account, tx: Tx): Promise<void> {
  await execute('DELETE FROM device_cookies WHERE account = :account', { account: accountKey(account) }, tx)
}

/** Counts a wrong password that was let in only because the browser is known; very many end that privilege. */
export async function noteDeviceFailure(deviceToken: string): Promise<void> {
  const claimed = await claimAttempt(deviceBucket(deviceToken), () => 0)
  if (!claimed.ok || claimed.claim.failures < deviceTrustFailures) return
  await execute('DELETE FROM device_cookies WHERE id_hash = :hash', { hash: hashToken(deviceToken) })
}

const deviceBucket = (deviceToken: string) => `device:${hashToken(deviceToken)}`
