import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { updateStudent } from '~/models/entry/admissions/update-student.server'
import { issueDraft, makeDraft, makeKinds } from '../../../../../tests/factories/certificates'
import { makeChangeRequest } from '../../../../../tests/factories/people'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { admit, closeNumber } from '../../../../../tests/factories/register'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { findChangeRequest } from '../change-requests/change-requests.server'
import { approveChangeRequests, decideChangeRequest } from '../change-requests/decide-change-request.server'
import { saveSection } from '../describe/save-section.server'
import { findSections } from '../find-sections.server'
import { correctRegister, listCorrections } from './correct-register.server'
import { isOnRegister } from './on-register.server'

const order = {
  authority: 'District Education Officer, Rajkot',
  orderNumber: 'DEO/7',
  orderedOn: '2026-01-12',
  reason: 'As in the birth certificate',
}

async function makeEntered() {
  const school = await makeSchool()
  const office = await makeStaff(school, { name: 'Meenakshi Joshi' })
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', dateOfBirth: '2012-06-14' })
  await admit(student, { number: 'GR-12' })
  return { school, scope: office.scope, student }
}

const current = {
  first_name: 'Asha',
  last_name: 'Patel',
  date_of_birth: '2012-06-14',
  admission_number: 'GR-12',
  admission_date: '2019-06-10',
  seen_first_name: 'Asha',
  seen_last_name: 'Patel',
  seen_date_of_birth: '2012-06-14',
  seen_admission_number: 'GR-12',
  seen_admission_date: '2019-06-10',
}

const rowOf = (student: MadeStudent) =>
  readRow<{ first: string; last: string; born: string; version: number }>(
    'SELECT first_name AS first, last_name AS last, date_of_birth AS born, version FROM students WHERE id = :id',
    { id: student.id },
  )

it('keeps the old and new values with the authority’s order for the correction, and audits it', async () => {
  const { school, scope, student } = await makeEntered()
  const input = { ...current, last_name: 'Shah', date_of_birth: '2012-07-14', ...order, version: 1 }
  expect(await correctRegister(scope, student.publicId, input)).toMatchObject({ ok: true })
  expect(await rowOf(student)).toEqual({ first: 'Asha', last: 'Shah', born: '2012-07-14', version: 2 })
  const rows = await listCorrections(scope, [student.id])
  expect(rows).toMatchObject([
    { field: 'name', oldValue: 'Asha Patel', newValue: 'Asha Shah', ...order, correctedByName: 'Meenakshi Joshi' },
    { field: 'date_of_birth', oldValue: '2012-06-14', newValue: '2012-07-14', ...order },
  ])
  const audit = await readRows<{ details: string }>(
    `SELECT details FROM audit_entries WHERE school_id = :id AND action = 'register.corrected' ORDER BY id`,
    { id: school.id },
  )
  expect(audit.map(({ details }) => JSON.parse(details))).toMatchObject([
    { field: 'name', oldValue: 'Asha Patel', newValue: 'Asha Shah', authority: order.authority },
    { field: 'date_of_birth', newValue: '2012-07-14' },
  ])
  // Submitting the same form again adds no further corrections.
  expect(await correctRegister(scope, student.publicId, input)).toMatchObject({ ok: true })
  expect(await listCorrections(scope, [student.id])).toHaveLength(2)
})

it('refuses a correction without changes, from an outdated form, or for another school’s student', async () => {
  const { scope, student } = await makeEntered()
  const correct = (changes: object, version = 1, by = scope) =>
    correctRegister(by, student.publicId, { ...current, ...changes, ...order, version })
  expect(await correct({})).toEqual({ ok: false, reason: 'nothing-changed' })
  expect(await correct({ last_name: 'Shah' }, 1, (await makeSchool()).scope)).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await correct({ last_name: 'Shah' })).toMatchObject({ ok: true })
  expect(await correct({ first_name: 'Aasha' })).toEqual({ ok: false, reason: 'changed' })
  expect(await listCorrections(scope, [student.id])).toHaveLength(1)
})

it('puts a student on the register with an admission number, or with the first transfer certificate', async () => {
  const school = await makeSchool()
  const { transfer, bonafide } = await makeKinds(school)
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel', dateOfBirth: '2012-06-14' })
  const unnumbered = { admission_number: null, admission_date: null }
  const correct = () =>
    correctRegister(school.scope, student.publicId, {
      ...current,
      ...unnumbered,
      ...order,
      last_name: 'Shah',
      version: 1,
    })
  await issueDraft(school.scope, await makeDraft(school.scope, student, bonafide))
  await makeDraft(school.scope, student, transfer)
  expect(await isOnRegister(school.scope, student.id)).toBe(false)
  expect(await correct()).toMatchObject({ ok: false })
  const { number } = await issueDraft(school.scope, await makeDraft(school.scope, student, transfer))
  expect(await isOnRegister(school.scope, student.id)).toBe(true)
  await execute(`UPDATE certificates SET state = 'cancelled' WHERE number_text = :number AND school_id = :id`, {
    number,
    id: school.id,
  })
  expect(await isOnRegister(school.scope, student.id)).toBe(true)
  expect(await isOnRegister((await makeSchool()).scope, student.id)).toBe(false)
})

