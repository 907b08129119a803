import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { studentScope, systemActor } from '~/models/core/shared/scope.server'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { declareTransfer, refuseTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../../../../../tests/factories/academics'
import { makeAttendance, makeMark } from '../../../../../tests/factories/exams'
import { makeConcession } from '../../../../../tests/factories/fee-rules'
import { makeFee } from '../../../../../tests/factories/fees'
import { enrollmentIn, makePromotable } from '../../../../../tests/factories/promotions'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import {
  locateSchool,
  makeFare as makeFareOfTransport,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
  readOccupiedSeats,
} from '../../../../../tests/factories/transport'
import { previewPromotion } from './preview-promotion.server'
import { type PromoteClass, promoteClass } from './promote-class.server'
import { findAcademicHistory, listPromotions } from './promotion-queries.server'
import { rollChoices } from './promotion-rules'
import { undoPromotion } from './undo-promotion.server'

type House = Awaited<ReturnType<typeof makePromotable>>

function input(house: House, choices: Array<[{ enrollment: { publicId: string } }, string]>): PromoteClass {
  return {
    fromSession: house.from.publicId,
    toSession: house.to.publicId,
    class: house.six.publicId,
    destinationOf: new Map(choices.map(([student, place]) => [student.enrollment.publicId, place])),
    rollNumbers: 'none',
    formKey: randomUUID(),
  }
}

async function payCash(school: MadeSchool, due: { publicId: string; amountPaise: number }) {
  const paid = await recordOfflinePayment(school.scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: due.amountPaise,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: randomUUID(),
  })
  if (!paid.ok) throw new Error(paid.reason)
}

async function promoted(house: House, asked: PromoteClass): Promise<string> {
  const outcome = await promoteClass(house.school.scope, asked)
  if (!outcome.ok) throw new Error(`${outcome.reason} ${outcome.names}`)
  return outcome.value
}

/** Reads all rows of the school that a promotion may change. */
async function rowsOf(school: MadeSchool) {
  const id = { id: school.id }
  return {
    enrollments: await readRows('SELECT * FROM enrollments WHERE school_id = :id ORDER BY id', id),
    students: await readRows('SELECT * FROM students WHERE school_id = :id ORDER BY id', id),
    seats: await readRows(
      'SELECT * FROM section_seats WHERE school_id = :id ORDER BY section_id, academic_session_id',
      id,
    ),
    dues: await readRows('SELECT * FROM dues WHERE school_id = :id ORDER BY id', id),
    parts: await readRows(
      'SELECT p.* FROM due_parts p JOIN dues d ON d.id = p.due_id WHERE d.school_id = :id ORDER BY p.due_id, p.position',
      id,
    ),
    concessions: await readRows('SELECT * FROM concessions WHERE school_id = :id ORDER BY id', id),
  }
}

