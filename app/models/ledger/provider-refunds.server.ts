import { inTransaction } from '~/database/database.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ProviderRefund } from '~/services/payments/port'
import { type LedgerScope, lockPayment } from './locks.server'
import { completeRefund, failRefund, readRefundable, watchRefund, writeRefundLines } from './refunds.server'
import { takeRefund } from './rules'
import { type Payment, Refund } from './tables.server'

/**
 * Asks the provider to return the money of a requested refund. The refund's own id is the idempotency key, so asking again after a
 * lost answer returns the money once. What the provider refuses for good fails the refund. Refuses `provider-down` and
 * `not-configured` when it should be tried later.
 */
export async function sendRefund(scope: SchoolScope, refundId: string) {
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

/**
 * Books what the provider says of one refund: ours by its id, ours whose answer was lost (same payment, same amount), or
 * one that the school made in the provider's own dashboard, which is written down then. Told twice it counts once.
 */
export async function bookProviderRefund(scope: LedgerScope, payment: Payment, told: ProviderRefund): Promise<void> {
  const refund = (await findRefund(payment, told)) ?? (await writeForeignRefund(payment, told))
  if (!refund) return
  if (refund.providerRefundId === null) {
    await Refund.update({ providerRefundId: told.id }, { where: { id: refund.id } })
  }
  if (told.status === 'processed') await completeRefund(scope, payment, refund)
  else if (told.status === 'failed') await failRefund(payment, refund, 'The provider could not return the money')
  else await watchRefund(payment)
}

async function findRefund(payment: Payment, told: ProviderRefund): Promise<Refund | null> {
  const own = { schoolId: payment.schoolId, paymentId: payment.id }
  const known = await Refund.findOne({ where: { ...own, providerRefundId: told.id }, raw: true })
  if (known) return known
  return Refund.findOne({
    where: {
      ...own,
      state: 'requested',
      providerPaymentId: told.paymentId,
      providerRefundId: null,
      amountPaise: told.amountPaise,
    },
    order: ['id'],
    raw: true,
  })
}

async function writeForeignRefund(payment: Payment, told: ProviderRefund): Promise<Refund | null> {
  if (told.status === 'failed') return null
  const takes = takeRefund(await readRefundable(payment), told.amountPaise)
  if (!takes) return null
  const refund = await Refund.create({
    publicId: newPublicId(),
    schoolId: payment.schoolId,
    paymentId: payment.id,
    amountPaise: told.amountPaise,
    state: 'requested',
    reason: 'Made at the payment provider',
    formKey: told.id,
    providerPaymentId: told.paymentId,
    providerRefundId: told.id,
  })
  await writeRefundLines(payment, refund, takes)
  return refund
}
