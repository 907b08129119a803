import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { visitorScope } from '~/models/core/shared/scope.server'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { listDuesOf } from '~/models/money/ledger/cancel-dues.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { listStudents } from '~/models/people/academics/list-students.server'
import { findStudentSession } from '~/models/people/accounts/sign-in/sessions.server'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { signedInStudent } from '../../../../tests/factories/accounts'
import { makeSheet } from '../../../../tests/factories/attendance'
import { makeFee } from '../../../../tests/factories/fees'
import { insert, unique } from '../../../../tests/factories/insert'
import { type MadeDue, makeDue } from '../../../../tests/factories/ledger'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../tests/factories/student'
import { leaveSchool } from './leave-school.server'
import { returnStudent } from './return-student.server'

const today = todayInIndia(new Date())
const input = { leftOn: today, reason: 'Family moved to Surat', cancelDues: [] as string[] }

async function makePlaced(facts: { capacity?: number } = {}) {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const session = await makeAcademicSession(school, {
    isCurrent: true,
    startsOn: addDays(today, -200),
    endsOn: addDays(today, 100),
  })
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass, { capacity: facts.capacity ?? 40 })
  const student = await makeStudent(school)
  const enrollment = await makeEnrollment(student, { session, class: ofClass, section, rollNumber: 7 })
  return { school, office, session, ofClass, section, student, enrollment }
}

const taken = async (section: { id: number }) =>
  (await readRow<{ taken: number }>('SELECT taken FROM section_seats WHERE section_id = :id', section))?.taken

const rowOf = (student: MadeStudent) =>
  readRow<{ status: string; leftOn: string | null; reason: string | null; version: number }>(
    'SELECT status, left_on AS leftOn, leaving_reason AS reason, version FROM students WHERE id = :id',
    { id: student.id },
  )

const enrollmentIn = (student: MadeStudent) =>
  readRow<{ status: string; leftOn: string | null; rollNumber: number | null; sectionId: number }>(
    `SELECT status, left_on AS leftOn, roll_number AS rollNumber, section_id AS sectionId
     FROM enrollments WHERE student_id = :id`,
    { id: student.id },
  )

async function pay(school: MadeSchool, due: MadeDue) {
  const paid = await recordOfflinePayment(school.scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: due.owedPaise,
    reference: null,
    remarks: null,
    paidOn: today,
    formKey: unique(),
  })
  expect(paid.ok).toBe(true)
}

it('settles the dues, seat and account of a leaving student at once, and audits the withdrawal', async () => {
  const { school, office, section, student } = await makePlaced()
  const early = await makeDue(student, { title: 'April', dueOn: addDays(today, -30) })
  const late = await makeDue(student, { title: 'January', dueOn: addDays(today, 30) })
  const ahead = await makeDue(student, { title: 'March', dueOn: addDays(today, 90) })
  await pay(school, ahead)
  const session = await signedInStudent(student)

  expect(await leaveSchool(office.scope, student.publicId, { ...input, cancelDues: [late.publicId] })).toEqual({
    ok: true,
  })
  expect(await rowOf(student)).toMatchObject({ status: 'left', leftOn: today, reason: input.reason, version: 2 })
  expect(await enrollmentIn(student)).toMatchObject({ status: 'left', leftOn: today, rollNumber: 7 })
  expect(await taken(section)).toBe(0)
  expect(await findStudentSession(visitorScope(), session.token)).toBeNull()
  const dues = await listDuesOf(school.scope, student.id)
  expect(dues.map((due) => [due.title, due.state, due.isTouched])).toEqual([
    ['April', 'open', false],
    ['January', 'cancelled', false],
    ['March', 'open', true],
  ])
  expect(dues[2]).toMatchObject({ paidPaise: ahead.owedPaise, balancePaise: 0, paymentId: expect.any(String) })
  expect(early.publicId).toBe(dues[0]?.publicId)
  const audit = await readRow<{ details: string; name: string }>(
    `SELECT details, actor_name AS name FROM audit_entries WHERE school_id = :id AND action = 'student.left'`,
    { id: school.id },
  )
  expect(audit?.name).toBe(office.name)
  expect(JSON.parse(audit?.details ?? '')).toEqual({
    leftOn: today,
    reason: input.reason,
    duesCancelled: 1,
    roomApplications: 0,
    transportSeats: 0,
    seats: 1,
  })
  expect(await leaveSchool(office.scope, student.publicId, input)).toEqual({ ok: false, reason: 'already-left' })
})

