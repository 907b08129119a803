import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { withdrawUntouchedDues } from '~/models/money/ledger/dues.server'
import type { FineRule } from '~/models/money/ledger/fine-rules'
import { accrueFines, waiveFine } from '~/models/money/ledger/fines.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { backdateDues } from '../../../../tests/factories/fee-rules'
import { feeVersion, makeFee } from '../../../../tests/factories/fees'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeDue } from '../../../../tests/factories/ledger'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { assignFee, assignFeeToStudents } from './assign-fee.server'
import { changeTerms, type FeeTerms, previewTerms } from './change-terms.server'
import { giveConcession } from './concessions.server'
import { createFee, deleteFee, setFineRule, updateFee } from './fees.server'
import { findFeePlan, findFeeReach, listFees } from './queries.server'
import type { FeeFields } from './schema'

/**
 * Creates a school with one class; the first `rteCount` students are admitted under the Right to Education Act (RTE).
 */
async function makeClassroom(studentCount: number, rteCount = 0) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass)
  const enrolledStudents = []
  for (let index = 0; index < studentCount; index++) {
    const student = await makeStudent(school, { rte: index < rteCount })
    await makeEnrollment(student, { session, class: ofClass, section })
    enrolledStudents.push(student)
  }
  return { school, session, ofClass, section, students: enrolledStudents }
}

/** Values of the form "Add fee": two heads and two instalments. */
function feeFields(
  classroom: { session: { publicId: string }; ofClass: { publicId: string } },
  name = 'School Fee',
): FeeFields {
  return {
    name,
    academic_session: classroom.session.publicId,
    class: classroom.ofClass.publicId,
    heads: [
      { kind: 'tuition', name: 'Tuition', amountPaise: 30_000_00 },
      { kind: 'other', name: 'Library', amountPaise: 1_000_01 },
    ],
    instalments: [
      { title: 'One', dueOn: '2026-04-10', amountPaise: 20_000_00 },
      { title: 'Two', dueOn: '2026-09-10', amountPaise: 11_000_01 },
    ],
  }
}

/** Saves the edit form of a fee that was loaded just before. */
const update = async (scope: SchoolScope, id: string, fee: Parameters<typeof updateFee>[3]) =>
  updateFee(scope, id, await feeVersion(scope, id), fee)

/** Terms of a fee, with the requested changes. */
async function termsOf(scope: SchoolScope, id: string, edit: (terms: FeeTerms) => Partial<FeeTerms> = () => ({})) {
  const plan = await findFeePlan(scope, id)
  if (!plan) throw new Error('no fee')
  const terms = {
    name: plan.name,
    headAmounts: plan.heads.map((head) => head.amountPaise),
    instalments: plan.instalments,
  }
  return { ...terms, ...edit(terms) }
}

/** Saves new terms; `unpaid` is the number of unpaid dues that the page has shown. */
const applyTerms = async (scope: SchoolScope, id: string, terms: FeeTerms, unpaid = 0) =>
  changeTerms(scope, id, { version: await feeVersion(scope, id), unpaid }, terms)

async function duesOf(school: MadeSchool) {
  return readRows<{ id: number; studentId: number; name: string; title: string; amount: number; parts: number }>(
    `SELECT d.id, d.student_id AS studentId, d.name, d.title, d.amount_paise AS amount,
       (SELECT CAST(SUM(p.amount_paise) AS SIGNED) FROM due_parts p WHERE p.due_id = d.id) AS parts
     FROM dues d WHERE d.school_id = :id ORDER BY d.student_id, d.due_on`,
    { id: school.id },
  )
}

/** Simulates a student's started payment of the due. */
async function beginPayment(school: MadeSchool, due: { id: number; studentId: number }) {
  const now = new Date()
  const row = { public_id: newPublicId(), school_id: school.id, student_id: due.studentId, form_key: unique() }
  const payment = await insert('payments', {
    ...row,
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

it('creates one fee when the same form is sent twenty times, and refuses its name to another form', async () => {
  const classroom = await makeClassroom(0)
  const key = unique()
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => createFee(classroom.school.scope, key, feeFields(classroom))),
  )
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value)).size).toBe(1)
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect(await createFee(classroom.school.scope, unique(), feeFields(classroom))).toEqual({
    ok: false,
    reason: 'name-taken',
  })
  const list = await listFees(classroom.school.scope, {
    search: 'school',
    sort: 'session',
    descending: false,
    filters: { session: '', class: classroom.ofClass.publicId, assigned: '' },
    page: 1,
  })
  expect(list.rows).toMatchObject([{ totalPaise: 31_000_01, instalments: 2, students: 0, isAssigned: false }])
})