it('promotes, keeps back, withdraws and skips students, and updates seats, fees and roll numbers', async () => {
  const house = await makePromotable()
  const { school, to, seven, six } = house
  const fee = await makeFee(school, { session: to, class: seven })
  await assignFee(school.scope, fee.publicId)
  const zoya = await house.student({ firstName: 'Zoya' })
  const amit = await house.student({ firstName: 'Amit' })
  const rte = await house.student({ firstName: 'Bela', rte: true })
  const back = await house.student({ rollNumber: 4 })
  const gone = await house.student()
  const waits = await house.student()
  const asked = input(house, [
    [zoya, house.sevenA.publicId],
    [amit, house.sevenA.publicId],
    [rte, house.sevenA.publicId],
    [back, house.sixB.publicId],
    [gone, 'leave'],
  ])
  await promoted(house, { ...asked, rollNumbers: 'by-name' })
  const enrolled = await Promise.all([amit, rte, zoya, back].map((one) => enrollmentIn(one.student, to)))
  expect(enrolled.map((one) => [one?.sectionId, one?.rollNumber])).toEqual([
    [house.sevenA.id, 1],
    [house.sevenA.id, 2],
    [house.sevenA.id, 3],
    [house.sixB.id, 1],
  ])
  expect(await enrollmentIn(waits.student, to)).toBeNull()
  const owed = await readRows<{ studentId: number }>(
    'SELECT student_id AS studentId FROM dues WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(new Set(owed.map((due) => due.studentId))).toEqual(new Set([zoya.student.id, amit.student.id]))
  const seats = await readRows(
    'SELECT section_id AS section, taken FROM section_seats WHERE academic_session_id = :id ORDER BY section_id',
    { id: to.id },
  )
  expect(seats).toEqual([
    { section: house.sixB.id, taken: 1 },
    { section: house.sevenA.id, taken: 3 },
  ])
  const left = await readRow('SELECT status, leaving_reason AS reason FROM students WHERE id = :id', {
    id: gone.student.id,
  })
  expect(left).toEqual({ status: 'left', reason: `Left after Class 6, ${house.from.name}` })
  expect(await listPromotions(school.scope)).toMatchObject([
    { className: six.name, promoted: 3, stayed: 1, left: 1, completed: 0, undoneAt: null },
  ])
  expect(await findAcademicHistory(school.scope, back.student.publicId)).toMatchObject([
    { className: 'Class 6', began: 'stayed', ended: null },
    { className: 'Class 6', rollNumber: 4, began: null, ended: 'stayed' },
  ])
})

it('ends the transport of students who leave the school, and of no other student', async () => {
  const house = await makePromotable()
  const { school } = house
  await locateSchool(school)
  const fare = await makeFareOfTransport(school)
  const run = await makeRun(await makeVehicle(school), await makeRoute(school))
  const [going, staying] = [await house.student({ firstName: 'Zoya' }), await house.student({ firstName: 'Amit' })]
  const transportOf = async ({ student }: typeof going) => {
    const { schoolId, studentId } = { schoolId: school.id, studentId: student.id }
    const application = await makeTransportApplication({ scope: studentScope(schoolId, studentId, systemActor) }, fare)
    const today = todayInIndia(new Date())
    await approveApplication(school.scope, application.publicId, {
      startsOn: today,
      runId: run.publicId,
      remarks: null,
    })
    return application
  }
  const applications = [await transportOf(going), await transportOf(staying)]
  expect(await readOccupiedSeats(run)).toBe(2)
  await promoted(house, input(house, [[going, 'complete']]))
  const statuses = await readRows('SELECT status FROM transport_applications WHERE id IN (:ids) ORDER BY id', {
    ids: applications.map(({ id }) => id),
  })
  expect(statuses).toEqual([{ status: 'cancelled' }, { status: 'approved' }])
  expect(await readOccupiedSeats(run)).toBe(1)
})

it('keeps a roll number if it is free in the new section, and clears it otherwise', async () => {
  const house = await makePromotable()
  const a = await house.student({ rollNumber: 4 })
  const b = await house.student({ section: house.sixB, rollNumber: 4 })
  const asked = input(house, [
    [a, house.sevenA.publicId],
    [b, house.sevenA.publicId],
  ])
  await promoted(house, { ...asked, rollNumbers: 'keep' })
  expect((await enrollmentIn(a.student, house.to))?.rollNumber).toBe(4)
  expect((await enrollmentIn(b.student, house.to))?.rollNumber).toBeNull()
})

it('creates one promotion for fifty identical requests', async () => {
  const house = await makePromotable()
  const a = await house.student()
  const asked = input(house, [[a, house.sevenA.publicId]])
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => promoteClass(house.school.scope, asked)))
  expect(new Set(outcomes.map((one) => (one.ok ? one.value : one.reason))).size).toBe(1)
  expect(await listPromotions(house.school.scope)).toHaveLength(1)
  const seats = await readRow('SELECT taken FROM section_seats WHERE section_id = :id', { id: house.sevenA.id })
  expect(seats).toEqual({ taken: 1 })
})

