import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { currentSession, makeAcademicSession, makeEnrollment } from '../../../../../tests/factories/academics'
import { makeDue } from '../../../../../tests/factories/ledger'
import { readRow } from '../../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { confirmTransfer, declareTransfer } from '../counter/declared-payments.server'
import { recordOfflinePayment } from '../counter/record-offline-payment.server'
import { cancelPayment } from '../counter/void-payment.server'
import { requestRefund } from '../refunds.server'
import { listStatementSessions, readStatement } from './statement.server'

const today = todayInIndia(new Date())

it('lists dues and payments that agree with the ledger to the paisa, for a session and for all sessions', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const student = await makeStudent(school)
  const old = await makeAcademicSession(school, { startYear: 2019 })
  await makeEnrollment(student, { session: old })
  const pay = async (due: { publicId: string }, balancePaise: number, paidPaise = balancePaise) => {
    const paid = await recordOfflinePayment(office.scope, {
      dueIds: [due.publicId],
      parts: new Map([[due.publicId, paidPaise]]),
      amountPaise: balancePaise,
      method: 'cash',
      reference: null,
      remarks: null,
      paidOn: addDays(today, -2),
      meansEarlyDay: true,
      formKey: newFormKey(),
    })
    if (!paid.ok) throw new Error(paid.reason)
    return paid.value.paymentId
  }
  const first = await makeDue(student, { session: old, amountPaise: 10_000_33, concessionPaise: 1_000_00 })
  await pay(first, 9_000_33, 4_000_11)
  const fee = await makeDue(student, { amountPaise: 5_000_00, finePaise: 50_50 })
  const refunded = await pay(fee, 5_050_50)
  await requestRefund(office.scope, {
    paymentId: refunded,
    from: 'any',
    amountPaise: 1_000_25,
    reason: 'Left',
    givenBy: 'cash',
    formKey: newFormKey(),
  })
  await cancelPayment(office.scope, { paymentId: await pay(fee, 1_000_25), reason: 'Somebody else' })
  // A cancelled hostel stay, whose deposit of ₹819.50 the school keeps. The transfer for its rent arrived when nothing
  // was owed any more, so all of it is excess.
  const place = await makeDue(student, { kind: 'hostel', name: 'Hostel deposit', amountPaise: 819_50 })
  await pay(place, 819_50)
  const late = await makeDue(student, { kind: 'hostel', name: 'Hostel rent', amountPaise: 300_00 })
  const declared = await declareTransfer(student.scope, {
    dueIds: [late.publicId],
    method: 'bank_transfer',
    reference: 'UTR 5',
    formKey: newFormKey(),
  })
  await execute("UPDATE dues SET state = 'cancelled' WHERE id IN (:ids)", { ids: [place.id, late.id] })
  if (declared.ok) await confirmTransfer(office.scope, { paymentId: declared.value.paymentId, paidOn: today })

  const all = await readStatement(student.scope, null)
  const sum = (rows: number[]) => rows.reduce((so, one) => so + one, 0)
  expect(all?.totals).toEqual({
    askedPaise: 9_000_33 + 5_050_50 + 819_50,
    paidPaise: 4_000_11 + 4_050_25 + 819_50 + 300_00,
    excessPaise: 300_00,
    balancePaise: 5_000_22 + 1_000_25,
  })
  const known = await readRow<{ paid: number; held: number }>(
    `SELECT CAST(SUM(d.paid_paise) AS SIGNED) AS paid, (SELECT CAST(SUM(IF(p.state = 'cancelled', 0, p.captured_paise - p.refunded_paise))
       AS SIGNED) FROM payments p WHERE p.student_id = :id) AS held FROM dues d WHERE d.student_id = :id`,
    { id: student.id },
  )
  expect(sum(all?.asked.map((due) => due.paidPaise) ?? [])).toBe(known?.paid)
  expect(all?.totals.paidPaise).toBe(known?.held)
  expect(all?.entries.map(({ kind, amountPaise }) => [kind, amountPaise])).toEqual([
    ['paid', 4_000_11],
    ['paid', 5_050_50],
    ['paid', 1_000_25],
    ['paid', 819_50],
    ['refund', -1_000_25],
    ['mistake', -1_000_25],
    ['paid', 300_00],
  ])
  expect(all?.asked.find((due) => due.isCancelled)).toMatchObject({ name: 'Hostel deposit', owedPaise: 819_50 })

  const sessions = await listStatementSessions(student.scope)
  expect(sessions.map(({ publicId }) => publicId).at(-1)).toBe(old.publicId)
  const parts = await Promise.all(sessions.map(({ publicId }) => readStatement(student.scope, publicId)))
  for (const figure of ['askedPaise', 'paidPaise', 'excessPaise', 'balancePaise'] as const)
    expect(sum(parts.map((part) => part?.totals[figure] ?? 0))).toBe(all?.totals[figure])
  expect(parts.at(-1)).toMatchObject({ sessionName: '2019-20', asked: [{ paidPaise: 4_000_11 }], entries: [{}] })
})

it('shows an unused advance in the session in which it was paid', async () => {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const student = await makeStudent(school)
  const session = await currentSession(school)
  await makeAcademicSession(school, { startYear: 2019 })
  await recordOfflinePayment(office.scope, {
    dueIds: [],
    studentId: student.publicId,
    advancePaise: 700_00,
    amountPaise: 0,
    formKey: newFormKey(),
    method: 'cash',
    reference: null,
    remarks: null,
    paidOn: today,
  })
  expect((await listStatementSessions(student.scope)).map(({ publicId }) => publicId)).toEqual([session.publicId])
  const figures = { askedPaise: 0, paidPaise: 700_00, excessPaise: 700_00, balancePaise: 0 }
  for (const asked of [session.publicId, null])
    expect(await readStatement(student.scope, asked)).toMatchObject({ totals: figures, entries: [{ kind: 'paid' }] })
})

it('returns nothing for other students and for sessions of another school', async () => {
  const student = await makeStudent(await makeSchool())
  const stranger = await makeStudent(await makeSchool())
  await makeDue(stranger)
  const [theirs] = await listStatementSessions(stranger.scope)
  expect(await listStatementSessions(student.scope)).toEqual([])
  expect(await readStatement(student.scope, theirs?.publicId ?? '')).toBeNull()
  expect(await readStatement(student.scope, null)).toMatchObject({ asked: [], entries: [] })
})