it('refuses a new name or birth date of a student on the register in the student’s form, but accepts other changes', async () => {
  const { scope, student } = await makeEntered()
  expect(await updateStudent(scope, student.publicId, { last_name: 'Shah' }, 1)).toEqual({
    ok: false,
    reason: 'register-entry',
  })
  expect(await updateStudent(scope, student.publicId, { date_of_birth: '2012-06-15' }, 1)).toEqual({
    ok: false,
    reason: 'register-entry',
  })
  expect(await updateStudent(scope, student.publicId, { last_name: 'Patel', category: 'OBC' }, 1)).toEqual({ ok: true })
  expect(await rowOf(student)).toMatchObject({ last: 'Patel', version: 2 })
})

it('approves a requested name change of a student on the register only together with a register correction', async () => {
  const { scope, student } = await makeEntered()
  const name = await makeChangeRequest(student, { field: 'last_name', value: 'Shah' })
  const born = await makeChangeRequest(student, { field: 'date_of_birth', value: '2012-08-01' })
  const father = await makeChangeRequest(student, { field: 'father_name', value: 'Rajesh Shah' })
  expect(await findChangeRequest(scope, name)).toMatchObject({ needsOrder: true })
  expect(await findChangeRequest(scope, father)).toMatchObject({ needsOrder: false })
  const approve = { decision: 'approve' as const, seen: 'Patel' }
  expect(await decideChangeRequest(scope, name, approve)).toEqual({ ok: false, reason: 'order-needed' })
  expect(await approveChangeRequests(scope, [{ publicId: born, seen: '2012-06-14' }])).toEqual({
    approved: 0,
    left: [born],
  })
  expect(await rowOf(student)).toMatchObject({ last: 'Patel', born: '2012-06-14' })
  const input = { ...current, last_name: 'Shah', date_of_birth: '2012-07-14', ...order, version: 1 }
  expect(await correctRegister(scope, student.publicId, input)).toMatchObject({ ok: true })
  expect(await findChangeRequest(scope, name)).toMatchObject({ state: 'approved', decidedBy: 'Meenakshi Joshi' })
  // The order's date of birth differs from the requested one, so the request stays pending.
  expect(await findChangeRequest(scope, born)).toMatchObject({ state: 'pending' })
  expect(
    await decideChangeRequest(scope, born, { decision: 'reject', reason: 'The order says otherwise' }),
  ).toMatchObject({ ok: true })
})

it('corrects only fields that differ from what the page showed', async () => {
  const { scope, student } = await makeEntered()
  const correct = (changes: object, version: number) =>
    correctRegister(scope, student.publicId, { ...current, ...changes, ...order, version })
  expect(await correct({ date_of_birth: '2012-07-14' }, 1)).toMatchObject({ ok: true })
  // A page loaded before this correction is refused; one with the current version is accepted and keeps the new date.
  expect(await correct({ last_name: 'Shah' }, 1)).toEqual({ ok: false, reason: 'changed' })
  expect(await correct({ last_name: 'Shah' }, 2)).toMatchObject({ ok: true })
  expect(await rowOf(student)).toMatchObject({ last: 'Shah', born: '2012-07-14' })
  expect(await listCorrections(scope, [student.id])).toMatchObject([{ field: 'date_of_birth' }, { field: 'name' }])
})

it('corrects the admission number and date, but refuses a number that is used or closed', async () => {
  const { school, scope, student } = await makeEntered()
  const other = await makeStudent(school)
  await admit(other, { number: 'GR-13' })
  await closeNumber(other, 'GR-7')
  const correct = (changes: object) =>
    correctRegister(scope, student.publicId, { ...current, ...changes, ...order, version: 1 })
  for (const admission_number of ['GR-13', 'GR-7'])
    expect(await correct({ admission_number })).toEqual({ ok: false, reason: 'admission-number-taken' })
  // Empty fields do not clear the number and date.
  expect(await correct({ admission_number: null, admission_date: null })).toEqual({
    ok: false,
    reason: 'nothing-changed',
  })
  expect(await correct({ admission_number: 'GR-21', admission_date: '2019-06-11' })).toMatchObject({ ok: true })
  expect(await listCorrections(scope, [student.id])).toMatchObject([
    { field: 'admission_number', oldValue: 'GR-12', newValue: 'GR-21' },
    { field: 'admission_date', oldValue: '2019-06-10', newValue: '2019-06-11' },
  ])
  expect((await findSections(scope, student.publicId))?.values).toMatchObject({
    admission_number: 'GR-21',
    admission_date: '2019-06-11',
  })
})

it('lets the academic form set only a first admission number, and audits its other changes in full', async () => {
  const { school, scope, student } = await makeEntered()
  const save = (values: object, version = 1, of = student) =>
    saveSection(scope, of.publicId, 'academic', { ...values }, version)
  for (const values of [{ admission_number: 'GR-14' }, { admission_date: '2019-07-01' }, { admission_number: null }])
    expect(await save(values)).toEqual({ ok: false, reason: 'register-entry' })
  expect(await save({ admission_number: 'GR-12', admission_class: 'Class 2', previous_school: 'Navjeevan' })).toEqual({
    ok: true,
    value: [],
  })
  const [told] = await readRows<{ details: string }>(
    `SELECT details FROM audit_entries WHERE school_id = :id AND action = 'student.updated'`,
    { id: school.id },
  )
  expect(JSON.parse(told?.details ?? '')).toMatchObject({
    admission_class: 'Class 1 → Class 2',
    previous_school: ' → Navjeevan',
  })
  const fresh = await makeStudent(school)
  await closeNumber(student, 'GR-7')
  expect(await save({ admission_number: 'GR-7' }, 1, fresh)).toEqual({ ok: false, reason: 'admission-number-taken' })
  expect(await save({ admission_number: 'GR-15' }, 1, fresh)).toMatchObject({ ok: true })
})
