import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockPayment } from './locks.server'
import { takeBackPayment } from './take-back-payment.server'

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
