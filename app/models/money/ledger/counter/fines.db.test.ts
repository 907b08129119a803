import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { accrueFines } from '~/jobs/periodic.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { studentScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { makeDue } from '../../../../../tests/factories/ledger'
import { readRow } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { listFeeStatus } from '../books/fee-status.server'
import { findNextDue } from '../books/own-dues.server'
import { type FineRule, fineRuleText } from '../fine-rules'
import { accrueFines as accrueNow, changeFineRule, findFinesToAccrue, resumeFine, waiveFine } from '../fines.server'
import { declareTransfer, refuseTransfer } from './declared-payments.server'
import { findDueWithFine } from './fee-account.server'
import { recordOfflinePayment } from './record-offline-payment.server'
import { bounceCheque } from './void-payment.server'

const today = todayInIndia(new Date())
const daily: FineRule = { kind: 'per_day', amountPaise: 10_00, graceDays: 2, capPaise: null, slabs: [] }

/** A student with one due of ₹1,000, ten days late, fined ₹10 a day after two days: ₹80 so far. */
async function late(more: Parameters<typeof makeDue>[1] = {}, rule: FineRule | null = daily) {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const due = await makeDue(student, { amountPaise: 1000_00, dueOn: addDays(today, -10), ...more })
  await execute('UPDATE dues SET fine_rule = :rule WHERE id = :id', { rule: fineRuleText(rule), id: due.id })
  const scope = studentScope(school.id, student.id, systemActor)
  return { school, student, due, scope, sourceIds: [await sourceOf(due.id)] }
}

async function sourceOf(id: number) {
  return (await readRow<{ source: number }>('SELECT source_id AS source FROM dues WHERE id = :id', { id }))?.source ?? 0
}

async function fineOf(due: { id: number }) {
  const row = await readRow<{ fine: number }>('SELECT fine_paise AS fine FROM dues WHERE id = :id', { id: due.id })
  return row?.fine
}

const pay = (of: Awaited<ReturnType<typeof late>>, amountPaise: number, key = `key-${of.due.publicId}`) =>
  recordOfflinePayment(of.school.scope, {
    dueIds: [of.due.publicId],
    method: 'cash',
    amountPaise,
    reference: null,
    remarks: null,
    paidOn: today,
    formKey: key,
  })

it('counts fines of all students once a day, also for days the worker missed', async () => {
  const some = await Promise.all([late(), late(), late({ dueOn: addDays(today, -2) }), late({}, null)])
  await Promise.all([accrueFines(), accrueFines()])
  expect(await Promise.all(some.map((one) => fineOf(one.due)))).toEqual([80_00, 80_00, 0, 0])
  expect(await findFinesToAccrue(systemScope(), today)).toBeNull()
  // The fine continues tomorrow.
  const [first] = some
  if (!first) throw new Error('none')
  await inTransaction(() => accrueNow(first.school.scope, [first.student.id], addDays(today, 1)))
  expect(await fineOf(first.due)).toBe(90_00)
})

it('counts a fine from the due date, or from the day the due was raised if that is later, in the worker and on pages', async () => {
  const of = await late()
  // 20:00 UTC is already the next day in India, so the due was created five days ago: two days of grace, three fined.
  await execute('UPDATE dues SET created_at = :at WHERE id = :id', {
    at: new Date(`${addDays(today, -6)}T20:00:00Z`),
    id: of.due.id,
  })
  const { years } = await listFeeStatus(of.scope, 1)
  expect(years[0]?.rows[0]).toMatchObject({ finePaise: 30_00 })
  expect(await findDueWithFine(of.school.scope, of.due.publicId)).toMatchObject({ finePaise: 30_00 })
  expect(await pay(of, 1080_00)).toEqual({ ok: false, reason: 'wrong-amount' })
  expect(await pay(of, 1030_00)).toMatchObject({ ok: true })
  expect(await fineOf(of.due)).toBe(30_00)
})

