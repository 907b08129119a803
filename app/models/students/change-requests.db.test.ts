import { expect, it } from 'vitest'
import { execute, select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { inLanguage } from '~/language/request.server'
import { makeSchool, makeStaff } from '../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../tests/factories/student'
import { findChangeRequest, listChangeRequests, listOwnChangeRequests } from './change-request-queries.server'
import { changeRequestSchema } from './change-request-schema'
import { decideChangeRequest } from './decide-change-request.server'
import { openForSaving } from './opened-section.server'
import { requestChange } from './request-change.server'

const approve = (seen: string) => ({ decision: 'approve' as const, seen })
const reject = { decision: 'reject' as const, reason: 'The birth certificate says otherwise' }

async function ask(student: MadeStudent, field: 'last_name' | 'father_name' | 'date_of_birth', value: string) {
  const asked = await requestChange(student.scope, { field, value, note: 'As in the certificate' })
  if (!asked.ok) throw new Error(asked.reason)
  return asked.value.publicId
}

const rowOf = (student: MadeStudent) =>
  selectOne<{ lastName: string; born: string; father: string; version: number }>(
    `SELECT s.last_name AS lastName, s.date_of_birth AS born, g.father_name AS father, s.version
     FROM students s JOIN guardians g ON g.student_id = s.id WHERE s.id = :id`,
    { id: student.id },
  )

const mailTo = (student: MadeStudent) =>
  selectOne<{ subject: string; text: string }>(
    'SELECT subject, body_text AS text FROM outgoing_mail WHERE to_address = :to ORDER BY id DESC LIMIT 1',
    { to: student.email },
  )

it('a wish has to pass what the office’s form asks of the field, in the reader’s language', () => {
  const parse = (wish: object) => changeRequestSchema({ today: '2026-11-21' }).safeParse(wish)
  expect(parse({ field: 'last_name', value: '  Shah ' })).toMatchObject({ success: true, data: { value: 'Shah' } })
  const message = (wish: object) => parse(wish).error?.issues.map((issue) => [issue.path.join('.'), issue.message])
  expect(message({ field: 'last_name', value: '' })).toEqual([['value', 'Last name is required']])
  expect(message({ field: 'category', value: 'Royal' })).toEqual([['value', 'Select a valid category']])
  expect(message({ field: 'date_of_birth', value: '2030-01-01' })).toHaveLength(1)
  expect(parse({ field: 'enrollment_number', value: 'X' }).success).toBe(false)
  const gujarati = inLanguage('gu', () => message({ field: 'last_name', value: '' }))
  expect(gujarati?.[0]?.[1]).not.toBe('Last name is required')
})

it('one wish a field waits; the same value is no wish', async () => {
  const asha = await makeStudent(await makeSchool(), { lastName: 'Patel' })
  expect(await requestChange(asha.scope, { field: 'last_name', value: 'Patel' })).toEqual({
    ok: false,
    reason: 'same-value',
  })
  const wishes = await Promise.all(
    Array.from({ length: 10 }, (_, n) => requestChange(asha.scope, { field: 'last_name', value: `Shah${n}` })),
  )
  expect(wishes.filter((wish) => wish.ok)).toHaveLength(1)
  expect(wishes.filter((wish) => !wish.ok && wish.reason === 'already-asked')).toHaveLength(9)
  expect(await requestChange(asha.scope, { field: 'father_name', value: 'Rajesh Shah' })).toMatchObject({ ok: true })
  expect(await listOwnChangeRequests(asha.scope)).toHaveLength(2)
})

it('an approved change is made, counted, logged and mailed in the student’s language', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const asha = await makeStudent(school, { language: 'gu', fatherName: 'Rajesh Patel', dateOfBirth: '2012-06-14' })
  const father = await ask(asha, 'father_name', 'Rajesh Shah')
  const born = await ask(asha, 'date_of_birth', '2012-07-14')
  expect(await findChangeRequest(school.scope, father)).toMatchObject({
    oldValue: 'Rajesh Patel',
    currentValue: 'Rajesh Patel',
    newValue: 'Rajesh Shah',
    state: 'pending',
  })
  expect(await decideChangeRequest(office.scope, father, approve('Rajesh Patel'))).toEqual({ ok: true })
  expect(await decideChangeRequest(office.scope, born, approve('2012-06-14'))).toEqual({ ok: true })
  expect(await rowOf(asha)).toMatchObject({ father: 'Rajesh Shah', born: '2012-07-14', version: 3 })
  expect(await findChangeRequest(school.scope, father)).toMatchObject({ state: 'approved', decidedBy: office.name })
  const mail = await mailTo(asha)
  expect(mail?.text).toContain('2012-07-14')
  expect(mail?.subject).toMatch(/[\u0A80-\u0AFF]/)
  const audit = await select<{ action: string; details: string }>(
    `SELECT action, details FROM audit_entries WHERE school_id = :id AND action = 'change.approved' ORDER BY id`,
    { id: school.id },
  )
  expect(audit.map((row) => JSON.parse(row.details))).toEqual([{ field: 'father_name' }, { field: 'date_of_birth' }])
})

