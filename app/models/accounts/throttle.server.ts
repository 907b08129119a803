import { execute, selectOne } from '~/database/database.server'
import { hashToken } from '~/services/secrets/secrets.server'

/** An attempt that was let in: it counts as failed from the start, until it is taken back. */
export interface Claim {
  bucket: string
  /** The number of this attempt, which a wait begins with; null where others came in beside it. */
  failures: number | null
}

export type Claimed = { ok: true; claim: Claim } | { ok: false; waitSeconds: number }

/** Name of the counter for what somebody typed; the text itself is not kept. */
export function bucketOf(kind: string, text: string): string {
  return `${kind}:${hashToken(text)}`
}

/**
 * Counter of wrong passwords at the sign-in, one an account or registration: whatever name it was found by, in whatever spelling, the
 * tries on it are counted together. With a network behind it, it is the counter of the tries from there.
 */
export function signInBucket(account: { kind: string; id: number }): string {
  return `sign-in:${account.kind}:${account.id}`
}

/** Counter of wrong activation codes, one an account; with a network behind it, of those from there. */
export function activationBucket(account: { schoolId: number; id: number }): string {
  return `activation:${account.schoolId}:${account.id}`
}

/**
 * Asks to make one attempt. It is counted as failed before the password is looked at, so that a hundred attempts sent at
 * once are not a hundred free ones. Counters forget a day after the last failure.
 */
export async function claimAttempt(bucket: string, delayOf: (failures: number) => number): Promise<Claimed> {
  // Whoever loses the race for the counter this often is one of very many at the same moment.
  for (let race = 0; race < 5; race++) {
    const row = await findCounter(bucket)
    if (row && row.waitSeconds > 0) return { ok: false, waitSeconds: row.waitSeconds }
    const failures = (row?.failures ?? 0) + 1
    const changed = row
      ? await countOneMore(bucket, row.failures, delayOf(failures))
      : await startCounting(bucket, delayOf(1))
    if (changed > 0) return { ok: true, claim: { bucket, failures } }
  }
  return { ok: false, waitSeconds: 1 }
}

function countOneMore(bucket: string, seen: number, delay: number): Promise<number> {
  return execute(
    `UPDATE throttles SET failures = failures + 1, last_failed_at = UTC_TIMESTAMP(3),
       blocked_until = UTC_TIMESTAMP(3) + INTERVAL :delay SECOND, expires_at = UTC_TIMESTAMP(3) + INTERVAL 1 DAY
     WHERE bucket = :bucket AND failures = :seen AND (blocked_until IS NULL OR blocked_until <= UTC_TIMESTAMP(3))`,
    { bucket, seen, delay },
  )
}

/** A row that has expired is begun anew; one that somebody else has just begun stays as it is (0 rows changed). */
function startCounting(bucket: string, delay: number): Promise<number> {
  return execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, blocked_until, expires_at)
     VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :delay SECOND,
       UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
     ON DUPLICATE KEY UPDATE
       failures = IF(expires_at <= UTC_TIMESTAMP(3), 1, failures),
       first_failed_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(first_failed_at), first_failed_at),
       last_failed_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(last_failed_at), last_failed_at),
       blocked_until = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(blocked_until), blocked_until),
       expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
    { bucket, delay },
  )
}

/** So many are free within the counter's minutes; from then on one in `seconds`. */
export interface Turns {
  free: number
  seconds: number
  minutes: number
}

/**
 * `claimAttempt` for a counter that very many share, such as a school behind one address: any number at once are let in while they are
 * free, and nobody waits before. The counter begins anew some minutes after its first failure.
 */
export async function claimTurn(bucket: string, { free, seconds, minutes }: Turns): Promise<Claimed> {
  for (let race = 0; race < 5; race++) {
    const counted = await execute(
      `UPDATE throttles SET failures = failures + 1, last_failed_at = UTC_TIMESTAMP(3),
         blocked_until = IF(failures > :free, UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND, NULL)
       WHERE bucket = :bucket AND expires_at > UTC_TIMESTAMP(3)
         AND (blocked_until IS NULL OR blocked_until <= UTC_TIMESTAMP(3))`,
      { bucket, free, seconds },
    )
    if (counted > 0) return { ok: true, claim: { bucket, failures: null } }
    const begun = await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE)
       ON DUPLICATE KEY UPDATE
         failures = IF(expires_at <= UTC_TIMESTAMP(3), 1, failures),
         blocked_until = IF(expires_at <= UTC_TIMESTAMP(3), NULL, blocked_until),
         expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
      { bucket, minutes },
    )
    if (begun > 0) return { ok: true, claim: { bucket, failures: null } }
    const row = await findCounter(bucket)
    if (row && row.waitSeconds > 0) return { ok: false, waitSeconds: row.waitSeconds }
  }
  return { ok: false, waitSeconds: 1 }
}

/** How a counter stands, unless its time is over. */
async function findCounter(bucket: string): Promise<{ failures: number; waitSeconds: number } | null> {
  const row = await selectOne<{ failures: number; microseconds: number | null }>(
    `SELECT failures, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), blocked_until) AS microseconds
     FROM throttles WHERE bucket = :bucket AND expires_at > UTC_TIMESTAMP(3)`,
    { bucket },
  )
  return row && { failures: row.failures, waitSeconds: Math.max(0, Math.ceil((row.microseconds ?? 0) / 1e6)) }
}

/** The attempt was right: it does not count. Earlier failures stay, since others may share the name. */
export async function takeBack(claim: Claim): Promise<void> {
  await execute(
    `UPDATE throttles SET blocked_until = IF(failures <=> :failures, NULL, blocked_until), failures = failures - 1
     WHERE bucket = :bucket AND failures > 0`,
    { bucket: claim.bucket, failures: claim.failures },
  )
}

/** Forgets the failures. */
export async function forgetFailures(bucket: string): Promise<void> {
  await execute('DELETE FROM throttles WHERE bucket = :bucket', { bucket })
}

/** Forgets the wrong passwords at the sign-in to an account, wherever they came from. */
export function forgetSignInFailures(account: { kind: string; id: number }): Promise<void> {
  return forgetEverywhere(signInBucket(account))
}

/** Forgets the failures of a counter, and those of each network behind it. */
export async function forgetEverywhere(bucket: string): Promise<void> {
  await execute('DELETE FROM throttles WHERE bucket = :bucket OR bucket LIKE :networks', {
    bucket,
    networks: `${bucket}:%`,
  })
}
