import { expect, it } from 'vitest'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { listEnrollmentsOf } from '~/models/people/academics/enrollment-queries.server'
import { sectionChoices } from '~/models/people/academics/queries.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { makeFee } from '../../../../tests/factories/fees'
import { insert, unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { changeEnrollment } from './change-enrollment.server'
import { updateStudent } from './update-student.server'

it('moves a student to another section of the class and releases the old seat', async () => {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const a = await makeSection(ofClass, { name: 'A', capacity: 1 })
  const b = await makeSection(ofClass, { name: 'B', capacity: 1 })
  const asha = await makeStudent(school)
  const place = await makeEnrollment(asha, { session, class: ofClass, section: a, rollNumber: 1 })
  const fields = { section: b.publicId, rollNumber: 5, enrolledOn: session.startsOn }
  expect(await changeEnrollment(school.scope, place.publicId, 1, fields)).toEqual({ ok: true })
  expect(await listEnrollmentsOf(school.scope, asha.publicId)).toMatchObject([{ sectionName: 'B', rollNumber: 5 }])
  const seats = await sectionChoices(school.scope)
  expect(seats.map((one) => [one.name, one.taken])).toEqual([
    ['A', 0],
    ['B', 1],
  ])

  const ravi = await makeEnrollment(await makeStudent(school), { session, class: ofClass, section: a, rollNumber: 5 })
  expect(await changeEnrollment(school.scope, ravi.publicId, 1, fields)).toEqual({ ok: false, reason: 'section-full' })
  const theirs = await makeSection(await makeClass(await makeSchool()))
  expect(await changeEnrollment(school.scope, ravi.publicId, 1, { ...fields, section: theirs.publicId })).toEqual({
    ok: false,
    reason: 'no-such-section',
  })
  expect(await changeEnrollment((await makeSchool()).scope, ravi.publicId, 1, fields)).toEqual({
    ok: false,
    reason: 'not-found',
  })
})

async function titlesOwed(school: MadeSchool) {
  const rows = await readRows<{ id: number; name: string; studentId: number }>(
    'SELECT id, name, student_id AS studentId FROM dues WHERE school_id = :id ORDER BY name, due_on',
    { id: school.id },
  )
  return rows
}

async function beginPayment(school: MadeSchool, due: { id: number; studentId: number }) {
  const now = new Date()
  const payment = await insert('payments', {
    public_id: newPublicId(),
    school_id: school.id,
    student_id: due.studentId,
    form_key: unique(),
    method: 'online',
    state: 'created',
    amount_paise: 100,
    created_at: now,
    updated_at: now,
  })
  await insert('payment_lines', {
    school_id: school.id,
    payment_id: payment,
    due_id: due.id,
    kind: 'due',
    state: 'open',
    is_online: 1,
    amount_paise: 100,
    created_at: now,
  })
}

/** Creates a student of class six, whose fee is assigned, and a class seven with another fee. */
async function twoClasses() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const six = await makeClass(school)
  const seven = await makeClass(school)
  const sixA = await makeSection(six)
  const sevenA = await makeSection(seven)
  const student = await makeStudent(school)
  const enrollment = await makeEnrollment(student, { session, class: six, section: sixA })
  const feeOfSix = await makeFee(school, { session, class: six, name: 'Fee of six' })
  const feeOfSeven = await makeFee(school, { session, class: seven, name: 'Fee of seven' })
  await assignFee(school.scope, feeOfSix.publicId)
  await assignFee(school.scope, feeOfSeven.publicId)
  return { school, session, student, enrollment, sixA, sevenA }
}

it('replaces the fees when a student moves to another class, and again when the student moves back', async () => {
  const { school, session, enrollment, sixA, sevenA } = await twoClasses()
  const to = (section: { publicId: string }) => ({ section: section.publicId, enrolledOn: session.startsOn })
  expect(await changeEnrollment(school.scope, enrollment.publicId, 1, to(sevenA))).toEqual({ ok: true })
  expect((await titlesOwed(school)).map((due) => due.name)).toEqual(['Fee of seven', 'Fee of seven'])
  expect(await changeEnrollment(school.scope, enrollment.publicId, 2, to(sixA))).toEqual({ ok: true })
  expect((await titlesOwed(school)).map((due) => due.name)).toEqual(['Fee of six', 'Fee of six'])
})

it('refuses to change the class of a student who has started to pay the fees of the class', async () => {
  const { school, session, student, enrollment, sevenA } = await twoClasses()
  const [due] = await titlesOwed(school)
  if (!due) throw new Error('no due')
  await beginPayment(school, due)
  const fields = { section: sevenA.publicId, enrolledOn: session.startsOn }
  expect(await changeEnrollment(school.scope, enrollment.publicId, 1, fields)).toEqual({
    ok: false,
    reason: 'has-payments',
  })
  expect(await listEnrollmentsOf(school.scope, student.publicId)).toMatchObject([{ className: enrollment.class.name }])
  const seats = await sectionChoices(school.scope)
  expect(seats.map((one) => one.taken).sort()).toEqual([0, 1])
})

it('withdraws the unpaid dues of a student who is marked as RTE, and raises them again when the mark is removed', async () => {
  const { school, student } = await twoClasses()
  const fields = {
    first_name: student.firstName,
    last_name: student.lastName,
    father_name: student.fatherName,
    mother_name: student.motherName,
    address: student.address,
    gender: student.gender,
    date_of_birth: student.dateOfBirth,
    category: student.category,
    mobile_number: student.mobileNumber,
    enrollment_number: student.enrollmentNumber,
  }
  await updateStudent(school.scope, student.publicId, { ...fields, rte: true }, 1)
  expect(await titlesOwed(school)).toEqual([])
  const withdrawal = (details: object) => ({ kind: 'student', id: student.id, by: 'system', details })
  const both = withdrawal({ dues: 2, amountPaise: 50_000_00 })
  expect(await entriesOf(school, 'dues.withdrawn')).toEqual([both])
  await updateStudent(school.scope, student.publicId, { ...fields, rte: false }, 2)
  const owed = await titlesOwed(school)
  expect(owed).toHaveLength(2)
  const [first, second] = owed
  if (!first || !second) throw new Error('no dues')
  await beginPayment(school, first)
  await updateStudent(school.scope, student.publicId, { ...fields, rte: true }, 3)
  expect((await titlesOwed(school)).map((due) => due.id)).toEqual([first.id])
  expect(await entriesOf(school, 'dues.withdrawn')).toEqual([both, withdrawal({ dues: 1, amountPaise: 25_000_00 })])
})
