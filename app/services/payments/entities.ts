import type {
  ProviderLink,
  ProviderLinkPayment,
  ProviderLinkStatus,
  ProviderPayment,
  ProviderPaymentStatus,
  ProviderRefund,
  ProviderRefundStatus,
} from './port'

/**
 * Reads Razorpay's entities from JSON of unknown shape, field by field. Each reader gives null for anything it would
 * have to guess at: an amount that is no whole number of paise must never reach the ledger.
 */

const LINK_STATES: readonly ProviderLinkStatus[] = ['created', 'partially_paid', 'expired', 'cancelled', 'paid']
const PAYMENT_STATES: readonly ProviderPaymentStatus[] = ['created', 'authorized', 'captured', 'refunded', 'failed']
const REFUND_STATES: readonly ProviderRefundStatus[] = ['pending', 'processed', 'failed']
const IDS = { plink: /^plink_\w{1,40}$/, pay: /^pay_\w{1,40}$/, rfnd: /^rfnd_\w{1,40}$/ }

export type Json = Record<string, unknown>

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

/** Whether a value is an id of that kind; ids are put into provider URLs, so nothing else may pass. */
export function isProviderId(kind: keyof typeof IDS, value: unknown): value is string {
  return typeof value === 'string' && IDS[kind].test(value)
}

function paise(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | null {
  return allowed.find((item) => item === value) ?? null
}

function instant(seconds: unknown): Date {
  return new Date((paise(seconds) ?? 0) * 1000)
}

/** Notes arrive as an object, as null, or as an empty list when there are none. */
function readNotes(value: unknown): Record<string, string> {
  const notes: Record<string, string> = {}
  for (const [key, note] of Object.entries(asObject(value) ?? {})) {
    if (typeof note === 'string' || typeof note === 'number') notes[key] = String(note)
  }
  return notes
}

function readLinkPayment(value: unknown, currency: string): ProviderLinkPayment | null {
  const entity = asObject(value)
  const amountPaise = paise(entity?.amount)
  const status = oneOf(PAYMENT_STATES, entity?.status)
  if (!entity || amountPaise === null || !status || !isProviderId('pay', entity.payment_id)) return null
  return {
    id: entity.payment_id,
    status,
    amountPaise,
    currency,
    method: text(entity.method),
    createdAt: instant(entity.created_at),
  }
}

/** Reads a `payment_link` entity; `payments` is null until something was captured and missing in webhooks. */
export function readLink(value: unknown): ProviderLink | null {
  const entity = asObject(value)
  const amountPaise = paise(entity?.amount)
  const amountPaidPaise = paise(entity?.amount_paid)
  const status = oneOf(LINK_STATES, entity?.status)
  if (!entity || amountPaise === null || amountPaidPaise === null || !status) return null
  if (!isProviderId('plink', entity.id) || !text(entity.currency)) return null
  const payments: ProviderLinkPayment[] = []
  for (const listed of Array.isArray(entity.payments) ? entity.payments : []) {
    const payment = readLinkPayment(listed, text(entity.currency))
    if (!payment) return null
    payments.push(payment)
  }
  return {
    id: entity.id,
    shortUrl: text(entity.short_url),
    status,
    amountPaise,
    amountPaidPaise,
    currency: text(entity.currency),
    referenceId: text(entity.reference_id),
    payments,
  }
}

/** Reads a `payment` entity. */
export function readPayment(value: unknown): ProviderPayment | null {
  const entity = asObject(value)
  const amountPaise = paise(entity?.amount)
  const refundedPaise = paise(entity?.amount_refunded ?? 0)
  const status = oneOf(PAYMENT_STATES, entity?.status)
  if (!entity || amountPaise === null || refundedPaise === null || !status) return null
  if (!isProviderId('pay', entity.id) || !text(entity.currency)) return null
  const linkTail = /^#(\w{1,40})$/.exec(text(entity.description))?.[1]
  const errorDescription = text(entity.error_description)
  return {
    id: entity.id,
    status,
    amountPaise,
    currency: text(entity.currency),
    method: text(entity.method),
    refundedPaise,
    orderId: text(entity.order_id) || null,
    linkId: linkTail ? `plink_${linkTail}` : null,
    notes: readNotes(entity.notes),
    createdAt: instant(entity.created_at),
    ...(errorDescription ? { errorDescription } : {}),
  }
}

/** Reads a `refund` entity. */
export function readRefund(value: unknown): ProviderRefund | null {
  const entity = asObject(value)
  const amountPaise = paise(entity?.amount)
  const status = oneOf(REFUND_STATES, entity?.status)
  if (!entity || amountPaise === null || !status) return null
  if (!isProviderId('rfnd', entity.id) || !isProviderId('pay', entity.payment_id)) return null
  return {
    id: entity.id,
    paymentId: entity.payment_id,
    amountPaise,
    currency: text(entity.currency),
    status,
    createdAt: instant(entity.created_at),
  }
}
