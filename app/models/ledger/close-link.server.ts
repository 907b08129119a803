import { inTransaction } from '~/database/transaction.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { PaymentProvider } from '~/services/payments/port'
import { applyProviderFacts } from './apply-provider-facts.server'
import { ensureLink } from './ensure-link.server'
import { type LedgerScope, lockPayment } from './locks.server'
import { closePayment } from './payment-states.server'
import { Payment, PaymentLine } from './tables.server'

/** A link cannot be paid any more this long after its end, whatever the clocks of the two houses say. */
const surelyOverMs = 2 * 60_000

/**
 * Makes sure that a payment can no longer be paid online, so that its dues may join another one: its link is cancelled at
 * the provider. Done as well when it turns out paid. `provider` is null when the school has taken its keys away: the link is
 * then given up here only. Refuses `provider-down` when the provider does not say and the link may still be open.
 */
export async function closeLink(
  scope: LedgerScope,
  provider: PaymentProvider | null,
  paymentId: number,
): Promise<Outcome<undefined, 'provider-down'>> {
  if (!(await isOpen(paymentId))) return done()
  if (!provider) return giveUp(scope, paymentId)
  // A link whose making was never answered may exist: only by making it sure can it be cancelled.
  const linked = await ensureLink(scope, provider, paymentId)
  const payment = await Payment.findOne({ where: { id: paymentId, schoolId: scope.schoolId }, raw: true })
  if (!payment) return done()
  const surelyOver = payment.linkExpiresAt !== null && Date.now() - payment.linkExpiresAt.getTime() > surelyOverMs
  if (linked.ok && payment.providerLinkId !== null) {
    const cancelled = await provider.cancelLink(payment.providerLinkId)
    // Refused means paid or over already. Somebody who does not answer is not asked a second time: people wait for this.
    const over = !cancelled.ok && cancelled.reason === 'refused'
    const link = over ? await provider.fetchLink(payment.providerLinkId) : cancelled
    if (link.ok) {
      const applied = await applyProviderFacts(scope, paymentId, { link: link.value }, { source: 'reconciler' })
      if (applied.ok && !(await isOpen(paymentId))) return done()
      return refused('provider-down')
    }
  }
  return surelyOver ? giveUp(scope, paymentId) : refused('provider-down')
}

async function isOpen(paymentId: number): Promise<boolean> {
  return (await PaymentLine.count({ where: { paymentId, state: 'open', isOnline: true } })) > 0
}

function giveUp(scope: LedgerScope, paymentId: number) {
  return inTransaction(async () => {
    const payment = await lockPayment(scope, { id: paymentId })
    if (payment) await closePayment(payment, 'expired')
    return done()
  })
}
