import { execute, inTransaction, number, selectRow, selectRows } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { findProvider } from '~/models/core/schools/payment-keys.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope, SystemScope } from '~/models/core/shared/scope.server'
import { paymentsHolding, refundDue } from '~/models/money/ledger/counter/give-back.server'
import { openOnlinePayments } from '~/models/money/ledger/locks.server'
import { closeLink, closeLinksOfDues } from '~/models/money/ledger/online/payment-links.server'
import type { OfflineMethod } from '~/models/money/ledger/payment-methods'
import { moneyOut } from '~/models/people/second-person/money-out.server'
import { mayCancelOrder } from '../rules'
import { Order } from '../tables.server'
import { endOrder, findOrderDue, lockOrder } from './end-order.server'

/** Maximum attempts: a new payment may start while the previous link is being closed. */
const rounds = 3

/**
 * Cancels the student's own unpaid order; closes a payable link at the provider first.
 * Refuses `not-found`, `over` (already paid, packed, handed over or cancelled), `paid` (money has arrived or is on
 * its way, and only the office refunds it) and `provider-down`.
 */
export async function cancelOwnOrder(scope: StudentScope, publicId: string) {
  const { schoolId, studentId } = scope
  const attributes = ['id', 'schoolId', 'studentId', 'state']
  const order = await Order.findOne({ attributes, where: { schoolId, studentId, publicId }, raw: true })
  if (!order) return refused('not-found')
  if (!mayCancelOrder(order.state, 'student')) return refused('over')
  const due = await findOrderDue(order)
  const closed = due ? await closeLinksOfDues(scope, [due.id]) : done()
  if (!closed.ok) return refused('provider-down')
  const ended = await inTransaction(() => endOrder(scope, order.id, { by: 'student', reason: null }))
  if (ended.ok) return done()
  return refused(ended.reason === 'due-touched' ? 'paid' : ended.reason)
}

export interface OfficeCancellation {
  reason: string
  /** Refund shown on the page, in paise; another amount needs a new confirmation. */
  givenPaise: number
  /** Method for refunding money received at the office, or null. */
  givenBy: OfflineMethod | null
  givenReference: string | null
}

/**
 * Cancels an order before handover: closes an open link first, then releases the items once and refunds the money in
 * one transaction. Money captured later becomes excess. Returns the refund (paise). Refuses `not-found`, `over`,
 * `paid-meanwhile` (the refund differs from the amount shown), `say-how` (no method), `payment-under-way`,
 * `provider-down`, and as `requestRefund` and `moneyOut` do.
 */
export async function cancelOrderByOffice(scope: SchoolScope, publicId: string, input: OfficeCancellation) {
  for (let round = 0; round < rounds; round++) {
    const attempt = await cancel(scope, publicId, input)
    if (!attempt.ok) return attempt
    if (typeof attempt.value === 'number') return done(attempt.value)
    const provider = await findProvider(scope)
    for (const paymentId of attempt.value.inTheWay) {
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
    if (!mayCancelOrder(order.state, 'office')) return refused('over')
    const due = await findOrderDue(order)
    const payments = due ? await paymentsHolding(scope, due.id) : []
    const heldPaise = payments.reduce((sum, payment) => sum + payment.amountPaise, 0)
    if (heldPaise !== input.givenPaise) return refused('paid-meanwhile')
    const inTheWay = due ? await openOnlinePayments(scope, [due.id]) : []
    if (inTheWay.length > 0) return done({ inTheWay })
    if (input.givenBy === null && payments.some((payment) => !payment.isOnline)) return refused('say-how')
    if (due && heldPaise > 0) {
      const refund = await refundDue(scope, due, { ...input, key: order.publicId })
      if (!refund.ok) return refused(refund.reason === 'not-paid' ? 'payment-under-way' : refund.reason)
    }
    const ended = await endOrder(scope, order.id, { by: 'office', reason: input.reason })
    if (ended.ok) return done(heldPaise)
    return refused(ended.reason === 'due-touched' ? 'payment-under-way' : ended.reason)
  })
}

/**
 * Ends an online order whose time to pay has expired, and releases its items. Leaves orders that are paid in full or in
 * part to the office. No effect on an order in another state, or whose time has not expired.
 * @throws if the provider does not report whether the link was paid; the job retries
 */
export async function expireOrder(scope: SchoolScope, orderId: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const values = { schoolId: scope.schoolId, orderId }
    const order = await selectRow(
      { id: number('id'), schoolId: number('school_id'), studentId: number('student_id') },
      `FROM orders
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

/** Enqueues orders whose expiry job failed or was lost with a worker; runs every minute. */
export async function enqueueExpiries(_system: SystemScope): Promise<void> {
  const late = await selectRows(
    { id: number('id'), schoolId: number('school_id') },
    `FROM orders
     WHERE reserved_until < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE AND state = 'placed' ORDER BY reserved_until LIMIT 200`,
  )
  if (late.length === 0) return
  await inTransaction(async () => {
    for (const { id, schoolId } of late) {
      await enqueueJob({ kind: 'expire-order', schoolId, payload: { orderId: id }, uniqueKey: `expire-order:${id}` })
    }
  })
}
