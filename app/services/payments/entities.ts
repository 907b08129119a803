import { z } from 'zod'
import type { ProviderLink, ProviderPayment, ProviderRefund } from './port'

/**
 * Reads Razorpay's entities from untyped JSON, field by field. Each reader returns null rather than guess: an amount
 * that is not a whole number of paise must never reach the ledger.
 */

export type Json = Record<string, unknown>

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null
}

const IDS = { plink: /^plink_\w{1,40}$/, pay: /^pay_\w{1,40}$/, rfnd: /^rfnd_\w{1,40}$/ }

/** Returns true when a value is a provider's id of this kind. Ids become part of URLs, so no other value may pass. */
export function isProviderId(kind: keyof typeof IDS, value: unknown): value is string {
  return typeof value === 'string' && IDS[kind].test(value)
}

const paise = z.int().nonnegative()
const currency = z.string().min(1)
const text = z.string().catch('')
const instant = paise.catch(0).transform((seconds) => new Date(seconds * 1000))
const payId = z.string().regex(IDS.pay)
const paymentStatus = z.enum(['created', 'authorized', 'captured', 'refunded', 'failed'])

/** Notes arrive as an object, as null, or as an empty list when there are none. */
function readNotes(value: unknown): Record<string, string> {
  const notes: Record<string, string> = {}
  for (const [key, note] of Object.entries(asObject(value) ?? {})) {
    if (typeof note === 'string' || typeof note === 'number') notes[key] = String(note)
  }
  return notes
}

const linkPayment = z.object({
  payment_id: payId,
  status: paymentStatus,
  amount: paise,
  method: text,
  created_at: instant,
})

const link = z.object({
  id: z.string().regex(IDS.plink),
  short_url: text,
  status: z.enum(['created', 'partially_paid', 'expired', 'cancelled', 'paid']),
  amount: paise,
  amount_paid: paise,
  currency,
  reference_id: text,
  payments: z.preprocess((listed) => (Array.isArray(listed) ? listed : []), z.array(linkPayment)),
})

/** Reads a `payment_link` entity; `payments` is null before the first capture and missing in webhooks. */
export function readLink(value: unknown): ProviderLink | null {
  const { data } = link.safeParse(value)
  if (!data) return null
  const { short_url, amount, amount_paid, reference_id, payments, ...same } = data
  return {
    ...same,
    shortUrl: short_url,
    amountPaise: amount,
    amountPaidPaise: amount_paid,
    referenceId: reference_id,
    payments: payments.map((one) => ({
      id: one.payment_id,
      status: one.status,
      amountPaise: one.amount,
      currency: data.currency,
      method: one.method,
      createdAt: one.created_at,
    })),
  }
}

const payment = z.object({
  id: payId,
  status: paymentStatus,
  amount: paise,
  currency,
  method: text,
  amount_refunded: z.preprocess((refunded) => refunded ?? 0, paise),
  order_id: text,
  description: text,
  notes: z.unknown().optional().transform(readNotes),
  created_at: instant,
  error_description: text,
})

export function readPayment(value: unknown): ProviderPayment | null {
  const { data } = payment.safeParse(value)
  if (!data) return null
  const { amount, amount_refunded, order_id, description, created_at, error_description, ...same } = data
  const linkTail = /^#(\w{1,40})$/.exec(description)?.[1]
  return {
    ...same,
    amountPaise: amount,
    refundedPaise: amount_refunded,
    orderId: order_id || null,
    linkId: linkTail ? `plink_${linkTail}` : null,
    createdAt: created_at,
    ...(error_description ? { errorDescription: error_description } : {}),
  }
}

const refund = z.object({
  id: z.string().regex(IDS.rfnd),
  payment_id: payId,
  amount: paise,
  currency: text,
  status: z.enum(['pending', 'processed', 'failed']),
  notes: z.unknown().optional().transform(readNotes),
  created_at: instant,
})

export function readRefund(value: unknown): ProviderRefund | null {
  const { data } = refund.safeParse(value)
  if (!data) return null
  const { payment_id, amount, created_at, ...same } = data
  return { ...same, paymentId: payment_id, amountPaise: amount, createdAt: created_at }
}