it('accepts only classes and sessions of this school', async () => {
  const classroom = await makeClassroom(0)
  const otherClassroom = await makeClassroom(0)
  const { scope } = classroom.school
  expect(
    await createFee(scope, unique(), feeFields({ session: otherClassroom.session, ofClass: classroom.ofClass })),
  ).toEqual({ ok: false, reason: 'no-such-session' })
  expect(
    await createFee(scope, unique(), feeFields({ session: classroom.session, ofClass: otherClassroom.ofClass })),
  ).toEqual({ ok: false, reason: 'no-such-class' })
  const fee = await makeFee(otherClassroom.school, { session: otherClassroom.session, class: otherClassroom.ofClass })
  expect(await update(scope, fee.publicId, feeFields(classroom))).toEqual({ ok: false, reason: 'not-found' })
  expect(await assignFee(scope, fee.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await deleteFee(scope, fee.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await findFeePlan(scope, fee.publicId)).toBeNull()
})

it('creates each instalment’s due once for every student of the class, but none for RTE students', async () => {
  const classroom = await makeClassroom(3, 1)
  const { school } = classroom
  const created = await createFee(school.scope, unique(), feeFields(classroom))
  if (!created.ok) throw new Error(created.reason)
  const plan = await findFeePlan(school.scope, created.value)
  if (!plan) throw new Error('no fee')
  expect(await findFeeReach(school.scope, plan)).toEqual({
    enrolled: 3,
    rte: 1,
    assigned: 0,
    students: 0,
    missingDues: 4,
    missingPaise: 62_000_02,
    hasPayments: false,
  })
  const outcomes = await Promise.all([assignFee(school.scope, created.value), assignFee(school.scope, created.value)])
  expect(outcomes.map((outcome) => outcome.ok && outcome.value.raised).sort()).toEqual([0, 4])
  const dues = await duesOf(school)
  expect(dues).toHaveLength(4)
  expect(dues.every((due) => due.parts === due.amount)).toBe(true)
  expect(dues.some((due) => due.studentId === classroom.students[0]?.id)).toBe(false)
  expect(await findFeeReach(school.scope, plan)).toMatchObject({
    assigned: 2,
    students: 2,
    missingDues: 0,
    missingPaise: 0,
  })
})

it('adds only missing dues when a fee is assigned again', async () => {
  const classroom = await makeClassroom(1)
  const fee = await makeFee(classroom.school, { session: classroom.session, class: classroom.ofClass })
  await assignFee(classroom.school.scope, fee.publicId)
  const late = await makeStudent(classroom.school)
  await makeEnrollment(late, { session: classroom.session, class: classroom.ofClass, section: classroom.section })
  expect(await assignFee(classroom.school.scope, fee.publicId)).toEqual({ ok: true, value: { raised: 2 } })
})

it('updates the dues when their fee is changed, as long as nothing is paid', async () => {
  const classroom = await makeClassroom(2)
  const fee = await makeFee(classroom.school, { session: classroom.session, class: classroom.ofClass })
  await assignFee(classroom.school.scope, fee.publicId)
  expect(await update(classroom.school.scope, fee.publicId, feeFields(classroom, 'New name'))).toEqual({ ok: true })
  const dues = await duesOf(classroom.school)
  expect(dues.map((due) => [due.name, due.title, due.amount])).toEqual([
    ['New name', 'One', 20_000_00],
    ['New name', 'Two', 11_000_01],
    ['New name', 'One', 20_000_00],
    ['New name', 'Two', 11_000_01],
  ])
  const elsewhere = await makeClass(classroom.school)
  expect(await update(classroom.school.scope, fee.publicId, feeFields({ ...classroom, ofClass: elsewhere }))).toEqual({
    ok: false,
    reason: 'assigned-elsewhere',
  })
})

it('keeps fine waivers, the start of fines and cancelled dues when the instalments of a fee are replaced', async () => {
  const classroom = await makeClassroom(2)
  const { school } = classroom
  const { scope } = school
  const fee = await makeFee(school, { session: classroom.session, class: classroom.ofClass })
  await assignFee(scope, fee.publicId)
  const fine: FineRule = { kind: 'flat', amountPaise: 50_00, graceDays: 0, capPaise: null, slabs: [] }
  const daysAgo = (days: number) => addDays(todayInIndia(new Date()), -days)
  const replace = async (days: readonly number[]) => {
    const plain = feeFields(classroom)
    const instalments = days.map((ago, index) => ({
      title: `T${index}`,
      dueOn: daysAgo(ago),
      amountPaise: index < days.length - 1 ? 10_000_00 : 31_000_01 - 10_000_00 * (days.length - 1),
    }))
    const changed = { ...plain, instalments, fineRule: fine }
    expect(await update(scope, fee.publicId, changed)).toEqual({ ok: true })
  }
  const figures = async () => {
    const first = classroom.students[0]
    if (!first) throw new Error('no student')
    await inTransaction(() => accrueFines(scope, [first.id]))
    const rows = await readRows<{ state: string; fine: number; waived: number; reason: string | null }>(
      `SELECT state, fine_paise AS fine, fine_waived_paise AS waived, fine_waiver_reason AS reason FROM dues
       WHERE student_id = :id ORDER BY due_on`,
      { id: first.id },
    )
    return rows.map((row) => [row.state, row.fine, row.waived, row.reason])
  }
  await replace([40, 20])
  // This change created the dues, so days before it are not fined.
  expect(await figures()).toEqual([
    ['open', 0, 0, null],
    ['open', 0, 0, null],
  ])
  await backdateDues(school, classroom.session)
  await execute('UPDATE dues SET fine_accrued_on = NULL WHERE school_id = :id', { id: school.id })
  const [due] = await readRows<{ publicId: string }>(
    'SELECT public_id AS publicId FROM dues WHERE student_id = :id ORDER BY due_on LIMIT 1',
    { id: classroom.students[0]?.id ?? 0 },
  )
  expect(await waiveFine(scope, due?.publicId ?? '', 'flood')).toMatchObject({ ok: true })
  await execute("UPDATE dues SET state = 'cancelled' WHERE student_id = :id", { id: classroom.students[1]?.id ?? 0 })
  // The waived fine of the first due stays waived, and the second due is fined. The third due is new, so days before
  // its creation are not fined.
  await replace([40, 19, 10])
  expect(await figures()).toEqual([
    ['open', 0, 50_00, 'flood'],
    ['open', 50_00, 0, null],
    ['open', 0, 0, null],
  ])
  const others = await readRows<{ state: string }>('SELECT state FROM dues WHERE student_id = :id ORDER BY due_on', {
    id: classroom.students[1]?.id ?? 0,
  })
  expect(others.slice(0, 2)).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
})

it('adds a new instalment only for students still in the class', async () => {
  const classroom = await makeClassroom(2)
  const { school } = classroom
  const fee = await makeFee(school, { session: classroom.session, class: classroom.ofClass })
  await assignFee(school.scope, fee.publicId)
  const before = await duesOf(school)
  const [leaver, remaining] = classroom.students
  await execute("UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE student_id = :id", {
    id: leaver?.id ?? 0,
  })
  const plain = feeFields(classroom)
  const sizes = Array.from({ length: before.length / 2 + 1 }, (_, index) => (index === 0 ? 0 : 1_000_00))
  const total = plain.instalments.reduce((sum, one) => sum + one.amountPaise, 0)
  const instalments = sizes.map((paise, index) => ({
    title: `T${index}`,
    dueOn: `2026-0${index + 4}-10`,
    amountPaise: index === 0 ? total - 1_000_00 * (sizes.length - 1) : paise,
  }))
  expect(await update(school.scope, fee.publicId, { ...plain, instalments })).toEqual({ ok: true })
  const counts = await readRows<{ student: number; dues: number }>(
    'SELECT student_id AS student, COUNT(*) AS dues FROM dues WHERE school_id = :id GROUP BY student_id ORDER BY student_id',
    { id: school.id },
  )
  expect(counts).toEqual([
    { student: leaver?.id, dues: before.length / 2 },
    { student: remaining?.id, dues: instalments.length },
  ])
})

it('refuses new amounts and dates once a payment has started, but still accepts new texts', async () => {
  const classroom = await makeClassroom(2)
  const fee = await makeFee(classroom.school, { session: classroom.session, class: classroom.ofClass })
  await assignFee(classroom.school.scope, fee.publicId)
  const [first] = await duesOf(classroom.school)
  if (!first) throw new Error('no due')
  await beginPayment(classroom.school, first)
  const before = await duesOf(classroom.school)
  expect(await update(classroom.school.scope, fee.publicId, feeFields(classroom))).toEqual({
    ok: false,
    reason: 'has-payments',
  })
  expect(await deleteFee(classroom.school.scope, fee.publicId)).toEqual({ ok: false, reason: 'has-payments' })
  expect(await duesOf(classroom.school)).toEqual(before)
  const titles = ['April', 'October']
  const newTexts = await termsOf(classroom.school.scope, fee.publicId, ({ instalments }) => ({
    name: 'Annual fee',
    instalments: instalments.map((one, index) => ({ ...one, title: titles[index] ?? '' })),
  }))
  expect(await applyTerms(classroom.school.scope, fee.publicId, newTexts)).toEqual({ ok: true })
  expect((await duesOf(classroom.school)).map((due) => `${due.name} ${due.title}`)).toEqual([
    'Annual fee April',
    'Annual fee October',
    'Annual fee April',
    'Annual fee October',
  ])
  const fewer = { ...newTexts, instalments: newTexts.instalments.slice(1) }
  expect(await applyTerms(classroom.school.scope, fee.publicId, fewer)).toEqual({ ok: false, reason: 'changed' })
})

it('changes dates and amounts of unpaid dues, with their concessions, and keeps paid ones', async () => {
  const classroom = await makeClassroom(3)
  const { scope } = classroom.school
  const fee = await makeFee(classroom.school, { session: classroom.session, class: classroom.ofClass })
  await assignFee(scope, fee.publicId)
  const [payer, conceded] = classroom.students
  const first = (await duesOf(classroom.school)).find((due) => due.studentId === payer?.id)
  if (!first || !conceded) throw new Error('no due')
  await beginPayment(classroom.school, first)
  const concession = await giveConcession(scope, conceded.publicId, {
    academicSession: classroom.session.publicId,
    fee: null,
    kind: 'sibling',
    reason: 'Two at school',
    percentHundredths: 1_000,
    amountPaise: null,
    formKey: unique(),
  })
  expect(concession.ok).toBe(true)
  const terms = await termsOf(scope, fee.publicId, ({ headAmounts, instalments }) => ({
    headAmounts: headAmounts.map((paise, index) => paise + (index === 0 ? 100_000 : 0)),
    instalments: instalments.map((one, index) =>
      index === 0 ? { ...one, dueOn: '2027-02-01', amountPaise: one.amountPaise + 100_000 } : one,
    ),
  }))
  const plan = await findFeePlan(scope, fee.publicId)
  if (!plan) throw new Error('no fee')
  const preview = await previewTerms(scope, plan, terms)
  expect(preview[0]).toMatchObject({ unpaid: 2, staying: 1, after: { dueOn: '2027-02-01' } })
  const unpaid = preview.reduce((sum, one) => sum + one.unpaid, 0)
  // A payment arrived since the page was shown.
  expect(await applyTerms(scope, fee.publicId, terms, unpaid + 1)).toEqual({ ok: false, reason: 'others' })
  expect(await applyTerms(scope, fee.publicId, terms, unpaid)).toEqual({ ok: true })
  const dues = await readRows<{ studentId: number; dueOn: string; amount: number; less: number; parts: number }>(
    `SELECT d.student_id AS studentId, d.due_on AS dueOn, d.amount_paise AS amount, d.concession_paise AS less,
       (SELECT CAST(SUM(p.amount_paise) AS SIGNED) FROM due_parts p WHERE p.due_id = d.id) AS parts
     FROM dues d WHERE d.school_id = :id AND d.title = :title ORDER BY d.student_id`,
    { id: classroom.school.id, title: plan.instalments[0]?.title ?? '' },
  )
  const [instalmentBefore, instalmentAfter] = [plan.instalments[0], terms.instalments[0]]
  expect(dues.map(({ dueOn, amount }) => [dueOn, amount])).toEqual([
    [instalmentBefore?.dueOn, instalmentBefore?.amountPaise],
    [instalmentAfter?.dueOn, instalmentAfter?.amountPaise],
    [instalmentAfter?.dueOn, instalmentAfter?.amountPaise],
  ])
  expect(dues.every((due) => due.parts === due.amount)).toBe(true)
  expect(dues.map((due) => due.less)).toEqual([0, Math.round((instalmentAfter?.amountPaise ?? 0) / 10), 0])
})

it('audits a change of a fee’s name alone as renamed, not as new amounts or dates', async () => {
  const classroom = await makeClassroom(1)
  const { scope } = classroom.school
  const fee = await makeFee(classroom.school, {
    session: classroom.session,
    class: classroom.ofClass,
    name: 'School Fee',
  })
  expect(
    await applyTerms(scope, fee.publicId, await termsOf(scope, fee.publicId, () => ({ name: 'Annual Fee' }))),
  ).toEqual({ ok: true })
  expect(await entriesOf(classroom.school, 'fee.renamed')).toEqual([
    { kind: 'fee', id: fee.id, by: 'system', details: { name: 'Annual Fee', nameBefore: 'School Fee' } },
  ])
  expect(await entriesOf(classroom.school, 'fee.terms-changed')).toEqual([])
})

it('reports a conflict to the second save of a fee, its texts, its fine or its assignment', async () => {
  const classroom = await makeClassroom(1)
  const { scope } = classroom.school
  const fee = await makeFee(classroom.school, { session: classroom.session, class: classroom.ofClass })
  const version = await feeVersion(scope, fee.publicId)
  expect(await updateFee(scope, fee.publicId, version, feeFields(classroom, 'First'))).toEqual({ ok: true })
  const changed = { ok: false, reason: 'changed' }
  expect(await updateFee(scope, fee.publicId, version, feeFields(classroom, 'Second'))).toEqual(changed)
  const second = await termsOf(scope, fee.publicId, () => ({ name: 'Second' }))
  expect(await changeTerms(scope, fee.publicId, { version, unpaid: 0 }, second)).toEqual(changed)
  expect(await setFineRule(scope, fee.publicId, version, null)).toEqual(changed)
  expect(await assignFeeToStudents(scope, fee.publicId, version, [])).toEqual(changed)
  expect((await findFeePlan(scope, fee.publicId))?.name).toBe('First')
})

it('deletes the students’ dues with their fee', async () => {
  const classroom = await makeClassroom(1)
  const fee = await makeFee(classroom.school, { session: classroom.session, class: classroom.ofClass })
  await assignFee(classroom.school.scope, fee.publicId)
  expect(await deleteFee(classroom.school.scope, fee.publicId)).toEqual({ ok: true })
  expect(await duesOf(classroom.school)).toEqual([])
})

it('withdraws unpaid dues until the last day of their session, and records the withdrawn amount', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const session = await makeAcademicSession(school, { startYear: 2030 })
  await makeDue(student, { session, amountPaise: 900_00, concessionPaise: 100_00, finePaise: 25_00 })
  const withdraw = (today: string) =>
    inTransaction(() => withdrawUntouchedDues(school.scope, { kind: 'fee', studentId: student.id, today }))
  expect(await withdraw('2031-04-01')).toBe(0)
  expect(await entriesOf(school, 'dues.withdrawn')).toEqual([])
  expect(await withdraw('2031-03-31')).toBe(1)
  expect(await entriesOf(school, 'dues.withdrawn')).toMatchObject([
    { kind: 'student', id: student.id, details: { dues: 1, amountPaise: 825_00 } },
  ])
})

it('creates no dues for students who are no longer active', async () => {
  const classroom = await makeClassroom(2)
  await execute(`UPDATE students SET status = 'inactive' WHERE id = :id`, { id: classroom.students[0]?.id ?? 0 })
  const fee = await makeFee(classroom.school, { session: classroom.session, class: classroom.ofClass })
  expect(await assignFee(classroom.school.scope, fee.publicId)).toEqual({ ok: true, value: { raised: 2 } })
})
