import { expect, it } from 'vitest'
import { select } from '~/database/database.server'
import { paths } from '~/http/paths'
import { makeGrievance } from '../../../tests/factories/consents'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../tests/factories/guardians'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { addDays, todayInIndia } from '../shared/calendar'
import { guardianScope } from '../shared/scope.server'
import {
  answerGrievance,
  closeGrievance,
  fileAsGuardian,
  fileAsStudent,
  fileOnPaper,
  findGrievance,
  findOwnGrievance,
  grievanceUrl,
  listEntries,
  listGrievances,
  listOwnGrievances,
  readGrievanceRegister,
  reopenGrievance,
} from './grievances.server'

const today = todayInIndia(new Date())
const words = { topic: 'correction' as const, words: 'The birth date on the card is wrong.' }
const query = (state: string, search = '') => ({
  ...{ search, sort: 'due' as const, descending: false, page: 1, filters: { state } },
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

it('numbers what is written without gaps, once for a form, and tells the writer alone', async () => {
  const { school, student, guardian } = await makeWriters()
  const first = value(await fileAsStudent(student.scope, 'form-key-1', words, 'hi'))
  expect(value(await fileAsStudent(student.scope, 'form-key-1', words, 'hi'))).toBe(first)
  const second = value(await fileAsGuardian(guardian, 'form-key-2', { ...words, child: student.publicId }, 'gu'))
  const third = value(
    await fileOnPaper(school.scope, 'form-key-3', {
      ...{ ...words, writerName: 'Anil Shah', contact: 'Navrangpura', receivedOn: addDays(today, -10) },
      enrollmentNumber: student.enrollmentNumber,
    }),
  )
  const numbers = await Promise.all(
    [first, second, third].map(async (id) => (await findGrievance(school.scope, id))?.number),
  )
  expect(new Set(numbers).size).toBe(3)
  expect(numbers[0]).toMatch(/^GR\/\d{4}-\d{2}\/0001$/)
  expect(await findGrievance(school.scope, third)).toMatchObject({
    answerBy: addDays(today, 20),
    lawBy: addDays(today, 80),
  })
  const mails = await select<{ address: string; body: string }>(
    'SELECT to_address AS address, body_text AS body FROM outgoing_mail WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(mails.map(({ address }) => address)).toEqual(['asha@example.org', 'hansa@example.org'])
  expect(mails.some(({ body }) => body.includes(words.words))).toBe(false)
})

it('is read by the writer and the office, and by nobody else', async () => {
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

it('is answered, closed and opened again, and the clock starts anew', async () => {
  const { school, student } = await makeWriters()
  const { scope } = school
  const id = await makeGrievance(student, { receivedOn: addDays(today, -40) })
  expect(await listGrievances(scope, query('late', 'GR/'))).toMatchObject({ total: 1 })
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

it('takes five a day of one writer, and of paper what has a student and a day', async () => {
  const { school, student } = await makeWriters()
  for (let nth = 1; nth <= 5; nth++) value(await fileAsStudent(student.scope, `form-key-${nth}`, words, 'en'))
  expect(await fileAsStudent(student.scope, 'form-key-6', words, 'en')).toEqual({ ok: false, reason: 'too-many' })
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

it('leads to where the writer reads it', () => {
  expect(grievanceUrl('guardian', 'abc')).toContain(paths.guardian.grievance('abc'))
  expect(grievanceUrl('student', 'abc')).toContain(paths.student.grievance('abc'))
})
