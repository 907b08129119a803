/** What the sandbox remembers. Entities keep the names of Razorpay's documentation; amounts are paise, times are seconds. */

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
  /** Razorpay opens an order for a link with the first attempt to pay it. */
  order_id: string | null
  attempts: number
  created_at: number
  updated_at: number
  expire_by: number
  expired_at: number
  cancelled_at: number
  /** A capture the bank confirms only after the link has expired; 0: none under way. In milliseconds. */
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
  /** The idempotency key it came with and a digest of the body that may come with the same key. */
  idempotency_key: string | null
  body_digest: string
}

export interface StoredWebhook {
  event_id: string
  key_id: string
  event: string
  url: string
  body: string
  /** Made when the event happened: a secret changed later does not touch it. */
  signature: string
  state: 'waiting' | 'delivered' | 'given-up' | 'dropped'
  attempts: number
  /** How often it is still to be sent after the first delivery (the switch repeatWebhooks). */
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
