import { describe, expect, it } from 'vitest'
import { execute, insertRows, inTransaction } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { unique } from '../../../../tests/factories/insert'
import { countOfficeMails } from '../../../../tests/factories/mail-room'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { enqueueMail } from './enqueue.server'
import { mailsLeft, takeOfficeMail } from './mail-room.server'
import { mailsADay, officeMailsADay } from './options'

const write = (school: MadeSchool, to: string) =>
  inTransaction(() => enqueueMail({ schoolId: school.id, to, subject: 'Hello', text: 'Hello' }))

const left = (school: MadeSchool) => inTransaction(() => mailsLeft(school.id))

/**
 * The school's mail jobs: `now` is the number that may run within a minute, `later` the seconds that each of the others
 * has to wait.
 */
async function sending(school: MadeSchool) {
  const jobs = await readRows<{ seconds: number }>(
    `SELECT CEIL(TIMESTAMPDIFF(MICROSECOND, created_at, run_at) / 1000000) AS seconds FROM jobs
     WHERE school_id = :id AND kind = 'send-mail' ORDER BY run_at`,
    { id: school.id },
  )
  const seconds = jobs.map((job) => Number(job.seconds))
  return { now: seconds.filter((wait) => wait < 60).length, later: seconds.filter((wait) => wait >= 60) }
}

it('sends an unapproved school’s first fifty mails at once, spaces the rest, and allows none to families', async () => {
  const school = await makeSchool({ approved: false })
  expect(await left(school)).toBe(0)
  for (let mail = 0; mail < mailsADay.waiting + 3; mail++) await write(school, `p${mail}.${unique()}@family.test`)
  expect(await left(school)).toBe(0)
  const { now, later } = await sending(school)
  expect(now).toBe(mailsADay.waiting)
  const pace = 86_400 / mailsADay.waiting
  later.forEach((wait, place) => {
    expect(wait).toBeGreaterThan(pace * (place + 1) - 60)
    expect(wait).toBeLessThanOrEqual(pace * (place + 1))
  })
  expect(later).toHaveLength(3)
})

const writeAccountMail = (school: MadeSchool, to: string) =>
  inTransaction(() => enqueueMail({ schoolId: school.id, to, subject: 'Code', text: 'Code', isOfAccount: true }))

it('sends account mails at once when the school has used up its daily limit, and does not count them', async () => {
  const school = await makeSchool()
  for (let mail = 0; mail < 3; mail++) await writeAccountMail(school, `a${mail}.${unique()}@family.test`)
  expect(await left(school)).toBe(mailsADay.approved)
  await execute('UPDATE throttles SET expires_at = expires_at + INTERVAL 2 DAY WHERE bucket = :bucket', {
    bucket: `mails:${school.id}`,
  })
  expect(await left(school)).toBe(0)
  await writeAccountMail(school, `b.${unique()}@family.test`)
  expect(await sending(school)).toEqual({ now: 4, later: [] })
})

it('sends an unapproved school’s account mails to fifty addresses a day, and up to ten to each at once', async () => {
  const school = await makeSchool({ approved: false })
  const known = `known.${unique()}@family.test`
  for (let mail = 0; mail < mailsADay.oneAddressWaiting; mail++) await writeAccountMail(school, known)
  for (let mail = 1; mail < mailsADay.waiting; mail++)
    await writeAccountMail(school, `c${mail}.${unique()}@family.test`)
  expect((await sending(school)).later).toEqual([])
  await writeAccountMail(school, `d.${unique()}@family.test`)
  await writeAccountMail(school, known)
  expect((await sending(school)).later).toHaveLength(2)
})

it('delays account mails above the limit of an address, but none to other addresses', async () => {
  const school = await makeSchool({ approved: false })
  const flooded = `flooded.${unique()}@family.test`
  await writeAccountMail(school, flooded)
  await execute('UPDATE throttles SET failures = :max WHERE bucket LIKE :bucket', {
    bucket: `account-mails-to:${school.id}:%`,
    max: mailsADay.oneAddress,
  })
  for (let mail = 0; mail < mailsADay.waiting + 2; mail++) await writeAccountMail(school, flooded)
  expect((await sending(school)).later).toHaveLength(3)
  const approved = await makeSchool()
  await execute(
    `INSERT INTO throttles (bucket, failures, first_failed_at, last_failed_at, expires_at)
     VALUES (:bucket, 0, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 9 DAY)`,
    { bucket: `account-mails:${approved.id}` },
  )
  await writeAccountMail(approved, `e.${unique()}@family.test`)
  expect((await sending(approved)).later).toEqual([])
})

