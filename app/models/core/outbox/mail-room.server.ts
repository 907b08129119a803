import { execute, flag, number, selectRow } from '~/database/database.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { mailsADay, officeMailsADay } from './options'

const dayMs = 24 * 60 * 60 * 1000

/*
 * Daily mail limit of a school. The counter is a point in time, which each mail advances by a day divided by the limit
 * (`pace`). While it is less than a day ahead of now, mails are sent at once, otherwise later. Account mails have a
 * separate counter, because strangers can request them: neither kind of mail can use up the limit of the other.
 */
const bucketFor = (schoolId: number) => `mails:${schoolId}`
const accountBucketFor = (schoolId: number) => `account-mails:${schoolId}`

const aheadSql = 'GREATEST(expires_at, UTC_TIMESTAMP(3))'

/** Milliseconds by which one mail advances the counter, and whether the operator has approved the school. */
async function paceOf(schoolId: number): Promise<{ pace: number; isApproved: boolean }> {
  const { waiting, approved, eachStudent } = mailsADay
  const row = await selectRow(
    {
      max: number(`CASE WHEN approved_at IS NULL THEN :waiting ELSE GREATEST(:approved, :eachStudent *
       (SELECT COUNT(*) FROM students WHERE school_id = :schoolId AND status = 'active')) END`),
      isApproved: flag('approved_at IS NOT NULL'),
    },
    'FROM schools WHERE id = :schoolId',
    { schoolId, waiting, approved, eachStudent },
  )
  return { pace: dayMs / (row?.max ?? waiting), isApproved: row?.isApproved ?? false }
}

/**
 * Milliseconds by which the counter is ahead of now. The caller has locked the row, so the value holds until the
 * transaction ends.
 */
async function aheadOf(bucket: string): Promise<number> {
  const row = await selectRow(
    { microseconds: number(`TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), ${aheadSql})`) },
    'FROM throttles WHERE bucket = :bucket',
    { bucket },
  )
  return (row?.microseconds ?? 0) / 1000
}

/** Advances the counter by these milliseconds, and locks it. */
async function moveOn(bucket: string, ms: number): Promise<void> {
  await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL :microseconds MICROSECOND)
     ON DUPLICATE KEY UPDATE expires_at = ${aheadSql} + INTERVAL :microseconds MICROSECOND`,
    { bucket, microseconds: Math.round(ms) * 1000 },
  )
}

/**
 * Returns how many mails to families the school may still send today (0 before the operator has approved it). Locks the
 * counter until the transaction ends.
 */
export async function mailsLeft(schoolId: number): Promise<number> {
  const { pace, isApproved } = await paceOf(schoolId)
  await moveOn(bucketFor(schoolId), 0)
  if (!isApproved) return 0
  return Math.max(0, Math.floor((dayMs - (await aheadOf(bucketFor(schoolId)))) / pace))
}

/** Seconds to wait before a mail is sent, usually 0, and whether the operator has not approved its school. */
export interface MailRoom {
  delaySeconds: number
  isUnapproved: boolean
}

/** Counts one mail of the school. */
export async function takeMailRoom(schoolId: number): Promise<MailRoom> {
  const { pace, isApproved } = await paceOf(schoolId)
  return { delaySeconds: await takeRoom(bucketFor(schoolId), pace), isUnapproved: !isApproved }
}

async function takeRoom(bucket: string, pace: number): Promise<number> {
  await moveOn(bucket, pace)
  return Math.max(0, Math.ceil(((await aheadOf(bucket)) - dayMs) / 1000))
}

/**
 * Counts one account mail to an address and returns its delay. The first `mailsADay.oneAddress` mails of a day to an
 * address (of an unapproved school: `oneAddressWaiting`) are sent at once; the school's limit of account mails delays
 * later ones. An unapproved school can enter any address, so its first mail of the day to each address also counts
 * towards that limit.
 */
export async function takeAccountMailRoom(schoolId: number, to: string): Promise<MailRoom> {
  const { pace, isApproved } = await paceOf(schoolId)
  const max = isApproved ? mailsADay.oneAddress : mailsADay.oneAddressWaiting
  const address = `${schoolId}:${hashToken(to.toLowerCase())}`
  const isBelowLimit = await takeQuota(`account-mails-to:${address}`, max, dayMs / 1000)
  const isNewAddress = !isApproved && (await takeQuota(`account-mail-address:${address}`, 1, dayMs / 1000))
  const delaySeconds = isBelowLimit && !isNewAddress ? 0 : await takeRoom(accountBucketFor(schoolId), pace)
  return { delaySeconds, isUnapproved: !isApproved }
}

/**
 * Counts an account mail that a form of the office sends. Returns false above the daily ceiling of an approved school;
 * the form must then refuse. Call it in the form's transaction. Account mails that the office did not cause are not
 * counted.
 */
export async function takeOfficeMail(schoolId: number): Promise<boolean> {
  const row = await selectRow(
    {
      people: number(`((SELECT COUNT(*) FROM students WHERE school_id = s.id AND status = 'active')
       + (SELECT COUNT(*) FROM staff_users WHERE school_id = s.id AND status = 'active')
       + (SELECT COUNT(*) FROM family_guardians WHERE school_id = s.id))`),
    },
    'FROM schools s WHERE s.id = :schoolId AND s.approved_at IS NOT NULL',
    { schoolId },
  )
  const { least, eachPerson } = officeMailsADay
  return !row || takeQuota(`office-mails:${schoolId}`, Math.max(least, eachPerson * row.people), dayMs / 1000)
}
