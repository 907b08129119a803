import { execute } from '~/database/database.server'
import { accountMailsADay } from '~/models/core/outbox/options'

/** Counts this many account mails of the school (or links for a password) as sent today, of `most` a day. */
export async function countAccountMails(
  school: { id: number },
  mails: number,
  { kind = 'all-account', most = accountMailsADay.least }: { kind?: 'all-account' | 'password'; most?: number } = {},
): Promise<void> {
  await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :seconds SECOND)`,
    { bucket: `${kind}-mails:${school.id}`, seconds: Math.floor((86_400 * mails) / most) },
  )
}

/** Lets a day pass for the account mails of the school. */
export async function passMailDay(school: { id: number }): Promise<void> {
  await execute('UPDATE throttles SET expires_at = expires_at - INTERVAL 1 DAY WHERE bucket = :bucket', {
    bucket: `all-account-mails:${school.id}`,
  })
}
