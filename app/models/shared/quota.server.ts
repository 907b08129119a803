import { execute } from '~/database/database.server'

/**
 * Counts one more within the counter's time and tells whether there was room: asked and counted in one statement, so that forms
 * sent at once do not pass together. In the transaction of what it counts, where a form without effect shall use nothing up.
 * Unlike a wrong password, nobody waits before the counter is full.
 * @param seconds after the first one the counter begins anew
 * @param amount how much one takes of `most` (kilobytes of a file)
 */
export async function takeQuota(bucket: string, most: number, seconds = 3600, amount = 1): Promise<boolean> {
  const changed = await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, :amount, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND)
     ON DUPLICATE KEY UPDATE
       failures = IF(expires_at <= UTC_TIMESTAMP(3), :amount, failures + IF(failures + :amount <= :most, :amount, 0)),
       first_failed_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(first_failed_at), first_failed_at),
       expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
    { bucket, most, seconds, amount },
  )
  return changed > 0
}
