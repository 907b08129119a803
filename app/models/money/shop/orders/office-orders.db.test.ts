import { describe, expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { run as dueSettled } from '~/jobs/due-settled.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { listMoneyOfDues } from '~/models/money/ledger/books/money-of-dues.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { sendRefund } from '~/models/money/ledger/online/provider-refunds.server'
import { requestRefund } from '~/models/money/ledger/refunds.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  type PayingSchool,
} from '../../../../../tests/factories/paying'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import {
  faultsOfStore,
  type MadeProduct,
  makeOrder,
  makeProduct,
  makeStoreSettings,
  readOrder,
  readStock,
  seenLine,
} from '../../../../../tests/factories/shop'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { findStoreSettings, saveStoreSettings } from '../store-settings.server'
import { cancelOrderByOffice } from './cancel-order.server'
import { handOverOrder, packOrder } from './fulfil-order.server'
import { findInvoice } from './invoices.server'
import { countFailedRefunds, findOrder, listOrders, readPackingSlips } from './office-orders.server'
import { findOwnOrder } from './own-orders.server'

async function makeStore(facts: Parameters<typeof makeProduct>[1] = {}) {
  const school = await makePayingSchool(sandbox)
  const product = await makeProduct(school, facts)
  const student = await makeStudent(school)
  await makeEnrollment(student, { rollNumber: 4 })
  return { school, product, student }
}

async function sound(school: PayingSchool, ...products: MadeProduct[]) {
  const started = new Map(products.flatMap(({ variants }) => variants.map((one) => [one.id, one.stock] as const)))
  expect(await faultsOfStore(school, started)).toEqual([])
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
}

async function workOff(school: PayingSchool) {
  const jobs = await readRows<{ kind: string; payload: string }>(
    `SELECT kind, payload FROM jobs WHERE school_id = :id AND kind IN ('due-settled','send-refund') ORDER BY id`,
    { id: school.id },
  )
  for (const { kind, payload } of jobs) {
    if (kind === 'due-settled') await dueSettled(JSON.parse(payload), school.scope)
    else await sendRefund(school.scope, JSON.parse(payload).refundId)
  }
}

/** Paid online order of two pieces at ₹250. */
async function makePaidOrder() {
  const store = await makeStore({ stock: 5, taxBasisPoints: 1800 })
  const { school, product, student } = store
  const order = await makeOrder(student, [seenLine(product, 2)], 'razorpay')
  const payment = await startPayment(student.scope, [order.dueId])
  await sandbox.pay(payment.linkId)
  for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
  await workOff(school)
  return { ...store, order, payment }
}

const everything = {
  search: '',
  sort: 'placed',
  descending: false,
  page: 1,
  filters: { state: '', method: '', paid: '', from: '', to: '' },
} as const

const cash = (amountPaise: number, formKey = newFormKey()) => ({
  method: 'cash' as const,
  amountPaise,
  reference: null,
  repeatsReference: false,
  formKey,
})

const unpaid = { reason: 'No longer made', givenPaise: 0, givenBy: null, givenReference: null }

