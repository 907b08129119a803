import { expect, it } from 'vitest'
import { paths } from '~/addresses/paths'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { guardianScope, visitorScope } from '~/models/core/shared/scope.server'
import { findGuardianSession, openSession } from '~/models/people/accounts/sign-in/sessions.server'
import { makeGrievance } from '../../../../tests/factories/consents'
import { atMoment } from '../../../../tests/factories/days'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import {
  answerGrievance,
  closeGrievance,
  fileAsGuardian,
  fileAsStudent,
  fileOnPaper,
  reopenGrievance,
} from './grievances.server'
import { grievanceUrl } from './mail-writer.server'
import {
  findGrievance,
  findOwnGrievance,
  listEntries,
  listGrievances,
  listOwnGrievances,
  markRead,
  readGrievanceRegister,
} from './read-grievances.server'

const today = todayInIndia(new Date())
const words = { topic: 'correction' as const, words: 'The birth date on the card is wrong.' }
const query = (state: string, search = '') => ({
  search,
  sort: 'due' as const,
  descending: false,
  page: 1,
  filters: { state },
})

async function makeWriters() {
  const school = await makeSchool()
  const student = await makeStudent(school, { email: 'asha@example.org' })
  const account = await makeGuardianAccount({ name: 'Hansa Patel' })
  const made = await makeGuardian(school, { name: 'Hansa Patel', email: 'hansa@example.org', accountId: account.id })
  await linkGuardian(made, student)
  return { school, student, guardian: guardianScope(account.id, 'Hansa Patel') }
}

const value = <Made>(outcome: { ok: true; value: Made } | { ok: false; reason: string }): Made => {
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.value
}

