import { createHash } from 'node:crypto'
import { execute, select, selectOne, type Tx } from '~/database/connection.server'
import { afterCommit, inTransaction } from '~/database/transaction.server'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { sameText } from '~/services/secrets/secrets.server'
import { birthDateTriesOfAccount } from './options'
import { birthDateTries } from './rules'

interface DatedAccount {
  id: number
  schoolId: number
  dateOfBirth: string
  passwordHash: string | null
}

/**
 * Tries a date of birth as first password. Dates are few, so each school takes only so many wrong ones in a day (`birthDateTries`), and each
 * account five (decision 23); after that a date alone opens nothing there, only with the code of the activation slip. A wrong date of an account that then
 * comes in does not count (`forgetDates`). One school's tries are made one after the other: a hundred at once are a hundred. A name
 * that nobody has is taken for one of some school, always the same, or the answer would tell which names exist.
 * @param accounts that were found for the name, with and without a password of their own
 * @param name the counter of the name as it was typed
 * @returns the accounts that the date opens, and whether it was not looked at for some
 */
export function tryBirthDate<Account extends DatedAccount>(
  accounts: readonly Account[],
  date: string,
  name: string,
): Promise<{ fitting: Account[]; needsCode: boolean }> {
  return inTransaction(async (tx) => {
    const schools = await lockSchools(accounts, name, tx)
    const own = accounts.length > 0 ? accounts.map(bucketOfAccount) : [`${unguessable}${name}`]
    const used = new Set(
      (
        await select<{ bucket: string }>(
          'SELECT bucket FROM throttles WHERE bucket IN (:own) AND failures >= :most AND expires_at > UTC_TIMESTAMP(3)',
          { own, most: birthDateTriesOfAccount },
          tx,
        )
      ).map(({ bucket }) => bucket),
    )
    const spent = new Set((await Promise.all(schools.map((id) => isSpent(id, tx)))).flatMap((id) => id ?? []))
    const takesNone = (account: Account) => used.has(bucketOfAccount(account)) || spent.has(account.schoolId)
    const fitting = accounts.filter(
      (account) => account.passwordHash === null && !takesNone(account) && sameText(account.dateOfBirth, date),
    )
    const fits = new Set(fitting.map(bucketOfAccount))
    await noteWrongDates(
      own.filter((bucket) => !fits.has(bucket)),
      tx,
    )
    for (const id of schools) if (!spent.has(id) && (await isSpent(id, tx))) await tellSchool(id, tx)
    return { fitting, needsCode: used.size > 0 || spent.size > 0 }
  })
}

/** The account came in: wrong dates that were typed for it before were slips. */
export async function forgetDates(accounts: readonly DatedAccount[]): Promise<void> {
  if (accounts.length === 0) return
  await execute('DELETE FROM throttles WHERE bucket IN (:own)', { own: accounts.map(bucketOfAccount) })
}

/** Tries on what no date opens: names that nobody has, and accounts with a password of their own. They count for no school. */
const unguessable = 'birth-date:0:'

const bucketOfAccount = (account: DatedAccount) =>
  account.passwordHash === null ? `birth-date:${account.schoolId}:${account.id}` : `${unguessable}${account.id}`

/** The schools of the accounts, or the one that an unknown name is taken for; nobody else tries a date there until this is done. */
async function lockSchools(accounts: ReadonlyArray<{ schoolId: number }>, name: string, tx: Tx): Promise<number[]> {
  const draw = createHash('sha256').update(name).digest().readUInt32BE()
  const rows = await select<{ id: number }>(
    `SELECT id FROM schools WHERE id IN (:schools)
       OR (:isUnknown AND id = (SELECT MIN(id) FROM schools WHERE id > :draw MOD (SELECT MAX(id) FROM schools)))
     ORDER BY id`,
    {
      schools: accounts.length > 0 ? accounts.map(({ schoolId }) => schoolId) : [0],
      isUnknown: accounts.length === 0,
      draw,
    },
    tx,
  )
  for (const { id } of rows) {
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE last_failed_at = VALUES(last_failed_at), expires_at = VALUES(expires_at)`,
      { bucket: bucketOfSchool(id), draw },
      tx,
    )
  }
  return rows.map(({ id }) => id)
}

const bucketOfSchool = (schoolId: number) => `birth-dates:${schoolId}`

/** The school's id, where it takes no more wrong dates today. */
async function isSpent(schoolId: number, tx: Tx): Promise<number | null> {
  const row = await selectOne<{ tries: number; without: number }>(
    `SELECT (SELECT COALESCE(SUM(failures), 0) FROM throttles WHERE bucket LIKE :dates AND expires_at > UTC_TIMESTAMP(3)) AS tries,
       (SELECT COUNT(*) FROM students WHERE school_id = :schoolId AND status = 'active' AND password_hash IS NULL) AS without`,
    { dates: `birth-date:${schoolId}:%`, schoolId },
    tx,
  )
  return row && Number(row.tries) >= birthDateTries(row.without) ? schoolId : null
}

/** A day after an account's first wrong date it has its five again. */
async function noteWrongDates(buckets: readonly string[], tx: Tx): Promise<void> {
  for (const bucket of buckets) {
    await execute(
      `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
       VALUES (:bucket, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)
       ON DUPLICATE KEY UPDATE
         failures = IF(expires_at <= UTC_TIMESTAMP(3), 1, LEAST(failures + 1, :most)),
         expires_at = IF(expires_at <= UTC_TIMESTAMP(3), VALUES(expires_at), expires_at)`,
      { bucket, most: birthDateTriesOfAccount },
      tx,
    )
  }
}

/** A date alone opens nothing at the school for now: its security log says so, and its office is told by mail once a day. */
async function tellSchool(schoolId: number, tx: Tx): Promise<void> {
  afterCommit(tx, () => recordSecurityEvent({ schoolId }, { kind: 'birth-date-alarm' }))
  const isFirst = await execute(
    `UPDATE throttles SET blocked_until = UTC_TIMESTAMP(3) + INTERVAL 1 DAY
     WHERE bucket = :bucket AND (blocked_until IS NULL OR blocked_until <= UTC_TIMESTAMP(3))`,
    { bucket: bucketOfSchool(schoolId) },
    tx,
  )
  if (isFirst === 0) return
  const school = await selectOne<{ name: string; email: string }>(
    'SELECT name, email FROM schools WHERE id = :schoolId',
    { schoolId },
    tx,
  )
  if (!school) return
  const words = inLanguage('en', () => ({
    subject: m.mail_alarm_subject(),
    text: m.mail_alarm_text({ school: school.name }),
  }))
  await enqueueMail({ schoolId, to: school.email, ...words }, tx)
}
