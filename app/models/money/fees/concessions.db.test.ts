import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { accrueFines } from '~/models/money/ledger/fines.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../../../../tests/factories/academics'
import { backdateDues } from '../../../../tests/factories/fee-rules'
import { feeVersion, makeFee } from '../../../../tests/factories/fees'
import { insert, unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { assignFee, assignFeeToStudents } from './assign-fee.server'
import { concessionsOf, feesOfStudent, listConcessions } from './concession-queries.server'
import { type GiveConcession, giveConcession, giveConcessions, removeConcession } from './concessions.server'
import { setFineRule } from './fees.server'
import { raiseAssignedFees } from './raise-fees.server'

async function house(students = 1) {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass)
  const made = []
  for (let index = 0; index < students; index++) {
    const student = await makeStudent(school)
    await makeEnrollment(student, { session, class: ofClass, section })
    made.push(student)
  }
  const fee = await makeFee(school, {
    session,
    class: ofClass,
    heads: [{ kind: 'tuition', name: 'Tuition', amountPaise: 300_03 }],
    instalments: [1, 2, 3].map((month) => ({ title: `T${month}`, dueOn: `2026-0${month}-10`, amountPaise: 100_01 })),
  })
  const [student] = made
  if (!student) throw new Error('no student')
  return { school, scope: school.scope, session, ofClass, section, fee, students: made, student }
}

type House = Awaited<ReturnType<typeof house>>

function concession(of: House, more: Partial<GiveConcession> = {}): GiveConcession {
  return {
    kind: 'sibling',
    academicSession: of.session.publicId,
    fee: null,
    percentHundredths: more.amountPaise ? null : 25_00,
    amountPaise: null,
    reason: 'Second child',
    formKey: unique(),
    ...more,
  }
}

function dues(of: { school: { id: number } }, student?: { id: number }) {
  return readRows<{ id: number; publicId: string; amount: number; off: number; taken: number; paid: number }>(
    `SELECT d.id, d.public_id AS publicId, d.amount_paise AS amount, d.concession_paise AS off, d.paid_paise AS paid,
       (SELECT CAST(COALESCE(SUM(c.amount_paise), 0) AS SIGNED) FROM due_concessions c WHERE c.due_id = d.id) AS taken
     FROM dues d WHERE d.school_id = :id AND (:studentId = 0 OR d.student_id = :studentId) ORDER BY d.student_id, d.due_on`,
    { id: of.school.id, studentId: student?.id ?? 0 },
  )
}

const offs = async (of: House) => (await dues(of)).map((due) => due.off)

async function payFirst(of: House) {
  const [first] = await dues(of)
  if (!first) throw new Error('no due')
  const paid = await recordOfflinePayment(of.scope, {
    dueIds: [first.publicId],
    method: 'cash',
    amountPaise: first.amount - first.off,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: unique(),
  })
  if (!paid.ok) throw new Error(paid.reason)
}

/** Simulates a started payment of the due. */
async function beginPayment(of: House, due: { id: number }) {
  const now = new Date()
  const payment = await insert('payments', {
    public_id: newPublicId(),
    school_id: of.school.id,
    student_id: of.student.id,
    form_key: unique(),
    method: 'online',
    state: 'created',
    amount_paise: 100,
    created_at: now,
    updated_at: now,
  })
  await insert('payment_lines', {
    school_id: of.school.id,
    payment_id: payment,
    due_id: due.id,
    kind: 'due',
    state: 'open',
    is_online: 1,
    amount_paise: 100,
    created_at: now,
  })
}

it('takes a percentage off every open instalment, to the paisa, and audits the concession', async () => {
  const of = await house()
  await assignFee(of.scope, of.fee.publicId)
  const given = await giveConcession(of.scope, of.student.publicId, concession(of))
  expect(given).toEqual({ ok: true, value: { dues: 3, paise: 75_01 } })
  expect(await offs(of)).toEqual([25_01, 25_00, 25_00])
  expect(await concessionsOf(of.scope, of.student.publicId)).toMatchObject([
    { kind: 'sibling', takenPaise: 75_01, feeName: null, reason: 'Second child', isRemoved: false },
  ])
  const audit = await readRows("SELECT id FROM audit_entries WHERE school_id = :id AND action = 'concession.given'", {
    id: of.school.id,
  })
  expect(audit).toHaveLength(1)
})

it('gives a concession once when the same form is sent twenty times', async () => {
  const of = await house()
  await assignFee(of.scope, of.fee.publicId)
  const input = concession(of)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => giveConcession(of.scope, of.student.publicId, input)),
  )
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect(await concessionsOf(of.scope, of.student.publicId)).toHaveLength(1)
  expect(await offs(of)).toEqual([25_01, 25_00, 25_00])
})