it('changes nothing when a due to cancel has been paid or belongs to another student', async () => {
  const { school, section, student } = await makePlaced()
  const paid = await makeDue(student, { dueOn: addDays(today, 30) })
  const open = await makeDue(student, { dueOn: addDays(today, 60) })
  const foreign = await makeDue(await makeStudent(school))
  await pay(school, paid)
  for (const due of [paid, foreign]) {
    const cancelDues = [open.publicId, due.publicId]
    expect(await leaveSchool(school.scope, student.publicId, { ...input, cancelDues })).toEqual({
      ok: false,
      reason: 'dues-changed',
    })
  }
  expect(await rowOf(student)).toMatchObject({ status: 'active', version: 1 })
  expect(await taken(section)).toBe(1)
  expect((await listDuesOf(school.scope, student.id)).every((due) => due.state === 'open')).toBe(true)
})

it('refuses a future day, a day before the enrollment, and another school’s student', async () => {
  const { school, student } = await makePlaced()
  const leave = (leftOn: string, scope = school.scope) => leaveSchool(scope, student.publicId, { ...input, leftOn })
  expect(await leave(addDays(today, 1))).toEqual({ ok: false, reason: 'future-date' })
  await execute('UPDATE enrollments SET enrolled_on = :day WHERE student_id = :id', {
    day: addDays(today, -5),
    id: student.id,
  })
  expect(await leave(addDays(today, -6))).toMatchObject({ ok: false, reason: 'before-joined' })
  expect(await leave(today, (await makeSchool()).scope)).toEqual({ ok: false, reason: 'not-found' })
  expect(await leave(addDays(today, -5))).toEqual({ ok: true })
})

describe('leaveSchool with a date', () => {
  const born = '2015-06-10'

  /** Creates a student enrolled 60 days ago, in class until 5 days ago, whose last payment is 3 days old. */
  async function makeKnown() {
    const { school, student, enrollment, session, section } = await makePlaced()
    await execute('UPDATE students SET date_of_birth = :born WHERE id = :id', { born, id: student.id })
    await execute('UPDATE enrollments SET enrolled_on = :day WHERE id = :id', {
      day: addDays(today, -60),
      id: enrollment.id,
    })
    const at = { schoolId: school.id, sessionId: session.id, sectionId: section.id }
    const mark = (daysAgo: number, status: 'present' | 'absent') =>
      makeSheet(at, addDays(today, -daysAgo), [{ studentId: student.id, enrollmentId: enrollment.id, status }])
    await mark(5, 'present')
    await mark(4, 'absent')
    await pay(school, await makeDue(student))
    await execute('UPDATE payments SET paid_at = :at WHERE student_id = :id', {
      at: new Date(`${addDays(today, -3)}T00:30:00+05:30`),
      id: student.id,
    })
    return { school, student }
  }

  it.each([
    ['before the birth, by a slip of the year', '1990-01-01', 'before-birth'],
    ['before the school was joined', addDays(today, -61), 'before-joined'],
    ['before the last day in class', addDays(today, -6), 'came-later'],
    ['before the last payment', addDays(today, -4), 'paid-later'],
  ])('refuses a date %s', async (_when, leftOn, reason) => {
    const { school, student } = await makeKnown()
    expect(await leaveSchool(school.scope, student.publicId, { ...input, leftOn })).toMatchObject({ ok: false, reason })
    expect(await rowOf(student)).toMatchObject({ status: 'active', leftOn: null })
  })

  it('accepts a date before the last payment if the office confirms, but none before the last day in class', async () => {
    const { school, student } = await makeKnown()
    const leave = (days: number) =>
      leaveSchool(school.scope, student.publicId, { ...input, leftOn: addDays(today, -days), meansDay: true })
    expect(await leave(6)).toMatchObject({ reason: 'came-later', day: addDays(today, -5) })
    expect(await leave(5)).toEqual({ ok: true })
  })

  it('accepts the day of the last payment', async () => {
    const { school, student } = await makeKnown()
    expect(await leaveSchool(school.scope, student.publicId, { ...input, leftOn: addDays(today, -3) })).toEqual({
      ok: true,
    })
  })

  it('accepts dates from the admission on for a student admitted before the portal was used', async () => {
    const { school, student } = await makeKnown()
    await execute('DELETE FROM attendance WHERE student_id = :id', { id: student.id })
    await insert('academic_infos', {
      student_id: student.id,
      school_id: school.id,
      admission_date: '2019-06-10',
      updated_at: new Date(),
    })
    const leave = (leftOn: string) => leaveSchool(school.scope, student.publicId, { ...input, leftOn, meansDay: true })
    expect(await leave('2019-06-09')).toMatchObject({ reason: 'before-joined', day: '2019-06-10' })
    expect(await leave('2019-06-10')).toEqual({ ok: true })
  })
})