it('accepts one of two concurrent promotions, and refuses the other with the names of shared students', async () => {
  const house = await makePromotable()
  const a = await house.student({ firstName: 'Asha', lastName: 'Patel' })
  const b = await house.student()
  const c = await house.student()
  const place = house.sevenA.publicId
  const outcomes = await Promise.all([
    promoteClass(
      house.school.scope,
      input(house, [
        [a, place],
        [b, place],
      ]),
    ),
    promoteClass(
      house.school.scope,
      input(house, [
        [a, place],
        [c, place],
      ]),
    ),
  ])
  expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
  expect(outcomes.filter((one) => !one.ok)).toEqual([{ ok: false, reason: 'already-enrolled', names: ['Asha Patel'] }])
})

it('moves no student and names the section when a section is full', async () => {
  const house = await makePromotable({ capacity: 1 })
  const a = await house.student()
  const b = await house.student({ section: house.sixB })
  const before = await rowsOf(house.school)
  const place = house.sevenA.publicId
  expect(
    await promoteClass(
      house.school.scope,
      input(house, [
        [a, place],
        [b, place],
      ]),
    ),
  ).toEqual({ ok: false, reason: 'section-full', names: ['Class 7 – A'] })
  expect(await rowsOf(house.school)).toEqual(before)
})

it('refuses sessions, classes and students of other schools, and invalid combinations', async () => {
  const house = await makePromotable()
  const theirs = await makePromotable()
  const { scope } = house.school
  const a = await house.student()
  const foreign = await theirs.student()
  const good = input(house, [[a, house.sevenA.publicId]])
  const refusal = async (asked: PromoteClass, by = scope) => {
    const outcome = await promoteClass(by, asked)
    return outcome.ok ? 'done' : outcome.reason
  }
  expect(await refusal(good, theirs.school.scope)).toBe('not-found')
  expect(await refusal({ ...good, toSession: theirs.to.publicId })).toBe('not-found')
  expect(await refusal({ ...good, class: theirs.six.publicId })).toBe('not-found')
  expect(await refusal({ ...good, toSession: good.fromSession })).toBe('same-session')
  expect(await refusal({ ...good, destinationOf: new Map() })).toBe('nobody')
  expect(await refusal(input(house, [[a, theirs.sevenA.publicId]]))).toBe('no-such-section')
  expect(await refusal(input(house, [[foreign, house.sevenA.publicId]]))).toBe('class-changed')
  await execute(`UPDATE enrollments SET status = 'left', left_on = enrolled_on WHERE id = :id`, { id: a.enrollment.id })
  expect(await refusal(good)).toBe('class-changed')
})

it('undoes a promotion once, and only for its own school', async () => {
  const house = await makePromotable()
  const a = await house.student()
  const id = await promoted(house, input(house, [[a, house.sevenA.publicId]]))
  expect(await undoPromotion((await makeSchool()).scope, id)).toEqual({ ok: false, reason: 'not-found' })
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => undoPromotion(house.school.scope, id)))
  expect(outcomes.every((one) => one.ok)).toBe(true)
  expect(await enrollmentIn(a.student, house.to)).toBeNull()
  expect(await listPromotions(house.school.scope)).toMatchObject([{ undoneBy: house.school.scope.actor.name }])
  // The class may be promoted again.
  await promoted(house, input(house, [[a, house.sevenA.publicId]]))
})

it('promotes a class into several streams, with one promotion for each', async () => {
  const house = await makePromotable()
  const commerce = await makeClass(house.school, { name: 'Commerce 7', position: 7 })
  const section = await makeSection(commerce)
  const a = await house.student()
  const b = await house.student()
  const { scope } = house.school
  const asked = input(house, [[b, section.publicId]])
  expect(await promoteClass(scope, asked)).toMatchObject({ ok: false, reason: 'no-such-section' })
  await promoted(house, input(house, [[a, house.sevenA.publicId]]))
  const chosen = { from: house.from.publicId, to: house.to.publicId, class: house.six.publicId, section: '' }
  const preview = await previewPromotion(scope, { ...chosen, next: commerce.publicId })
  expect(preview?.rows.map((row) => [row.enrollment, row.proposed])).toEqual([
    [b.enrollment.publicId, section.publicId],
  ])
  await promoted(house, { ...asked, nextClass: commerce.publicId })
  expect((await enrollmentIn(b.student, house.to))?.classId).toBe(commerce.id)
  const foreign = await makeClass(await makeSchool())
  expect(await previewPromotion(scope, { ...chosen, next: foreign.publicId })).toBeNull()
  expect(await previewPromotion(scope, { ...chosen, next: house.six.publicId })).toBeNull()
})

