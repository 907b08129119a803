import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { providerWith } from '~/services/payments/provider.server'
import { makeDue } from '../../../../../tests/factories/ledger'
import {
  deliverWebhook,
  faultsOfLedger,
  makePayingSchool,
  readPaid,
  readPayment,
} from '../../../../../tests/factories/paying'
import { readRow } from '../../../../../tests/factories/read'
import { sandbox } from '../../../../../tests/factories/shared-sandbox'
import { newFormKey, startPayment } from '../../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../../tests/factories/student'
import { listPayments } from '../books/collections.server'
import { findRefundable, listRefunds } from '../books/payment-details.server'
import { recordOfflinePayment } from '../counter/record-offline-payment.server'
import { type RequestRefund, requestRefund } from '../refunds.server'
import { checkPayment } from './check-payment.server'
import { sendRefund, withdrawRefund } from './provider-refunds.server'

async function paidOnline(options: { twice?: boolean } = {}) {
  const school = await makePayingSchool(sandbox)
  const student = await makeStudent(school)
  const due = await makeDue(student, { amountPaise: 300_000 })
  const payment = await startPayment(student.scope, [due.publicId])
  if (options.twice) sandbox.switches.set({ captureTwice: true }, school.keys.keyId)
  const { paymentId: captureId } = await sandbox.pay(payment.linkId)
  const deliverAll = async () => {
    for (const webhook of [...sandbox.webhooks(school.keys.keyId)]) await deliverWebhook(school, webhook)
  }
  await deliverAll()
  const ask = (change: Partial<RequestRefund> = {}): RequestRefund => ({
    paymentId: payment.publicId,
    from: { dueId: due.publicId },
    amountPaise: 100_000,
    reason: 'Left the school',
    formKey: newFormKey(),
    ...change,
  })
  const sums = () => sandbox.ledger(school.keys.keyId)
  return { school, student, due, payment, captureId, deliverAll, ask, sums }
}

const stateOf = (publicId: string) =>
  readRow<{ state: string }>('SELECT state FROM refunds WHERE public_id = :publicId', { publicId })

it('refunds online money through the provider once, and the due is owed again', async () => {
  const { school, due, payment, ask, sums, deliverAll } = await paidOnline()
  const form = ask()
  const clicks = await Promise.all(Array.from({ length: 10 }, () => requestRefund(school.scope, form)))
  expect(new Set(clicks.map((click) => JSON.stringify(click))).size).toBe(1)
  const refundId = clicks[0]?.ok ? clicks[0].value.refundId : ''
  expect(await readPaid(due.publicId)).toBe(300_000)
  expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
  expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
  await deliverAll()
  expect(await readPaid(due.publicId)).toBe(200_000)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'part_refunded', refundedPaise: 100_000 })
  expect(sums()).toMatchObject({ captured: 300_000, refunded: 100_000 })
  const rest = await requestRefund(school.scope, ask({ amountPaise: 200_000 }))
  await sendRefund(school.scope, rest.ok ? rest.value.refundId : '')
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'refunded', receipts: 1 })
  expect(await faultsOfLedger(school, sums())).toEqual([])
})

it('counts a refund in progress as refunded, and refuses amounts that are too large or too small, unpaid payments and other schools', async () => {
  const { school, student, ask } = await paidOnline()
  expect((await requestRefund(school.scope, ask({ amountPaise: 250_000 }))).ok).toBe(true)
  const other = await paidOnline()
  const unpaid = await startPayment(student.scope, [(await makeDue(student)).publicId])
  const answers = await Promise.all([
    requestRefund(school.scope, ask({ amountPaise: 50_001 })),
    requestRefund(school.scope, ask({ from: 'excess', amountPaise: 100 })),
    requestRefund(school.scope, ask({ from: { dueId: other.due.publicId } })),
    requestRefund(school.scope, ask({ amountPaise: 99 })),
    requestRefund(school.scope, ask({ paymentId: unpaid.publicId })),
    requestRefund(other.school.scope, ask()),
  ])
  const reasons = answers.map((answer) => (answer.ok ? 'done' : answer.reason))
  expect(reasons).toEqual(['too-much', 'too-much', 'too-much', 'too-small', 'not-paid', 'not-found'])
})

