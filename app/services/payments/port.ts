/**
 * The payment provider as the rest of the program sees it. Types only; amounts are integer paise everywhere.
 * A provider never throws for its own trouble: the reason says what the caller may conclude.
 */

/**
 * Why the provider gave no value:
 * - `unreachable`: no answer, a broken answer, or its own fault (timeout, 5xx, 429). **What was asked may still have
 *   happened**: look it up (`findLinkByReference`, `listRefunds`) or ask again (a refund with the same key) first.
 * - `refused`: it answered and did not do it; `message` is its own sentence.
 * - `bad-keys`: the school's key id and secret are not accepted.
 */
export type ProviderTrouble = 'unreachable' | 'refused' | 'bad-keys'

/**
 * Machine-readable causes behind a refusal, where the program acts on them. `timeout`, `no-answer` and `bad-answer` come with
 * `unreachable`; `reference-used` (the link was created by an earlier attempt), `link-paid`, `link-closed`,
 * `not-found` and `refund-too-large` with `refused`. Anything else is the provider's own code.
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
  /** The Payment Link it was made with, read from the description (`#` + link id without its prefix). */
  linkId: string | null
  /** What was given to `createLink` as notes comes back on the payment. */
  notes: Record<string, string>
  createdAt: Date
  errorDescription?: string
}

/** A payment as a link lists it: captured ones only, without what only `fetchPayment` knows (refunds, order, errors). */
export type ProviderLinkPayment = Pick<
  ProviderPayment,
  'id' | 'status' | 'amountPaise' | 'currency' | 'method' | 'createdAt'
>

export interface ProviderLink {
  id: string
  shortUrl: string
  status: 'created' | 'partially_paid' | 'expired' | 'cancelled' | 'paid'
  amountPaise: number
  /** As the provider counts it; money is settled from `payments`, since one link can be captured twice. */
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
  /** `pending` ends as processed or failed days later: webhook or `listRefunds` tell. */
  status: 'pending' | 'processed' | 'failed'
  /** What was given to `refund` as notes; a refund made in the provider's dashboard has none of them. */
  notes: Record<string, string>
  createdAt: Date
}

export interface NewLink {
  /** At least 100 (₹1.00). */
  amountPaise: number
  /** Up to 40 characters, never used before by this merchant: a new attempt needs a new one. */
  referenceId: string
  /** Up to 2,048 characters, shown to the payer. */
  description: string
  customer: { name: string; email?: string; contact?: string }
  callbackUrl: string
  /** At least 16 minutes ahead: Razorpay refuses 15 and less, counted when the request arrives. */
  expiresAt: Date
  /** Up to 15 pairs of up to 255 characters; they come back on link and payment. */
  notes: Record<string, string>
}

export interface NewRefund {
  paymentId: string
  amountPaise: number
  /** 10 or more of `A-Z a-z 0-9 _ -`; the same key with the same amount never refunds twice. */
  idempotencyKey: string
  notes?: Record<string, string>
}

export interface PaymentProvider {
  /** Creates a hosted payment link for the whole amount (no part payment on the link itself). */
  createLink(input: NewLink): Promise<ProviderResult<ProviderLink>>
  fetchLink(linkId: string): Promise<ProviderResult<ProviderLink>>
  /** After a `createLink` without an answer: was it created? Null: not among those the provider lists. */
  findLinkByReference(referenceId: string): Promise<ProviderResult<ProviderLink | null>>
  /** Refused with `link-paid` or `link-closed` when it is too late; a capture may still arrive afterwards. */
  cancelLink(linkId: string): Promise<ProviderResult<ProviderLink>>
  fetchPayment(paymentId: string): Promise<ProviderResult<ProviderPayment>>
  refund(input: NewRefund): Promise<ProviderResult<ProviderRefund>>
  /** Newest first, up to 100. */
  listRefunds(paymentId: string): Promise<ProviderResult<ProviderRefund[]>>
  /** Whether the provider accepts the keys: asks for one payment and changes nothing. */
  checkKeys(): Promise<ProviderResult<true>>
}