it('refuses to undo a promotion whose students have payments, concessions or other records since, and names them', async () => {
  const house = await makePromotable()
  const { school, to } = house
  const fee = await makeFee(school, { session: to, class: house.seven })
  await assignFee(school.scope, fee.publicId)
  const asha = await house.student({ firstName: 'Asha', lastName: 'Patel' })
  const other = await house.student()
  const place = house.sevenA.publicId
  const id = await promoted(
    house,
    input(house, [
      [asha, place],
      [other, place],
    ]),
  )
  const enrollment = await enrollmentIn(asha.student, to)
  if (!enrollment) throw new Error('not promoted')
  const refusedFor = async (reason: string, takeAway: string) => {
    const before = await rowsOf(school)
    expect(await undoPromotion(school.scope, id)).toEqual({ ok: false, reason, names: ['Asha Patel'] })
    expect(await rowsOf(school)).toEqual(before)
    if (takeAway) await execute(takeAway, { id: enrollment.id, student: asha.student.id })
  }
  await makeMark(school, enrollment)
  await refusedFor('marks', 'DELETE FROM exam_marks WHERE enrollment_id = :id')
  await makeAttendance(school, enrollment)
  await refusedFor('attendance', 'DELETE FROM attendance WHERE enrollment_id = :id')
  await execute(
    'UPDATE enrollments SET roll_number = 9, updated_at = UTC_TIMESTAMP(3) + INTERVAL 1 SECOND WHERE id = :id',
    { id: enrollment.id },
  )
  await refusedFor('changed', 'UPDATE enrollments SET updated_at = created_at WHERE id = :id')
  await execute(
    `UPDATE dues SET fine_waived_at = UTC_TIMESTAMP(3), fine_waiver_reason = 'Late bus' WHERE student_id = :student`,
    { student: asha.student.id },
  )
  await refusedFor(
    'concessions',
    'UPDATE dues SET fine_waived_at = NULL, fine_waiver_reason = NULL WHERE student_id = :student',
  )
  const concession = await makeConcession(asha.student, to)
  await execute(
    `INSERT INTO due_concessions (due_id, concession_id, amount_paise) SELECT d.id, k.id, 1 FROM dues d
     JOIN concessions k ON k.public_id = :concession WHERE d.student_id = :student LIMIT 1`,
    { concession, student: asha.student.id },
  )
  await refusedFor('concessions', 'DELETE FROM concessions WHERE student_id = :student')
  const due = await readRow<{ publicId: string; amountPaise: number }>(
    'SELECT public_id AS publicId, amount_paise AS amountPaise FROM dues WHERE student_id = :student LIMIT 1',
    { student: asha.student.id },
  )
  if (due) await payCash(school, due)
  await refusedFor('payments', '')
})

it('refuses to undo a promotion while a later promotion of its students has not been undone', async () => {
  const house = await makePromotable()
  const a = await house.student()
  const id = await promoted(house, input(house, [[a, house.sevenA.publicId]]))
  const later = await makeAcademicSession(house.school, { startYear: 2050 })
  const place = await enrollmentIn(a.student, house.to)
  const further = await promoteClass(house.school.scope, {
    fromSession: house.to.publicId,
    toSession: later.publicId,
    class: house.seven.publicId,
    destinationOf: new Map([[place?.publicId ?? '', 'complete']]),
    rollNumbers: 'none',
    formKey: randomUUID(),
  })
  if (!further.ok) throw new Error(further.reason)
  expect(await undoPromotion(house.school.scope, id)).toMatchObject({ ok: false, reason: 'promoted-further' })
  expect(await undoPromotion(house.school.scope, further.value)).toEqual({ ok: true })
  expect(await undoPromotion(house.school.scope, id)).toEqual({ ok: true })
})

/**
 * Adds rows of the next session that an undo must not touch: an enrolled student without dues, and a seat counter of
 * 0 for section 7 B.
 */
