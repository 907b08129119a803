import { execute, inTransaction, select, selectOne } from '~/database/database.server'
import { giveBackDue, paymentsOfDue } from '~/models/ledger/give-back.server'
import { openOnlinePayments } from '~/models/ledger/locks.server'
import type { OfflineMethod } from '~/models/ledger/options'
import { closeLink, closeLinksOfDues } from '~/models/ledger/payment-links.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { moneyOut } from '~/models/second-person/money-out.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope, SystemScope } from '~/models/shared/scope.server'
import { endOrder, findOrderDue, lockOrder } from './end-order.server'
import { mayBeCancelled } from './rules'
import { Order } from './tables.server'

/** A payment may be started while the link of the one before is closed; more often than this nobody does. */
const rounds = 3

/**
 * The student no longer wants an order that is not paid yet: a link that could still be paid is closed at the provider first.
 * Refuses `not-found`, `over` (packed, paid or cancelled in the meantime), `paid` (money came for it: the office gives it back) and
 * `provider-down`.
 */
export async function cancelOwnOrder(scope: StudentScope, publicId: string) {
  const { schoolId, studentId } = scope
  const attributes = ['id', 'schoolId', 'studentId', 'state']
  const order = await Order.findOne({ attributes, where: { schoolId, studentId, publicId }, raw: true })
  if (!order) return refused('not-found')
  if (!mayBeCancelled(order.state, 'student')) return refused('over')
  const due = await findOrderDue(order)
  const closed = due ? await closeLinksOfDues(scope, [due.id]) : done()
  if (!closed.ok) return refused('provider-down')
  const ended = await inTransaction(() => endOrder(scope, order.id, { by: 'student', reason: null }))
  if (ended.ok) return done()
  return refused(ended.reason === 'due-touched' ? 'paid' : ended.reason)
}

export interface OfficeCancellation {
  reason: string
  /** What the page said goes back, in paise: another sum by now is asked about again. */
  givenPaise: number
  /** How money that the office took is handed back; null where there is none. */
  givenBy: OfflineMethod | null
  givenReference: string | null
}

/**
 * Cancels an order that is not handed over. What was paid for it goes back in the same transaction: online money by the provider, money
 * of the office as said. Its items can be sold again, once, and it is not owed any more. An open payment link is closed first, so that
 * nobody pays for what is cancelled; money captured all the same becomes excess. Answers what goes back, in paise.
 *
 * Refuses `not-found`, `over` (handed over or cancelled already), `paid-meanwhile` (not the sum the page showed), `say-how` (office
 * money without a method), `payment-under-way`, `provider-down` (the link could not be closed) and what `requestRefund` refuses. Where more
 * goes back than the school's amount, the whole cancellation waits for a second person, as `moneyOut` says.
 */
export async function cancelOrderByOffice(scope: SchoolScope, publicId: string, input: OfficeCancellation) {
  for (let round = 0; round < rounds; round++) {
    const tried = await cancel(scope, publicId, input)
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

function cancel(scope: SchoolScope, publicId: string, input: OfficeCancellation) {
  const act = { kind: 'order-cancellation' as const, subject: publicId, payload: input }
  return moneyOut(scope, act, async () => {
    const order = await lockOrder(scope, { publicId })
    if (!order) return refused('not-found')
    if (!mayBeCancelled(order.state, 'office')) return refused('over')
    const due = await findOrderDue(order)
    const payments = due ? await paymentsOfDue(scope, due.id) : []
    const heldPaise = payments.reduce((sum, payment) => sum + payment.amountPaise, 0)
    if (heldPaise !== input.givenPaise) return refused('paid-meanwhile')
    const inTheWay = due ? await openOnlinePayments(scope, [due.id]) : []
    if (inTheWay.length > 0) return done({ inTheWay })
    if (input.givenBy === null && payments.some((payment) => !payment.isOnline)) return refused('say-how')
    if (due && heldPaise > 0) {
      const given = await giveBackDue(scope, due, { ...input, key: order.publicId })
      if (!given.ok) return refused(given.reason === 'not-paid' ? 'payment-under-way' : given.reason)
    }
    const ended = await endOrder(scope, order.id, { by: 'office', reason: input.reason })
    if (ended.ok) return done(heldPaise)
    return refused(ended.reason === 'due-touched' ? 'payment-under-way' : ended.reason)
  })
}

/**
 * Ends an online order whose time to be paid is over, so that others can buy what it kept. One that was paid, or paid in part, stays:
 * the rest is the office's to decide. Without effect on any other order.
 * @throws when the provider does not say whether its link was paid: the job tries again
 */
export async function expireOrder(scope: SchoolScope, orderId: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const values = { schoolId: scope.schoolId, orderId }
    const order = await selectOne<{ id: number; schoolId: number; studentId: number }>(
      `SELECT id, school_id AS schoolId, student_id AS studentId FROM orders
       WHERE school_id = :schoolId AND id = :orderId AND state = 'placed' AND reserved_until <= UTC_TIMESTAMP(3)`,
      values,
    )
    if (!order) return
    const before = await findOrderDue(order)
    const closed = before ? await closeLinksOfDues(scope, [before.id]) : null
    if (closed && !closed.ok) throw new Error('The provider does not say whether the order was paid')
    const due = await findOrderDue(order)
    if (due && due.state === 'open' && due.paidPaise > 0) {
      await execute('UPDATE orders SET reserved_until = NULL WHERE school_id = :schoolId AND id = :orderId', values)
      return
    }
    const ended = await inTransaction(() => endOrder(scope, orderId, { by: 'expiry', reason: null }))
    if (ended.ok || ended.reason !== 'due-touched') return
  }
  throw new Error('A payment for the order is always under way')
}

/** Orders whose own job was given up, or lost with a worker that stayed away: looked for every minute. */
export async function enqueueExpiries(_system: SystemScope): Promise<void> {
  const late = await select<{ id: number; schoolId: number }>(
    `SELECT id, school_id AS schoolId FROM orders
     WHERE reserved_until < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE AND state = 'placed' ORDER BY reserved_until LIMIT 200`,
  )
  if (late.length === 0) return
  await inTransaction(async () => {
    for (const { id, schoolId } of late) {
      await enqueueJob({ kind: 'expire-order', schoolId, payload: { orderId: id }, uniqueKey: `expire-order:${id}` })
    }
  })
}
