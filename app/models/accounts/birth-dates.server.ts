import { afterCommit, execute, inTransaction, select, selectOne } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { findNamesInMail } from '~/models/schools/names-in-mail.server'
import { fewAtOnce } from '~/models/shared/few-at-once'
import { sameText } from '~/services/secrets/secrets.server'
import { birthDateTriesOfAccount } from './options'
import { birthDateTries } from './rules'

interface DatedAccount {
  id: number
  schoolId: number
  dateOfBirth: string
}

/** Who shares a number of wrong dates: a school, or a name without an account that a date could open, for itself alone. */
interface Circle {
  schoolId: number
  /** In the names of its counters. */
  key: string
  /** How many wrong dates it takes in a day. */
  most: number
}

/** Each holds a connection while it waits for its school: many must not take all that there are. */
const queued = fewAtOnce(2)

/**
 * Tries a date of birth as first password. Dates are few, so each school takes only so many wrong ones in a day (`birthDateTries`), and each
 * account five (decision 23); after that a date alone opens nothing there, only with the code of the activation slip. Nobody is told
 * which of the two it was. A wrong date of an account that then comes in does not count (`forgetDates`). While a school takes dates, they
 * are tried there one after the other: a hundred at once are a hundred. A name that no date could open costs the same.
 * @param accounts without a password that were found for the name
 * @param name the counter of the name as it was typed
 * @returns the accounts that the date opens
 */
export async function tryBirthDate<Account extends DatedAccount>(
  accounts: readonly Account[],
  date: string,
  name: string,
): Promise<Account[]> {
  const circles = await circlesOf(accounts, name)
  const own = accounts.length > 0 ? accounts.map(bucketOf) : circles.map(({ key }) => `birth-date:${key}:0`)
  // Nobody waits for anybody where nothing would be looked at.
  if ((await spentOf(circles)).length === circles.length) {
    await noteWrongDates(own)
    return []
  }
  return queued(() =>
    inTransaction(async () => {
      await lock(circles)
      const used = await usedUp(own)
      const spent = await spentOf(circles)
      const fitting = accounts.filter(
        (account) =>
          !used.includes(bucketOf(account)) &&
          !spent.some(({ schoolId }) => schoolId === account.schoolId) &&
          sameText(account.dateOfBirth, date),
      )
      // A right date of one is no wrong one of a brother or sister who shares the name.
      const schools = fitting.map(({ schoolId }) => schoolId)
      const wrong = accounts.filter(({ schoolId }) => !schools.includes(schoolId)).map(bucketOf)
      await noteWrongDates(accounts.length > 0 ? wrong : own)
      for (const circle of await spentOf(circles)) {
        if (circle.schoolId !== 0 && !spent.includes(circle)) await tellSchool(circle.schoolId)
      }
      return fitting
    }),
  )
}

/** The account came in, or begins anew: wrong dates that were typed for it before were slips. */
export async function forgetDates(accounts: ReadonlyArray<{ id: number; schoolId: number }>): Promise<void> {
  if (accounts.length === 0) return
  await execute('DELETE FROM throttles WHERE bucket IN (:own)', { own: accounts.map(bucketOf) })
}

const bucketOf = ({ schoolId, id }: { id: number; schoolId: number }) => `birth-date:${schoolId}:${id}`

/** In the order in which they are locked. */
async function circlesOf(accounts: readonly DatedAccount[], name: string): Promise<Circle[]> {
  const schools = [...new Set(accounts.map(({ schoolId }) => schoolId))].sort((a, b) => a - b)
  const circles: Circle[] = []
  for (const schoolId of schools.length === 0 ? [0] : schools) {
    const row = await selectOne<{ count: number }>(
      "SELECT COUNT(*) AS count FROM students WHERE school_id = :schoolId AND status = 'active' AND password_hash IS NULL",
      { schoolId },
    )
    const key = schoolId === 0 ? `0:${name}` : String(schoolId)
    circles.push({ schoolId, key, most: birthDateTries(row?.count ?? 0) })
  }
  return circles
}

const lockOf = ({ key }: Pick<Circle, 'key'>) => `birth-dates:${key}`

/** Nobody else tries a date in these circles until the transaction is done. */
async function lock(circles: readonly Circle[]): Promise<void> {
  for (const circle of circles) {
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE last_failed_at = VALUES(last_failed_at), expires_at = VALUES(expires_at)`,
      { bucket: lockOf(circle) },
    )
  }
}

/** The counters that have no try left today. */
async function usedUp(own: readonly string[]): Promise<string[]> {
  const rows = await select<{ bucket: string }>(
    'SELECT bucket FROM throttles WHERE bucket IN (:own) AND failures >= :most AND expires_at > UTC_TIMESTAMP(3)',
    { own, most: birthDateTriesOfAccount },
  )
  return rows.map(({ bucket }) => bucket)
}

/** The circles that take no more wrong dates today. */
async function spentOf(circles: readonly Circle[]): Promise<Circle[]> {
  const spent: Circle[] = []
  for (const circle of circles) {
    const row = await selectOne<{ tries: number | string | null }>(
      'SELECT SUM(failures) AS tries FROM throttles WHERE bucket LIKE :dates AND expires_at > UTC_TIMESTAMP(3)',
      { dates: `birth-date:${circle.key}:%` },
    )
    if (Number(row?.tries ?? 0) >= circle.most) spent.push(circle)
  }
  return spent
}

/** A day after an account's first wrong date it has its five again. */
async function noteWrongDates(buckets: readonly string[]): Promise<void> {
  for (const bucket of buckets) {
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE
         failures = IF(expires_at <= UTC_TIMESTAMP(3), 1, LEAST(failures + 1, :most)),
         expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
      { bucket, most: birthDateTriesOfAccount },
    )
  }
}

/** A date alone opens nothing at the school for now: its security log says so, and its office is told by mail once a day. */
async function tellSchool(schoolId: number): Promise<void> {
  afterCommit(() => recordSecurityEvent({ schoolId }, { kind: 'birth-date-alarm' }))
  const isFirst = await execute(
    `UPDATE throttles SET blocked_until = UTC_TIMESTAMP(3) + INTERVAL 1 DAY
     WHERE bucket = :bucket AND (blocked_until IS NULL OR blocked_until <= UTC_TIMESTAMP(3))`,
    { bucket: lockOf({ key: String(schoolId) }) },
  )
  if (isFirst === 0) return
  const school = await selectOne<{ email: string }>('SELECT email FROM schools WHERE id = :schoolId', { schoolId })
  if (!school) return
  const { names } = await findNamesInMail(schoolId)
  const words = inLanguage('en', () => ({
    subject: m.mail_alarm_subject(),
    text: m.mail_alarm_text({ school: names().school }),
  }))
  await enqueueMail({ schoolId, to: school.email, ...words, isOfAccount: true })
}