describe('a cash on delivery order', () => {
  it('is packed unpaid, is paid once at handover despite concurrent clerks, and then has an invoice', async () => {
    const { school, product, student } = await makeStore({ stock: 5 })
    const { orderId } = await makeOrder(student, [seenLine(product, 2)])
    const hand = (formKey?: string, to = 'Asha') =>
      handOverOrder(school.scope, orderId, { to, money: cash(500_00, formKey) })
    expect(await hand()).toEqual({ ok: false, reason: 'not-packed' })
    const packed = await Promise.all(Array.from({ length: 5 }, () => packOrder(school.scope, orderId)))
    expect(packed.every((one) => one.ok)).toBe(true)
    expect(await findInvoice(school.scope, orderId)).toBeNull()
    expect(await handOverOrder(school.scope, orderId, { to: 'Asha', money: null })).toEqual({
      ok: false,
      reason: 'unpaid',
    })
    expect(await handOverOrder(school.scope, orderId, { to: 'Asha', money: cash(1) })).toEqual({
      ok: false,
      reason: 'wrong-amount',
    })
    const key = newFormKey()
    const handed = await Promise.all([hand(key), hand(key), hand(undefined, 'Ravi'), hand(undefined, 'Meera')])
    expect(handed.filter((one) => one.ok).length).toBeGreaterThanOrEqual(1)
    const order = await findOrder(school.scope, orderId)
    expect(order).toMatchObject({ state: 'handed_over', invoiceNumber: 1 })
    const winners = handed.filter((one) => one.ok)
    expect(winners.length).toBe(order?.handedOverTo === 'Asha' ? 2 : 1)
    const payments = await readRows('SELECT id FROM payments WHERE school_id = :id', { id: school.id })
    expect(payments).toHaveLength(1)
    await workOff(school)
    for (const action of ['order.packed', 'order.handed-over']) {
      const entries = await readRows('SELECT id FROM audit_entries WHERE school_id = :id AND action = :action', {
        id: school.id,
        action,
      })
      expect(entries).toHaveLength(1)
    }
    expect(await cancelOrderByOffice(school.scope, orderId, unpaid)).toEqual({ ok: false, reason: 'over' })
    await sound(school, product)
  })

  it('completes an interrupted handover with the same form, without booking the payment again', async () => {
    const { school, product, student } = await makeStore()
    const { orderId, id } = await makeOrder(student, [seenLine(product)])
    await packOrder(school.scope, orderId)
    const money = cash(250_00)
    // Simulates a crash after booking: resets the order to its state before the handover.
    await handOverOrder(school.scope, orderId, { to: 'Asha', money })
    await execute("UPDATE orders SET state = 'packed', handed_over_at = NULL, handed_over_to = NULL WHERE id = :id", {
      id,
    })
    const again = await handOverOrder(school.scope, orderId, { to: 'Asha', money })
    expect(again).toMatchObject({ ok: true, value: { receiptId: expect.any(String) } })
    expect(await readOrder(orderId)).toMatchObject({ state: 'handed_over', paidPaise: 250_00, invoiceNumber: 1 })
    await sound(school, product)
  })

  it('is cancelled unpaid once when many clerks try concurrently, and its pieces return to stock once', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const { orderId } = await makeOrder(student, [seenLine(product, 2)])
    const many = await Promise.all(Array.from({ length: 10 }, () => cancelOrderByOffice(school.scope, orderId, unpaid)))
    expect(many.filter((one) => one.ok)).toEqual([{ ok: true, value: 0 }])
    expect(await readStock(product.variants[0])).toBe(3)
    expect(await packOrder(school.scope, orderId)).toEqual({ ok: false, reason: 'over' })
    expect(await handOverOrder(school.scope, orderId, { to: 'Asha', money: cash(500_00) })).toEqual({
      ok: false,
      reason: 'over',
    })
    await sound(school, product)
  })

  it('is either cancelled without payment or handed over as paid when clerks try both concurrently', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const { orderId } = await makeOrder(student, [seenLine(product)])
    await packOrder(school.scope, orderId)
    const [cancelled, handed] = await Promise.all([
      cancelOrderByOffice(school.scope, orderId, unpaid),
      handOverOrder(school.scope, orderId, { to: 'Asha', money: cash(250_00) }),
    ])
    expect([cancelled.ok, handed.ok].filter(Boolean)).toHaveLength(1)
    expect(await readOrder(orderId)).toMatchObject(
      handed.ok
        ? { state: 'handed_over', dueState: 'open', paidPaise: 250_00 }
        : { state: 'cancelled', dueState: 'cancelled', paidPaise: 0 },
    )
    await sound(school, product)
  })

  it('is refunded at the office by the chosen method on cancellation', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const { orderId, dueId, id } = await makeOrder(student, [seenLine(product)])
    await packOrder(school.scope, orderId)
    await handOverOrder(school.scope, orderId, { to: 'Asha', money: cash(250_00) })
    await execute("UPDATE orders SET state = 'packed', handed_over_at = NULL, handed_over_to = NULL WHERE id = :id", {
      id,
    })
    const input = { ...unpaid, givenPaise: 250_00 }
    expect(await cancelOrderByOffice(school.scope, orderId, unpaid)).toEqual({ ok: false, reason: 'paid-meanwhile' })
    expect(await cancelOrderByOffice(school.scope, orderId, input)).toEqual({ ok: false, reason: 'say-how' })
    const many = await Promise.all(
      Array.from({ length: 5 }, () => cancelOrderByOffice(school.scope, orderId, { ...input, givenBy: 'cash' })),
    )
    expect(many.filter((one) => one.ok)).toEqual([{ ok: true, value: 250_00 }])
    const due = await readRow('SELECT state, paid_paise AS paid FROM dues WHERE public_id = :dueId', { dueId })
    expect(due).toEqual({ state: 'cancelled', paid: 0 })
    expect((await findInvoice(student.scope, orderId))?.view.cancelled).toBe(true)
    const order = await findOrder(school.scope, orderId)
    const money = await listMoneyOfDues(school.scope, [order?.due?.id ?? 0])
    expect(money.refunds).toMatchObject([{ amountPaise: 250_00, state: 'done', givenBy: 'cash' }])
    await sound(school, product)
  })
})