it('withdraws a student and releases the seat once when several clerks submit concurrently', async () => {
  const { school, session, ofClass, section, student } = await makePlaced()
  await makeEnrollment(await makeStudent(school), { session, class: ofClass, section })
  const answers = await Promise.all(Array.from({ length: 8 }, () => leaveSchool(school.scope, student.publicId, input)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok && answer.reason === 'already-left')).toHaveLength(7)
  expect(await taken(section)).toBe(1)
})

it('releases a leaving student’s seat in the next session too, and leaves past sessions unchanged', async () => {
  const { school, student } = await makePlaced()
  const past = await makeAcademicSession(school, { startYear: 2015 })
  const next = await makeAcademicSession(school, { startYear: 2044 })
  await makeEnrollment(student, { session: past })
  await makeEnrollment(student, { session: next })
  expect(await leaveSchool(school.scope, student.publicId, input)).toEqual({ ok: true })
  const enrollments = await readRows<{ status: string }>(
    `SELECT e.status FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id
     WHERE e.student_id = :id ORDER BY a.starts_on`,
    { id: student.id },
  )
  expect(enrollments.map(({ status }) => status)).toEqual(['studying', 'left', 'left'])
})

it('readmits a student with the previous seat and roll number, reopens the dues and raises newer fees', async () => {
  const { school, session, ofClass, section, student, enrollment } = await makePlaced({ capacity: 1 })
  const late = await makeDue(student, { dueOn: addDays(today, 30) })
  await leaveSchool(school.scope, student.publicId, { ...input, cancelDues: [late.publicId] })
  const fee = await makeFee(school, { session, class: ofClass })
  await assignFee(school.scope, fee.publicId)
  expect(await listDuesOf(school.scope, student.id)).toHaveLength(1)

  const back = {
    seats: [{ enrollment: enrollment.publicId, section: section.publicId }],
    reopenDues: [late.publicId],
    register: { mistake: 'Another student was meant' },
  }
  const foreign = await makeSection(await makeClass(school))
  expect(
    await returnStudent(school.scope, student.publicId, {
      ...back,
      seats: [{ enrollment: enrollment.publicId, section: foreign.publicId }],
    }),
  ).toEqual({ ok: false, reason: 'no-such-section', enrollment: enrollment.publicId })
  expect(await returnStudent(school.scope, student.publicId, back)).toEqual({ ok: true })
  expect(await rowOf(student)).toMatchObject({ status: 'active', leftOn: null, reason: null })
  expect(await enrollmentIn(student)).toEqual({
    status: 'studying',
    leftOn: null,
    rollNumber: 7,
    sectionId: section.id,
  })
  expect(await taken(section)).toBe(1)
  const dues = await listDuesOf(school.scope, student.id)
  expect(dues.every((due) => due.state === 'open')).toBe(true)
  expect(dues.length).toBeGreaterThan(1)
  expect(await returnStudent(school.scope, student.publicId, back)).toEqual({ ok: false, reason: 'has-not-left' })
})

it('readmits a student to another section when the old one is full, without a roll number', async () => {
  const { school, session, ofClass, section, student, enrollment } = await makePlaced({ capacity: 1 })
  await leaveSchool(school.scope, student.publicId, input)
  await makeEnrollment(await makeStudent(school), { session, class: ofClass, section })
  const b = await makeSection(ofClass, { name: 'B', capacity: 1 })
  const to = (one: { publicId: string }) =>
    returnStudent(school.scope, student.publicId, {
      seats: [{ enrollment: enrollment.publicId, section: one.publicId }],
      reopenDues: [],
      register: { mistake: 'Another student was meant' },
    })
  expect(await to(section)).toEqual({ ok: false, reason: 'section-full', enrollment: enrollment.publicId })
  expect(await rowOf(student)).toMatchObject({ status: 'left' })
  expect(await to(b)).toEqual({ ok: true })
  expect(await enrollmentIn(student)).toMatchObject({ status: 'studying', rollNumber: null, sectionId: b.id })
})

it('removes a student who left from the section’s list', async () => {
  const { school, section, student } = await makePlaced()
  await leaveSchool(school.scope, student.publicId, input)
  const filters = { session: '', class: '', section: section.publicId, status: '', gender: '', category: '', rte: '' }
  const list = await listStudents(school.scope, { search: '', sort: 'name', descending: false, page: 1, filters })
  expect(list.total).toBe(0)
})
