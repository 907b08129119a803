import { number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import type { FilteredQuery } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { waitingRequestsAbout } from '~/models/people/second-person/requests.server'
import { type OrderMoneyState, orderMoneyStates } from '../options'
import { Order, OrderItem, orderColumns } from '../tables.server'
import { findOrderDue } from './end-order.server'

/** Joins the class and section of a student `st` in the current session, if any. */
export const withClass = `LEFT JOIN academic_sessions a ON a.school_id = st.school_id AND a.is_current = 1
  LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id`
const ofOrder = "d.school_id = o.school_id AND d.student_id = o.student_id AND d.kind = 'order' AND d.source_id = o.id"
const from = `orders o JOIN students st ON st.id = o.student_id LEFT JOIN dues d ON ${ofOrder} ${withClass}`

const studentName = "TRIM(CONCAT(st.first_name, ' ', st.last_name))"
const numberText = "CONCAT(o.financial_year, '/', LPAD(o.number, 6, '0'))"

/**
 * Condition of each payment status, for filtering the list. `moneyCase` selects the status to display: for an unpaid
 * cancelled order it is `no`, although filtering by `no` excludes such orders.
 */
const moneyConditions: Record<OrderMoneyState, string> = {
  'refund-failed': `o.state = 'cancelled' AND d.paid_paise > COALESCE((SELECT -SUM(x.amount_paise) FROM payment_lines x
    WHERE x.due_id = d.id AND x.kind = 'refund' AND x.state = 'open'), 0)`,
  part: "o.state <> 'cancelled' AND o.paid_at IS NULL AND d.paid_paise > 0",
  no: "o.paid_at IS NULL AND o.state <> 'cancelled'",
  yes: 'o.paid_at IS NOT NULL',
}
const moneyCase = `CASE WHEN ${moneyConditions['refund-failed']} THEN 'refund-failed' WHEN ${moneyConditions.part} THEN 'part'
  WHEN o.paid_at IS NULL THEN 'no' ELSE 'yes' END`

const columns = {
  ...orderColumns,
  studentName: text(studentName),
  // 'Class 6 – A' of the current session; null for a student without a class.
  classSection: textOrNull("CONCAT(c.name, IF(se.name IS NULL, '', CONCAT(' – ', se.name)))"),
  money: { sql: moneyCase, read: (stored: unknown) => orderMoneyStates.find((one) => one === stored) ?? 'no' },
}
const listing = plainList({
  columns: {
    ...columns,
    // Zero for a cancelled order.
    keptPaise: number("IF(o.state = 'cancelled', 0, o.total_paise)"),
    pieces: number('COALESCE((SELECT SUM(i.quantity) FROM order_items i WHERE i.order_id = o.id), 0)'),
  },
  from,
  always: 'o.school_id = :schoolId',
  search: [studentName, numberText],
  filters: {
    state: 'o.state = :state',
    method: 'o.method = :method',
    paid: `CASE :paid ${orderMoneyStates.map((state) => `WHEN '${state}' THEN ${moneyConditions[state]}`).join(' ')} END`,
    // Filter days are IST, database instants are UTC.
    from: 'o.placed_at >= CAST(:from AS DATETIME) - INTERVAL 330 MINUTE',
    to: 'o.placed_at < CAST(:to AS DATETIME) + INTERVAL 1 DAY - INTERVAL 330 MINUTE',
  },
  orders: { placed: '-UNIX_TIMESTAMP(o.placed_at)', number: numberText, student: studentName, total: 'o.total_paise' },
  last: '-o.id',
})

export const listOrders = listing.list

/** Counts cancelled orders that still hold money because their refund failed. */
export async function countFailedRefunds({ schoolId }: SchoolScope): Promise<number> {
  const row = await selectRow(
    { count: number('COUNT(*)') },
    `FROM orders o JOIN dues d ON ${ofOrder} WHERE o.school_id = :schoolId AND ${moneyConditions['refund-failed']}`,
    { schoolId },
  )
  return row?.count ?? 0
}

const oneColumns = {
  ...columns,
  ...columnsOf(Order, 'o', 'id', 'schoolId', 'studentId', 'reservedUntil', 'packedAt', 'handedOverAt', 'handedOverTo'),
  ...columnsOf(Order, 'o', 'cancelledAt', 'cancelledBy', 'cancelReason', 'invoiceYear', 'invoiceNumber'),
  studentPublicId: text('st.public_id'),
  enrollmentNumber: text('st.enrollment_number'),
  requests: waitingRequestsAbout('o.school_id', 'o.public_id'),
}
const itemColumns = {
  productId: text('p.public_id'),
  ...columnsOf(OrderItem, 'i', 'name', 'label', 'unitPricePaise', 'quantity'),
}

/** Returns an order with its items and its due (null if the office removed it); null for an unknown order. */
export async function findOrder({ schoolId }: SchoolScope, publicId: string) {
  const condition = 'WHERE o.school_id = :schoolId AND o.public_id = :publicId'
  const order = await selectRow(oneColumns, `FROM ${from} ${condition}`, { schoolId, publicId })
  if (!order) return null
  const items = await selectRows(
    itemColumns,
    `FROM order_items i JOIN product_variants v ON v.id = i.variant_id JOIN products p ON p.id = v.product_id
     WHERE i.school_id = :schoolId AND i.order_id = :id ORDER BY i.position`,
    { schoolId, id: order.id },
  )
  const due = await findOrderDue(order)
  return { ...order, pieces: items.reduce((sum, item) => sum + item.quantity, 0), due, items }
}

/** Maximum number of orders in one file of packing slips. */
export const maxSlips = 60

const slipColumns = {
  ...columnsOf(Order, 'o', 'id', 'financialYear', 'number', 'placedAt'),
  studentName: columns.studentName,
  enrollmentNumber: oneColumns.enrollmentNumber,
  className: textOrNull('c.name'),
  sectionName: textOrNull('se.name'),
  rollNumber: { sql: 'e.roll_number', read: (stored: unknown) => (stored === null ? null : Number(stored)) },
}
const slipItemColumns = columnsOf(OrderItem, 'i', 'orderId', 'name', 'label', 'quantity')

/** Slip for the goods, without prices. */
export type PackingSlip = Awaited<ReturnType<typeof readPackingSlips>>[number]

type Chosen = Pick<FilteredQuery<string, keyof typeof noFilters>, 'search' | 'filters'>
const noFilters = { state: '', method: '', paid: '', from: '', to: '' }

/**
 * Reads packing slips for the filtered list, across all pages, by class and name, without cancelled orders. `orderId`
 * selects one order. Reads up to one more than `maxSlips`, so that the caller detects too many.
 */
export async function readPackingSlips(scope: SchoolScope, target: Chosen | { orderId: number }) {
  const one = 'orderId' in target ? target.orderId : null
  const matchingOrders = listing.narrowed(scope, 'orderId' in target ? { search: '', filters: noFilters } : target)
  const orders = await selectRows(
    slipColumns,
    `FROM ${matchingOrders.from} AND o.state <> 'cancelled' AND (:one IS NULL OR o.id = :one)
     ORDER BY c.position, c.id, se.name, st.first_name, st.last_name, o.id LIMIT ${maxSlips + 1}`,
    { ...matchingOrders.values, one },
  )
  if (orders.length === 0) return []
  const items = await selectRows(
    slipItemColumns,
    'FROM order_items i WHERE i.school_id = :schoolId AND i.order_id IN (:ids) ORDER BY i.order_id, i.position',
    { schoolId: scope.schoolId, ids: orders.map(({ id }) => id) },
  )
  return orders.map((order) => ({ ...order, items: items.filter(({ orderId }) => orderId === order.id) }))
}
