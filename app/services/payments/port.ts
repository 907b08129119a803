/**
 * Payment provider as the rest of the program sees it. Types only; amounts are integer paise everywhere. When the
 * provider fails, methods do not throw but return a reason, which decides what the caller does.
 */

/**
 * Reason for which the provider returned no value:
 * - `unreachable`: no answer, a broken answer, or its own fault (timeout, 5xx, 429). **The request may still have
 *   succeeded**: look it up (`findLinkByReference`, `listRefunds`) before a new one, or repeat a refund with its key.
 * - `refused`: the provider refused the request; `message` is its own sentence.
 * - `bad-keys`: the school's key id and secret are not accepted.
 */
export type ProviderTrouble = 'unreachable' | 'refused' | 'bad-keys'

/**
 * Causes of a failure that the program acts on. `timeout`, `no-answer` and `bad-answer` come with `unreachable`;
 * `reference-used` (an earlier attempt created the link), `link-paid`, `link-closed`, `not-found` and
 * `refund-too-large` with `refused`. Any other value is the provider's own code.
 */
export type ProviderCode =
  | 'timeout'
  | 'no-answer'
  | 'bad-answer'
  | 'reference-used'
  | 'link-paid'
  | 'link-closed'
  | 'not-found'
  | 'refund-too-large'
  | (string & {})

export interface ProviderFailure {
  ok: false
  reason: ProviderTrouble
  message: string
  code?: ProviderCode
}

export type ProviderResult<T> = { ok: true; value: T } | ProviderFailure

export interface ProviderPayment {
  id: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amountPaise: number
  currency: string
  /** upi, card, netbanking, wallet, emi, paylater, bank_transfer. */
  method: string
  refundedPaise: number
  orderId: string | null
  /** Id of the Payment Link, read from the description (`#` + link id without its prefix). */
  linkId: string | null
  /** Notes that were passed to `createLink`. */
  notes: Record<string, string>
  createdAt: Date
  errorDescription?: string
}

/** Captured payment in a link's list; lacks what only `fetchPayment` returns (refunds, order, errors). */
export type ProviderLinkPayment = Pick<
  ProviderPayment,
  'id' | 'status' | 'amountPaise' | 'currency' | 'method' | 'createdAt'
>

export interface ProviderLink {
  id: string
  shortUrl: string
  status: 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid'
  amountPaise: number
  /** Amount paid, as the provider counts it; settle from `payments` instead, since one link can be captured twice. */
  amountPaidPaise: number
  currency: string
  referenceId: string
  payments: ProviderLinkPayment[]
}

export interface ProviderRefund {
  id: string
  paymentId: string
  amountPaise: number
  currency: string
  /** `pending` becomes processed or failed days later, as the webhook or `listRefunds` reports. */
  status: 'pending' | 'processed' | 'failed'
  /** Notes that were passed to `refund`; empty for a refund made in the provider's dashboard. */
  notes: Record<string, string>
  createdAt: Date
}

export interface NewLink {
  /** Minimum 100 paise (₹1.00). */
  amountPaise: number
  /** Up to 40 characters; unique per merchant, so each attempt needs a new one. */
  referenceId: string
  /** Up to 2,048 characters, shown to the payer. */
  description: string
  customer: { name: string; email?: string; contact?: string }
  callbackUrl: string
  /**
   * Time of expiry, 16 or more minutes ahead: Razorpay refuses 15 and less, counted from the arrival of the request.
   */
  expiresAt: Date
  /** Up to 15 pairs of up to 255 characters; the provider returns them with the link and with its payment. */
  notes: Record<string, string>
}

export interface NewRefund {
  paymentId: string
  amountPaise: number
  /** 10 or more characters of `A-Z a-z 0-9 _ -`; repeating a key with the same amount never refunds twice. */
  idempotencyKey: string
  notes?: Record<string, string>
}

export interface PaymentProvider {
  /** Creates a hosted payment link for the whole amount (no part payment on the link itself). */
  createLink(input: NewLink): Promise<ProviderResult<ProviderLink>>
  fetchLink(linkId: string): Promise<ProviderResult<ProviderLink>>
  /** Finds a link whose `createLink` got no answer; null if the provider lists no such link. */
  findLinkByReference(referenceId: string): Promise<ProviderResult<ProviderLink | null>>
  /** Refuses with `link-paid` or `link-closed` for a link that is not open. A capture may follow a cancellation. */
  cancelLink(linkId: string): Promise<ProviderResult<ProviderLink>>
  fetchPayment(paymentId: string): Promise<ProviderResult<ProviderPayment>>
  refund(input: NewRefund): Promise<ProviderResult<ProviderRefund>>
  /** Returns up to 100 refunds of the payment, newest first. */
  listRefunds(paymentId: string): Promise<ProviderResult<ProviderRefund[]>>
  /** Checks that the provider accepts the keys: fetches one payment and changes nothing. */
  checkKeys(): Promise<ProviderResult<true>>
}
