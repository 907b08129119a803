import { execute, inTransaction } from '~/database/database.server'
import { done, refused } from '~/models/shared/outcome'
import type { ProviderLink, ProviderPayment, ProviderRefund } from '~/services/payments/port'
import { type Carried, lockCarried } from './carried.server'
import type { LedgerScope } from './locks.server'
import { isEventSeen, noteEvent, type ProviderNews } from './payment-events.server'
import { changePayment, closePayment, firstCheck } from './payment-steps.server'
import { bookProviderRefund } from './provider-refunds.server'
import { settleCapture } from './settle.server'
import type { Payment } from './tables.server'

/** What the provider has said, whichever way it came. Facts may be old: none of them takes back what is known already. */
export interface ProviderFacts {
  link?: ProviderLink
  payment?: Pick<ProviderPayment, 'id' | 'status' | 'amountPaise' | 'currency' | 'createdAt' | 'errorDescription'>
  refunds?: readonly ProviderRefund[]
}

/**
 * Turns what the provider says into money, the one place that does. Callback, webhook and reconciler may bring the same facts in
 * any order, twice or late: each of the provider's payments counts once, and the first makes the receipt. Answers the state and how
 * many captures were counted by this call.
 *
 * Refuses `mismatch` when amount, currency or ids are not those of our payment (noted, nothing changed), `not-found`, and
 * `seen` for an event that was handled before.
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
  // What was noted of it stays: a refusal within the transaction would have taken it back.
  return outcome.value ? done(outcome.value) : refused('mismatch')
}

const statesOf = (payments: readonly Payment[]) => JSON.stringify(payments.map((one) => [one.state, one.linkState]))

/** Amount, currency, reference and link are the ones we asked for. A link is asked for as a whole, so each capture is too. */
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

/** Remembers which link is ours, the first time it is heard of. */
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

/** Each capture is of the whole link, so each payment gets what it asked for, to the paisa. Answers how many were new. */
async function countCaptures(scope: LedgerScope, payments: readonly Payment[], facts: ProviderFacts): Promise<number> {
  let counted = 0
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
    counted++
  }
  return counted
}

/** An attempt failed; the link is still open and the student may try again there. */
async function noteFailure(payment: Payment, why: string): Promise<void> {
  if (payment.state !== 'created' && payment.state !== 'pending') return
  await changePayment(payment, { state: 'failed', failure: why.slice(0, 200) || 'The payment failed' })
}

async function followLink(payment: Payment, link: ProviderLink): Promise<void> {
  if (link.status === 'created' || payment.linkState === link.status) return
  if (link.status === 'expired' || link.status === 'cancelled') {
    // Snapshots arrive in any order: what was paid does not expire afterwards.
    if (payment.linkState !== 'paid') await closePayment(payment, link.status)
    return
  }
  // Paid, but the payment itself is not told here: ask at once.
  await changePayment(payment, {
    linkState: 'paid',
    ...(payment.capturedPaise === 0 && payment.providerReference !== null ? { nextCheckAt: new Date() } : {}),
  })
}