describe('an online order', () => {
  it('is packed only after payment', async () => {
    const { school, product, student } = await makeStore()
    const { orderId } = await makeOrder(student, [seenLine(product)], 'razorpay')
    expect(await packOrder(school.scope, orderId)).toEqual({ ok: false, reason: 'not-paid' })
    const paid = await makePaidOrder()
    expect(await packOrder(paid.school.scope, paid.order.orderId)).toEqual({ ok: true })
    expect(await handOverOrder(paid.school.scope, paid.order.orderId, { to: 'Asha', money: null })).toEqual({
      ok: true,
      value: { receiptId: null },
    })
    await sound(paid.school, paid.product)
  })

  it('keeps its payment page open when the cancellation is refused', async () => {
    const { school, student, product } = await makeStore()
    const { orderId, dueId } = await makeOrder(student, [seenLine(product)], 'razorpay')
    const payment = await startPayment(student.scope, [dueId])
    const shown = { ...unpaid, givenPaise: 1_00 }
    expect(await cancelOrderByOffice(school.scope, orderId, shown)).toEqual({ ok: false, reason: 'paid-meanwhile' })
    await sandbox.pay(payment.linkId)
    expect(await readOrder(orderId)).toMatchObject({ dueState: 'open' })
  })

  it('closes its payment page before it is cancelled unpaid', async () => {
    const { school, product, student } = await makeStore({ stock: 4 })
    const { orderId, dueId } = await makeOrder(student, [seenLine(product)], 'razorpay')
    const payment = await startPayment(student.scope, [dueId])
    expect(await cancelOrderByOffice(school.scope, orderId, unpaid)).toEqual({ ok: true, value: 0 })
    await expect(sandbox.pay(payment.linkId)).rejects.toThrow()
    expect(await readStock(product.variants[0])).toBe(4)
    await sound(school, product)
  })

  it('is refunded through the provider on cancellation, leaves no due, and returns its pieces to stock once', async () => {
    const { school, product, student, order } = await makePaidOrder()
    const input = { ...unpaid, givenPaise: 500_00 }
    const many = await Promise.all(
      Array.from({ length: 5 }, () => cancelOrderByOffice(school.scope, order.orderId, input)),
    )
    expect(many.filter((one) => one.ok)).toEqual([{ ok: true, value: 500_00 }])
    expect(await readOrder(order.orderId)).toMatchObject({
      state: 'cancelled',
      dueState: 'cancelled',
      paidPaise: 500_00,
    })
    expect(await faultsOfLedger(school)).toEqual([])
    await workOff(school)
    expect(await readOrder(order.orderId)).toMatchObject({ dueState: 'cancelled', paidPaise: 0 })
    expect(await readStock(product.variants[0])).toBe(5)
    const owed = await readRow<{ owed: number }>(
      `SELECT COUNT(*) AS owed FROM dues WHERE student_id = :id AND state = 'open'`,
      { id: student.id },
    )
    expect(owed?.owed).toBe(0)
    await sound(school, product)
  })

  it('shows a failed refund, which can be requested again', async () => {
    const { school, product, student, order, payment } = await makePaidOrder()
    sandbox.switches.set({ failRefunds: true }, school.keys.keyId)
    await cancelOrderByOffice(school.scope, order.orderId, { ...unpaid, givenPaise: 500_00 })
    await workOff(school)
    for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
    sandbox.switches.reset(school.keys.keyId)
    const view = await findOrder(school.scope, order.orderId)
    const { refunds } = await listMoneyOfDues(school.scope, [view?.due?.id ?? 0])
    expect(refunds).toMatchObject([{ amountPaise: 500_00, state: 'failed', failure: expect.any(String) }])
    // The list's filter finds the order, and the student does not see a refund in progress.
    const failed = { ...everything, filters: { ...everything.filters, paid: 'refund-failed' } }
    expect((await listOrders(school.scope, failed)).rows).toMatchObject([
      { publicId: order.orderId, money: 'refund-failed' },
    ])
    expect(await countFailedRefunds(school.scope)).toBe(1)
    const own = () => findOwnOrder(student.scope, order.orderId)
    expect(await own()).toMatchObject({ comingBackPaise: 0, refundedPaise: 0, due: { paidPaise: 500_00 } })
    const again = { from: 'any' as const, amountPaise: 500_00, reason: 'Again', formKey: newFormKey() }
    await requestRefund(school.scope, { ...again, paymentId: payment.publicId })
    expect(await countFailedRefunds(school.scope)).toBe(0)
    expect(await own()).toMatchObject({ comingBackPaise: 500_00 })
    await workOff(school)
    expect((await listOrders(school.scope, failed)).total).toBe(0)
    expect(await own()).toMatchObject({ comingBackPaise: 0, refundedPaise: 500_00, due: { paidPaise: 0 } })
    await sound(school, product)
  })
})

