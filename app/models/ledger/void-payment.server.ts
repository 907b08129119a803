import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockPayment, readLines } from './locks.server'
import type { takenBackStates } from './options'
import type { FeeReceiptView } from './receipt-view'
import { Payment, PaymentLine, Receipt } from './tables.server'

/**
 * The bank returned a cheque: its dues are owed again, and the receipt is cancelled and keeps its number. Refuses `not-found`,
 * `not-a-cheque` and `not-paid` (bounced before, or money was given back already).
 */
export function bounceCheque(
  scope: SchoolScope,
  input: { paymentId: string; reason: string },
): Promise<Outcome<undefined, 'not-found' | 'not-a-cheque' | 'not-paid'>> {
  return inTransaction(async () => {
    const payment = await lockPayment(scope, { publicId: input.paymentId })
    if (!payment) return refused('not-found')
    if (payment.method !== 'cheque') return refused('not-a-cheque')
    if (payment.state !== 'paid') return refused('not-paid')
    await takeBackPayment(scope, payment, { state: 'bounced', reason: input.reason })
    const details = { reason: input.reason, amountPaise: payment.amountPaise }
    await recordAudit(scope, { action: 'cheque.bounced', subject: { kind: 'payment', id: payment.id }, details })
    return done()
  })
}

/**
 * A payment of the office that was written down by mistake: wrong student, wrong amount, or twice. It counts no longer, its dues are owed
 * again, and its receipt is cancelled and keeps its number. No refund: no money goes back, since it never came for this.
 * Refuses `not-found`, `online` (that money did come: refund it) and `not-paid` (taken back or refunded before).
 */
export function cancelPayment(
  scope: SchoolScope,
  input: { paymentId: string; reason: string },
): Promise<Outcome<undefined, 'not-found' | 'online' | 'not-paid'>> {
  return inTransaction(async () => {
    const payment = await lockPayment(scope, { publicId: input.paymentId })
    if (!payment) return refused('not-found')
    if (payment.method === 'online') return refused('online')
    if (payment.state !== 'paid') return refused('not-paid')
    await takeBackPayment(scope, payment, { state: 'cancelled', reason: input.reason })
    const details = { reason: input.reason, amountPaise: payment.amountPaise }
    await recordAudit(scope, { action: 'payment.cancelled', subject: { kind: 'payment', id: payment.id }, details })
    return done()
  })
}

/**
 * Undoes a paid payment as a whole: a negative line for each settled one, its dues are owed again, and the receipt is cancelled and
 * keeps its number. The ledger is locked, and the payment found paid with nothing refunded, by the caller.
 */
export async function takeBackPayment(
  scope: SchoolScope,
  payment: Payment,
  as: { state: (typeof takenBackStates)[number]; reason: string },
): Promise<void> {
  const settledAt = new Date()
  for (const line of await readLines(payment)) {
    if (line.state !== 'settled') continue
    await PaymentLine.create({
      schoolId: scope.schoolId,
      paymentId: payment.id,
      dueId: line.dueId,
      kind: 'bounce',
      state: 'settled',
      isOnline: false,
      amountPaise: -line.amountPaise,
      settledAt,
    })
    if (line.dueId === null) continue
    await execute(
      'UPDATE dues SET paid_paise = paid_paise - :amount, updated_at = UTC_TIMESTAMP(3) WHERE id = :id AND school_id = :schoolId',
      { amount: line.amountPaise, id: line.dueId, schoolId: scope.schoolId },
    )
  }
  await Payment.update(
    { state: as.state, failure: as.reason.slice(0, 200) },
    { where: { id: payment.id, schoolId: scope.schoolId } },
  )
  await cancelReceipt(scope, payment, settledAt)
}

async function cancelReceipt(scope: SchoolScope, payment: Payment, cancelledAt: Date): Promise<void> {
  const where = { schoolId: scope.schoolId, paymentId: payment.id }
  const receipt = await Receipt.findOne({ where, raw: true })
  if (!receipt) return
  const view: FeeReceiptView = { ...JSON.parse(receipt.view), cancelled: true }
  // The kept file shows a valid receipt; the next one is made with the stamp.
  await Receipt.update({ cancelledAt, view: JSON.stringify(view), fileId: null }, { where: { id: receipt.id } })
  const payload = { receiptId: receipt.publicId }
  const uniqueKey = `receipt:${receipt.publicId}`
  await enqueueJob({ kind: 'make-receipt', schoolId: scope.schoolId, payload, uniqueKey })
}
