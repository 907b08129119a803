import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { inLanguage } from '~/language/request.server'
import { makeChangeRequest } from '../../../../../tests/factories/people'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { openStudent } from '../describe/save-section.server'
import { ownSchemas } from '../describe/sections.server'
import {
  findChangeRequest,
  findPendingChange,
  listChangeRequests,
  listOwnChangeRequests,
} from './change-requests.server'
import { approveChangeRequests, decideChangeRequest, withdrawChange } from './decide-change-request.server'

const approve = (seen: string) => ({ decision: 'approve' as const, seen })
const reject = { decision: 'reject' as const, reason: 'The birth certificate says otherwise' }

const ask = (student: MadeStudent, field: 'last_name' | 'father_name' | 'date_of_birth', value: string) =>
  makeChangeRequest(student, { field, value, note: 'As in the certificate' })

const rowOf = (student: MadeStudent) =>
  readRow<{ lastName: string; born: string; father: string; version: number }>(
    `SELECT s.last_name AS lastName, s.date_of_birth AS born, g.father_name AS father, s.version
     FROM students s JOIN guardians g ON g.student_id = s.id WHERE s.id = :id`,
    { id: student.id },
  )

const mailTo = (student: MadeStudent) =>
  readRow<{ subject: string; text: string }>(
    'SELECT subject, body_text AS text FROM outgoing_mail WHERE to_address = :to ORDER BY id DESC LIMIT 1',
    { to: student.email },
  )

it('validates the student’s own form like the office’s, in the user’s language, and requires an e-mail', () => {
  const right = {
    first_name: 'Asha',
    last_name: '  Shah ',
    father_name: 'Rajesh Shah',
    mother_name: 'Hansa Shah',
    address: '7 Shanti Nagar',
    gender: 'Female',
    date_of_birth: '2012-06-14',
    category: 'OBC',
    mobile_number: '9825012345',
    email: 'asha@family.test',
  }
  const parse = (form: object) => ownSchemas.student.safeParse(form)
  const none = { religion: null, medium: null, note: null }
  expect(parse({ ...right, rte: true, nic_id: 'N-1' }).data).toMatchObject({ ...right, ...none, last_name: 'Shah' })
  const message = (form: object) => parse({ ...right, ...form }).error?.issues.map((issue) => issue.message)
  expect(message({ last_name: '' })).toEqual(['Last name is required'])
  expect(message({ category: 'Royal' })).toEqual(['Select a valid category'])
  expect(message({ date_of_birth: '2030-01-01' })).toHaveLength(1)
  expect(message({ email: undefined })).toEqual(['Email is required'])
  expect(message({ email: 'asha' })).toEqual(['Invalid email'])
  expect(inLanguage('gu', () => message({ last_name: '' }))).not.toEqual(['Last name is required'])
})

it('allows one pending request per field, which can be withdrawn until the office decides', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const requests = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => makeChangeRequest(asha, { field: 'last_name', value: `Shah${n}` })),
  )
  expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const father = await makeChangeRequest(asha, { field: 'father_name', value: 'Rajesh Shah' })
  expect(await listOwnChangeRequests(asha.scope)).toHaveLength(2)
  const other = await makeStudent(school)
  expect(await findPendingChange(other.scope, father)).toBeNull()
  expect(await withdrawChange(other.scope, father)).toEqual({ ok: false, reason: 'not-found' })
  expect(await findPendingChange(asha.scope, father)).toMatchObject({ newValue: 'Rajesh Shah' })
  expect(await withdrawChange(asha.scope, father)).toEqual({ ok: true })
  expect(await withdrawChange(asha.scope, father)).toEqual({ ok: false, reason: 'already-decided' })
  expect(await decideChangeRequest(school.scope, father, approve('Rajesh Patel'))).toEqual({
    ok: false,
    reason: 'already-decided',
  })
  // A withdrawn change can be requested again.
  await makeChangeRequest(asha, { field: 'father_name', value: 'Rajesh Shah' })
})

