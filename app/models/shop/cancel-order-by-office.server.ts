import { inTransaction } from '~/database/transaction.server'
import { giveBackDue, paymentsOfDue } from '~/models/ledger/give-back.server'
import { openOnlinePayments } from '~/models/ledger/locks.server'
import type { OfflineMethod } from '~/models/ledger/options'
import { closeLink } from '~/models/ledger/payment-links.server'
import type { RefundRefusal } from '~/models/ledger/refunds.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { endOrder, findOrderDue, lockOrder } from './end-order.server'
import { mayBeCancelled } from './rules'

export interface OfficeCancellation {
  reason: string
  /** What the page said goes back, in paise: another sum by now is asked about again. */
  givenPaise: number
  /** How money that the office took is handed back; null where there is none. */
  givenBy: OfflineMethod | null
  givenReference: string | null
}

type Refusal =
  | 'not-found'
  | 'over'
  | 'paid-meanwhile'
  | 'say-how'
  | 'payment-under-way'
  | 'provider-down'
  | Extract<RefundRefusal, 'too-small' | 'one-capture-at-a-time' | 'not-paid' | 'too-much'>

const rounds = 3

/**
 * Cancels an order that is not handed over. What was paid for it goes back in the same transaction: online money by the provider, money
 * of the office as said. Its items can be sold again, once, and it is not owed any more. An open payment link is closed first, so that
 * nobody pays for what is cancelled; money captured all the same becomes excess. Answers what goes back, in paise.
 *
 * Refuses `not-found`, `over` (handed over or cancelled already), `paid-meanwhile` (not the sum the page showed), `say-how` (office
 * money without a method), `payment-under-way`, `provider-down` (the link could not be closed) and what `requestRefund` refuses.
 */
export async function cancelOrderByOffice(
  scope: SchoolScope,
  publicId: string,
  wish: OfficeCancellation,
): Promise<Outcome<number, Refusal>> {
  for (let round = 0; round < rounds; round++) {
    const tried = await cancel(scope, publicId, wish)
    if (!tried.ok) return tried
    if (typeof tried.value === 'number') return done(tried.value)
    const provider = await findProvider(scope)
    for (const paymentId of tried.value.inTheWay) {
      const closed = await closeLink(scope, provider, paymentId)
      if (!closed.ok) return closed
    }
  }
  return refused('provider-down')
}

async function cancel(
  scope: SchoolScope,
  publicId: string,
  wish: OfficeCancellation,
): Promise<Outcome<number | { inTheWay: number[] }, Refusal>> {
  return inTransaction(async () => {
    const order = await lockOrder(scope, { publicId })
    if (!order) return refused('not-found')
    if (!mayBeCancelled(order.state, 'office')) return refused('over')
    const due = await findOrderDue(order)
    const inTheWay = due ? await openOnlinePayments(scope, [due.id]) : []
    if (inTheWay.length > 0) return done({ inTheWay })
    const payments = due ? await paymentsOfDue(scope, due.id) : []
    const heldPaise = payments.reduce((sum, payment) => sum + payment.amountPaise, 0)
    if (heldPaise !== wish.givenPaise) return refused('paid-meanwhile')
    if (wish.givenBy === null && payments.some((payment) => !payment.isOnline)) return refused('say-how')
    if (due && heldPaise > 0) {
      const given = await giveBackDue(scope, due, { ...wish, key: order.publicId })
      if (!given.ok) return refused(given.reason === 'not-paid' ? 'payment-under-way' : given.reason)
    }
    const ended = await endOrder(scope, order.id, { by: 'office', reason: wish.reason })
    if (ended.ok) return done(heldPaise)
    return refused(ended.reason === 'due-touched' ? 'payment-under-way' : ended.reason)
  })
}
