import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockPayment } from './locks.server'
import { Payment, PaymentLine } from './tables.server'

/** The money of a declared payment has not come: nothing was settled by it and nothing is now. Refuses `not-found` and `not-waiting`. */
export function refuseTransfer(
  scope: SchoolScope,
  input: { paymentId: string; reason: string },
): Promise<Outcome<undefined, 'not-found' | 'not-waiting'>> {
  return inTransaction(async (tx) => {
    const payment = await lockPayment(scope, { publicId: input.paymentId }, tx)
    if (!payment || payment.method === 'online') return refused('not-found')
    if (payment.state !== 'pending') return refused('not-waiting')
    const own = { schoolId: scope.schoolId }
    await PaymentLine.update(
      { state: 'void' },
      { where: { ...own, paymentId: payment.id, state: 'open' }, transaction: tx },
    )
    await Payment.update(
      { state: 'failed', failure: input.reason.slice(0, 200) },
      { where: { ...own, id: payment.id }, transaction: tx },
    )
    const details = { reason: input.reason, amountPaise: payment.amountPaise }
    await recordAudit(scope, { action: 'transfer.refused', subject: { kind: 'payment', id: payment.id }, details }, tx)
    return done()
  })
}