it('waives the unpaid fine with a concession of 100 %, and lets it accrue again after the removal', async () => {
  const of = await house()
  await assignFee(of.scope, of.fee.publicId)
  await backdateDues(of.school, of.session)
  await setFineRule(of.scope, of.fee.publicId, await feeVersion(of.scope, of.fee.publicId), {
    kind: 'flat',
    amountPaise: 30_00,
    graceDays: 0,
    capPaise: null,
    slabs: [],
  })
  const fines = async () =>
    (
      await readRows<{ fine: number }>('SELECT fine_paise AS fine FROM dues WHERE school_id = :id ORDER BY due_on', {
        id: of.school.id,
      })
    ).map((row) => row.fine)
  expect(await fines()).toEqual([30_00, 30_00, 30_00])
  const given = await giveConcession(of.scope, of.student.publicId, concession(of, { percentHundredths: 10_000 }))
  expect(given).toEqual({ ok: true, value: { dues: 3, paise: 300_03 } })
  expect(await fines()).toEqual([0, 0, 0])
  const [only] = await concessionsOf(of.scope, of.student.publicId)
  expect(await removeConcession(of.scope, only?.publicId ?? '')).toMatchObject({ ok: true })
  await inTransaction(() => accrueFines(of.scope, [of.student.id]))
  expect(await fines()).toEqual([30_00, 30_00, 30_00])
})

it('applies a concession to a fee that is assigned later or concurrently', async () => {
  const of = await house(2)
  const outcomes = await Promise.all([
    giveConcession(of.scope, of.student.publicId, concession(of, { percentHundredths: 10_000 })),
    assignFee(of.scope, of.fee.publicId),
  ])
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect((await dues(of, of.student)).map((due) => due.off)).toEqual([100_01, 100_01, 100_01])
  expect((await dues(of, of.students[1])).map((due) => due.off)).toEqual([0, 0, 0])
})

it('leaves paid dues unchanged, and refuses a concession above the open amount or above 100 % in total', async () => {
  const of = await house()
  await assignFee(of.scope, of.fee.publicId)
  await payFirst(of)
  const give = (more: Partial<GiveConcession>) => giveConcession(of.scope, of.student.publicId, concession(of, more))
  const fee = of.fee.publicId
  expect(await give({ amountPaise: 200_03, fee })).toEqual({ ok: false, reason: 'too-much' })
  expect(await give({ amountPaise: 100_00, fee })).toEqual({ ok: true, value: { dues: 2, paise: 100_00 } })
  expect(await offs(of)).toEqual([0, 50_00, 50_00])
  expect(await give({ percentHundredths: 70_00 })).toEqual({ ok: false, reason: 'too-much' })
  expect(await give({ percentHundredths: 60_00 })).toMatchObject({ ok: true })
  // 60 % of an instalment would exceed its balance, so only the balance is taken off.
  expect(await offs(of)).toEqual([0, 100_01, 100_01])
  expect(await give({ percentHundredths: 41_00 })).toEqual({ ok: false, reason: 'too-much' })
})

it('accepts only the fee, session and student of its own school', async () => {
  const of = await house()
  const other = await house()
  const give = (more: Partial<GiveConcession>) => giveConcession(of.scope, of.student.publicId, concession(of, more))
  expect(await giveConcession(other.scope, of.student.publicId, concession(other))).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await give({ academicSession: other.session.publicId })).toEqual({ ok: false, reason: 'no-such-session' })
  expect(await give({ fee: other.fee.publicId })).toEqual({ ok: false, reason: 'no-such-fee' })
  expect(await give({ amountPaise: 100 })).toEqual({ ok: false, reason: 'amount-of-all-fees' })
  expect(await removeConcession(of.scope, 'zzzzzzzzzzzz')).toEqual({ ok: false, reason: 'not-found' })
})

it('restores unpaid dues when a concession is removed, and keeps it on paid ones', async () => {
  const of = await house()
  await assignFee(of.scope, of.fee.publicId)
  await giveConcession(of.scope, of.student.publicId, concession(of))
  await payFirst(of)
  const [given] = await concessionsOf(of.scope, of.student.publicId)
  const remove = () => removeConcession(of.scope, given?.publicId ?? '')
  expect(await remove()).toEqual({ ok: true, value: { paise: 50_00 } })
  expect(await offs(of)).toEqual([25_01, 0, 0])
  expect(await remove()).toEqual({ ok: true, value: { paise: 0 } })
  const asked = { search: '', sort: 'given', descending: false, page: 1, sums: ['takenPaise'] } as const
  const filters = { session: '', class: '', kind: '', state: '' }
  expect((await listConcessions(of.scope, { ...asked, filters })).total).toBe(0)
  const removed = await listConcessions(of.scope, { ...asked, filters: { ...filters, state: 'removed' } })
  expect(removed.sums).toEqual({ takenPaise: 25_01 })
  expect(removed.rows).toMatchObject([{ takenPaise: 25_01, isRemoved: true, className: of.ofClass.name }])
})

