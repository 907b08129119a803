import { expect, it } from 'vitest'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { entriesOf } from '../../../../../tests/factories/audit'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  readPaid,
  readPayment,
} from '../../../../../tests/factories/paying'
import { makeStaff } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { countWaiting } from '../books/collections.server'
import { listDayBook, sumDayBook } from '../books/day-book.server'
import { findPayment } from '../queries.server'
import { findReceipt, findReceiptToPrint } from '../receipts.server'
import { requestRefund } from '../refunds.server'
import { spendCredit } from './credit.server'
import { findPayerWithDues } from './find-payers.server'
import { type OfflinePayment, recordOfflinePayment } from './record-offline-payment.server'
import { bounceCheque, cancelPayment } from './void-payment.server'

const today = todayInIndia(new Date())

async function world() {
  const school = await makePayingSchool(sandbox)
  const clerk = await makeStaff(school, { role: 'accounts' })
  const student = await makeStudent(school)
  const take = async (change: Partial<OfflinePayment>) => {
    const given = { dueIds: [], method: 'cash' as const, amountPaise: 0, reference: null, remarks: null, paidOn: today }
    // `meansEarlyDay` is needed on 1 April, when yesterday belongs to last year's books.
    const asked = { ...given, meansEarlyDay: true, formKey: newFormKey(), ...change }
    const taken = await recordOfflinePayment(clerk.scope, asked)
    if (!taken.ok) throw new Error(taken.reason)
    return taken.value
  }
  const credit = async () => (await findPayerWithDues(school.scope, { studentId: student.publicId }))?.payer.excessPaise
  return { school, clerk, student, take, credit }
}

it('keeps an advance with a receipt, and applies it later to two dues without booking new money', async () => {
  const { school, clerk, student, take, credit } = await world()
  const yesterday = addDays(today, -1)
  const ahead = await take({ studentId: student.publicId, advancePaise: 100_000, paidOn: yesterday })
  const receipt = await findReceipt(student.scope, ahead.receiptId)
  expect(receipt?.view).toMatchObject({
    totalPaise: 100_000,
    lines: [{ feeName: 'Paid in advance (kept by the school for the next fee)' }],
  })
  expect(await findReceiptToPrint(school.scope, ahead.receiptId)).toMatchObject({
    receivedBy: clerk.name,
    balancePaise: 0,
  })
  expect(await findReceiptToPrint((await makeStaff(await makePayingSchool(sandbox))).scope, ahead.receiptId)).toBeNull()
  expect(await credit()).toBe(100_000)
  // Intentional credit: needs no decision of the office.
  expect(await countWaiting(school.scope)).toMatchObject({ excess: 0 })
  const dues = [await makeDue(student, { amountPaise: 70_001 }), await makeDue(student, { amountPaise: 70_000 })]
  const dueIds = dues.map((due) => due.publicId)
  const sums = async (day: string) =>
    (await sumDayBook(school.scope, { from: day, to: day, method: '', by: '' })).methods
  const before = await sums(yesterday)
  expect(await spendCredit(clerk.scope, { dueIds, amountPaise: 100_000 })).toMatchObject({ ok: true })
  expect(await Promise.all(dueIds.map(readPaid))).toEqual([70_001, 29_999])
  expect(await credit()).toBe(0)
  const paid = await readPayment(ahead.paymentId)
  const used = (amountPaise: number, due: string | undefined) => ({
    kind: 'payment',
    id: paid.id,
    by: 'staff',
    details: { amountPaise, due },
  })
  expect(await entriesOf(school, 'credit.used')).toEqual([used(70_001, dueIds[0]), used(29_999, dueIds[1])])
  // Refuses a repeated submission: the first due is paid, and the credit is used up.
  expect(await spendCredit(clerk.scope, { dueIds, amountPaise: 100_000 })).toEqual({
    ok: false,
    reason: 'already-paid',
  })
  expect(await spendCredit(clerk.scope, { dueIds: dueIds.slice(1), amountPaise: 100_000 })).toEqual({
    ok: false,
    reason: 'wrong-amount',
  })
  expect([await sums(yesterday), await sums(today)]).toEqual([before, []])
  const book = await listDayBook(school.scope, {
    search: '',
    sort: 'when',
    descending: false,
    page: 1,
    pageSize: 20,
    filters: { from: yesterday, to: today, method: '', by: '' },
  })
  expect(book.rows.map((row) => row.amountPaise)).toEqual([100_000])
  expect(await faultsOfLedger(school)).toEqual([])
})

