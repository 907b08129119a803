import { execute } from '~/database/database.server'

/**
 * Adds to a counter and returns whether the limit allowed it. It is one atomic statement, so concurrent forms cannot
 * exceed the limit together. Call it in the transaction of the counted action, so that a refused form uses up no quota.
 * Calls below the limit are not slowed down.
 * @param seconds lifetime of the counter from its first use
 * @param amount share of `max` that one call uses (kilobytes of a file)
 */
export async function takeQuota(bucket: string, max: number, seconds = 3600, amount = 1): Promise<boolean> {
  const changed = await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, :amount, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND)
     ON DUPLICATE KEY UPDATE
       failures = IF(expires_at <= UTC_TIMESTAMP(3), :amount, failures + IF(failures + :amount <= :max, :amount, 0)),
       first_failed_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(first_failed_at), first_failed_at),
       expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
    { bucket, max, seconds, amount },
  )
  return changed > 0
}
