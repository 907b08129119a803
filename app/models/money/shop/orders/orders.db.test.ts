import { describe, expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { run as dueSettled } from '~/jobs/due-settled.server'
import { systemScope, visitorScope } from '~/models/core/shared/scope.server'
import { settleFromCallback } from '~/models/money/ledger/online/provider-news.server'
import { sendRefund } from '~/models/money/ledger/online/provider-refunds.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { requestRefund } from '~/models/money/ledger/refunds.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  callbackOf,
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  type PayingSchool,
} from '../../../../../tests/factories/paying'
import { readRow, readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import {
  expireReservation,
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
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { findStore, findStoreProduct, listStoreProducts, listStores, priceCart } from '../store-queries.server'
import { cancelOrderByOffice, cancelOwnOrder, enqueueExpiries, expireOrder } from './cancel-order.server'
import { markOrderPaid } from './fulfil-order.server'
import { findOwnOrder, listOwnOrders } from './own-orders.server'
import { placeOrder } from './place-order.server'

async function makeBuyer(school: PayingSchool): Promise<MadeStudent> {
  const student = await makeStudent(school)
  await makeEnrollment(student)
  return student
}

async function makeStore(facts: Parameters<typeof makeProduct>[1] = {}) {
  const school = await makePayingSchool(sandbox)
  const product = await makeProduct(school, facts)
  return { school, product, student: await makeBuyer(school) }
}

const startedOf = (...products: MadeProduct[]) =>
  new Map(products.flatMap((product) => product.variants.map((one) => [one.id, one.stock] as const)))

async function sound(school: PayingSchool, ...products: MadeProduct[]) {
  expect(await faultsOfStore(school, startedOf(...products))).toEqual([])
  expect(await faultsOfLedger(school, sandbox.ledger(school.keys.keyId))).toEqual([])
}

/** Processes the jobs of settled dues, as the worker does. */
async function workOffSettled(school: PayingSchool) {
  const jobs = await readRows<{ payload: string }>(
    `SELECT payload FROM jobs WHERE school_id = :id AND kind = 'due-settled'`,
    { id: school.id },
  )
  for (const job of jobs) await dueSettled(JSON.parse(job.payload), school.scope)
}

describe('an order', () => {
  it('reserves stock, fixes prices and creates a number and a due, once per form', async () => {
    const { school, product, student } = await makeStore({
      name: 'School shirt',
      pricePaise: 500_00,
      salePricePaise: 450_00,
      taxBasisPoints: 500,
      variants: [
        { label: 'M', stock: 5 },
        { label: 'L', stock: 2 },
      ],
    })
    const [m, l] = product.variants
    if (!l) throw new Error('two sizes')
    const input = {
      method: 'razorpay' as const,
      lines: [seenLine(product, 2, m), seenLine(product, 1, l)],
      formKey: newFormKey(),
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => placeOrder(student.scope, input)))
    const [first] = answers
    if (!first?.ok) throw new Error('not placed')
    for (const answer of answers) expect(answer).toEqual(first)
    expect([await readStock(m), await readStock(l)]).toEqual([3, 1])
    const order = await findOwnOrder(student.scope, first.value.orderId)
    expect(order).toMatchObject({
      number: expect.stringMatching(/^20\d\d-\d\d\/000001$/),
      state: 'placed',
      totalPaise: 1350_00,
      due: { publicId: first.value.dueId, isOpen: true, balancePaise: 1350_00, paidPaise: 0 },
      items: [
        { name: 'School shirt', label: 'M', quantity: 2, unitPricePaise: 450_00, taxBasisPoints: 500 },
        { name: 'School shirt', label: 'L', quantity: 1, unitPricePaise: 450_00 },
      ],
      receipts: [],
    })
    const minutes = ((order?.reservedUntil?.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThan(31)
    const jobs = await readRows<{ kind: string }>('SELECT kind FROM jobs WHERE school_id = :id', { id: school.id })
    expect(jobs).toEqual([{ kind: 'expire-order' }])
    // Later changes of the product do not affect the order.
    await execute(`UPDATE products SET name = 'Other', price_paise = 900, sale_price_paise = NULL WHERE id = :id`, {
      id: product.id,
    })
    expect((await findOwnOrder(student.scope, first.value.orderId))?.items[0]).toMatchObject({ name: 'School shirt' })
    await sound(school, product)
  })

  it('sells the last piece to one of fifty buyers, and creates no due for the others', async () => {
    const { school, product } = await makeStore({ stock: 1 })
    const buyers = await Promise.all(Array.from({ length: 50 }, () => makeStudent(school)))
    for (const buyer of buyers) await makeEnrollment(buyer)
    const answers = await Promise.all(
      buyers.map((buyer) =>
        placeOrder(buyer.scope, { method: 'cod', lines: [seenLine(product)], formKey: newFormKey() }),
      ),
    )
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'sold-out')).toHaveLength(49)
    const dues = await readRows('SELECT id FROM dues WHERE school_id = :id', { id: school.id })
    expect(dues).toHaveLength(1)
    expect(await readStock(product.variants[0])).toBe(0)
    await sound(school, product)
  })

  it('is refused as a whole when one line is unavailable', async () => {
    const { school, product, student } = await makeStore({ stock: 5 })
    const scarce = await makeProduct(school, { stock: 1 })
    const foreign = await makeProduct(await makeSchool(), {})
    const place = (lines: Parameters<typeof makeOrder>[1], method: 'cod' | 'razorpay' = 'cod') =>
      placeOrder(student.scope, { method, lines, formKey: newFormKey() })
    expect(await place([seenLine(product), seenLine(scarce, 2)])).toEqual({ ok: false, reason: 'sold-out' })
    expect(await place([seenLine(product), seenLine(foreign)])).toEqual({ ok: false, reason: 'gone' })
    expect(await place([{ ...seenLine(product), unitPricePaise: 1 }])).toEqual({ ok: false, reason: 'price-changed' })
    expect(await place([])).toEqual({ ok: false, reason: 'empty' })
    await execute('UPDATE products SET is_active = 0 WHERE id = :id', { id: scarce.id })
    expect(await place([seenLine(scarce)])).toEqual({ ok: false, reason: 'gone' })
    await makeStoreSettings(school, { codAllowed: false })
    expect(await place([seenLine(product)])).toEqual({ ok: false, reason: 'cod-not-allowed' })
    const cheap = await makeProduct(school, { pricePaise: 99 })
    expect(await place([seenLine(cheap)], 'razorpay')).toEqual({ ok: false, reason: 'too-small' })
    expect(await readStock(product.variants[0])).toBe(5)
    await sound(school, product, scarce, cheap)
  })

  it('is not placed again by the same form after its cancellation', async () => {
    const { school, product, student } = await makeStore({ stock: 5 })
    for (const method of ['cod', 'razorpay'] as const) {
      const input = { method, lines: [seenLine(product)], formKey: newFormKey() }
      const placed = await placeOrder(student.scope, input)
      if (!placed.ok) throw new Error(placed.reason)
      expect(await cancelOwnOrder(student.scope, placed.value.orderId)).toMatchObject({ ok: true })
      expect(await placeOrder(student.scope, input)).toEqual({ ok: false, reason: 'stale' })
    }
    expect((await listOwnOrders(student.scope, 1)).total).toBe(2)
    expect(await readStock(product.variants[0])).toBe(5)
    await sound(school, product)
  })

  it('requires an enrollment in the current session, payment keys if online, and the student’s own form', async () => {
    const { school, product, student } = await makeStore()
    const stranger = await makeStudent(school)
    const input = { method: 'cod' as const, lines: [seenLine(product)], formKey: newFormKey() }
    expect(await placeOrder(stranger.scope, input)).toEqual({ ok: false, reason: 'no-session' })
    expect((await placeOrder(student.scope, input)).ok).toBe(true)
    await makeEnrollment(stranger)
    expect(await placeOrder(stranger.scope, input)).toEqual({ ok: false, reason: 'stale' })
    const poor = await makeSchool()
    const newcomer = await makeStudent(poor)
    await makeEnrollment(newcomer)
    const book = await makeProduct(poor)
    expect(
      await placeOrder(newcomer.scope, { method: 'razorpay', lines: [seenLine(book)], formKey: newFormKey() }),
    ).toEqual({ ok: false, reason: 'not-configured' })
    await sound(school, product)
  })
})

describe('an online order', () => {
  it('is paid once when its due is settled, with an invoice', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const order = await makeOrder(student, [seenLine(product, 2)], 'razorpay')
    const payment = await startPayment(student.scope, [order.dueId])
    const { returnTo } = await sandbox.pay(payment.linkId)
    await settleFromCallback(student.scope, payment.publicId, callbackOf(returnTo))
    await Promise.all([workOffSettled(school), workOffSettled(school), markOrderPaid(school.scope, order.id)])
    expect(await readOrder(order.orderId)).toMatchObject({ state: 'paid', invoiceNumber: 1, reservedUntil: null })
    // Expiry no longer applies, and the student cannot cancel.
    await expireOrder(school.scope, order.id)
    expect(await cancelOwnOrder(student.scope, order.orderId)).toEqual({ ok: false, reason: 'over' })
    expect(await readStock(product.variants[0])).toBe(1)
    expect((await findOwnOrder(student.scope, order.orderId))?.receipts).toHaveLength(1)
    await sound(school, product)
  })

  it('returns its pieces to stock and cancels its link when it expires unpaid, and keeps late money as excess', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const order = await makeOrder(student, [seenLine(product, 2)], 'razorpay')
    const payment = await startPayment(student.scope, [order.dueId])
    await expireOrder(school.scope, order.id)
    expect(await readStock(product.variants[0])).toBe(1)
    await expireReservation(order)
    sandbox.switches.set({ timeOut: true }, school.keys.keyId)
    await expect(expireOrder(school.scope, order.id)).rejects.toThrow('does not say')
    expect(await readStock(product.variants[0])).toBe(1)
    sandbox.switches.reset(school.keys.keyId)
    sandbox.switches.set({ dropWebhooks: true }, school.keys.keyId)
    await Promise.all([expireOrder(school.scope, order.id), expireOrder(school.scope, order.id)])
    expect(await readStock(product.variants[0])).toBe(3)
    expect(await readOrder(order.orderId)).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'expiry',
      dueState: 'cancelled',
    })
    await expect(sandbox.pay(payment.linkId)).rejects.toThrow()
    await sandbox.payLate(payment.linkId)
    for (const webhook of sandbox.webhooks(school.keys.keyId)) await deliverWebhook(school, webhook)
    const view = await findOwnOrder(student.scope, order.orderId)
    expect(view).toMatchObject({ state: 'cancelled', excessPaise: 500_00, refundedPaise: 0 })
    await sound(school, product)
  })

  it('shows only refunds of its own money, and its excess', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const order = await makeOrder(student, [seenLine(product)], 'razorpay')
    const fee = await makeDue(student, { amountPaise: 100_00 })
    const both = await startPayment(student.scope, [fee.publicId, order.dueId])
    await sandbox.pay(both.linkId)
    for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
    await workOffSettled(school)
    const giveBack = async (from: Parameters<typeof requestRefund>[1]['from'], amountPaise: number) => {
      const asked = { paymentId: both.publicId, from, amountPaise, reason: 'Asked', formKey: newFormKey() }
      const made = await requestRefund(school.scope, asked)
      if (!made.ok) throw new Error(made.reason)
      return made.value.refundId
    }
    const look = () => findOwnOrder(student.scope, order.orderId)
    await sendRefund(school.scope, await giveBack({ dueId: fee.publicId }, 100_00))
    expect(await look()).toMatchObject({
      refundedPaise: 0,
      excessPaise: 0,
      comingBackPaise: 0,
      due: { paidPaise: 250_00 },
    })
    const refundId = await giveBack({ dueId: order.dueId }, 250_00)
    expect(await look()).toMatchObject({ refundedPaise: 0, comingBackPaise: 250_00 })
    await sendRefund(school.scope, refundId)
    expect(await look()).toMatchObject({ refundedPaise: 250_00, excessPaise: 0, comingBackPaise: 0 })
  })

  it('shows the refund and the excess when it was paid twice and then cancelled', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const order = await makeOrder(student, [seenLine(product)], 'razorpay')
    const payment = await startPayment(student.scope, [order.dueId])
    await sandbox.pay(payment.linkId)
    await sandbox.payLate(payment.linkId)
    for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
    await workOffSettled(school)
    const ended = await cancelOrderByOffice(school.scope, order.orderId, {
      reason: 'No longer made',
      givenPaise: 250_00,
      givenBy: null,
      givenReference: null,
    })
    expect(ended).toEqual({ ok: true, value: 250_00 })
    const [job] = await readRows<{ payload: string }>(
      `SELECT payload FROM jobs WHERE school_id = :id AND kind = 'send-refund'`,
      { id: school.id },
    )
    await sendRefund(school.scope, JSON.parse(job?.payload ?? '{}').refundId)
    expect(await findOwnOrder(student.scope, order.orderId)).toMatchObject({
      state: 'cancelled',
      refundedPaise: 250_00,
      excessPaise: 250_00,
      comingBackPaise: 0,
      due: { paidPaise: 0 },
    })
    await sound(school, product)
  })

  it('requires full payment even if the school accepts part payments of fees', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    await execute('UPDATE school_settings SET part_payment_allowed = 1 WHERE school_id = :id', { id: school.id })
    const order = await makeOrder(student, [seenLine(product)], 'razorpay')
    const pay = (paise: number) =>
      startOnlinePayment(student.scope, {
        dueIds: [order.dueId],
        parts: new Map([[order.dueId, paise]]),
        formKey: newFormKey(),
      })
    expect(await pay(100_00)).toEqual({ ok: false, reason: 'part-not-allowed' })
    expect((await pay(250_00)).ok).toBe(true)
    await sound(school, product)
  })

  it('does not expire when it was paid at the provider before the expiry', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const order = await makeOrder(student, [seenLine(product)], 'razorpay')
    const payment = await startPayment(student.scope, [order.dueId])
    await sandbox.pay(payment.linkId)
    await expireReservation(order)
    await expireOrder(school.scope, order.id)
    await workOffSettled(school)
    expect(await readOrder(order.orderId)).toMatchObject({ state: 'paid', paidPaise: 250_00 })
    await sound(school, product)
  })

  it('gets a new expiry job from the periodic check when its job was lost', async () => {
    const { school, product, student } = await makeStore()
    const order = await makeOrder(student, [seenLine(product)], 'razorpay')
    await execute('DELETE FROM jobs WHERE school_id = :id', { id: school.id })
    await enqueueExpiries(systemScope())
    expect(await readRows('SELECT id FROM jobs WHERE school_id = :id', { id: school.id })).toHaveLength(0)
    await expireReservation(order)
    await enqueueExpiries(systemScope())
    expect(await readRows('SELECT id FROM jobs WHERE school_id = :id', { id: school.id })).toHaveLength(1)
  })
})