it('books an advance once when two forms are sent concurrently, and refuses the form that shows outdated credit', async () => {
  const { school, clerk, student, credit } = await world()
  const ahead = (seenCreditPaise: number) =>
    recordOfflinePayment(clerk.scope, {
      dueIds: [],
      studentId: student.publicId,
      advancePaise: 40_000,
      seenCreditPaise,
      formKey: newFormKey(),
      method: 'cash',
      amountPaise: 0,
      reference: null,
      remarks: null,
      paidOn: today,
    })
  const answers = await Promise.all([ahead(0), ahead(0)])
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok)).toEqual([{ ok: false, reason: 'credit-changed' }])
  expect(await credit()).toBe(40_000)
  expect(await ahead(40_000)).toMatchObject({ ok: true })
  expect(await credit()).toBe(80_000)
  expect(await faultsOfLedger(school)).toEqual([])
})

it('pays one of two dues when two clerks apply the same credit concurrently', async () => {
  const { school, clerk, student, take, credit } = await world()
  const clerks = [clerk, await makeStaff(school, { role: 'accounts' })]
  // Three rounds, as the two clerks may not collide in a single one.
  for (let round = 1; round <= 3; round += 1) {
    await take({ studentId: student.publicId, advancePaise: 100_000 })
    const dues = [await makeDue(student, { amountPaise: 100_000 }), await makeDue(student, { amountPaise: 100_000 })]
    const answers = await Promise.all(
      clerks.map(({ scope }, index) =>
        spendCredit(scope, { dueIds: [dues[index]?.publicId ?? ''], amountPaise: 100_000 }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers).toContainEqual({ ok: false, reason: 'wrong-amount' })
    expect((await Promise.all(dues.map(({ publicId }) => readPaid(publicId)))).sort()).toEqual([0, 100_000])
    expect(await credit()).toBe(0)
    expect(await faultsOfLedger(school)).toEqual([])
  }
})

it('takes credit from the oldest payment first', async () => {
  const { clerk, student, take } = await world()
  const [old, next] = [
    await take({ studentId: student.publicId, advancePaise: 30_000 }),
    await take({ studentId: student.publicId, advancePaise: 50_000 }),
  ]
  const due = await makeDue(student, { amountPaise: 40_000 })
  await spendCredit(clerk.scope, { dueIds: [due.publicId], amountPaise: 40_000 })
  const linesOf = async ({ paymentId }: typeof old) => {
    const settled = (await findPayment(clerk.scope, paymentId))?.lines.filter(({ state }) => state === 'settled')
    return settled?.map(({ kind, amountPaise }) => [kind, amountPaise]).sort()
  }
  expect(await linesOf(old)).toEqual([['due', 30_000]])
  expect(await linesOf(next)).toEqual([
    ['advance', 40_000],
    ['due', 10_000],
  ])
})

it('applies credit to the whole of a store order or not at all', async () => {
  const { school, clerk, student, take, credit } = await world()
  await take({ studentId: student.publicId, advancePaise: 40_000 })
  const fee = await makeDue(student, { amountPaise: 10_000 })
  const order = await makeDue(student, { kind: 'order', amountPaise: 30_001 })
  const [ofFee, ofOrder] = [fee.publicId, order.publicId]
  const both = { dueIds: [ofFee, ofOrder], amountPaise: 40_000 }
  expect(await spendCredit(clerk.scope, both)).toEqual({ ok: false, reason: 'order-in-part' })
  expect([await readPaid(ofFee), await credit()]).toEqual([0, 40_000])
  expect(await spendCredit(clerk.scope, { dueIds: [ofOrder], amountPaise: 30_001 })).toMatchObject({ ok: true })
  expect([await readPaid(ofOrder), await credit()]).toEqual([30_001, 9_999])
  expect(await faultsOfLedger(school)).toEqual([])
})

it('keeps a surplus over the dues as credit, and refuses an unknown student', async () => {
  const { school, clerk, student, take, credit } = await world()
  const due = await makeDue(student)
  const paid = await take({ dueIds: [due.publicId], amountPaise: due.owedPaise, advancePaise: 55_500 })
  const lines = (await findPayment(school.scope, paid.paymentId))?.lines
  expect(lines?.map(({ kind, amountPaise }) => [kind, amountPaise])).toEqual([
    ['due', due.owedPaise],
    ['advance', 55_500],
  ])
  expect(await credit()).toBe(55_500)
  const other = await world()
  const ahead = { dueIds: [], method: 'cash' as const, amountPaise: 0, reference: null, remarks: null, paidOn: today }
  for (const [studentId, advancePaise, reason] of [
    [other.student.publicId, 100, 'not-found'],
    [student.publicId, 0, 'wrong-part'],
    [student.publicId, -1, 'wrong-part'],
    [student.publicId, 0.5, 'wrong-part'],
    [undefined, 100, 'not-found'],
  ] as const) {
    const given = { ...ahead, studentId, advancePaise, formKey: newFormKey() }
    expect(await recordOfflinePayment(clerk.scope, given)).toEqual({ ok: false, reason })
  }
  const classmate = await makeDue(await makeStudent(school))
  expect(await spendCredit(clerk.scope, { dueIds: [classmate.publicId], amountPaise: 55_500 })).toMatchObject({
    ok: false,
  })
  expect(await spendCredit(other.clerk.scope, { dueIds: [due.publicId], amountPaise: 55_500 })).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await faultsOfLedger(school)).toEqual([])
})

it('uses part of a duplicate online payment for another due, and refunds both that part and the rest', async () => {
  const { school, clerk, student, credit } = await world()
  const due = await makeDue(student, { amountPaise: 50_000 })
  const online = await startPayment(student.scope, [due.publicId])
  sandbox.switches.set({ captureTwice: true }, school.keys.keyId)
  await sandbox.pay(online.linkId)
  sandbox.switches.set({ captureTwice: false }, school.keys.keyId)
  for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)
  expect(await credit()).toBe(50_000)
  const next = await makeDue(student, { amountPaise: 20_000 })
  // `spendCredit` first closes the open link of the due, so that the due is not paid twice.
  const open = await startPayment(student.scope, [next.publicId])
  expect(await spendCredit(clerk.scope, { dueIds: [next.publicId], amountPaise: 20_000 })).toMatchObject({ ok: true })
  expect(await readPayment(open.publicId)).toMatchObject({ linkState: 'cancelled' })
  expect([await readPaid(next.publicId), await credit()]).toEqual([20_000, 30_000])
  const refund = { paymentId: online.publicId, reason: 'Paid twice' }
  const refused = await requestRefund(clerk.scope, {
    ...refund,
    from: 'excess',
    amountPaise: 30_001,
    formKey: newFormKey(),
  })
  expect(refused).toEqual({ ok: false, reason: 'too-much' })
  for (const [from, amountPaise] of [
    ['excess', 30_000],
    [{ dueId: next.publicId }, 20_000],
  ] as const)
    expect((await requestRefund(clerk.scope, { ...refund, from, amountPaise, formKey: newFormKey() })).ok).toBe(true)
  expect(await credit()).toBe(0)
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
})