it('shows the fine as of today to student and office before the worker has run', async () => {
  const { school, due, scope } = await late()
  const { years } = await listFeeStatus(scope, 1)
  expect(years[0]?.rows[0]).toMatchObject({ amountPaise: 1080_00, balancePaise: 1080_00, finePaise: 80_00 })
  expect(await findNextDue(scope)).toMatchObject({ dueOn: due.dueOn, balancePaise: 1080_00, isOverdue: true })
  expect(await findDueWithFine(school.scope, due.publicId)).toMatchObject({ finePaise: 80_00, status: 'overdue' })
  expect(await fineOf(due)).toBe(0)
})

it('recalculates the fine at once after a change of the enrollment date, even if already counted today', async () => {
  const of = await late()
  await inTransaction(() => accrueNow(of.school.scope, [of.student.id]))
  expect(await fineOf(of.due)).toBe(80_00)
  await makeEnrollment(of.student, { enrolledOn: addDays(today, -5) })
  expect((await listFeeStatus(of.scope, 1)).years[0]?.rows[0]).toMatchObject({ finePaise: 30_00 })
  expect(await pay(of, 1080_00)).toEqual({ ok: false, reason: 'wrong-amount' })
  expect(await pay(of, 1030_00)).toMatchObject({ ok: true })
  expect(await fineOf(of.due)).toBe(30_00)
})

it('requires a payment to include the fine as of its day, and adds no fine afterwards', async () => {
  const of = await late()
  expect(await pay(of, 1000_00)).toEqual({ ok: false, reason: 'wrong-amount' })
  expect(await pay(of, 1080_00)).toMatchObject({ ok: true })
  await inTransaction(() => accrueNow(of.school.scope, [of.student.id], addDays(today, 30)))
  expect(await fineOf(of.due)).toBe(80_00)
})

it('freezes the fine while a payment is in progress, and catches up when the payment fails', async () => {
  const of = await late()
  const declared = await declareTransfer(of.scope, {
    dueIds: [of.due.publicId],
    method: 'bank_transfer',
    reference: 'UTR 1',
    formKey: `declare-${of.due.publicId}`,
  })
  if (!declared.ok) throw new Error(declared.reason)
  const later = addDays(today, 5)
  const accrue = () => inTransaction(() => accrueNow(of.school.scope, [of.student.id], later))
  await accrue()
  expect(await fineOf(of.due)).toBe(80_00)
  expect(await waiveFine(of.school.scope, of.due.publicId, 'asked')).toEqual({ ok: false, reason: 'payment-under-way' })
  await refuseTransfer(of.school.scope, { paymentId: declared.value.paymentId, reason: 'no money came' })
  await accrue()
  expect(await fineOf(of.due)).toBe(130_00)
})

it('keeps a waived fine waived while a payment is in progress', async () => {
  const of = await late()
  const { scope } = of.school
  expect(await waiveFine(scope, of.due.publicId, 'flood')).toMatchObject({ ok: true })
  const declared = await declareTransfer(of.scope, {
    dueIds: [of.due.publicId],
    method: 'bank_transfer',
    reference: 'UTR 2',
    formKey: `declare-waived-${of.due.publicId}`,
  })
  expect(declared).toMatchObject({ ok: true })
  expect(await resumeFine(scope, of.due.publicId)).toEqual({ ok: false, reason: 'payment-under-way' })
  expect(await fineOf(of.due)).toBe(0)
})

it('waives the unpaid part of a fine for a reason, keeps it waived, and can resume it', async () => {
  const of = await late()
  const { scope } = of.school
  expect(await resumeFine(scope, of.due.publicId)).toEqual({ ok: false, reason: 'not-waived' })
  expect(await waiveFine(scope, of.due.publicId, 'flood')).toEqual({ ok: true, value: { waivedPaise: 80_00 } })
  await inTransaction(() => accrueNow(scope, [of.student.id], addDays(today, 9)))
  expect(await fineOf(of.due)).toBe(0)
  expect(await findDueWithFine(scope, of.due.publicId)).toMatchObject({
    fineWaivedPaise: 80_00,
    fineWaiverReason: 'flood',
  })
  expect(await waiveFine(scope, of.due.publicId, 'again')).toEqual({ ok: false, reason: 'no-fine' })
  expect(await resumeFine(scope, of.due.publicId)).toEqual({ ok: true, value: undefined })
  expect(await fineOf(of.due)).toBe(80_00)
  const trail = await readRow<{ entries: number }>(
    "SELECT COUNT(*) AS entries FROM audit_entries WHERE school_id = :id AND action IN ('fine.waived', 'fine.resumed')",
    { id: of.school.id },
  )
  expect(trail?.entries).toBe(2)
})

