import { execute, inTransaction } from '~/database/database.server'
import type { OfflineMethod } from '~/models/ledger/options'
import { recordOfflinePayment } from '~/models/ledger/record-offline-payment.server'
import { isSettled } from '~/models/ledger/rules'
import { todayInIndia } from '~/models/shared/calendar'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findOrderDue, lockOrder, noteOrder } from './end-order.server'
import { issueInvoice } from './invoices.server'
import { mayBePacked, orderNumber } from './rules'
import { Order } from './tables.server'

/**
 * The due of an order is settled: its pieces are the student's, and it gets its invoice. What is packed already stays packed. Once;
 * without effect on a cancelled order.
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
 * The goods of an order lie ready to be collected. An online order is packed once it is paid, one of cash on delivery before. Packed
 * twice it is packed once. Refuses `not-found`, `not-paid` and `over` (handed over or cancelled).
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
  /** Who took the goods. */
  to: string
  /** What is paid across the counter now; null where the order is paid. */
  money: {
    method: OfflineMethod
    /** What the page said is owed, in paise. */
    amountPaise: number
    reference: string | null
    repeatsReference: boolean
    formKey: string
  } | null
}

/** How the ledger refuses what is paid at the counter, in the words of the order. */
const moneyRefusals = {
  'not-found': 'over',
  'reference-used': 'reference-used',
  'provider-down': 'provider-down',
} as const

/**
 * Gives a packed order out. What is owed for it is booked first, by the ledger and with the form's own key; only what is paid leaves
 * the house. Sent again after a break in the middle, the form books nothing twice and hands over what is paid by then; from there on
 * the order has its invoice. Answers the public id of the receipt of what was paid now.
 *
 * Refuses `not-found`, `over` (handed over to somebody else, or cancelled), `not-packed`, `unpaid`, `wrong-amount`, `reference-used`
 * and `provider-down` (an open payment link could not be closed).
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
      // The same form again is answered as the first time.
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
