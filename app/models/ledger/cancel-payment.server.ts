import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockPayment } from './locks.server'
import { takeBackPayment } from './take-back-payment.server'

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
