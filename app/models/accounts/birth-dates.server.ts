import { createHash } from 'node:crypto'
import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { birthDateAlarm } from './options'

/**
 * Birth dates are few, so whoever tries them on many accounts is noticed by school (decisions, section 1). While a school's alarm is on,
 * a wrong date waits longer for its accounts. A name that nobody has is taken for one of some school, always the same: else
 * the wait would tell which names exist.
 * @param accounts that were found for the name
 * @param name as it was typed
 */
export async function isBirthDateAlarmOn(
  accounts: ReadonlyArray<{ schoolId: number }>,
  name: string,
): Promise<boolean> {
  const draw = createHash('sha256').update(name).digest().readUInt32BE()
  const row = await selectOne(
    `SELECT 1 AS is_on FROM throttles WHERE blocked_until > UTC_TIMESTAMP(3) AND bucket IN (
       SELECT CONCAT('birth-dates:', id) FROM schools WHERE id IN (:schools)
         OR (:isUnknown AND id = (SELECT MIN(id) FROM schools WHERE id > :draw MOD (SELECT MAX(id) FROM schools)))) LIMIT 1`,
    {
      schools: accounts.length > 0 ? accounts.map(({ schoolId }) => schoolId) : [0],
      isUnknown: accounts.length === 0,
      draw,
    },
  )
  return row !== null
}

interface FailedAccount {
  id: number
  schoolId: number
}

/**
 * Notes which accounts without a password of their own were just failed on. Called with an empty list too, and then writes
 * as much, so that an unknown name takes as long as a known one.
 */
export async function noteBirthDateFailures(accounts: readonly FailedAccount[], nameBucket: string): Promise<void> {
  const buckets = accounts.map((account) => `birth-date:${account.schoolId}:${account.id}`)
  for (const bucket of buckets.length > 0 ? buckets : [`birth-date:0:${nameBucket}`]) {
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE)
       ON DUPLICATE KEY UPDATE failures = failures + 1, last_failed_at = VALUES(last_failed_at), expires_at = VALUES(expires_at)`,
      { bucket, minutes: birthDateAlarm.minutes },
    )
  }
  const schools = new Set(accounts.map((account) => account.schoolId))
  for (const schoolId of schools.size > 0 ? schools : [0]) {
    const row = await selectOne<{ failing: number }>(
      'SELECT COUNT(*) AS failing FROM throttles WHERE bucket LIKE :accounts AND expires_at > UTC_TIMESTAMP(3)',
      { accounts: `birth-date:${schoolId}:%` },
    )
    if (schoolId !== 0 && (row?.failing ?? 0) > birthDateAlarm.accounts) await raiseAlarm(schoolId)
  }
}

/** Puts the alarm on for ten more minutes; the office is told by mail once a day at most. */
async function raiseAlarm(schoolId: number): Promise<void> {
  const bucket = `birth-dates:${schoolId}`
  await recordSecurityEvent({ schoolId }, { kind: 'birth-date-alarm' })
  await inTransaction(async (tx) => {
    await execute('DELETE FROM throttles WHERE bucket = :bucket AND expires_at <= UTC_TIMESTAMP(3)', { bucket }, tx)
    const changed = await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, blocked_until, expires_at)
       VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE,
         UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE failures = failures + 1, last_failed_at = VALUES(last_failed_at),
         blocked_until = VALUES(blocked_until)`,
      { bucket, minutes: birthDateAlarm.minutes },
      tx,
    )
    // 1 row: inserted, so this is the first time; 2: an alarm that was known already.
    if (changed !== 1) return
    const school = await selectOne<{ name: string; email: string }>(
      'SELECT name, email FROM schools WHERE id = :schoolId',
      { schoolId },
      tx,
    )
    if (!school) return
    const words = inLanguage('en', () => ({
      subject: m.mail_alarm_subject(),
      text: m.mail_alarm_text({ school: school.name, count: birthDateAlarm.accounts, minutes: birthDateAlarm.minutes }),
    }))
    await enqueueMail({ schoolId, to: school.email, ...words }, tx)
  })
}
