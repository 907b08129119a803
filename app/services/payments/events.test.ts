import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  linkCancelled,
  linkExpired,
  linkPaid,
  paymentAuthorized,
  paymentCaptured,
  paymentFailed,
  refundCreated,
  refundProcessed,
} from '../../../tests/fixtures/razorpay/webhooks'
import { parseWebhookEvent } from './events'

const read = (body: unknown) => parseWebhookEvent(JSON.stringify(body))

describe('webhook bodies from the documentation', () => {
  it('reads a paid link with its payment', () => {
    expect(read(linkPaid)).toMatchObject({
      kind: 'link',
      event: 'payment_link.paid',
      link: { id: 'plink_QflcnnZqCekuvL', status: 'paid', amountPaise: 1000, amountPaidPaise: 1000, referenceId: '23' },
      payment: {
        id: 'pay_Qfldmt5StKZFCB',
        status: 'captured',
        amountPaise: 1000,
        currency: 'INR',
        method: 'upi',
        linkId: 'plink_QflcnnZqCekuvL',
        orderId: 'order_QflczVVaNJciLq',
        createdAt: new Date(1749618371 * 1000),
      },
    })
  })

  it.each([
    [linkCancelled, 'payment_link.cancelled', 'cancelled'],
    [linkExpired, 'payment_link.expired', 'expired'],
  ])('reads a closed link', (body, event, status) => {
    expect(read(body)).toMatchObject({ kind: 'link', event, link: { status, amountPaidPaise: 0 }, payment: null })
  })

  it.each([
    [paymentAuthorized, 'payment.authorized', 'authorized'],
    [paymentCaptured, 'payment.captured', 'captured'],
    [paymentFailed, 'payment.failed', 'failed'],
  ])('reads a payment', (body, event, status) => {
    expect(read(body)).toMatchObject({ kind: 'payment', event, payment: { status, amountPaise: 2100 } })
  })

  it("keeps the bank's message for a failed payment", () => {
    expect(read(paymentFailed)?.payment?.errorDescription).toBe('Payment failed')
  })

  it.each([refundCreated, refundProcessed])('reads a refund', (body) => {
    expect(read(body)).toMatchObject({
      kind: 'refund',
      event: body.event,
      refund: { paymentId: 'pay_FPoJKWQQ8lK13n', amountPaise: 500100, status: 'processed' },
      payment: { refundedPaise: 190000 },
    })
  })
})

describe('other webhook bodies', () => {
  it('accepts unknown events', () => {
    expect(read({ event: 'settlement.processed', payload: {} })).toEqual({
      kind: 'other',
      event: 'settlement.processed',
      link: null,
      payment: null,
      refund: null,
    })
  })

  it.each(['', 'null', '[]', '7', '{', '{"event":7}', '{"event":""}', '{"event":"payment.captured"}'])(
    'refuses the webhook body %j',
    (body) => {
      expect(parseWebhookEvent(body)).toBeNull()
      expect(parseWebhookEvent(Buffer.from(body))).toBeNull()
    },
  )

  it.each([10.5, -1, '1000', null, Number.MAX_SAFE_INTEGER + 1])('refuses %j as an amount of paise', (amount) => {
    const { entity } = paymentCaptured.payload.payment
    expect(read({ ...paymentCaptured, payload: { payment: { entity: { ...entity, amount } } } })).toBeNull()
  })

  it.each(['pay_../refund', 'plink_A', '', 7])('refuses %j as the id of a payment', (id) => {
    const { entity } = paymentCaptured.payload.payment
    expect(read({ ...paymentCaptured, payload: { payment: { entity: { ...entity, id } } } })).toBeNull()
  })

  it('never throws on arbitrary input', () => {
    const anyEvent = fc.record({
      event: fc.constantFrom('payment.captured', 'payment_link.paid', 'refund.failed', '__proto__'),
      payload: fc.dictionary(
        fc.constantFrom('payment', 'payment_link', 'refund'),
        fc.oneof(fc.jsonValue(), fc.record({ entity: fc.jsonValue() })),
      ),
    })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          anyEvent.map((event) => JSON.stringify(event)),
        ),
        (body) => {
          const event = parseWebhookEvent(body)
          expect(event === null || event.kind !== undefined).toBe(true)
        },
      ),
    )
  })
})