it('refunds the excess of a second capture and leaves the due paid', async () => {
  const { school, due, payment, ask, sums } = await paidOnline({ twice: true })
  const refund = await requestRefund(school.scope, ask({ from: 'excess', amountPaise: 300_000 }))
  await sendRefund(school.scope, refund.ok ? refund.value.refundId : '')
  expect(await readPaid(due.publicId)).toBe(300_000)
  expect(await readPayment(payment.publicId)).toMatchObject({ state: 'part_refunded' })
  const more = await requestRefund(school.scope, ask({ amountPaise: 300_000 }))
  expect(more.ok).toBe(true)
  expect(await faultsOfLedger(school, sums())).toEqual([])
})

it('retries a refund with the same key after a lost answer, so that the money is refunded once', async () => {
  const { school, ask, sums } = await paidOnline()
  const refund = await requestRefund(school.scope, ask())
  const refundId = refund.ok ? refund.value.refundId : ''
  sandbox.switches.set({ loseAnswersToWrites: true }, school.keys.keyId)
  expect(await sendRefund(school.scope, refundId)).toEqual({ ok: false, reason: 'provider-down' })
  expect(sums().refunds).toHaveLength(1)
  sandbox.switches.set({ loseAnswersToWrites: false }, school.keys.keyId)
  expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
  expect(sums().refunds).toHaveLength(1)
  expect(await faultsOfLedger(school, sums())).toEqual([])
})

describe('a refund sent while the office also refunds in the provider’s dashboard', () => {
  async function sentWithoutAnswer() {
    const made = await paidOnline()
    const { school, ask, captureId } = made
    const refund = await requestRefund(school.scope, ask())
    const refundId = refund.ok ? refund.value.refundId : ''
    sandbox.switches.set({ loseAnswersToWrites: true }, school.keys.keyId)
    expect(await sendRefund(school.scope, refundId)).toEqual({ ok: false, reason: 'provider-down' })
    sandbox.switches.set({ loseAnswersToWrites: false }, school.keys.keyId)
    const refundInDashboard = () =>
      providerWith(school.keys).refund({ paymentId: captureId, amountPaise: 50_000, idempotencyKey: newFormKey() })
    return { ...made, refundId, refundInDashboard }
  }

  it('finds the refund that was sent, and books both', async () => {
    const { school, due, sums, refundId, refundInDashboard } = await sentWithoutAnswer()
    await refundInDashboard()
    expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
    expect(await stateOf(refundId)).toEqual({ state: 'done' })
    expect(await readPaid(due.publicId)).toBe(150_000)
    expect(await faultsOfLedger(school, sums())).toEqual([])
  })

  it('does not count the money of another refund in progress as its own when its job runs again', async () => {
    const { school, due, ask, sums, refundId, refundInDashboard } = await sentWithoutAnswer()
    for (const webhook of [...sandbox.webhooks(school.keys.keyId)])
      if (webhook.body.includes('"refund.created"')) await deliverWebhook(school, webhook)
    expect(await stateOf(refundId)).toEqual({ state: 'requested' })
    const rest = await requestRefund(school.scope, ask({ amountPaise: 200_000 }))
    const restId = rest.ok ? rest.value.refundId : ''
    await refundInDashboard()
    expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
    expect(await faultsOfLedger(school)).toEqual([])
    expect(await sendRefund(school.scope, restId)).toEqual({ ok: true })
    expect([await stateOf(refundId), await stateOf(restId)]).toEqual([{ state: 'done' }, { state: 'failed' }])
    expect(await readPaid(due.publicId)).toBe(150_000)
    expect(await faultsOfLedger(school, sums())).toEqual([])
  })
})

