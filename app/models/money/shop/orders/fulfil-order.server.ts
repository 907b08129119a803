import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import type { OfflineMethod } from '~/models/money/ledger/payment-methods'
import { isSettled } from '~/models/money/ledger/rules'
import { mayBePacked, orderNumber } from '../rules'
import { Order } from '../tables.server'
import { findOrderDue, lockOrder, noteOrder } from './end-order.server'
import { issueInvoice } from './invoices.server'

/**
 * Marks an order as paid when its due is settled, and issues its invoice. A packed order stays packed. Idempotent; no
 * effect on a cancelled order.
 */
export function markOrderPaid(scope: SchoolScope, orderId: number): Promise<void> {
  return inTransaction(async () => {
    const order = await lockOrder(scope, { id: orderId })
    if (!order || order.paidAt !== null || order.state === 'cancelled') return
    await execute(
      `UPDATE orders SET state = IF(state = 'placed', 'paid', state), paid_at = UTC_TIMESTAMP(3), reserved_until = NULL,
         updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :orderId`,
      { schoolId: scope.schoolId, orderId },
    )
    await issueInvoice(scope, orderId)
    await noteOrder(scope, 'paid', order, { totalPaise: order.totalPaise })
  })
}

/**
 * Marks an order as ready to collect. An online order must be paid first, a cash on delivery order need not be.
 * Idempotent. Refuses `not-found`, `not-paid` and `over` (handed over or cancelled).
 */
export function packOrder(scope: SchoolScope, publicId: string) {
  return inTransaction(async () => {
    const order = await lockOrder(scope, { publicId })
    if (!order) return refused('not-found')
    if (order.state === 'packed') return done()
    if (!mayBePacked(order)) return refused(order.state === 'placed' ? 'not-paid' : 'over')
    await execute(
      `UPDATE orders SET state = 'packed', packed_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: order.id },
    )
    await noteOrder(scope, 'packed', order)
    return done()
  })
}

export interface HandOver {
  /** Person who collects the goods. */
  to: string
  /** Payment at the counter; null for an order that is already paid. */
  money: {
    method: OfflineMethod
    /** Balance shown on the page, in paise. */
    amountPaise: number
    reference: string | null
    repeatsReference: boolean
    formKey: string
  } | null
}

/** Maps the ledger's refusals of a counter payment to those of the order. */
const moneyRefusals = {
  'not-found': 'over',
  'reference-used': 'reference-used',
  'provider-down': 'provider-down',
} as const

/**
 * Hands over a packed order: books the counter payment under the form's key (a resubmit books nothing twice), then
 * issues the invoice. Returns the public id of the receipt, or null if this call booked no payment. Refuses
 * `not-found`, `over` (handed over to another person, or cancelled), `not-packed`, `unpaid`, `wrong-amount`,
 * `reference-used` and `provider-down` (an open link could not be cancelled).
 */
export async function handOverOrder(scope: SchoolScope, publicId: string, { to, money }: HandOver) {
  const { schoolId } = scope
  const attributes = ['id', 'schoolId', 'studentId', 'financialYear', 'number', 'state']
  const order = await Order.findOne({ attributes, where: { schoolId, publicId }, raw: true })
  const due = order && (await findOrderDue(order))
  if (!due) return refused('not-found')
  if (order.state === 'cancelled') return refused('over')
  if (order.state !== 'packed' && order.state !== 'handed_over') return refused('not-packed')
  let receiptId: string | null = null
  if (money && order.state === 'packed') {
    const recorded = await recordOfflinePayment(scope, {
      ...money,
      dueIds: [due.publicId],
      remarks: `Order ${orderNumber(order)}`,
      paidOn: todayInIndia(new Date()),
    })
    if (recorded.ok) receiptId = recorded.value.receiptId
    else if (recorded.reason !== 'already-paid') {
      const reason = recorded.reason in moneyRefusals ? (recorded.reason as keyof typeof moneyRefusals) : null
      return refused(reason ? moneyRefusals[reason] : 'wrong-amount')
    }
  }
  return inTransaction(async () => {
    const locked = await lockOrder(scope, { publicId })
    if (!locked) return refused('not-found')
    if (locked.state !== 'packed') {
      // A repeated submit gets the same result.
      if (locked.state === 'handed_over' && locked.handedOverTo === to) return done({ receiptId })
      return refused(locked.state === 'handed_over' || locked.state === 'cancelled' ? 'over' : 'not-packed')
    }
    const fresh = await findOrderDue(locked)
    if (!fresh || !isSettled(fresh)) return refused('unpaid')
    await execute(
      `UPDATE orders SET state = 'handed_over', handed_over_at = UTC_TIMESTAMP(3), handed_over_to = :to,
         paid_at = COALESCE(paid_at, UTC_TIMESTAMP(3)), reserved_until = NULL, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId, id: locked.id, to },
    )
    await issueInvoice(scope, locked.id)
    await noteOrder(scope, 'handed-over', locked, { to })
    return done({ receiptId })
  })
}