describe('takeOfficeMail', () => {
  const take = (school: MadeSchool) => inTransaction(() => takeOfficeMail(school.id))

  it('refuses mails above the school’s limit for at most a day, however often the office tries', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    await countOfficeMails(school, officeMailsADay.least - 2)
    const answers: boolean[] = []
    for (let mail = 0; mail < 30; mail++) answers.push(await take(school))
    expect(answers.filter(Boolean)).toHaveLength(2)
    expect(await take(other)).toBe(true)
    await execute('UPDATE throttles SET expires_at = expires_at - INTERVAL 1 DAY WHERE bucket LIKE :buckets', {
      buckets: `%-mails:${school.id}`,
    })
    expect(await take(school)).toBe(true)
  })

  it('neither counts nor delays mails that no one in the office caused', async () => {
    const school = await makeSchool()
    await countOfficeMails(school, officeMailsADay.least - 1)
    for (let mail = 0; mail < 4; mail++) await writeAccountMail(school, `v${mail}.${unique()}@family.test`)
    expect(await take(school)).toBe(true)
    expect(await take(school)).toBe(false)
    await writeAccountMail(school, `w.${unique()}@family.test`)
    expect(await sending(school)).toEqual({ now: 5, later: [] })
  })

  it('allows five mails a day for each student, staff user and guardian', async () => {
    const school = await makeSchool()
    const now = new Date()
    const guardians = (2 * officeMailsADay.least) / officeMailsADay.eachPerson
    await insertRows(
      'family_guardians',
      ['public_id', 'school_id', 'name', 'form_key', 'created_at', 'updated_at'],
      Array.from({ length: guardians }, (_, n) => [newPublicId(), school.id, `Guardian ${n}`, `key-${n}`, now, now]),
    )
    await makeStudent(school)
    await countOfficeMails(school, 2 * officeMailsADay.least + officeMailsADay.eachPerson - 1)
    expect(await take(school)).toBe(true)
    expect(await take(school)).toBe(false)
  })
})

it('gives each school its own daily limit, renewed on the next day', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  for (let mail = 0; mail < 20; mail++) await write(school, `r${mail}.${unique()}@family.test`)
  expect(await left(school)).toBe(mailsADay.approved - 20)
  expect(await left(other)).toBe(mailsADay.approved)
  await execute('UPDATE throttles SET expires_at = expires_at - INTERVAL 28 HOUR WHERE bucket = :bucket', {
    bucket: `mails:${school.id}`,
  })
  expect(await left(school)).toBe(mailsADay.approved)
})

it('enforces the daily limit when mails are enqueued concurrently', async () => {
  const school = await makeSchool({ approved: false })
  await Promise.all(
    Array.from({ length: mailsADay.waiting + 10 }, (_, mail) => write(school, `q${mail}.${unique()}@family.test`)),
  )
  const { now, later } = await sending(school)
  expect([now, later.length]).toEqual([mailsADay.waiting, 10])
})

it('raises the daily limit of an approved school with its number of students', async () => {
  const school = await makeSchool()
  expect(await left(school)).toBe(mailsADay.approved)
  await makeStudent(school)
  expect(await left(school)).toBe(mailsADay.approved)
  for (let student = 0; student < 60; student++) await makeStudent(school)
  expect(await left(school)).toBe(61 * mailsADay.eachStudent)
})

it('does not count a mail whose transaction is rolled back', async () => {
  const school = await makeSchool()
  await expect(
    inTransaction(async () => {
      await enqueueMail({ schoolId: school.id, to: 'a@family.test', subject: 'Hello', text: 'Hello' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await left(school)).toBe(mailsADay.approved)
})