describe('a requested refund when the school also refunds ₹500 in the provider’s dashboard', () => {
  /** Event of the dashboard's refund that has reached the portal: none, its creation, or its creation and its end. */
  const events = { none: /^$/, created: /"refund\.created"/, both: /"refund\./ }

  async function requestAndRefundInDashboard(end: 'failed' | 'processed', received: keyof typeof events) {
    const made = await paidOnline()
    const { school, ask, captureId } = made
    const refund = await requestRefund(school.scope, ask())
    const provider = providerWith(school.keys)
    sandbox.switches.set({ failRefunds: end === 'failed' }, school.keys.keyId)
    await provider.refund({ paymentId: captureId, amountPaise: 50_000, idempotencyKey: newFormKey() })
    sandbox.switches.set({ failRefunds: false }, school.keys.keyId)
    for (const webhook of [...sandbox.webhooks(school.keys.keyId)])
      if (events[received].test(webhook.body)) await deliverWebhook(school, webhook)
    return { ...made, refundId: refund.ok ? refund.value.refundId : '' }
  }

  // A processed dashboard refund that the portal does not know yet may be the requested one, which is then not sent. A
  // failed or known one is certainly a different refund.
  it.each([
    ['failed', 'none', 'done', 200_000],
    ['failed', 'created', 'done', 200_000],
    ['failed', 'both', 'done', 200_000],
    ['processed', 'none', 'failed', 250_000],
    ['processed', 'created', 'done', 150_000],
    ['processed', 'both', 'done', 150_000],
  ] as const)(
    'is sent unless an unknown dashboard refund may have returned the same money: dashboard refund %s, received events: %s',
    async (end, received, state, paidPaise) => {
      const { school, due, sums, refundId } = await requestAndRefundInDashboard(end, received)
      expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
      expect(await stateOf(refundId)).toEqual({ state })
      expect(await readPaid(due.publicId)).toBe(paidPaise)
      expect(sums().refunded).toBe(300_000 - paidPaise)
      expect(await faultsOfLedger(school, sums())).toEqual([])
    },
  )

  it.each([
    ['failed', 'none', 300_000],
    ['failed', 'created', 300_000],
    ['failed', 'both', 300_000],
    ['processed', 'none', 250_000],
    ['processed', 'created', 250_000],
    ['processed', 'both', 250_000],
  ] as const)(
    'is withdrawn, and only the dashboard refund reduces what was paid: dashboard refund %s, received events: %s',
    async (end, received, paidPaise) => {
      const { school, due, sums, refundId } = await requestAndRefundInDashboard(end, received)
      expect(await withdrawRefund(school.scope, refundId)).toEqual({ ok: true })
      expect(await stateOf(refundId)).toEqual({ state: 'failed' })
      expect(await readPaid(due.publicId)).toBe(paidPaise)
      expect(await faultsOfLedger(school, sums())).toEqual([])
    },
  )
})

/** Resets a refund that was sent, as restoring an earlier backup does. */
async function forget(refundId: string): Promise<void> {
  const values = { refundId }
  await execute(
    'DELETE l FROM payment_lines l JOIN refunds r ON r.id = l.refund_id WHERE r.public_id = :refundId',
    values,
  )
  await execute('DELETE FROM refunds WHERE public_id = :refundId', values)
}

describe('a refund after a restore of the database', () => {
  it('finds the refund that was sent after the backup, and does not send it again', async () => {
    const { school, due, ask, sums } = await paidOnline()
    const refund = await requestRefund(school.scope, ask())
    const refundId = refund.ok ? refund.value.refundId : ''
    // The provider has the refund, but its idempotency key has expired; the backup is from just before the refund.
    const capture = await readRow<{ id: string }>(
      'SELECT provider_payment_id AS id FROM refunds WHERE public_id = :refundId',
      { refundId },
    )
    await providerWith(school.keys).refund({
      paymentId: capture?.id ?? '',
      amountPaise: 100_000,
      idempotencyKey: newFormKey(),
      notes: { refund: refundId },
    })
    expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
    expect(sums().refunds).toHaveLength(1)
    expect(await stateOf(refundId)).toEqual({ state: 'done' })
    expect(await readPaid(due.publicId)).toBe(200_000)
    expect(await faultsOfLedger(school, sums())).toEqual([])
  })

  it('does not repeat a refund that was sent but lost in the restore, and books the lost one', async () => {
    const { school, due, ask, sums } = await paidOnline()
    const forgotten = await requestRefund(school.scope, ask({ amountPaise: 300_000 }))
    const forgottenId = forgotten.ok ? forgotten.value.refundId : ''
    const form = ask({ amountPaise: 300_000 })
    // Simulates a backup from before the refund was sent, after which the clerk requests it again.
    await execute(
      `UPDATE payment_lines SET state = 'void' WHERE refund_id = (SELECT id FROM refunds WHERE public_id = :forgottenId)`,
      { forgottenId },
    )
    const capture = await readRow<{ id: string }>(
      'SELECT provider_payment_id AS id FROM refunds WHERE public_id = :forgottenId',
      { forgottenId },
    )
    await forget(forgottenId)
    await providerWith(school.keys).refund({
      paymentId: capture?.id ?? '',
      amountPaise: 300_000,
      idempotencyKey: `shala-refund-${forgottenId}`,
      notes: { refund: forgottenId },
    })
    const again = await requestRefund(school.scope, form)
    const refundId = again.ok ? again.value.refundId : ''
    expect(await sendRefund(school.scope, refundId)).toEqual({ ok: true })
    expect(sums().refunds).toHaveLength(1)
    expect(await readRow('SELECT state, failure FROM refunds WHERE public_id = :refundId', { refundId })).toEqual({
      state: 'failed',
      failure: expect.stringContaining('had refunded part of this payment'),
    })
    expect(await readPaid(due.publicId)).toBe(0)
    expect(await faultsOfLedger(school, sums())).toEqual([])
  })

  it('withdraws a refund that the operator dismissed, unless the provider has already returned the money', async () => {
    const { school, due, ask, sums } = await paidOnline()
    const [one, two] = [await requestRefund(school.scope, ask()), await requestRefund(school.scope, ask())]
    const [sent, unsent] = [one, two].map((refund) => (refund.ok ? refund.value.refundId : ''))
    sandbox.switches.set({ failWith5xx: true }, school.keys.keyId)
    expect(await withdrawRefund(school.scope, sent ?? '')).toEqual({ ok: false, reason: 'provider-down' })
    expect(await stateOf(sent ?? '')).toEqual({ state: 'requested' })
    sandbox.switches.set({ failWith5xx: false }, school.keys.keyId)
    const capture = await readRow<{ id: string }>(
      'SELECT provider_payment_id AS id FROM refunds WHERE public_id = :sent',
      { sent: sent ?? '' },
    )
    await providerWith(school.keys).refund({
      paymentId: capture?.id ?? '',
      amountPaise: 100_000,
      idempotencyKey: newFormKey(),
      notes: { refund: sent ?? '' },
    })
    for (const id of [sent, unsent]) expect(await withdrawRefund(school.scope, id ?? '')).toEqual({ ok: true })
    expect([await stateOf(sent ?? ''), await stateOf(unsent ?? '')]).toEqual([{ state: 'done' }, { state: 'failed' }])
    expect(sums().refunds).toHaveLength(1)
    expect(await readPaid(due.publicId)).toBe(200_000)
    expect(await faultsOfLedger(school, sums())).toEqual([])
  })
})

it('makes money refundable again when the bank could not return it', async () => {
  const { school, due, ask, sums } = await paidOnline()
  sandbox.switches.set({ failRefunds: true }, school.keys.keyId)
  const refund = await requestRefund(school.scope, ask({ amountPaise: 300_000 }))
  const refundId = refund.ok ? refund.value.refundId : ''
  await sendRefund(school.scope, refundId)
  expect(await stateOf(refundId)).toEqual({ state: 'failed' })
  expect(await readPaid(due.publicId)).toBe(300_000)
  sandbox.switches.set({ failRefunds: false }, school.keys.keyId)
  expect((await requestRefund(school.scope, ask({ amountPaise: 300_000 }))).ok).toBe(true)
  expect(await faultsOfLedger(school, sums())).toEqual([])
})

it.each(['webhook', 'reconciler'])("books a refund made in the provider's dashboard, by %s", async (by) => {
  const { school, due, payment, captureId, deliverAll, sums } = await paidOnline()
  const provider = providerWith(school.keys)
  const sent = await provider.refund({ paymentId: captureId, amountPaise: 120_000, idempotencyKey: newFormKey() })
  expect(sent.ok).toBe(true)
  if (by === 'webhook') await deliverAll()
  await checkPayment(school.scope, (await readPayment(payment.publicId)).id)
  expect(await readPaid(due.publicId)).toBe(180_000)
  expect(await faultsOfLedger(school, sums())).toEqual([])
})

it('books a refund of money taken at the office as returned at once', async () => {
  const school = await makePayingSchool(sandbox)
  const due = await makeDue(await makeStudent(school), { amountPaise: 5000 })
  const paid = await recordOfflinePayment(school.scope, {
    dueIds: [due.publicId],
    method: 'cash',
    amountPaise: 5000,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: newFormKey(),
  })
  const paymentId = paid.ok ? paid.value.paymentId : ''
  const input = { paymentId, from: { dueId: due.publicId }, amountPaise: 5000, reason: 'Twice', formKey: newFormKey() }
  const refund = await requestRefund(school.scope, input)
  expect(refund.ok && (await stateOf(refund.value.refundId))).toEqual({ state: 'done' })
  expect(await readPaid(due.publicId)).toBe(0)
  expect(await readPayment(paymentId)).toMatchObject({ state: 'refunded' })
  expect(await faultsOfLedger(school)).toEqual([])
})

it(`takes the excess first when the source is 'any', and records how the office returned the money`, async () => {
  const { school, due, payment, ask, sums } = await paidOnline({ twice: true })
  const { rows } = await listPayments(school.scope, { filters: { excess: 'yes' } })
  expect(rows).toMatchObject([{ publicId: payment.publicId, excessPaise: 300_000 }])
  const refundable = await findRefundable(school.scope, payment.publicId)
  expect(refundable?.parts.map((part) => [part.dueId, part.amountPaise])).toEqual([
    [null, 300_000],
    [due.publicId, 300_000],
  ])
  const refund = await requestRefund(school.scope, ask({ from: 'any', amountPaise: 300_000 }))
  expect((await listPayments(school.scope, { filters: { excess: 'yes' } })).total).toBe(0)
  await sendRefund(school.scope, refund.ok ? refund.value.refundId : '')
  expect(await readPaid(due.publicId)).toBe(300_000)
  expect((await findRefundable(school.scope, payment.publicId))?.parts).toHaveLength(1)
  expect(await faultsOfLedger(school, sums())).toEqual([])

  const student = await makeStudent(school)
  const other = await makeDue(student, { amountPaise: 50_000 })
  const recorded = await recordOfflinePayment(school.scope, {
    dueIds: [other.publicId],
    method: 'cash',
    amountPaise: 50_000,
    reference: null,
    remarks: null,
    paidOn: todayInIndia(new Date()),
    formKey: newFormKey(),
  })
  const paymentId = recorded.ok ? recorded.value.paymentId : ''
  const given = { givenBy: 'cheque' as const, givenReference: '004711' }
  await requestRefund(school.scope, ask({ paymentId, from: 'any', amountPaise: 20_000, ...given }))
  expect(await listRefunds(school.scope, paymentId)).toMatchObject([{ ...given, amountPaise: 20_000, state: 'done' }])
  expect(await listRefunds((await makePayingSchool(sandbox)).scope, paymentId)).toEqual([])
  expect(await readPaid(other.publicId)).toBe(30_000)
})