it('numbers grievances without gaps, files one per form, and notifies only the writer', async () => {
  const { school, student, guardian } = await makeWriters()
  const first = value(await fileAsStudent(student.scope, 'form-key-1', words, 'hi'))
  expect(value(await fileAsStudent(student.scope, 'form-key-1', words, 'hi'))).toBe(first)
  const second = value(await fileAsGuardian(guardian, 'form-key-2', { ...words, child: student.publicId }, 'gu'))
  const third = value(
    await fileOnPaper(school.scope, 'form-key-3', {
      ...words,
      writerName: 'Anil Shah',
      contact: 'Navrangpura',
      receivedOn: addDays(today, -10),
      enrollmentNumber: student.enrollmentNumber,
    }),
  )
  const numbers = await Promise.all(
    [first, second, third].map(async (id) => (await findGrievance(school.scope, id))?.number),
  )
  expect(new Set(numbers).size).toBe(3)
  expect(numbers[0]).toMatch(/^GRV\/\d{4}-\d{2}\/0001$/)
  expect(await findGrievance(school.scope, third)).toMatchObject({
    answerBy: addDays(today, 20),
    lawBy: addDays(today, 80),
  })
  const mails = await readRows<{ address: string; body: string }>(
    'SELECT to_address AS address, body_text AS body FROM outgoing_mail WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(mails.map(({ address }) => address)).toEqual(['asha@example.org', 'hansa@example.org'])
  expect(mails.some(({ body }) => body.includes(words.words))).toBe(false)
})

it('shows a grievance only to its writer and the office', async () => {
  const { school, student, guardian } = await makeWriters()
  const own = value(await fileAsStudent(student.scope, 'form-key-1', words, 'en'))
  const hers = value(await fileAsGuardian(guardian, 'form-key-2', { ...words, child: student.publicId }, 'en'))
  expect((await listOwnGrievances(student.scope)).map(({ publicId }) => publicId)).toEqual([own])
  expect((await listOwnGrievances(guardian)).map(({ publicId }) => publicId)).toEqual([hers])
  expect(await findOwnGrievance(student.scope, hers)).toBeNull()
  expect(await findOwnGrievance(guardian, own)).toBeNull()
  expect(await findGrievance((await makeSchool()).scope, own)).toBeNull()
  const stranger = await makeWriters()
  expect(await fileAsGuardian(stranger.guardian, 'form-key-9', { ...words, child: student.publicId }, 'en')).toEqual({
    ok: false,
    reason: 'no-child',
  })
  expect(await listGrievances(school.scope, query(''))).toMatchObject({ total: 2 })
})

it('answers, closes and reopens a grievance, and restarts its deadline on reopening', async () => {
  const { school, student } = await makeWriters()
  const { scope } = school
  const id = await makeGrievance(student, { receivedOn: addDays(today, -40) })
  expect(await listGrievances(scope, query('late', 'GRV/'))).toMatchObject({ total: 1 })
  expect(await closeGrievance(scope, id, 'Settled')).toEqual({ ok: false, reason: 'unanswered' })
  expect(await answerGrievance(scope, id, 9, { words: 'Put right.' })).toEqual({ ok: false, reason: 'changed' })
  expect(await answerGrievance(scope, id, 1, { words: 'Put right.' })).toEqual({ ok: true, value: undefined })
  expect(await listGrievances(scope, query('late'))).toMatchObject({ total: 0 })
  expect((await readGrievanceRegister(scope))[0]).toMatchObject({ answeredOn: today, state: 'answered' })
  expect(await closeGrievance(scope, id, 'Settled')).toEqual({ ok: true, value: undefined })
  expect(await closeGrievance(scope, id, 'Settled')).toEqual({ ok: false, reason: 'closed' })
  expect(await reopenGrievance(student.scope, id, 'It is still wrong')).toEqual({ ok: true, value: undefined })
  expect(await reopenGrievance(student.scope, id, 'Still')).toEqual({ ok: false, reason: 'not-answered' })
  const found = await findGrievance(scope, id)
  expect(found).toMatchObject({ state: 'reopened', answerBy: addDays(today, 30) })
  expect((await listEntries(found?.id ?? 0)).map(({ kind }) => kind)).toEqual(['answered', 'closed', 'reopened'])
})

it('lists a grievance as late from the day after its due date', async () => {
  const { school, student } = await makeWriters()
  for (const daysAgo of [29, 30, 31]) await makeGrievance(student, { receivedOn: addDays(today, -daysAgo) })
  const { rows } = await listGrievances(school.scope, query('late'))
  expect(rows.map(({ answerBy }) => answerBy)).toEqual([addDays(today, -1)])
})

it('marks an answer as unread until it is opened, and mails the account’s address if the school has none', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school, { email: null })
  const account = await makeGuardianAccount({ name: 'Hansa Patel', email: 'own@example.org' })
  const made = await makeGuardian(school, { name: 'Hansa Patel', email: null, accountId: account.id })
  await linkGuardian(made, student)
  const guardian = guardianScope(account.id, 'Hansa Patel')
  const token = await openSession(
    visitorScope(),
    { kind: 'guardian', schoolId: null, id: account.id },
    { stage: 'full', idleMinutes: 60 },
  )
  const hasAnswers = async () => (await findGuardianSession(visitorScope(), token))?.hasAnswers
  const hers = value(await fileAsGuardian(guardian, 'form-key-1', { ...words, child: student.publicId }, 'en'))
  const his = value(await fileAsStudent(student.scope, 'form-key-2', words, 'en'))
  expect(await hasAnswers()).toBe(false)
  expect(await findGrievance(school.scope, hers)).toMatchObject({ isMailed: true })
  expect(await findGrievance(school.scope, his)).toMatchObject({ isMailed: false })
  for (const id of [hers, his]) {
    expect((await answerGrievance(school.scope, id, 1, { words: 'Put right.' })).ok).toBe(true)
    expect((await closeGrievance(school.scope, id, 'Settled')).ok).toBe(true)
  }
  expect(await hasAnswers()).toBe(true)
  const [own] = await listOwnGrievances(guardian)
  expect(own).toMatchObject({ publicId: hers, isUnread: true })
  await markRead(own?.id ?? 0)
  expect(await hasAnswers()).toBe(false)
  // Another writer's grievance stays unread.
  expect(await listOwnGrievances(student.scope)).toMatchObject([{ publicId: his, isUnread: true }])
  const mails = await readRows<{ address: string; subject: string }>(
    'SELECT to_address AS address, subject FROM outgoing_mail WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  const about = ['has been received', 'Answer to', 'is closed']
  expect(mails.map(({ address, subject }) => [address, about.findIndex((part) => subject.includes(part))])).toEqual(
    about.map((_, nth) => ['own@example.org', nth]),
  )
})

it('refuses to reopen a grievance for a guardian without rights for the child, but still shows it', async () => {
  const { school, student, guardian } = await makeWriters()
  const hers = value(await fileAsGuardian(guardian, 'form-key-1', { ...words, child: student.publicId }, 'en'))
  expect((await answerGrievance(school.scope, hers, 1, { words: 'Put right.' })).ok).toBe(true)
  await execute('UPDATE guardian_links SET shut_out_at = UTC_TIMESTAMP(3) WHERE student_id = :id', { id: student.id })
  expect(await reopenGrievance(guardian, hers, 'Still wrong')).toEqual({ ok: false, reason: 'no-right' })
  expect(await findOwnGrievance(guardian, hers)).toMatchObject({ hasRight: false, words: words.words })
  expect(await findGrievance(school.scope, hers)).toMatchObject({ hasRight: false, state: 'answered' })
  await execute('UPDATE guardian_links SET shut_out_at = NULL WHERE student_id = :id', { id: student.id })
  expect(await reopenGrievance(guardian, hers, 'Still wrong')).toEqual({ ok: true, value: undefined })
})

