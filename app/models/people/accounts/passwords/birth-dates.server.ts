import { afterCommit, execute, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { findNamesInMail } from '~/models/core/schools/names-in-mail.server'
import { limitConcurrency } from '~/models/core/shared/once/few-at-once'
import { sameText } from '~/services/secrets/secrets.server'
import { birthDateTriesOfAccount } from '../options'
import { birthDateTries } from '../rules'

interface DatedAccount {
  id: number
  schoolId: number
  dateOfBirth: string
}

/**
 * Limit of wrong dates for a school. `schoolId` 0: limit for a typed name that matches no account, or only accounts
 * with a password.
 */
interface DateLimit {
  schoolId: number
  /** Part of the bucket names in `throttles`. */
  key: string
  /** Wrong dates allowed per day. */
  max: number
}

/** Each waiting request holds a database connection: the limit keeps a rush from taking all of them. */
const queued = limitConcurrency(2)

/**
 * Tries a date of birth as first password. A school allows `birthDateTries` wrong dates a day and an account five
 * (decision 23). After that the activation code is required, without revealing which limit was hit. Tries at one school
 * are serialised, so that concurrent ones all count. A sign-in clears the account's wrong dates (`forgetDates`). An
 * unknown name runs the same steps, so that the answer does not reveal it.
 * @param accounts accounts without a password that match the name
 * @param name key of the counter for the typed name
 * @returns the accounts that the date opens
 */
export async function tryBirthDate<Account extends DatedAccount>(
  accounts: readonly Account[],
  date: string,
  name: string,
): Promise<Account[]> {
  const circles = await dateLimitsOf(accounts, name)
  const buckets = accounts.length > 0 ? accounts.map(bucketOf) : circles.map(({ key }) => `birth-date:${key}:0`)
  // All limits are reached: no date is checked, so the request need not queue.
  if ((await exhaustedLimits(circles)).length === circles.length) {
    await noteWrongDates(buckets)
    return []
  }
  return queued(() =>
    inTransaction(async () => {
      await lock(circles)
      const used = await usedUp(buckets)
      const spent = await exhaustedLimits(circles)
      const fitting = accounts.filter(
        (account) =>
          !used.includes(bucketOf(account)) &&
          !spent.some(({ schoolId }) => schoolId === account.schoolId) &&
          sameText(account.dateOfBirth, date),
      )
      // A date that is right for one account does not count as wrong for siblings at its school who share the name.
      const schools = fitting.map(({ schoolId }) => schoolId)
      const wrong = accounts.filter(({ schoolId }) => !schools.includes(schoolId)).map(bucketOf)
      await noteWrongDates(accounts.length > 0 ? wrong : buckets)
      for (const circle of await exhaustedLimits(circles)) {
        if (circle.schoolId !== 0 && !spent.includes(circle)) await notifySchoolOfAlarm(circle.schoolId)
      }
      return fitting
    }),
  )
}

/** Clears an account's wrong dates, after a sign-in or a reset. */
export async function forgetDates(accounts: ReadonlyArray<{ id: number; schoolId: number }>): Promise<void> {
  if (accounts.length === 0) return
  await execute('DELETE FROM throttles WHERE bucket IN (:own)', { own: accounts.map(bucketOf) })
}

const bucketOf = ({ schoolId, id }: { id: number; schoolId: number }) => `birth-date:${schoolId}:${id}`

/** Returns the limits in the order in which they are locked. */
async function dateLimitsOf(accounts: readonly DatedAccount[], name: string): Promise<DateLimit[]> {
  const schools = [...new Set(accounts.map(({ schoolId }) => schoolId))].sort((a, b) => a - b)
  const circles: DateLimit[] = []
  for (const schoolId of schools.length === 0 ? [0] : schools) {
    const row = await selectRow(
      { count: number('COUNT(*)') },
      "FROM students WHERE school_id = :schoolId AND status = 'active' AND password_hash IS NULL",
      { schoolId },
    )
    const key = schoolId === 0 ? `0:${name}` : String(schoolId)
    circles.push({ schoolId, key, max: birthDateTries(row?.count ?? 0) })
  }
  return circles
}

const lockOf = ({ key }: Pick<DateLimit, 'key'>) => `birth-dates:${key}`

/** Locks these limits until the transaction ends, so that dates are tried one at a time. */
async function lock(circles: readonly DateLimit[]): Promise<void> {
  for (const circle of circles) {
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE last_failed_at = VALUES(last_failed_at), expires_at = VALUES(expires_at)`,
      { bucket: lockOf(circle) },
    )
  }
}

/** Returns the counters that have no try left today. */
async function usedUp(buckets: readonly string[]): Promise<string[]> {
  const rows = await selectRows(
    { bucket: text('bucket') },
    'FROM throttles WHERE bucket IN (:own) AND failures >= :max AND expires_at > UTC_TIMESTAMP(3)',
    { own: buckets, max: birthDateTriesOfAccount },
  )
  return rows.map(({ bucket }) => bucket)
}

/** Returns the limits that today's wrong dates have reached. */
async function exhaustedLimits(circles: readonly DateLimit[]): Promise<DateLimit[]> {
  const spent: DateLimit[] = []
  for (const circle of circles) {
    const row = await selectRow(
      { tries: number('COALESCE(SUM(failures), 0)') },
      'FROM throttles WHERE bucket LIKE :dates AND expires_at > UTC_TIMESTAMP(3)',
      { dates: `birth-date:${circle.key}:%` },
    )
    if ((row?.tries ?? 0) >= circle.max) spent.push(circle)
  }
  return spent
}

/** Counts a wrong date in each counter. A count starts again one day after its first wrong date. */
async function noteWrongDates(buckets: readonly string[]): Promise<void> {
  for (const bucket of buckets) {
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE
         failures = IF(expires_at <= UTC_TIMESTAMP(3), 1, LEAST(failures + 1, :max)),
         expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
      { bucket, max: birthDateTriesOfAccount },
    )
  }
}

/**
 * Records in the security log that the school has reached its limit of wrong dates of birth, and mails the office at
 * most once a day.
 */
async function notifySchoolOfAlarm(schoolId: number): Promise<void> {
  afterCommit(() => recordSecurityEvent({ schoolId }, { kind: 'birth-date-alarm' }))
  const isFirst = await execute(
    `UPDATE throttles SET blocked_until = UTC_TIMESTAMP(3) + INTERVAL 1 DAY
     WHERE bucket = :bucket AND (blocked_until IS NULL OR blocked_until <= UTC_TIMESTAMP(3))`,
    { bucket: lockOf({ key: String(schoolId) }) },
  )
  if (isFirst === 0) return
  const school = await selectRow({ email: text('email') }, 'FROM schools WHERE id = :schoolId', { schoolId })
  if (!school) return
  const { names } = await findNamesInMail(schoolId)
  const words = inLanguage('en', () => ({
    subject: m.mail_alarm_subject(),
    text: m.mail_alarm_text({ school: names().school }),
  }))
  await enqueueMail({ schoolId, to: school.email, ...words, isOfAccount: true })
}
