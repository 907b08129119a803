import { inTransaction } from '~/database/transaction.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockPayment } from './locks.server'
import { paidInstant } from './rules'
import { settleCapture } from './settle.server'
import { Payment, Receipt } from './tables.server'

/**
 * The school has seen the money of a declared payment: it settles the dues that still owe it, anything else is kept as excess, and the
 * receipt is issued. Confirming twice answers the same receipt.
 * Refuses `not-found` (also for an online payment), `not-waiting` (it was refused before) and `future-date`.
 */
export async function confirmTransfer(
  scope: SchoolScope,
  input: { paymentId: string; paidOn: string },
): Promise<Outcome<{ receiptId: string }, 'not-found' | 'not-waiting' | 'future-date'>> {
  if (input.paidOn > todayInIndia(new Date())) return refused('future-date')
  return inTransaction(async () => {
    const payment = await lockPayment(scope, { publicId: input.paymentId })
    if (!payment || payment.method === 'online') return refused('not-found')
    const issued = await Receipt.findOne({ where: { paymentId: payment.id }, raw: true })
    if (issued) return done({ receiptId: issued.publicId })
    if (payment.state !== 'pending') return refused('not-waiting')
    const recordedBy = { recordedBy: scope.actor.id }
    await Payment.update(recordedBy, { where: { id: payment.id, schoolId: scope.schoolId } })
    const paidAt = paidInstant(input.paidOn, new Date())
    const capture = { amountPaise: payment.amountPaise, transactionId: null, paidAt }
    const { receiptPublicId } = await settleCapture(scope, payment, capture)
    if (receiptPublicId === null) throw new Error('A first capture issues a receipt')
    return done({ receiptId: receiptPublicId })
  })
}
