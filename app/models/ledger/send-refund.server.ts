import { inTransaction } from '~/database/transaction.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { bookProviderRefund } from './book-provider-refund.server'
import { lockPayment } from './locks.server'
import { failRefund } from './refund-lines.server'
import { Refund } from './tables.server'

/**
 * Asks the provider to return the money of a requested refund. The refund's own id is the idempotency key, so asking again after a
 * lost answer returns the money once. What the provider refuses for good fails the refund. Refuses `provider-down` and
 * `not-configured` when it should be tried later.
 */
export async function sendRefund(
  scope: SchoolScope,
  refundId: string,
): Promise<Outcome<undefined, 'provider-down' | 'not-configured'>> {
  const where = { schoolId: scope.schoolId, publicId: refundId }
  const refund = await Refund.findOne({ where, raw: true })
  if (refund?.state !== 'requested' || refund.providerPaymentId === null) return done()
  const provider = await findProvider(scope)
  if (!provider) return refused('not-configured')
  const sent = await provider.refund({
    paymentId: refund.providerPaymentId,
    amountPaise: refund.amountPaise,
    idempotencyKey: `shala-refund-${refund.publicId}`,
    notes: { refund: refund.publicId },
  })
  if (!sent.ok && sent.reason !== 'refused') return refused('provider-down')
  return inTransaction(async () => {
    const payment = await lockPayment(scope, { id: refund.paymentId })
    const fresh = await Refund.findOne({ where, raw: true })
    if (!payment || !fresh) return done()
    if (!sent.ok) {
      await failRefund(payment, fresh, sent.message)
      return done()
    }
    if (fresh.providerRefundId === null && fresh.state === 'requested') {
      await Refund.update({ providerRefundId: sent.value.id }, { where: { id: fresh.id } })
    }
    await bookProviderRefund(scope, payment, sent.value)
    return done()
  })
}