it('removes the credit of a bounced demand draft, and makes the fee paid with that credit owed again', async () => {
  const { school, clerk, student, take, credit } = await world()
  const cheque = await take({
    studentId: student.publicId,
    advancePaise: 90_000,
    method: 'demand_draft',
    reference: '42 SBI',
  })
  const due = await makeDue(student, { amountPaise: 60_000 })
  await spendCredit(clerk.scope, { dueIds: [due.publicId], amountPaise: 60_000 })
  expect(await bounceCheque(clerk.scope, { paymentId: cheque.paymentId, reason: 'Returned' })).toEqual({ ok: true })
  expect([await readPaid(due.publicId), await credit()]).toEqual([0, 0])
  expect(await faultsOfLedger(school)).toEqual([])
})

it('applies to a due exactly the credit that the counter shows, whatever has happened to each payment', async () => {
  const { school, clerk, student, take, credit } = await world()
  const ahead = (advancePaise: number, change: Partial<OfflinePayment> = {}) =>
    take({ studentId: student.publicId, advancePaise, seenCreditPaise: undefined, ...change })
  const refund = async (paymentId: string, amountPaise: number) => {
    const asked = { paymentId, from: 'excess', amountPaise, reason: 'Left', formKey: newFormKey() } as const
    expect((await requestRefund(clerk.scope, asked)).ok).toBe(true)
  }
  const onlineDue = await makeDue(student, { amountPaise: 50_000 })
  const online = await startPayment(student.scope, [onlineDue.publicId])
  sandbox.switches.set({ captureTwice: true }, school.keys.keyId)
  await sandbox.pay(online.linkId)
  sandbox.switches.set({ captureTwice: false }, school.keys.keyId)
  for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)

  const expectUsable = async (shownPaise: number) => {
    expect(await credit()).toBe(shownPaise)
    const due = await makeDue(student, { amountPaise: 900_000 })
    const used = await spendCredit(clerk.scope, { dueIds: [due.publicId], amountPaise: shownPaise })
    expect(used).toEqual({ ok: true, value: { usedPaise: shownPaise } })
    expect([await readPaid(due.publicId), await credit()]).toEqual([shownPaise, 0])
    expect(await faultsOfLedger(school)).toEqual([])
  }
  // A refund in progress reserves its money: ₹100 of the second capture.
  await refund(online.publicId, 10_000)
  await expectUsable(40_000)
  const partRefunded = await ahead(80_000)
  await refund(partRefunded.paymentId, 30_000)
  await expectUsable(50_000)
  await ahead(20_000)
  const refunded = await ahead(30_000)
  await refund(refunded.paymentId, 30_000)
  const bounced = await ahead(70_000, { method: 'cheque', reference: '000124' })
  expect(await bounceCheque(clerk.scope, { paymentId: bounced.paymentId, reason: 'Returned' })).toEqual({ ok: true })
  const mistaken = await ahead(60_000)
  expect(await cancelPayment(clerk.scope, { paymentId: mistaken.paymentId, reason: 'Twice' })).toEqual({ ok: true })
  await expectUsable(20_000)
})
