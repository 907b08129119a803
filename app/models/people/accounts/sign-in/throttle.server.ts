import { execute, number, numberOrNull, selectRow } from '~/database/database.server'
import { hashToken } from '~/services/secrets/secrets.server'

/** Admitted attempt: it counts as failed until it is taken back. */
export interface Claim {
  bucket: string
  /** Failures counted up to and including this attempt; null for shared counters. */
  failures: number | null
}

export type Claimed = { ok: true; claim: Claim } | { ok: false; waitSeconds: number }

/** Returns the counter's name for a typed text; the text itself is not stored. */
export function bucketOf(kind: string, text: string): string {
  return `${kind}:${hashToken(text)}`
}

/**
 * Returns the sign-in counter of an account or admission, which counts tries by any of its names and spellings. With a
 * network appended it counts the tries from there.
 */
export function signInBucket(account: { kind: string; id: number }): string {
  return `sign-in:${account.kind}:${account.id}`
}

/** Returns the activation-code counter of an account; with a network appended it counts the tries from there. */
export function activationBucket(account: { schoolId: number; id: number }): string {
  return `activation:${account.schoolId}:${account.id}`
}

/**
 * Claims one attempt. It counts as failed before the password is checked, so that a hundred concurrent attempts are not
 * free. Counters expire a day after the last failure.
 */
export async function claimAttempt(bucket: string, delayOf: (failures: number) => number): Promise<Claimed> {
  // Refuses after five lost races for the counter, which mean very many concurrent attempts.
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

function countOneMore(bucket: string, seenFailures: number, delay: number): Promise<number> {
  return execute(
    `UPDATE throttles SET failures = failures + 1, last_failed_at = UTC_TIMESTAMP(3),
       blocked_until = UTC_TIMESTAMP(3) + INTERVAL :delay SECOND, expires_at = UTC_TIMESTAMP(3) + INTERVAL 1 DAY
     WHERE bucket = :bucket AND failures = :seen AND (blocked_until IS NULL OR blocked_until <= UTC_TIMESTAMP(3))`,
    { bucket, seen: seenFailures, delay },
  )
}

/** Starts the counter of a new or expired row. Returns 0 when a concurrent attempt has just started it. */
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

/** `free` attempts are allowed within `minutes`; after that one per `seconds`. */
export interface Turns {
  free: number
  seconds: number
  minutes: number
}

/**
 * Variant of `claimAttempt` for a widely shared counter, such as a school behind one address: free attempts are
 * admitted concurrently without waiting. The counter restarts `minutes` after its first failure.
 */
export async function claimTurn(bucket: string, { free, seconds, minutes }: Turns): Promise<Claimed> {
  for (let race = 0; race < 5; race++) {
    const updatedRows = await execute(
      `UPDATE throttles SET failures = failures + 1, last_failed_at = UTC_TIMESTAMP(3),
         blocked_until = IF(failures > :free, UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND, NULL)
       WHERE bucket = :bucket AND expires_at > UTC_TIMESTAMP(3)
         AND (blocked_until IS NULL OR blocked_until <= UTC_TIMESTAMP(3))`,
      { bucket, free, seconds },
    )
    if (updatedRows > 0) return { ok: true, claim: { bucket, failures: null } }
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

/** Returns a counter's state, unless it has expired. */
async function findCounter(bucket: string): Promise<{ failures: number; waitSeconds: number } | null> {
  const wait = numberOrNull('TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), blocked_until)')
  const row = await selectRow(
    { failures: number('failures'), microseconds: wait },
    'FROM throttles WHERE bucket = :bucket AND expires_at > UTC_TIMESTAMP(3)',
    { bucket },
  )
  return row && { failures: row.failures, waitSeconds: Math.max(0, Math.ceil((row.microseconds ?? 0) / 1e6)) }
}

/**
 * Takes back a claimed attempt, such as a correct one. Earlier failures stay, because other accounts may share the
 * name.
 */
export async function uncountAttempt(claim: Claim): Promise<void> {
  await execute(
    `UPDATE throttles SET blocked_until = IF(failures <=> :failures, NULL, blocked_until), failures = failures - 1
     WHERE bucket = :bucket AND failures > 0`,
    { bucket: claim.bucket, failures: claim.failures },
  )
}

export async function forgetFailures(bucket: string): Promise<void> {
  await execute('DELETE FROM throttles WHERE bucket = :bucket', { bucket })
}

/** Clears an account's wrong sign-in passwords, from all networks. */
export function forgetSignInFailures(account: { kind: string; id: number }): Promise<void> {
  return forgetEverywhere(signInBucket(account))
}

/** Clears a counter, and those of each network appended to it. */
export async function forgetEverywhere(bucket: string): Promise<void> {
  await execute('DELETE FROM throttles WHERE bucket = :bucket OR bucket LIKE :networks', {
    bucket,
    networks: `${bucket}:%`,
  })
}