it('lists an order as partly paid after a part payment at the office', async () => {
  const { school, product, student } = await makeStore({ stock: 5 })
  const { orderId, dueId } = await makeOrder(student, [seenLine(product)], 'razorpay')
  await makeOrder(student, [seenLine(product)])
  const taken = await recordOfflinePayment(school.scope, {
    ...cash(250_00),
    dueIds: [dueId],
    parts: new Map([[dueId, 100_00]]),
    remarks: null,
    paidOn: todayInIndia(new Date()),
  })
  expect(taken.ok).toBe(true)
  const part = { ...everything, filters: { ...everything.filters, paid: 'part' } }
  expect((await listOrders(school.scope, part)).rows).toMatchObject([{ publicId: orderId, money: 'part' }])
  expect(await findOrder(school.scope, orderId)).toMatchObject({ money: 'part' })
  const unpaidOnes = { ...everything, filters: { ...everything.filters, paid: 'no' } }
  expect((await listOrders(school.scope, unpaidOnes)).rows.map((row) => row.money).sort()).toEqual(['no', 'part'])
})

it('lets only its own school pack, hand over and cancel an order', async () => {
  const { school, product, student } = await makeStore()
  const { orderId } = await makeOrder(student, [seenLine(product)])
  const other = await makeSchool()
  expect(await packOrder(other.scope, orderId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await handOverOrder(other.scope, orderId, { to: 'X Y', money: null })).toEqual({
    ok: false,
    reason: 'not-found',
  })
  expect(await cancelOrderByOffice(other.scope, orderId, unpaid)).toEqual({ ok: false, reason: 'not-found' })
  expect(await findOrder(other.scope, orderId)).toBeNull()
  expect(await findInvoice(other.scope, orderId)).toBeNull()
  expect((await listOrders(other.scope, everything)).total).toBe(0)
  await sound(school, product)
})

it('keeps an invoice as issued, and shows its tax', async () => {
  const { school, student, order } = await makePaidOrder()
  const before = await findInvoice(student.scope, order.orderId)
  expect(before?.view).toMatchObject({
    totalPaise: 500_00,
    lines: [{ quantity: 2, taxablePaise: 423_73, taxPaise: 76_27 }],
    payments: [{ method: 'online', amountPaise: 500_00 }],
    school: { gstin: null },
  })
  await saveStoreSettings(school.scope, 0, { collectNote: null, codAllowed: true, gstin: '24AAACC1206D1ZM' })
  await execute("UPDATE schools SET name = 'Renamed' WHERE id = :id", { id: school.id })
  expect(await findInvoice(student.scope, order.orderId)).toEqual(before)
  const classmate = await makeStudent(school)
  expect(await findInvoice(classmate.scope, order.orderId)).toBeNull()
})

it('saves the first store settings of only one of two concurrent users, and then accepts a change', async () => {
  const school = await makeSchool()
  const settings = { collectNote: 'Room 3', codAllowed: false, gstin: null }
  const both = await Promise.all([0, 0].map((version) => saveStoreSettings(school.scope, version, settings)))
  expect(both.filter((one) => one.ok)).toHaveLength(1)
  expect(both.find((one) => !one.ok)).toEqual({ ok: false, reason: 'changed' })
  expect(await findStoreSettings(school.scope)).toEqual({ ...settings, version: 1 })
  expect(await saveStoreSettings(school.scope, 1, { ...settings, codAllowed: true })).toEqual({ ok: true })
})

it('finds an order by number, student, state, payment and day, and prints its packing slip until cancelled', async () => {
  const { school, product, student } = await makeStore({ stock: 9 })
  await makeStoreSettings(school, { collectNote: 'Room 3' })
  const first = await makeOrder(student, [seenLine(product)])
  const second = await makeOrder(student, [seenLine(product, 3)])
  await packOrder(school.scope, second.orderId)
  const ids = async (input: {
    search?: string
    filters?: Partial<typeof everything.filters> | Record<string, string>
  }) => {
    const filters = { ...everything.filters, ...input.filters }
    const page = await listOrders(school.scope, { ...everything, search: input.search ?? '', filters })
    return page.rows.map((row) => row.publicId)
  }
  expect(await ids({})).toEqual([second.orderId, first.orderId])
  expect(await ids({ search: '000001' })).toEqual([first.orderId])
  expect(await ids({ search: student.lastName })).toHaveLength(2)
  expect(await ids({ filters: { state: 'packed' } })).toEqual([second.orderId])
  expect(await ids({ filters: { paid: 'yes' } })).toEqual([])
  expect(await ids({ filters: { paid: 'no', method: 'cod' } })).toHaveLength(2)
  expect(await ids({ filters: { from: '2020-01-01', to: '2020-01-02' } })).toEqual([])
  const { count } = await countQueries(() => listOrders(school.scope, everything))
  expect(count).toBe(2)
  const slips = await readPackingSlips(school.scope, everything)
  expect(slips).toHaveLength(2)
  expect(slips[0]).toMatchObject({ rollNumber: 4, items: [{ quantity: 1 }] })
  await cancelOrderByOffice(school.scope, first.orderId, unpaid)
  expect(await readPackingSlips(school.scope, { orderId: first.id })).toEqual([])
  expect(await readPackingSlips(school.scope, { orderId: second.id })).toHaveLength(1)
})
