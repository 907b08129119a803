import { createHash } from 'node:crypto'
import { newId, paymentEntity, refundEntity } from './entities'
import { badRequest, idempotencyConflict } from './errors'
import type { Merchant, State, StoredPayment, StoredRefund } from './state'
import type { SwitchBoard } from './switches'
import type { Deliveries } from './webhooks'

interface RefundRequest {
  merchant: Merchant
  payment: StoredPayment
  body: Record<string, unknown>
  idempotencyKey: string | undefined
  /** Unix time in seconds. */
  at: number
}

function checkKey(key: string): void {
  if (key.length < 10) throw badRequest('The idempotency key must be at least 10 characters long.')
  if (!/^[\w-]+$/.test(key)) {
    throw badRequest('The idempotency key must only contain alphanumeric characters, underscores, and hyphens')
  }
}

function readAmount(value: unknown, payment: StoredPayment): number {
  const left = payment.amount - payment.amount_refunded
  if (payment.status === 'failed') throw badRequest('The payment status should be captured for action to be taken')
  if (left === 0) throw badRequest('The payment has been fully refunded already.')
  const amount = value ?? left
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw badRequest('The amount must be an integer.', 'amount')
  }
  if (amount < 100) throw badRequest('The amount must be at least INR 1.00', 'amount')
  if (amount > left) throw badRequest('The refund amount provided is greater than amount captured.', 'amount')
  return amount
}

/**
 * Creates a refund as in "Create a Normal Refund (Idempotent Request)". A repeated key returns the first refund; a
 * repeated key with a different body is refused.
 */
export function makeRefund(
  { state, switches, webhooks }: { state: State; switches: SwitchBoard; webhooks: Deliveries },
  { merchant, payment, body, idempotencyKey, at }: RefundRequest,
): StoredRefund {
  const digest = createHash('sha256')
    .update(JSON.stringify([payment.id, body]))
    .digest('hex')
  if (idempotencyKey !== undefined) {
    checkKey(idempotencyKey)
    const earlier = state.refunds.find(
      (refund) => refund.key_id === merchant.key_id && refund.idempotency_key === idempotencyKey,
    )
    if (earlier && earlier.body_digest !== digest) throw idempotencyConflict()
    if (earlier) return earlier
  }
  const amount = readAmount(body.amount, payment)
  const failing = switches.read(merchant.key_id).failRefunds
  const notes = typeof body.notes === 'object' && body.notes !== null ? body.notes : {}
  const refund: StoredRefund = {
    id: newId('rfnd'),
    key_id: merchant.key_id,
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    notes: Object.fromEntries(Object.entries(notes).map(([key, note]) => [key, String(note)])),
    receipt: typeof body.receipt === 'string' ? body.receipt : null,
    status: failing ? 'failed' : 'processed',
    created_at: at,
    idempotency_key: idempotencyKey ?? null,
    body_digest: digest,
  }
  state.refunds.push(refund)
  if (!failing) {
    payment.amount_refunded += amount
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
  }
  const link = state.links.find(({ id }) => id === payment.link_id)
  if (link) {
    const snapshot = paymentEntity(payment, link)
    webhooks.announce(
      merchant,
      [
        { event: 'refund.created', payload: { refund: refundEntity(refund, 'pending'), payment: snapshot } },
        { event: `refund.${refund.status}`, payload: { refund: refundEntity(refund), payment: snapshot } },
      ],
      at,
    )
  }
  return refund
}
