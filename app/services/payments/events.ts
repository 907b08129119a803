import { asObject, type Json, readLink, readPayment, readRefund } from './entities'
import type { ProviderLink, ProviderPayment, ProviderRefund } from './port'

/** The events that the program knows, by what they are about. */
const known = {
  link: ['payment_link.paid', 'payment_link.partially_paid', 'payment_link.expired', 'payment_link.cancelled'],
  payment: ['payment.authorized', 'payment.captured', 'payment.failed'],
  refund: ['refund.created', 'refund.processed', 'refund.failed'],
}
type Known = keyof typeof known

/**
 * A webhook of the provider, read. Entities are snapshots of the moment of the event and arrive in any order, so the
 * current state is asked from the provider, never concluded from the sequence of events.
 */
export interface ProviderEvent {
  kind: Known | 'other'
  event: string
  link: ProviderLink | null
  /** Also the payment behind a link that was paid, or behind a refund. */
  payment: ProviderPayment | null
  refund: ProviderRefund | null
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
  const event = body?.event
  if (typeof event !== 'string' || event === '' || event.length > 100) return null
  const kind = (Object.keys(known) as Known[]).find((one) => known[one].includes(event))
  if (!kind) return { kind: 'other', event, link: null, payment: null, refund: null }
  const entity = (name: string) => asObject(asObject(body?.payload)?.[name])?.entity
  const read = {
    link: kind === 'link' ? readLink(entity('payment_link')) : null,
    payment: readPayment(entity('payment')),
    refund: kind === 'refund' ? readRefund(entity('refund')) : null,
  }
  return read[kind] && { kind, event, ...read }
}
