import { createHash, randomBytes } from 'node:crypto'
import type { Method, State, StoredLink, StoredPayment, StoredRefund } from './state'

/** Converts stored records to the entities of Razorpay's documentation. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Generates an id as Razorpay does: prefix and 14 letters or digits. */
export function newId(prefix: 'plink' | 'pay' | 'rfnd' | 'order'): string {
  const tail = Array.from(randomBytes(14), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `${prefix}_${tail}`
}

/** Account id of a key pair: always the same for the same key. */
export function accountOf(keyId: string): string {
  return `acc_${createHash('sha256').update(keyId).digest('hex').slice(0, 14)}`
}

function bare(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}

/** A link as sent in webhooks: without its payments. */
export function linkSnapshot(link: StoredLink, shortUrl: string) {
  const { key_id: _key, attempts: _attempts, late_capture_at: _at, late_method: _method, ...stored } = link
  const { callback_url, callback_method, order_id, ...shown } = stored
  return {
    ...shown,
    ...(callback_url ? { callback_method, callback_url } : {}),
    ...(order_id ? { order_id } : {}),
    accept_partial: false,
    first_min_partial_amount: 0,
    reminders: [],
    short_url: shortUrl,
    upi_link: false,
    user_id: '',
    whatsapp_link: false,
  }
}

/** A link as in API answers; `payments` holds captured payments and is null until there is one. */
export function linkEntity(state: State, link: StoredLink, shortUrl: string) {
  const captured = state.payments.filter(({ link_id, status }) => link_id === link.id && status !== 'failed')
  const payments = captured.map((payment) => ({
    amount: payment.amount,
    created_at: payment.created_at,
    method: payment.method,
    payment_id: payment.id,
    plink_id: link.id,
    status: 'captured',
    updated_at: payment.created_at,
  }))
  return { ...linkSnapshot(link, shortUrl), payments: payments.length > 0 ? payments : null }
}

function methodDetails(method: Method, bankReference: string, failed: boolean) {
  const reference = failed ? null : bankReference
  if (method === 'upi') return { acquirer_data: { rrn: reference }, vpa: 'payer@exampleupi', bank: null, card_id: null }
  if (method === 'netbanking') {
    return { acquirer_data: { bank_transaction_id: reference }, vpa: null, bank: 'HDFC', card_id: null }
  }
  return { acquirer_data: { auth_code: reference }, vpa: null, bank: null, card_id: `card_${bare(newId('pay'))}` }
}

/** A payment. `as` overrides its status with an earlier one, because the authorized event is sent after the capture. */
export function paymentEntity(payment: StoredPayment, link: StoredLink, as: StoredPayment['status'] = payment.status) {
  const failed = as === 'failed'
  const captured = as === 'captured' || as === 'refunded'
  // Fee of 2% plus GST, as an Indian merchant pays.
  const fee = Math.round(payment.amount * 0.02)
  const tax = Math.round(fee * 0.18)
  const { key_id: _key, link_id: _link, bank_reference, ...shown } = payment
  const { vpa, ...details } = methodDetails(payment.method, bank_reference, failed)
  return {
    ...shown,
    ...details,
    vpa,
    entity: 'payment',
    ...(captured ? { base_amount: payment.amount } : {}),
    status: as,
    invoice_id: null,
    international: false,
    ...(captured ? { amount_transferred: 0 } : {}),
    refund_status: payment.amount_refunded === 0 ? null : as === 'refunded' ? 'full' : 'partial',
    captured,
    description: `#${bare(link.id)}`,
    wallet: null,
    email: link.customer.email ?? null,
    contact: link.customer.contact ?? null,
    notes: link.notes ?? [],
    fee: captured ? fee + tax : null,
    tax: captured ? tax : null,
    error_code: failed ? 'BAD_REQUEST_ERROR' : null,
    error_description: failed ? 'Payment failed' : null,
    error_source: failed ? 'bank' : null,
    error_step: failed ? 'payment_authorization' : null,
    error_reason: failed ? 'payment_failed' : null,
    ...(payment.method === 'upi' ? { upi: { payer_account_type: 'bank_account', vpa } } : {}),
  }
}

export function refundEntity(refund: StoredRefund, as: 'pending' | StoredRefund['status'] = refund.status) {
  const { key_id: _key, idempotency_key: _idempotency, body_digest: _digest, ...shown } = refund
  return {
    ...shown,
    entity: 'refund',
    acquirer_data: { arn: null },
    batch_id: null,
    status: as,
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
}

/** Order of a link, as in the event payment_link.paid. */
export function orderEntity(link: StoredLink) {
  return {
    id: bare(link.order_id ?? ''),
    amount: link.amount,
    amount_due: link.amount - link.amount_paid,
    amount_paid: link.amount_paid,
    attempts: link.attempts,
    created_at: link.created_at,
    currency: link.currency,
    notes: link.notes ?? [],
    offers: {},
    partial_payment: false,
    payment_capture: true,
    product_id: bare(link.id),
    product_type: 'payment_link_v2',
    receipt: link.reference_id,
    status: link.amount_paid >= link.amount ? 'paid' : 'attempted',
    updated_at: link.updated_at,
  }
}
