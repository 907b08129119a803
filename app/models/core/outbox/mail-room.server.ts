import { execute, flag, number, selectRow } from '~/database/database.server'
import { mailsADay } from './options'

const dayMs = 24 * 60 * 60 * 1000

/*
 * Daily mail limit of a school. Its counter is a time that each mail advances by its share of a day (`pace`). While the
 * counter is less than a day ahead of now, a mail is sent at once; otherwise it waits for room.
 */
const bucketFor = (schoolId: number) => `mails:${schoolId}`

const aheadSql = 'GREATEST(expires_at, UTC_TIMESTAMP(3))'

/** Milliseconds of the day that one mail uses, and whether the operator has approved the school. */
async function paceOf(schoolId: number): Promise<{ pace: number; isApproved: boolean }> {
  const { waiting, approved, eachStudent } = mailsADay
  const row = await selectRow(
    {
      most: number(`CASE WHEN approved_at IS NULL THEN :waiting ELSE GREATEST(:approved, :eachStudent *
       (SELECT COUNT(*) FROM students WHERE school_id = :schoolId AND status = 'active')) END`),
      isApproved: flag('approved_at IS NOT NULL'),
    },
    'FROM schools WHERE id = :schoolId',
    { schoolId, waiting, approved, eachStudent },
  )
  return { pace: dayMs / (row?.most ?? waiting), isApproved: row?.isApproved ?? false }
}

/**
 * Milliseconds by which the counter is ahead of now. The caller has locked the row, so the value holds until the
 * transaction ends.
 */
async function aheadOf(schoolId: number): Promise<number> {
  const row = await selectRow(
    { microseconds: number(`TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), ${aheadSql})`) },
    'FROM throttles WHERE bucket = :bucket',
    { bucket: bucketFor(schoolId) },
  )
  return (row?.microseconds ?? 0) / 1000
}

/** Advances the counter by these milliseconds, and locks it. */
async function moveOn(schoolId: number, ms: number): Promise<void> {
  await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :microseconds MICROSECOND)
     ON DUPLICATE KEY UPDATE expires_at = ${aheadSql} + INTERVAL :microseconds MICROSECOND`,
    { bucket: bucketFor(schoolId), microseconds: Math.round(ms) * 1000 },
  )
}

/**
 * Returns how many mails to families the school may still send today (0 before the operator has approved it), or with
 * `ofAccounts` how many account mails. Locks the counter until the transaction ends.
 */
export async function mailsLeft(schoolId: number, { ofAccounts = false } = {}): Promise<number> {
  const { pace, isApproved } = await paceOf(schoolId)
  await moveOn(schoolId, 0)
  if (!isApproved && !ofAccounts) return 0
  return Math.max(0, Math.floor((dayMs - (await aheadOf(schoolId))) / pace))
}

/** Counts one mail of the school; returns the seconds until there is room for it, usually 0. */
export async function takeMailRoom(schoolId: number): Promise<number> {
  const { pace } = await paceOf(schoolId)
  await moveOn(schoolId, pace)
  return Math.max(0, Math.ceil(((await aheadOf(schoolId)) - dayMs) / 1000))
}
