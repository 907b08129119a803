import { execute, exists, inTransaction, number, selectRows } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { findProvider } from '~/models/core/schools/payment-keys.server'
import type { SchoolScope, StudentScope, SystemScope } from '~/models/core/shared/scope.server'
import type { PaymentProvider, ProviderRefund } from '~/services/payments/port'
import { type CheckPhase, nextCheckDelay } from '../rules'
import { Payment } from '../tables.server'
import { applyProviderFacts } from './apply-provider-facts.server'
import { type Carried, lockCarried, readCarried } from './carried.server'
import { closeLink } from './payment-links.server'
import { changePayment, closePayment } from './payment-steps.server'

/** After this time, a link that the provider does not list was never created. */
const neverMadeMs = 60 * 60_000

/**
 * Enqueues a job for each payment that is due for a check, the longest waiting first; the worker calls it every two
 * seconds. Returns the number of jobs.
 */
export async function enqueuePaymentChecks(_system: SystemScope, limit = 100): Promise<number> {
  const payments = await selectRows(
    { id: number('id'), schoolId: number('school_id') },
    'FROM payments WHERE next_check_at <= UTC_TIMESTAMP(3) ORDER BY next_check_at LIMIT :limit',
    { limit },
  )
  for (const { id, schoolId } of payments) {
    await inTransaction(async () => {
      // Postpones the next check while the job runs; if the job is lost, the payment is due again after 10 minutes.
      const later = 'next_check_at = UTC_TIMESTAMP(3) + INTERVAL 10 MINUTE'
      await execute(`UPDATE payments SET ${later} WHERE id = :id AND school_id = :schoolId`, { id, schoolId })
      const payload = { paymentId: id }
      await enqueueJob({ kind: 'reconcile-payment', schoolId, payload, uniqueKey: `reconcile:${id}` })
    })
  }
  return payments.length
}

/**
 * Asks the provider for the status of a payment and records the answer. Finds a link whose creation request got no
 * response, captures without a webhook, and refunds made elsewhere. Cancels a link whose dues were paid another way.
 * Sets the time of the next check.
 */
export async function checkPayment(scope: SchoolScope, paymentId: number): Promise<void> {
  const carried = await readCarried(scope, paymentId)
  if (carried?.carrier.method !== 'online') return
  const payment = carried.carrier
  const provider = await findProvider(scope)
  if (provider) {
    if (payment.providerLinkId === null) await lookForLink(scope, provider, payment)
    else await askForLink(scope, provider, payment, payment.providerLinkId)
    if (await isSettledOtherwise(scope, carried)) await closeLink(scope, provider, paymentId)
  }
  await inTransaction(() => scheduleNext(scope, paymentId))
}

async function lookForLink(scope: SchoolScope, provider: PaymentProvider, payment: Payment): Promise<void> {
  const lookup = await provider.findLinkByReference(payment.providerReference ?? '')
  if (!lookup.ok) return
  if (lookup.value) {
    await applyProviderFacts(scope, payment.id, { link: lookup.value }, { source: 'reconciler' })
    return
  }
  if (Date.now() - payment.createdAt.getTime() < neverMadeMs) return
  await inTransaction(async () => {
    const fresh = await lockCarried(scope, payment.id)
    if (fresh?.carrier.providerLinkId !== null) return
    for (const one of fresh.payments) await closePayment(one, 'expired')
  })
}

async function askForLink(scope: SchoolScope, provider: PaymentProvider, payment: Payment, linkId: string) {
  const link = await provider.fetchLink(linkId)
  if (!link.ok) return
  const refunds = await askForRefunds(
    provider,
    link.value.payments.map((one) => one.id),
  )
  await applyProviderFacts(scope, payment.id, { link: link.value, refunds }, { source: 'reconciler' })
}

async function askForRefunds(provider: PaymentProvider, captures: readonly string[]): Promise<ProviderRefund[]> {
  const refunds: ProviderRefund[] = []
  for (const capture of captures) {
    const listed = await provider.listRefunds(capture)
    if (listed.ok) refunds.push(...listed.value)
  }
  return refunds
}

/** Returns true when one of the dues of the payment now owes less than the link would collect. */
function isSettledOtherwise(scope: SchoolScope, { payments }: Carried): Promise<boolean> {
  return exists(
    `FROM payment_lines l JOIN dues d ON d.id = l.due_id
     WHERE l.school_id = :schoolId AND l.payment_id IN (:paymentIds) AND l.is_open_online = 1
       AND (d.state = 'cancelled' OR d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise < l.amount_paise)`,
    { schoolId: scope.schoolId, paymentIds: payments.map((one) => one.id) },
  )
}

async function scheduleNext(scope: SchoolScope, paymentId: number): Promise<void> {
  const carried = await lockCarried(scope, paymentId)
  if (!carried) return
  const { carrier: payment, payments } = carried
  // Clears checks of the other payments of the basket: this check covers them.
  for (const one of payments) {
    if (one.id !== payment.id && one.nextCheckAt !== null) await changePayment(one, { nextCheckAt: null })
  }
  const delay = nextCheckDelay(phaseOf(payment), payment.checks)
  const nextCheckAt = delay === null ? null : new Date(Date.now() + delay * 1000)
  await changePayment(payment, { checks: payment.checks + 1, nextCheckAt })
}

function phaseOf(payment: Payment): CheckPhase {
  if (payment.capturedPaise > 0) return 'paid'
  return payment.linkState === 'cancelled' || payment.linkState === 'expired' ? 'closed' : 'open'
}

/**
 * Makes the reconciler check a payment now, because the payer is back and waits. Only makes the check earlier, and
 * never checks a payment that has its money or is a week old, so reloading the page causes no extra requests.
 */
export async function requestCheck(scope: StudentScope, paymentId: string): Promise<void> {
  const { schoolId, studentId } = scope
  const payment = await Payment.findOne({ where: { schoolId, studentId, publicId: paymentId }, raw: true })
  if (payment) await requestCheckNow(payment)
}

/** `requestCheck` for a payment whose ownership the caller has checked. */
export async function requestCheckNow({ schoolId, publicId }: Pick<Payment, 'schoolId' | 'publicId'>): Promise<void> {
  await execute(
    `UPDATE payments SET checks = 0, next_check_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND public_id = :publicId AND method = 'online'
       AND captured_paise = 0 AND created_at > UTC_TIMESTAMP(3) - INTERVAL 7 DAY
       AND (next_check_at IS NULL OR next_check_at > UTC_TIMESTAMP(3) + INTERVAL 2 SECOND)`,
    { schoolId, publicId },
  )
}
