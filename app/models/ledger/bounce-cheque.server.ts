import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockPayment, readLines } from './locks.server'
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
  return inTransaction(async (tx) => {
    const payment = await lockPayment(scope, { publicId: input.paymentId }, tx)
    if (!payment) return refused('not-found')
    if (payment.method !== 'cheque') return refused('not-a-cheque')
    if (payment.state !== 'paid') return refused('not-paid')
    const settledAt = new Date()
    for (const line of await readLines(payment, tx)) {
      if (line.state !== 'settled') continue
      await PaymentLine.create(
        {
          schoolId: scope.schoolId,
          paymentId: payment.id,
          dueId: line.dueId,
          kind: 'bounce',
          state: 'settled',
          isOnline: false,
          amountPaise: -line.amountPaise,
          settledAt,
        },
        { transaction: tx },
      )
      if (line.dueId === null) continue
      await execute(
        'UPDATE dues SET paid_paise = paid_paise - :amount, updated_at = UTC_TIMESTAMP(3) WHERE id = :id AND school_id = :schoolId',
        { amount: line.amountPaise, id: line.dueId, schoolId: scope.schoolId },
        tx,
      )
    }
    await Payment.update(
      { state: 'bounced', failure: input.reason.slice(0, 200) },
      { where: { id: payment.id, schoolId: scope.schoolId }, transaction: tx },
    )
    const own = { schoolId: scope.schoolId, paymentId: payment.id }
    const receipt = await Receipt.findOne({ where: own, raw: true, transaction: tx })
    if (receipt) {
      const view: FeeReceiptView = { ...JSON.parse(receipt.view), cancelled: true }
      // The kept file shows a valid receipt; the next one is made with the stamp.
      await Receipt.update(
        { cancelledAt: settledAt, view: JSON.stringify(view), fileId: null },
        { where: { id: receipt.id }, transaction: tx },
      )
      const payload = { receiptId: receipt.publicId }
      const uniqueKey = `receipt:${receipt.publicId}`
      await enqueueJob({ kind: 'make-receipt', schoolId: scope.schoolId, payload, uniqueKey }, tx)
    }
    const details = { reason: input.reason, amountPaise: payment.amountPaise }
    await recordAudit(scope, { action: 'cheque.bounced', subject: { kind: 'payment', id: payment.id }, details }, tx)
    return done()
  })
}