it('waives a partly paid fine down to the paid part', async () => {
  const of = await late()
  await execute('UPDATE dues SET fine_paise = 8000, paid_paise = 103000, fine_accrued_on = :today WHERE id = :id', {
    id: of.due.id,
    today,
  })
  expect(await waiveFine(of.school.scope, of.due.publicId, 'poor')).toEqual({ ok: true, value: { waivedPaise: 50_00 } })
  expect(await fineOf(of.due)).toBe(30_00)
})

it('waives and restores a manual fine without a rule', async () => {
  const of = await late({ finePaise: 200_00 }, null)
  expect(await waiveFine(of.school.scope, of.due.publicId, 'first time')).toMatchObject({ ok: true })
  expect(await resumeFine(of.school.scope, of.due.publicId)).toMatchObject({ ok: true })
  expect(await fineOf(of.due)).toBe(200_00)
})

it('refuses to waive a fine of another school', async () => {
  const of = await late()
  const other = await makeSchool()
  expect(await waiveFine(other.scope, of.due.publicId, 'x')).toEqual({ ok: false, reason: 'not-found' })
  expect(await resumeFine(other.scope, of.due.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await findDueWithFine(other.scope, of.due.publicId)).toBeNull()
})

it('applies a changed rule at once to dues with a balance, and only to those', async () => {
  const of = await late()
  const paid = await late()
  expect(await pay(paid, 1080_00)).toMatchObject({ ok: true })
  const change = (one: typeof of, rule: FineRule | null) =>
    inTransaction(() => changeFineRule(one.school.scope, { kind: 'fee', sourceIds: one.sourceIds, rule }))
  await change(of, { ...daily, amountPaise: 1_00 })
  await change(paid, { ...daily, amountPaise: 1_00 })
  expect([await fineOf(of.due), await fineOf(paid.due)]).toEqual([8_00, 80_00])
  await change(of, null)
  expect(await fineOf(of.due)).toBe(0)
})

it('counts the fine up to the day on which the money arrived, not the day on which it is entered', async () => {
  const of = await late()
  const record = (amountPaise: number, more: { parts?: Map<string, number> } = {}) =>
    recordOfflinePayment(of.school.scope, {
      dueIds: [of.due.publicId],
      method: 'cheque',
      amountPaise,
      reference: '004512',
      remarks: null,
      // Five days late, of which two are days of grace.
      paidOn: addDays(today, -5),
      meansEarlyDay: true,
      formKey: `early-${of.due.publicId}-${amountPaise}-${more.parts?.size ?? 0}`,
      ...more,
    })
  expect(await record(1080_00)).toEqual({ ok: false, reason: 'wrong-amount' })
  // A part payment that leaves more than the fine unpaid does not stop the fine.
  expect(await record(1030_00, { parts: new Map([[of.due.publicId, 300_00]]) })).toMatchObject({ ok: true })
  expect(await fineOf(of.due)).toBe(80_00)
  const paid = await record(730_00)
  if (!paid.ok) throw new Error(paid.reason)
  expect(await fineOf(of.due)).toBe(30_00)
  expect(await findDueWithFine(of.school.scope, of.due.publicId)).toMatchObject({ finePaise: 30_00, status: 'paid' })
  await inTransaction(() => accrueNow(of.school.scope, [of.student.id], addDays(today, 30)))
  expect(await fineOf(of.due)).toBe(30_00)
  // The bounced cheque no longer counts as a payment of its day, so the fine runs until today again.
  expect(await bounceCheque(of.school.scope, { paymentId: paid.value.paymentId, reason: 'No funds' })).toMatchObject({
    ok: true,
  })
  expect(await pay(of, 780_00)).toMatchObject({ ok: true })
  expect(await fineOf(of.due)).toBe(80_00)
})
