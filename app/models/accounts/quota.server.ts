import { execute, selectOne, type Tx } from '~/database/connection.server'

/** Whether the hour's share of this counter is used up. Unlike a wrong password, nobody waits before that. */
export async function isQuotaSpent(bucket: string, anHour: number): Promise<boolean> {
  const row = await selectOne<{ count: number }>(
    'SELECT failures AS count FROM throttles WHERE bucket = :bucket AND expires_at > UTC_TIMESTAMP(3)',
    { bucket },
  )
  return (row?.count ?? 0) >= anHour
}

/** Counts one more; in the transaction of what it counts, where a repeated form without effect shall use nothing up. */
export async function spendQuota(bucket: string, tx?: Tx): Promise<void> {
  await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 HOUR)
     ON DUPLICATE KEY UPDATE
       failures = IF(expires_at <= UTC_TIMESTAMP(3), 1, failures + 1),
       first_failed_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(first_failed_at), first_failed_at),
       last_failed_at = VALUES(last_failed_at),
       expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
    { bucket },
    tx,
  )
}
