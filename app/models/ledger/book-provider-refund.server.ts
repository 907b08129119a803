import { newPublicId } from '~/models/shared/public-id.server'
import type { ProviderRefund } from '~/services/payments/port'
import type { LedgerScope } from './locks.server'
import { completeRefund, failRefund, readRefundable, watchRefund, writeRefundLines } from './refund-lines.server'
import { takeRefund } from './rules'
import { type Payment, Refund } from './tables.server'

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