async function seatStudent(house: House): Promise<void> {
  const student = await makeStudent(house.school, { rte: true })
  await makeEnrollment(student, { session: house.to, class: house.seven, section: house.sevenA, rollNumber: 1 })
  await execute(
    'INSERT INTO section_seats (section_id, academic_session_id, school_id, taken, capacity) VALUES (:section, :session, :school, 0, 40)',
    { section: house.sevenB.id, session: house.to.id, school: house.school.id },
  )
}

it('restores every row as it was when a promotion with random outcomes is undone', async () => {
  const outcomes = ['up-a', 'up-b', 'stay-a', 'stay-b', 'leave', 'complete', 'wait'] as const
  const students = fc.array(
    fc.record({
      outcome: fc.constantFrom(...outcomes),
      rte: fc.boolean(),
      inB: fc.boolean(),
      inactive: fc.boolean(),
      roll: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const schools = fc.record({
    students,
    feeUp: fc.boolean(),
    feeStay: fc.boolean(),
    feeLater: fc.boolean(),
    isSeatTaken: fc.boolean(),
    rollNumbers: fc.constantFrom(...rollChoices),
  })
  await fc.assert(
    fc.asyncProperty(schools, async (random) => {
      const house = await makePromotable()
      const { school, to } = house
      if (random.feeUp)
        await assignFee(school.scope, (await makeFee(school, { session: to, class: house.seven })).publicId)
      if (random.feeStay)
        await assignFee(school.scope, (await makeFee(school, { session: to, class: house.six })).publicId)
      const later = await makeFee(school, { session: to, class: house.seven, name: 'Later fee' })
      if (random.isSeatTaken) await seatStudent(house)
      const where = {
        'up-a': house.sevenA.publicId,
        'up-b': house.sevenB.publicId,
        'stay-a': house.sixA.publicId,
        'stay-b': house.sixB.publicId,
        leave: 'leave',
        complete: 'complete',
      }
      const choices: Array<[{ enrollment: { publicId: string } }, string]> = []
      for (const [index, one] of random.students.entries()) {
        const student = await house.student({
          rte: one.rte,
          status: one.inactive ? 'inactive' : 'active',
          section: one.inB ? house.sixB : house.sixA,
          rollNumber: one.roll ? index + 1 : null,
        })
        if (one.outcome !== 'wait') choices.push([student, where[one.outcome]])
      }
      if (choices.length === 0) return
      const before = await rowsOf(school)
      const id = await promoted(house, { ...input(house, choices), rollNumbers: random.rollNumbers })
      expect(await rowsOf(school)).not.toEqual(before)
      if (random.feeLater) await assignFee(school.scope, later.publicId)
      expect(await undoPromotion(school.scope, id)).toEqual({ ok: true })
      expect(await rowsOf(school)).toEqual(before)
    }),
    { numRuns: 12 },
  )
})

it('undoes a promotion although a payment attempt for its fee has failed', async () => {
  const house = await makePromotable()
  const { school, to } = house
  const fee = await makeFee(school, { session: to, class: house.seven })
  await assignFee(school.scope, fee.publicId)
  const student = await house.student()
  const id = await promoted(house, input(house, [[student, house.sevenA.publicId]]))
  const dues = await readRows<{ publicId: string }>('SELECT public_id AS publicId FROM dues WHERE student_id = :id', {
    id: student.student.id,
  })
  const declared = await declareTransfer(studentScope(school.id, student.student.id, systemActor), {
    dueIds: [dues[0]?.publicId ?? ''],
    method: 'bank_transfer',
    reference: 'UTR 1',
    formKey: randomUUID(),
  })
  if (!declared.ok) throw new Error(declared.reason)
  expect(await undoPromotion(school.scope, id)).toMatchObject({ ok: false, reason: 'payments' })
  const { paymentId } = declared.value
  expect(await refuseTransfer(school.scope, { paymentId, reason: 'No money came' })).toMatchObject({ ok: true })
  expect(await undoPromotion(school.scope, id)).toEqual({ ok: true })
  expect(await readRows('SELECT id FROM dues WHERE student_id = :id', { id: student.student.id })).toEqual([])
})
