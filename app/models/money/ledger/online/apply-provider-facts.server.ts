import { execute, inTransaction } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { ProviderLink, ProviderPayment, ProviderRefund } from '~/services/payments/port'
import type { LedgerScope } from '../locks.server'
import { settleCapture } from '../settle.server'
import type { Payment } from '../tables.server'
import { type Carried, lockCarried } from './carried.server'
import { isEventSeen, noteEvent, type ProviderNews } from './payment-events.server'
import { changePayment, closePayment, firstCheck } from './payment-steps.server'
import { bookProviderRefund } from './provider-refunds.server'

/**
 * Facts from the provider, by callback, webhook or reconciler. Facts may be stale: none of them undoes what is already
 * recorded.
 */
export interface ProviderFacts {
  link?: ProviderLink
  payment?: Pick<ProviderPayment, 'id' | 'status' | 'amountPaise' | 'currency' | 'createdAt' | 'errorDescription'>
  refunds?: readonly ProviderRefund[]
}

/**
 * Applies the provider's facts to the ledger; no other function does. Facts may come in any order, twice or late: each
 * capture counts once, and the first issues the receipt. Returns the state and the number of new captures. Refuses
 * `mismatch` (amount, currency or ids differ: records the event, changes no payment), `not-found`, and `seen` (event
 * already handled).
 */
export async function applyProviderFacts(
  scope: LedgerScope,
  paymentId: number,
  facts: ProviderFacts,
  news: ProviderNews,
) {
  const outcome = await inTransaction(async () => {
    const carried = await lockCarried(scope, paymentId)
    if (!carried) return refused('not-found')
    const { carrier, payments } = carried
    if (await isEventSeen(scope, news)) return refused('seen')
    if (!fits(carried, facts)) {
      await noteEvent(scope, carrier.id, news, 'mismatch')
      return done(null)
    }
    const before = statesOf(payments)
    if (facts.link) await keepLink(carried, facts.link)
    const captured = await countCaptures(scope, payments, facts)
    for (const payment of payments) {
      if (facts.payment?.status === 'failed') await noteFailure(payment, facts.payment.errorDescription ?? '')
      if (facts.link) await followLink(payment, facts.link)
    }
    for (const refund of facts.refunds ?? []) await bookProviderRefund(scope, payments, refund)
    const changed = captured > 0 || before !== statesOf(payments)
    await noteEvent(scope, carrier.id, news, captured > 0 ? 'captured' : changed ? 'changed' : 'nothing-new')
    return done({ state: carrier.state, captured })
  })
  if (!outcome.ok) return outcome
  // Refuses only here: a refusal inside the transaction would have rolled the record of the mismatch back.
  return outcome.value ? done(outcome.value) : refused('mismatch')
}

const statesOf = (payments: readonly Payment[]) => JSON.stringify(payments.map((one) => [one.state, one.linkState]))

/**
 * Checks that amount, currency, reference and link match our request. A link is for a fixed total, so each capture must
 * equal that total.
 */
function fits({ carrier: payment, amountPaise }: Carried, { link, payment: paid }: ProviderFacts): boolean {
  if (payment.method !== 'online') return false
  if (link) {
    const sameLink = payment.providerLinkId === null || payment.providerLinkId === link.id
    if (!sameLink || link.referenceId !== payment.providerReference) return false
    if (link.amountPaise !== amountPaise || link.currency !== 'INR') return false
  }
  const captures = [...(link?.payments ?? []), ...(paid && paid.status !== 'failed' ? [paid] : [])]
  return captures.every((one) => one.amountPaise === amountPaise && one.currency === 'INR')
}

/** Stores the link's id and URL the first time a fact mentions it. */
async function keepLink({ carrier, payments }: Carried, link: ProviderLink): Promise<void> {
  if (carrier.providerLinkId !== null) return
  for (const payment of payments) {
    await changePayment(payment, {
      linkState: 'open',
      ...(payment.state === 'created' ? { state: 'pending', failure: null } : {}),
      ...(payment.id === carrier.id
        ? {
            providerLinkId: link.id,
            providerLinkUrl: link.shortUrl,
            linkClaimedUntil: null,
            ...(payment.state === 'created' ? firstCheck('open') : {}),
          }
        : {}),
    })
  }
}

const hasMoney = new Set(['captured', 'refunded'])

/**
 * Records each capture once and settles all payments of the link with it. A capture covers the whole link, so each
 * payment receives exactly the amount it requested. Returns the number of new captures.
 */
async function countCaptures(scope: LedgerScope, payments: readonly Payment[], facts: ProviderFacts): Promise<number> {
  let captureCount = 0
  for (const one of [...(facts.link?.payments ?? []), ...(facts.payment ? [facts.payment] : [])]) {
    if (!hasMoney.has(one.status)) continue
    const { createdAt: paidAt, id } = one
    const fresh = await execute(
      `INSERT INTO payment_captures (school_id, provider_payment_id, payment_id, amount_paise, captured_at, created_at)
       SELECT p.school_id, :id, p.id, p.amount_paise, :paidAt, UTC_TIMESTAMP(3) FROM payments p
       WHERE p.school_id = :schoolId AND p.id IN (:paymentIds) AND NOT EXISTS
         (SELECT 1 FROM payment_captures WHERE school_id = :schoolId AND provider_payment_id = :id)`,
      { schoolId: scope.schoolId, id, paymentIds: payments.map((payment) => payment.id), paidAt },
    )
    if (fresh === 0) continue
    for (const payment of payments) {
      await settleCapture(scope, payment, { amountPaise: payment.amountPaise, transactionId: id, paidAt })
    }
    captureCount++
  }
  return captureCount
}

/** Records a failed attempt; the link is still open and the student may retry there. */
async function noteFailure(payment: Payment, why: string): Promise<void> {
  if (payment.state !== 'created' && payment.state !== 'pending') return
  await changePayment(payment, { state: 'failed', failure: why.slice(0, 200) || 'The payment failed' })
}

async function followLink(payment: Payment, link: ProviderLink): Promise<void> {
  if (link.status === 'created' || payment.linkState === link.status) return
  if (link.status === 'expired' || link.status === 'cancelled') {
    // Facts arrive in any order: an older fact must not close a link that is already paid.
    if (payment.linkState !== 'paid') await closePayment(payment, link.status)
    return
  }
  // The link is paid, but these facts lack the payment itself: check at once.
  await changePayment(payment, {
    linkState: 'paid',
    ...(payment.capturedPaise === 0 && payment.providerReference !== null ? { nextCheckAt: new Date() } : {}),
  })
}
