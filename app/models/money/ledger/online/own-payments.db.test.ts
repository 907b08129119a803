import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { makeDue } from '../../../../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { newFormKey } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { declareTransfer } from '../counter/declared-payments.server'
import { recordOfflinePayment } from '../counter/record-offline-payment.server'
import { bounceCheque, cancelPayment } from '../counter/void-payment.server'
import type { OfflineMethod } from '../payment-methods'
import { requestRefund } from '../refunds.server'
import { listOwnPayments } from './own-payments.server'

async function world() {
  const school = await makeSchool()
  const office = await makeStaff(school)
  const student = await makeStudent(school)
  const pay = async (
    due: { publicId: string },
    balancePaise: number,
    paidPaise: number,
    method: OfflineMethod = 'cash',
  ) => {
    const paid = await recordOfflinePayment(office.scope, {
      dueIds: [due.publicId],
      parts: new Map([[due.publicId, paidPaise]]),
      method,
      amountPaise: balancePaise,
      reference: `R-${paidPaise}`,
      remarks: null,
      repeatsReference: true,
      paidOn: todayInIndia(new Date()),
      formKey: newFormKey(),
    })
    if (!paid.ok) throw new Error(paid.reason)
    return paid.value
  }
  return { school, office, student, pay }
}

it('lists part payments with their receipts, refunds, corrections and pending declarations, the newest first', async () => {
  const { office, student, pay } = await world()
  const deposit = await makeDue(student, {
    kind: 'hostel',
    name: 'Hostel deposit',
    title: 'Room 4',
    amountPaise: 10_000_00,
  })
  const first = await pay(deposit, 10_000_00, 4_000_00)
  const second = await pay(deposit, 6_000_00, 6_000_00, 'cheque')
  const fee = await makeDue(student, { amountPaise: 2_000_00 })
  const mistake = await pay(fee, 2_000_00, 2_000_00)
  await cancelPayment(office.scope, { paymentId: mistake.paymentId, reason: 'Somebody else' })
  await bounceCheque(office.scope, { paymentId: second.paymentId, reason: 'No funds' })
  await requestRefund(office.scope, {
    paymentId: first.paymentId,
    from: 'any',
    amountPaise: 3_180_50,
    reason: 'Left',
    givenBy: 'cash',
    formKey: newFormKey(),
  })
  const formKey = newFormKey()
  await declareTransfer(student.scope, { dueIds: [fee.publicId], method: 'bank_transfer', reference: 'UTR 1', formKey })
  // The due is cancelled: the money that the school still holds stays in the list.
  await execute("UPDATE dues SET state = 'cancelled' WHERE id = :id", { id: deposit.id })

  const { rows, total } = await listOwnPayments(student.scope, { page: 1 })
  expect(total).toBe(4)
  expect(rows).toMatchObject([
    { state: 'pending', amountPaise: 2_000_00, receiptPublicId: null, purposes: ['School Fee · First instalment'] },
    { state: 'cancelled', receiptPublicId: mistake.receiptId, isReceiptCancelled: true },
    { state: 'bounced', method: 'cheque', amountPaise: 6_000_00, receiptPublicId: second.receiptId },
    {
      state: 'part_refunded',
      amountPaise: 4_000_00,
      refundedPaise: 3_180_50,
      excessPaise: 0,
      receiptPublicId: first.receiptId,
      isReceiptCancelled: false,
      purposes: ['Hostel deposit · Room 4'],
    },
  ])
  expect((await listOwnPayments(student.scope, { page: 1, kind: 'hostel' })).total).toBe(2)
  expect((await listOwnPayments(student.scope, { page: 1, dueId: fee.publicId })).total).toBe(2)
  expect((await listOwnPayments(student.scope, { page: 1, kind: 'order' })).rows).toEqual([])
})

it('shows pages of twenty, and no payments of other students', async () => {
  const { school, student, pay } = await world()
  const due = await makeDue(student, { amountPaise: 2_100 })
  for (let left = 2_100; left > 0; left -= 100) await pay(due, left, 100)
  const last = await listOwnPayments(student.scope, { page: 9 })
  expect(last).toMatchObject({ total: 21, page: 2, pages: 2 })
  expect(last.rows).toHaveLength(1)
  const brother = await makeStudent(school)
  expect((await listOwnPayments(brother.scope, { page: 1, dueId: due.publicId })).rows).toEqual([])
})