it('applies an approved change, increments the version, audits it and mails the student in the student’s language', async () => {
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
  const audit = await readRows<{ action: string; details: string }>(
    `SELECT action, details FROM audit_entries WHERE school_id = :id AND action = 'change.approved' ORDER BY id`,
    { id: school.id },
  )
  expect(audit.map((row) => JSON.parse(row.details))).toEqual([{ field: 'father_name' }, { field: 'date_of_birth' }])
})

it('reports a conflict to a clerk who loaded the student’s form before a change was approved', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const id = await ask(asha, 'last_name', 'Shah')
  expect(await decideChangeRequest(office.scope, id, approve('Patel'))).toEqual({ ok: true })
  const opened = await inTransaction(() => openStudent(school.scope, asha.publicId, { first_name: 'Aasha' }, 1))
  expect(opened).toEqual({ ok: false, reason: 'changed' })
})

it('changes nothing on rejection, states the reason, and lets the student request again', async () => {
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

it('refuses to approve when the value changed since the page was shown', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school, { lastName: 'Patel' })
  const id = await ask(asha, 'last_name', 'Shah')
  await execute(`UPDATE students SET last_name = 'Mehta' WHERE id = :id`, { id: asha.id })
  expect(await decideChangeRequest(school.scope, id, approve('Patel'))).toEqual({ ok: false, reason: 'value-changed' })
  expect(await findChangeRequest(school.scope, id)).toMatchObject({ oldValue: 'Patel', currentValue: 'Mehta' })
  expect(await decideChangeRequest(school.scope, id, approve('Mehta'))).toEqual({ ok: true })
  expect(await rowOf(asha)).toMatchObject({ lastName: 'Shah' })
})

it('lets one of two concurrent clerks decide, refuses the other, and finds nothing for another school', async () => {
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
  const mails = await readRows('SELECT id FROM outgoing_mail WHERE to_address = :to', { to: asha.email })
  expect(mails).toHaveLength(1)
})

it('approves several requests, each with check, audit and mail; a failure does not affect the others', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const students = await Promise.all(
    ['Asha', 'Bela', 'Chitra', 'Daya'].map((firstName) => makeStudent(school, { firstName, lastName: 'Patel' })),
  )
  const ids: string[] = []
  for (const student of students) ids.push(await ask(student, 'last_name', 'Shah'))
  const [, bela, chitra] = students
  const [first = '', second = '', third = '', last = ''] = ids
  if (!bela || !chitra) throw new Error('no students')
  await decideChangeRequest(office.scope, second, reject)
  await execute(`UPDATE students SET last_name = 'Mehta' WHERE id = :id`, { id: chitra.id })
  const theirs = await ask(await makeStudent(await makeSchool(), { lastName: 'Patel' }), 'last_name', 'Shah')
  const asked = [...ids, theirs].map((publicId) => ({ publicId, seen: 'Patel' }))
  expect(await approveChangeRequests(office.scope, asked)).toEqual({ approved: 2, left: [second, third, theirs] })
  expect((await Promise.all(students.map(rowOf))).map((row) => row?.lastName)).toEqual([
    'Shah',
    'Patel',
    'Mehta',
    'Shah',
  ])
  const states = await Promise.all(ids.map((id) => findChangeRequest(office.scope, id)))
  expect(states.map((one) => one?.state)).toEqual(['approved', 'rejected', 'pending', 'approved'])
  const log = await readRows<{ times: number }>(
    `SELECT COUNT(*) AS times FROM audit_entries WHERE school_id = :id AND action = 'change.approved'`,
    { id: school.id },
  )
  expect(log).toEqual([{ times: 2 }])
  for (const [index, student] of students.entries()) expect((await mailTo(student)) !== null).toBe(index !== 2)
  expect(
    await approveChangeRequests(
      office.scope,
      [first, last].map((publicId) => ({ publicId, seen: 'Shah' })),
    ),
  ).toEqual({ approved: 0, left: [first, last] })
})
