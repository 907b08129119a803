import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { findPaymentKeys } from '~/models/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { providerWith } from '~/services/payments/provider.server'
import { verifyCallback } from '~/services/payments/signatures.server'
import { applyProviderFacts } from './apply-provider-facts.server'
import type { PaymentState } from './options'
import { isForgeryNoted, noteEvent } from './payment-events.server'
import { Payment } from './tables.server'

type Refusal = 'not-found' | 'tampered' | 'provider-down'

/**
 * The student comes back from the provider's page with signed parameters. They say which payment to ask the provider for; what was
 * paid is what the provider answers, since the parameters carry no amount. Answers the state of the payment.
 *
 * Refuses `not-found`, `tampered` (a wrong signature or another payment's ids: noted, nothing changed) and `provider-down`: the
 * reconciler asks again in two seconds.
 */
export async function settleFromCallback(
  scope: StudentScope,
  paymentId: string,
  parameters: Parameters<typeof verifyCallback>[0],
): Promise<Outcome<{ state: PaymentState }, Refusal>> {
  const where = { schoolId: scope.schoolId, studentId: scope.studentId, publicId: paymentId }
  const payment = await Payment.findOne({ where, raw: true })
  if (payment?.method !== 'online') return refused('not-found')
  const keys = await findPaymentKeys(scope)
  const genuine =
    keys !== null &&
    verifyCallback(parameters, keys.keySecret) &&
    parameters.referenceId === payment.providerReference &&
    (payment.providerLinkId === null || payment.providerLinkId === parameters.linkId)
  if (!genuine) {
    if (!(await isForgeryNoted(scope, payment.id)))
      await noteEvent(scope, payment.id, { source: 'callback' }, 'tampered')
    return refused('tampered')
  }
  const link = await providerWith(keys).fetchLink(parameters.linkId)
  if (!link.ok) {
    await askSoon(scope, payment.id)
    return refused('provider-down')
  }
  const applied = await applyProviderFacts(scope, payment.id, { link: link.value }, { source: 'callback' })
  if (applied.ok) return done({ state: applied.value.state })
  return refused(applied.reason === 'mismatch' ? 'tampered' : 'not-found')
}

/** In a transaction of its own, so that it is tried again when it collides with a webhook of the same payment. */
async function askSoon(scope: StudentScope, paymentId: number): Promise<void> {
  await inTransaction(() =>
    execute(
      `UPDATE payments SET checks = 0, next_check_at = UTC_TIMESTAMP(3) + INTERVAL 2 SECOND
       WHERE id = :paymentId AND school_id = :schoolId AND captured_paise = 0`,
      { paymentId, schoolId: scope.schoolId },
    ),
  )
}
