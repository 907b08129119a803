import { execute, selectRows, text } from '~/database/database.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { deviceCookieDays, deviceTrustFailures } from '../options'
import type { Account } from './sessions.server'
import { claimAttempt, forgetFailures } from './throttle.server'

/** Origin of a sign-in: the browser by its cookie, and the network if its address is known. */
export interface Whereabouts {
  deviceToken: string
  origin: { network: string | null }
}

/** Key of an account in `device_cookies`. */
export function accountKey(account: { kind: string; id: number }): string {
  return `${account.kind}:${account.id}`
}

/** Key of a network in `device_cookies`. A known network is trusted less than a known browser. */
const networkHash = (network: string | null) => hashToken(`network:${network}`)

/**
 * SQL: this account has signed in before from the browser or network of `valuesOfKnown`. Among many accounts with the
 * same sign-in name, such accounts are tried first.
 */
export const isKnownSql = (kind: Account['kind'], id: string) =>
  `EXISTS (SELECT 1 FROM device_cookies d WHERE d.id_hash IN (:known) AND d.account = CONCAT('${kind}:', ${id}) AND d.expires_at > UTC_TIMESTAMP(3))`

export const valuesOfKnown = (from: Whereabouts | null) => ({
  known: from ? [hashToken(from.deviceToken), networkHash(from.origin.network)] : [''],
})

/** Returns the accounts that have signed in before from this browser, and those from this network. */
export async function accountsKnownTo<Found extends { kind: string; id: number }>(
  from: Whereabouts,
  accounts: readonly Found[],
): Promise<{ browser: Found[]; network: Found[] }> {
  // Also queries for unknown names, so that the response takes as long as for known ones.
  const keys = accounts.length > 0 ? accounts.map(accountKey) : ['none']
  const browser = hashToken(from.deviceToken)
  const rows = await selectRows(
    { place: text('id_hash'), account: text('account') },
    'FROM device_cookies WHERE id_hash IN (:places) AND account IN (:keys) AND expires_at > UTC_TIMESTAMP(3)',
    { places: [browser, networkHash(from.origin.network)], keys },
  )
  const knownAmong = (isBrowser: boolean) => {
    const knownKeys = new Set(
      rows.filter(({ place }) => (place === browser) === isBrowser).map(({ account }) => account),
    )
    return accounts.filter((account) => knownKeys.has(accountKey(account)))
  }
  return { browser: knownAmong(true), network: knownAmong(false) }
}

/**
 * Remembers that this account signed in from this browser and network. A correct password from a known browser is never
 * slowed down; one from a known network is not slowed down by tries made elsewhere.
 */
export async function rememberDevice(from: Whereabouts, account: Account): Promise<void> {
  const { network } = from.origin
  await execute(
    `INSERT INTO device_cookies (id_hash, account, created_at, expires_at)
     VALUES (:browser, :account, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :days DAY)
       ${network === null ? '' : ', (:network, :account, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :days DAY)'}
     ON DUPLICATE KEY UPDATE expires_at = VALUES(expires_at)`,
    {
      browser: hashToken(from.deviceToken),
      network: networkHash(network),
      account: accountKey(account),
      days: deviceCookieDays,
    },
  )
  await forgetFailures(deviceBucket(from.deviceToken))
}

export function forgetDevices({ kind, id }: Account): Promise<void> {
  return forgetDevicesOf(kind, [id])
}

/** `forgetDevices` for several accounts of one kind; `ids` must not be empty. */
export async function forgetDevicesOf(kind: Account['kind'], ids: readonly number[]): Promise<void> {
  const keys = ids.map((id) => accountKey({ kind, id }))
  await execute('DELETE FROM device_cookies WHERE account IN (:keys)', { keys })
}

/**
 * Counts a wrong password that was checked only because the browser is known. After too many of them the browser is
 * forgotten.
 */
export async function noteDeviceFailure(deviceToken: string): Promise<void> {
  const claimed = await claimAttempt(deviceBucket(deviceToken), () => 0)
  if (!claimed.ok || (claimed.claim.failures ?? 0) < deviceTrustFailures) return
  await execute('DELETE FROM device_cookies WHERE id_hash = :hash', { hash: hashToken(deviceToken) })
}

const deviceBucket = (deviceToken: string) => `device:${hashToken(deviceToken)}`
