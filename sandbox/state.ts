/** State of the sandbox. Entities use the names of Razorpay's documentation; amounts are in paise, times in seconds. */

export interface Merchant {
  key_id: string
  key_secret: string
  webhook_url: string | null
  webhook_secret: string | null
}

export type LinkStatus = 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid'

export interface StoredLink {
  id: string
  key_id: string
  amount: number
  amount_paid: number
  currency: string
  status: LinkStatus
  reference_id: string
  description: string
  customer: Record<string, string>
  notes: Record<string, string> | null
  notify: { email: boolean; sms: boolean; whatsapp: boolean }
  reminder_enable: boolean
  callback_url: string
  callback_method: string
  /** Razorpay creates an order for a link at the first payment attempt. */
  order_id: string | null
  attempts: number
  created_at: number
  updated_at: number
  expire_by: number
  expired_at: number
  cancelled_at: number
  /** Time of a late capture after the link has expired, in milliseconds; 0: none pending. */
  late_capture_at: number
  late_method: Method
}

export const METHODS = ['upi', 'card', 'netbanking'] as const
export type Method = (typeof METHODS)[number]

export interface StoredPayment {
  id: string
  key_id: string
  link_id: string
  order_id: string
  amount: number
  amount_refunded: number
  currency: string
  status: 'authorized' | 'captured' | 'refunded' | 'failed'
  method: Method
  bank_reference: string
  created_at: number
}

export interface StoredRefund {
  id: string
  key_id: string
  payment_id: string
  amount: number
  currency: string
  notes: Record<string, string>
  receipt: string | null
  status: 'processed' | 'failed'
  created_at: number
  /** Idempotency key of the request, and the digest of its body: the key is refused with any other body. */
  idempotency_key: string | null
  body_digest: string
}

export interface StoredWebhook {
  event_id: string
  key_id: string
  event: string
  url: string
  body: string
  /** Signed when the event occurs: a later change of the secret has no effect. */
  signature: string
  state: 'waiting' | 'delivered' | 'given-up' | 'dropped'
  attempts: number
  /** Remaining repeats after the first delivery (the switch repeatWebhooks). */
  repeats: number
}

export interface State {
  merchants: Merchant[]
  links: StoredLink[]
  payments: StoredPayment[]
  refunds: StoredRefund[]
  webhooks: StoredWebhook[]
}

export function emptyState(): State {
  return { merchants: [], links: [], payments: [], refunds: [], webhooks: [] }
}
