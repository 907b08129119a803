import { execute, number, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { cancelDues, cancelPaidDue } from '~/models/money/ledger/cancel-dues.server'
import { type LedgerScope, lockLedger, studentOf } from '~/models/money/ledger/locks.server'
import type { DueAmounts } from '~/models/money/ledger/rules'
import type { Canceller } from '../options'
import { mayCancelOrder, orderNumber } from '../rules'
import { Order, orderColumns } from '../tables.server'

interface Ending {
  by: Canceller
  reason: string | null
}

/**
 * Runs in the caller's transaction: ends an order, releases its items exactly once and cancels its due. Refuses
 * `not-found`, `over` (handed over or cancelled, or `by` may no longer cancel it) and `due-touched`: money was
 * received, or a payment is in progress and its link must be closed first. The office may also end paid orders and
 * refund the money.
 */
export async function endOrder(scope: LedgerScope, orderId: number, { by, reason }: Ending) {
  const order = await lockOrder(scope, { id: orderId })
  if (!order) return refused('not-found')
  if (!mayCancelOrder(order.state, by)) return refused('over')
  const due = await findOrderDue(order)
  if (due && !(await freeOfDue(scope, order, due, by))) return refused('due-touched')
  await releaseItems(order)
  await execute(
    `UPDATE orders SET state = 'cancelled', cancelled_at = UTC_TIMESTAMP(3), cancelled_by = :by, cancel_reason = :reason,
       reserved_until = NULL, updated_at = UTC_TIMESTAMP(3) WHERE id = :id AND school_id = :schoolId`,
    { id: order.id, schoolId: order.schoolId, by, reason },
  )
  await noteOrder(scope, 'cancelled', order, { by, reason, totalPaise: order.totalPaise })
  return done()
}

type Numbered = { id: number; financialYear: string; number: number }
type Details = Record<string, string | number | null>

/** Records an event of an order in the audit log, in the caller's transaction. */
export function noteOrder(scope: LedgerScope, verb: string, order: Numbered, details: Details = {}): Promise<void> {
  const subject = { kind: 'order', id: order.id }
  return recordAudit(scope, { action: `order.${verb}`, subject, details: { number: orderNumber(order), ...details } })
}

const lockedColumns = { ...orderColumns, ...columnsOf(Order, 'o', 'id', 'schoolId', 'studentId', 'handedOverTo') }

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/**
 * Locks the order and its student's ledger (the ledger first, as everywhere) for this transaction. Returns null when
 * the scope has no such order.
 */
export async function lockOrder(scope: LedgerScope, key: { id: number } | { publicId: string }) {
  const ownStudentId = studentOf(scope)
  const { schoolId } = scope
  const filter = { ...key, schoolId, ...(ownStudentId === null ? {} : { studentId: ownStudentId }) }
  const orderRow = await Order.findOne({ attributes: ['id', 'studentId'], where: filter, raw: true })
  if (!orderRow) return null
  await lockLedger(scope, orderRow.studentId)
  const lockSql = 'FROM orders o WHERE o.id = :id AND o.school_id = :schoolId FOR UPDATE'
  return selectRow(lockedColumns, lockSql, { id: orderRow.id, schoolId })
}

export type OrderDue = DueAmounts & { id: number; publicId: string; state: 'open' | 'cancelled' }

/** Due that the order created in the ledger; null if the office has removed it. */
export function findOrderDue(order: Pick<LockedOrder, 'id' | 'schoolId' | 'studentId'>): Promise<OrderDue | null> {
  const { id, schoolId, studentId } = order
  return selectRow(
    {
      id: number('id'),
      publicId: text('public_id'),
      state: wordOf<'open' | 'cancelled'>('state'),
      amountPaise: number('amount_paise'),
      concessionPaise: number('concession_paise'),
      finePaise: number('fine_paise'),
      paidPaise: number('paid_paise'),
    },
    "FROM dues WHERE school_id = :schoolId AND student_id = :studentId AND kind = 'order' AND source_id = :id",
    { schoolId, studentId, id },
  )
}

/**
 * Cancels the due and returns whether that succeeded. A due that the office already cancelled, because the student
 * left, counts as success.
 */
async function freeOfDue(scope: LedgerScope, order: LockedOrder, due: OrderDue, canceller: Canceller) {
  if (due.state === 'cancelled') return true
  if (canceller === 'office' && due.paidPaise > 0 && !('studentId' in scope)) {
    return cancelPaidDue(scope, order.studentId, due.publicId)
  }
  return (await cancelDues(scope, order.studentId, [due.publicId])) !== null
}

/**
 * Returns the pieces to stock. Updates variants in the order of their ids, as `placeOrder` does, to avoid deadlocks.
 */
async function releaseItems(order: LockedOrder): Promise<void> {
  const items = await selectRows(
    { variantId: number('variant_id'), quantity: number('quantity') },
    'FROM order_items WHERE order_id = :id AND school_id = :schoolId ORDER BY variant_id',
    { id: order.id, schoolId: order.schoolId },
  )
  for (const { variantId, quantity } of items) {
    await execute(
      `UPDATE product_variants SET stock = stock + :quantity, updated_at = UTC_TIMESTAMP(3)
       WHERE id = :variantId AND school_id = :schoolId`,
      { variantId, quantity, schoolId: order.schoolId },
    )
  }
}
