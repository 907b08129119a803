import { asObject, type Json, readLink, readPayment, readRefund } from './entities'
import type { ProviderLink, ProviderPayment, ProviderRefund } from './port'

const eventTypes = {
  link: ['payment_link.paid', 'payment_link.partially_paid', 'payment_link.expired', 'payment_link.cancelled'],
  payment: ['payment.authorized', 'payment.captured', 'payment.failed'],
  refund: ['refund.created', 'refund.processed', 'refund.failed'],
}
type Known = keyof typeof eventTypes

/**
 * A parsed webhook of the provider. Its entities are snapshots taken at the time of the event, and events arrive in any
 * order: fetch the current state from the provider, and never derive it from the sequence of events.
 */
export interface ProviderEvent {
  kind: Known | 'other'
  event: string
  link: ProviderLink | null
  /** Payment of the event, also for a paid link and for a refund. */
  payment: ProviderPayment | null
  refund: ProviderRefund | null
}

/**
 * Reads the body of a webhook, amounts in paise. Verify its signature first; the event's id is in the header
 * `x-razorpay-event-id`. Returns null for a body that is not an event, and for a known event whose entity cannot be
 * read. Unknown events are of kind `other`, so that the provider gets its 2xx and stops repeating them.
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
  const kind = (Object.keys(eventTypes) as Known[]).find((one) => eventTypes[one].includes(event))
  if (!kind) return { kind: 'other', event, link: null, payment: null, refund: null }
  const entity = (name: string) => asObject(asObject(body?.payload)?.[name])?.entity
  const read = {
    link: kind === 'link' ? readLink(entity('payment_link')) : null,
    payment: readPayment(entity('payment')),
    refund: kind === 'refund' ? readRefund(entity('refund')) : null,
  }
  return read[kind] && { kind, event, ...read }
}