it('accepts five grievances a day per writer, and checks the student and the date of a grievance on paper', async () => {
  const { school, student } = await makeWriters()
  const first = value(await fileAsStudent(student.scope, 'form-key-1', words, 'en'))
  for (let nth = 2; nth <= 5; nth++) value(await fileAsStudent(student.scope, `form-key-${nth}`, words, 'en'))
  const tooMany = { ok: false, reason: 'too-many' }
  expect(await fileAsStudent(student.scope, 'form-key-6', words, 'en')).toEqual(tooMany)
  expect((await answerGrievance(school.scope, first, 1, { words: 'Put right.' })).ok).toBe(true)
  expect(await reopenGrievance(student.scope, first, 'Still wrong')).toEqual(tooMany)
  const paper = { ...words, writerName: 'Anil Shah', contact: null, receivedOn: today, enrollmentNumber: null }
  expect(await fileOnPaper(school.scope, 'paper-1', { ...paper, enrollmentNumber: 'NOBODY' })).toEqual({
    ok: false,
    reason: 'no-student',
  })
  expect(await fileOnPaper(school.scope, 'paper-1', { ...paper, receivedOn: addDays(today, 1) })).toEqual({
    ok: false,
    reason: 'day',
  })
  value(await fileOnPaper(school.scope, 'paper-1', paper))
})

it('links to the page of the grievance’s writer', () => {
  expect(grievanceUrl('guardian', 'abc')).toContain(paths.guardian.grievance('abc'))
  expect(grievanceUrl('student', 'abc')).toContain(paths.student.grievance('abc'))
})

it('lists waiting before answered grievances, and prints the register with the newest number first', async () => {
  const { school, student } = await makeWriters()
  const answered = await makeGrievance(student, { state: 'answered', receivedOn: addDays(today, -40) })
  const waiting = await makeGrievance(student, { receivedOn: addDays(today, -1) })
  const ofLastYear = await makeGrievance(student, { state: 'answered', receivedOn: addDays(today, -50) })
  await execute("UPDATE grievances SET financial_year = '2025-26' WHERE public_id = :id", { id: ofLastYear })
  const { rows } = await listGrievances(school.scope, query(''))
  expect(rows.map(({ publicId }) => publicId)).toEqual([waiting, ofLastYear, answered])
  const register = await readGrievanceRegister(school.scope)
  expect(register.map(({ publicId }) => publicId)).toEqual([waiting, answered, ofLastYear])
})

it('dates an answer by the day in India', async () => {
  const { school, student } = await makeWriters()
  const id = await makeGrievance(student)
  expect((await answerGrievance(school.scope, id, 1, { words: 'Put right.' })).ok).toBe(true)
  await execute('UPDATE grievance_entries SET created_at = :at WHERE school_id = :id', {
    at: new Date('2026-07-13T01:30:00+05:30'),
    id: school.id,
  })
  expect(await readGrievanceRegister(school.scope)).toMatchObject([{ answeredOn: '2026-07-13' }])
})

it('numbers a grievance on paper in the financial year of its receipt, and accepts one up to a year old', async () => {
  const { school } = await makeWriters()
  const paper = { ...words, writerName: 'Anil Shah', contact: null, enrollmentNumber: null }
  const enter = (key: string, receivedOn: string) =>
    atMoment(new Date('2027-04-02T10:00:00+05:30'), () => fileOnPaper(school.scope, key, { ...paper, receivedOn }))
  const numberOf = async (id: string) => (await findGrievance(school.scope, id))?.number
  expect(await numberOf(value(await enter('paper-1', '2027-04-02')))).toBe('GRV/2027-28/0001')
  expect(await numberOf(value(await enter('paper-2', '2027-03-31')))).toBe('GRV/2026-27/0001')
  expect(await enter('paper-3', '2026-03-31')).toEqual({ ok: false, reason: 'day' })
  expect(await numberOf(value(await enter('paper-4', '2026-04-01')))).toBe('GRV/2026-27/0002')
})
