import { execute } from '~/database/database.server'

/** Pretends that the school's office has already caused this many account mails today. */
export async function countOfficeMails(school: { id: number }, mails: number): Promise<void> {
  await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, :mails, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)`,
    { bucket: `office-mails:${school.id}`, mails },
  )
}

/** Resets the daily ceiling of the office's account mails, as if a day had passed. */
export async function passMailDay(school: { id: number }): Promise<void> {
  await execute('UPDATE throttles SET expires_at = expires_at - INTERVAL 1 DAY WHERE bucket = :bucket', {
    bucket: `office-mails:${school.id}`,
  })
}
