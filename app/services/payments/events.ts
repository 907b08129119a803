import { asObject, type Json, readLink, readPayment, readRefund } from './entities'
import type { ProviderLink, ProviderPayment, ProviderRefund } from './port'

const LINK_EVENTS = [
  'payment_link.paid',
  'payment_link.partially_paid',
  'payment_link.expired',
  'payment_link.cancelled',
] as const
const PAYMENT_EVENTS = ['payment.authorized', 'payment.captured', 'payment.failed'] as const
const REFUND_EVENTS = ['refund.created', 'refund.processed', 'refund.failed'] as const

/**
 * A webhook of the provider, read. Entities are snapshots of the moment of the event and arrive in any order, so the
 * current state is asked from the provider, never concluded from the sequence of events.
 */
export type ProviderEvent =
  | {
      kind: 'link'
      event: (typeof LINK_EVENTS)[number]
      link: ProviderLink
      /** The payment behind `paid` and `partially_paid`. */
      payment: ProviderPayment | null
      refund: null
    }
  | { kind: 'payment'; event: (typeof PAYMENT_EVENTS)[number]; link: null; payment: ProviderPayment; refund: null }
  | {
      kind: 'refund'
      event: (typeof REFUND_EVENTS)[number]
      link: null
      payment: ProviderPayment | null
      refund: ProviderRefund
    }
  | { kind: 'other'; event: string; link: null; payment: null; refund: null }

function find<T extends string>(events: readonly T[], name: string): T | undefined {
  return events.find((event) => event === name)
}

function entityOf(payload: Json | null, name: string): unknown {
  return asObject(payload?.[name])?.entity
}

/**
 * Reads the body of a webhook, amounts in paise. Verify its signature first; the id of the event is in the header
 * `x-razorpay-event-id`. Null: not an event, or a known event whose entity cannot be read. Events the program does not
 * know are of kind `other`, so that the provider gets its 2xx and stops repeating them.
 */
export function parseWebhookEvent(rawBody: Buffer | string): ProviderEvent | null {
  let body: Json | null
  try {
    body = asObject(JSON.parse(rawBody.toString()))
  } catch {
    return null
  }
  const name = body?.event
  if (typeof name !== 'string' || name === '' || name.length > 100) return null
  const payload = asObject(body?.payload)

  const linkEvent = find(LINK_EVENTS, name)
  if (linkEvent) {
    const link = readLink(entityOf(payload, 'payment_link'))
    return link
      ? { kind: 'link', event: linkEvent, link, payment: readPayment(entityOf(payload, 'payment')), refund: null }
      : null
  }
  const paymentEvent = find(PAYMENT_EVENTS, name)
  if (paymentEvent) {
    const payment = readPayment(entityOf(payload, 'payment'))
    return payment ? { kind: 'payment', event: paymentEvent, link: null, payment, refund: null } : null
  }
  const refundEvent = find(REFUND_EVENTS, name)
  if (refundEvent) {
    const refund = readRefund(entityOf(payload, 'refund'))
    return refund
      ? { kind: 'refund', event: refundEvent, link: null, payment: readPayment(entityOf(payload, 'payment')), refund }
      : null
  }
  return { kind: 'other', event: name, link: null, payment: null, refund: null }
}