it('an approved change is told to the clerk who has the student’s form open', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const id = await ask(asha, 'last_name', 'Shah')
  expect(await decideChangeRequest(office.scope, id, approve('Patel'))).toEqual({ ok: true })
  const opened = await inTransaction((tx) =>
    openForSaving(school.scope, asha.publicId, { version: 1, seenVersion: null }, { first_name: 'Aasha' }, tx),
  )
  expect(opened).toMatchObject({
    reason: 'changed-meanwhile',
    conflict: { version: 2, changes: [{ field: 'last_name', from: 'Patel', to: 'Shah', by: office.name }] },
  })
})

it('a rejected change changes nothing, says why, and the student may ask again', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const id = await ask(asha, 'last_name', 'Shah')
  expect(await decideChangeRequest(school.scope, id, reject)).toEqual({ ok: true })
  expect(await rowOf(asha)).toMatchObject({ lastName: 'Patel', version: 1 })
  expect((await mailTo(asha))?.text).toContain(reject.reason)
  expect(await ask(asha, 'last_name', 'Shah')).not.toBe(id)
  const list = await listChangeRequests(school.scope, {
    search: asha.enrollmentNumber,
    sort: 'asked',
    descending: false,
    page: 1,
    filters: { status: '' },
  })
  expect(list.rows.map((row) => row.state)).toEqual(['pending', 'rejected'])
})

it('a value that changed since the page was shown wants another look', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const id = await ask(asha, 'last_name', 'Shah')
  await execute(`UPDATE students SET last_name = 'Mehta' WHERE id = :id`, { id: asha.id })
  expect(await decideChangeRequest(school.scope, id, approve('Patel'))).toEqual({ ok: false, reason: 'value-changed' })
  expect(await findChangeRequest(school.scope, id)).toMatchObject({ oldValue: 'Patel', currentValue: 'Mehta' })
  expect(await decideChangeRequest(school.scope, id, approve('Mehta'))).toEqual({ ok: true })
  expect(await rowOf(asha)).toMatchObject({ lastName: 'Shah' })
})

it('of two clerks at once one decides, the other is told; another school finds nothing', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const id = await ask(asha, 'last_name', 'Shah')
  const foreign = (await makeSchool()).scope
  expect(await decideChangeRequest(foreign, id, reject)).toEqual({ ok: false, reason: 'not-found' })
  expect(await findChangeRequest(foreign, id)).toBeNull()
  const answers = await Promise.all([
    decideChangeRequest(school.scope, id, approve('Patel')),
    decideChangeRequest(school.scope, id, reject),
    decideChangeRequest(school.scope, id, approve('Patel')),
  ])
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok && answer.reason === 'already-decided')).toHaveLength(2)
  const mails = await select('SELECT id FROM outgoing_mail WHERE to_address = :to', { to: asha.email })
  expect(mails).toHaveLength(1)
})