describe('a student', () => {
  it('cancels an unpaid order once, and only one of their own', async () => {
    const { school, product, student } = await makeStore({ stock: 3 })
    const order = await makeOrder(student, [seenLine(product, 3)])
    const other = await makeBuyer(school)
    expect(await cancelOwnOrder(other.scope, order.orderId)).toEqual({ ok: false, reason: 'not-found' })
    expect(await findOwnOrder(other.scope, order.orderId)).toBeNull()
    const answers = await Promise.all([1, 2, 3].map(() => cancelOwnOrder(student.scope, order.orderId)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await readStock(product.variants[0])).toBe(3)
    expect(await readOrder(order.orderId)).toMatchObject({ state: 'cancelled', cancelledBy: 'student' })
    await sound(school, product)
  })

  it('returns the pieces of each size to stock on cancellation', async () => {
    const sizes = [
      { label: 'M', stock: 5 },
      { label: 'L', stock: 2 },
    ]
    const { school, product, student } = await makeStore({ variants: sizes })
    const [m, l] = product.variants
    if (!l) throw new Error('two sizes')
    const order = await makeOrder(student, [seenLine(product, 3, m), seenLine(product, 1, l)])
    expect([await readStock(m), await readStock(l)]).toEqual([2, 1])
    expect(await cancelOwnOrder(student.scope, order.orderId)).toMatchObject({ ok: true })
    expect([await readStock(m), await readStock(l)]).toEqual([5, 2])
    await sound(school, product)
  })

  it('allows texts of a megabyte in GROUP_CONCAT, so that the items of a long order are not truncated', async () => {
    const limit = await readRow<{ bytes: number }>('SELECT @@SESSION.group_concat_max_len AS bytes')
    expect(limit?.bytes).toBe(1_048_576)
  })

  it('finds only the student’s own orders, newest first', async () => {
    const { school, product, student } = await makeStore({ name: 'Atlas', stock: 20 })
    const classmate = await makeBuyer(school)
    for (let order = 0; order < 11; order++) await makeOrder(student, [seenLine(product)])
    const { orderId } = await makeOrder(classmate, [seenLine(product, 2)])
    const { value, count } = await countQueries(() => listOwnOrders(student.scope, 2))
    expect([value.total, value.pages, value.rows.length, count]).toEqual([11, 2, 1, 2])
    expect(value.rows[0]).toMatchObject({ items: '1 × Atlas', number: expect.stringMatching(/000001$/) })
    expect((await listOwnOrders(classmate.scope, 1)).rows.map(({ publicId }) => publicId)).toEqual([orderId])
  })
})

describe('the store', () => {
  const visitor = visitorScope()

  it('lists only the school’s active products, with the stock of each active size', async () => {
    const { school, product } = await makeStore({
      name: 'Belt',
      variants: [
        { label: 'S', stock: 0 },
        { label: 'M', stock: 4 },
        { label: 'L', stock: 9, isActive: false },
      ],
    })
    await makeProduct(school, { name: 'Hidden', isActive: false })
    const foreign = await makeProduct(await makeSchool(), { name: 'Belt' })
    const { value, count } = await countQueries(() => listStoreProducts(visitor, school.id, { search: '', page: 1 }))
    expect(count).toBe(3)
    expect(value.rows).toMatchObject([
      { name: 'Belt', pictureKey: null, variants: [{ label: 'S', stock: 0 }, { label: 'M' }] },
    ])
    expect((await listStoreProducts(visitor, school.id, { search: 'tie', page: 1 })).total).toBe(0)
    expect(await findStoreProduct(visitor, school.id, foreign.publicId)).toBeNull()
    expect(await findStoreProduct(visitor, school.id, product.publicId)).toMatchObject({ pictures: [] })
    const [, m, hidden] = product.variants
    const cart = [m, hidden, foreign.variants[0]].flatMap((one) =>
      one ? [{ variantId: one.publicId, quantity: 2 }] : [],
    )
    expect(await priceCart(visitor, school.id, cart)).toMatchObject([
      { name: 'Belt', label: 'M', quantity: 2, stock: 4, unitPricePaise: 250_00 },
    ])
  })

  it('is found only when it sells a product', async () => {
    const { school } = await makeStore()
    const empty = await makeSchool({ name: `Nothing here ${newFormKey()}` })
    expect(await findStore(visitor, school.publicId)).toMatchObject({ id: school.id })
    expect(await findStore(visitor, empty.publicId)).toBeNull()
    expect((await listStores(visitor, { search: empty.name, page: 1 })).total).toBe(0)
  })
})