it('refuses to give or remove a concession while a payment is in progress', async () => {
  const of = await house()
  await assignFee(of.scope, of.fee.publicId)
  await giveConcession(of.scope, of.student.publicId, concession(of))
  const [given] = await concessionsOf(of.scope, of.student.publicId)
  const [first] = await dues(of)
  if (first) await beginPayment(of, first)
  const more = concession(of, { percentHundredths: 10_00 })
  expect(await giveConcession(of.scope, of.student.publicId, more)).toEqual({ ok: false, reason: 'payment-under-way' })
  expect(await removeConcession(of.scope, given?.publicId ?? '')).toEqual({ ok: false, reason: 'payment-under-way' })
  expect(await offs(of)).toEqual([25_01, 25_00, 25_00])
})

it('offers the fees of the student’s class for a concession, but not those of another class', async () => {
  const of = await house()
  await makeFee(of.school, { name: 'Of another class' })
  expect(await feesOfStudent(of.scope, of.student.publicId)).toMatchObject([{ publicId: of.fee.publicId }])
})

it('assigns a fee only to chosen students, not to later ones, and withdraws unpaid dues of the unchosen', async () => {
  const of = await house(3)
  const [one, two, three] = of.students
  if (!one || !two || !three) throw new Error('three students')
  const choose = async (...chosen: Array<{ publicId: string }>) =>
    assignFeeToStudents(
      of.scope,
      of.fee.publicId,
      await feeVersion(of.scope, of.fee.publicId),
      chosen.map((student) => student.publicId),
    )
  const owing = async () => new Set((await dues(of)).map((due) => due.publicId)).size / 3
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => choose(one, two)))
  expect(outcomes.reduce((sum, outcome) => sum + (outcome.ok ? outcome.value.raised : 0), 0)).toBe(6)
  expect(await owing()).toBe(2)
  const place = { academicSessionId: of.session.id, classId: of.ofClass.id }
  expect(await inTransaction(() => raiseAssignedFees(of.scope, { id: three.id, rte: false }, place))).toBe(0)
  await payFirst(of)
  expect(await choose(three)).toEqual({
    ok: false,
    reason: 'has-payments',
    names: [`${one.firstName} ${one.lastName}`],
  })
  expect(await owing()).toBe(2)
  expect(await choose(one, three)).toEqual({ ok: true, value: { raised: 3, withdrawn: 1 } })
  expect(await choose(one, three, await makeStudent(of.school))).toEqual({ ok: false, reason: 'no-such-student' })
  // Assigns the fee to the whole class, and then again to one student only.
  expect(await assignFee(of.scope, of.fee.publicId)).toEqual({ ok: true, value: { raised: 3 } })
  expect(await choose(one)).toEqual({ ok: true, value: { raised: 0, withdrawn: 2 } })
  await execute('UPDATE students SET rte = 1 WHERE id = :id', { id: two.id })
  expect(await choose(one, two)).toEqual({ ok: false, reason: 'no-such-student' })
  expect(await assignFeeToStudents((await makeSchool()).scope, of.fee.publicId, 1, [])).toEqual({
    ok: false,
    reason: 'not-found',
  })
})

it('gives all chosen students the same percentage once, or none of them', async () => {
  const of = await house(3)
  await assignFee(of.scope, of.fee.publicId)
  const [one, two, three] = of.students
  if (!one || !two || !three) throw new Error('no students')
  const asked = {
    kind: 'merit',
    academicSession: of.session.publicId,
    percentHundredths: 20_00,
    reason: 'Sports',
  } as const
  const give = (student: string[], formKey = unique()) => giveConcessions(of.scope, formKey, { ...asked, student })
  const key = unique()
  for (let times = 0; times < 2; times++) await give([one.publicId, two.publicId], key)
  expect(await offs(of)).toEqual([20_01, 20_00, 20_00, 20_01, 20_00, 20_00, 0, 0, 0])
  const back = unique()
  for (const students of [[two], [one, two]])
    await give(
      students.map(({ publicId }) => publicId),
      back,
    )
  const taken = (await offs(of)).map((paise) => Math.round(paise / 10_00))
  expect(taken).toEqual([4, 4, 4, 4, 4, 4, 0, 0, 0])
  await giveConcession(of.scope, three.publicId, concession(of, { percentHundredths: 90_00 }))
  const before = await offs(of)
  const name = `${three.firstName} ${three.lastName}`
  expect(await give([two.publicId, three.publicId])).toEqual({ ok: false, reason: 'too-much', name })
  const foreign = await makeStudent(await makeSchool())
  expect(await give([one.publicId, foreign.publicId])).toEqual({ ok: false, reason: 'no-such-student' })
  expect(await offs(of)).toEqual(before)
})
