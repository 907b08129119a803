import { select, selectOne } from '~/database/connection.server'
import type { Joined } from '~/database/rows'
import type { LineState, OfflineMethod, PaymentMethod, PaymentState, RefundState } from '~/models/ledger/options'
import { addDays } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import {
  type Canceller,
  type OrderMethod,
  type OrderMoneyState,
  type OrderState,
  orderMethods,
  orderMoneyStates,
  orderStates,
} from './options'

export interface OfficeOrderRow {
  publicId: string
  financialYear: string
  number: number
  placedAt: Date
  studentName: string
  /** 'Class 6 – A' of the current session; null where the student has no place in it. */
  place: string | null
  pieces: number
  totalPaise: number
  method: OrderMethod
  state: OrderState
  paidAt: Date | null
  money: OrderMoneyState
}

export const orderSorts = ['placed', 'number', 'student', 'total'] as const
type OrderSort = (typeof orderSorts)[number]

/** What the office's list of orders may be narrowed by, as `listViewOf` reads it. */
export const orderFilters = {
  state: orderStates,
  method: orderMethods,
  paid: orderMoneyStates,
  from: 'day',
  to: 'day',
} as const

export type OrderWish = ListQuery<OrderSort> & { filters: Record<keyof typeof orderFilters, string> }

const orders: Record<OrderSort, readonly string[]> = {
  // The newest first.
  placed: ['-UNIX_TIMESTAMP(o.placed_at)', '-o.id'],
  number: ['o.financial_year', 'o.number'],
  student: ['st.first_name', 'st.last_name', 'o.id'],
  total: ['o.total_paise', 'o.id'],
}
const ofOrder = "d.school_id = o.school_id AND d.student_id = o.student_id AND d.kind = 'order' AND d.source_id = o.id"
const refundFailed = `o.state = 'cancelled' AND d.paid_paise > COALESCE((SELECT -SUM(x.amount_paise) FROM payment_lines x
  WHERE x.due_id = d.id AND x.kind = 'refund' AND x.state = 'open'), 0)`
const partPaid = "o.state <> 'cancelled' AND o.paid_at IS NULL AND d.paid_paise > 0"
const paid: Record<string, string> = {
  no: "AND o.paid_at IS NULL AND o.state <> 'cancelled'",
  part: `AND ${partPaid}`,
  yes: 'AND o.paid_at IS NOT NULL',
  'refund-failed': `AND ${refundFailed}`,
}
const moneyColumn = `CASE WHEN ${refundFailed} THEN 'refund-failed' WHEN ${partPaid} THEN 'part'
  WHEN o.paid_at IS NULL THEN 'no' ELSE 'yes' END AS money`

/** The tables and conditions of the orders that a query is about; days are India's. */
export function ordersFrom(scope: SchoolScope, { search, filters }: Pick<OrderWish, 'search' | 'filters'>) {
  const { state, method, from, to } = filters
  return {
    from: `orders o JOIN students st ON st.id = o.student_id LEFT JOIN dues d ON ${ofOrder}
      LEFT JOIN academic_sessions a ON a.school_id = o.school_id AND a.is_current = 1
      LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
      LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
      WHERE o.school_id = :schoolId AND (:state = '' OR o.state = :state) AND (:method = '' OR o.method = :method)
        ${paid[filters.paid] ?? ''} ${from === '' ? '' : 'AND o.placed_at >= :fromInstant'} ${to === '' ? '' : 'AND o.placed_at < :toInstant'}
        AND (:search = '' OR CONCAT(st.first_name, ' ', st.last_name) LIKE :pattern ESCAPE '!'
          OR CONCAT(o.financial_year, '/', LPAD(o.number, 6, '0')) LIKE :pattern ESCAPE '!')`,
    values: {
      schoolId: scope.schoolId,
      state,
      method,
      search,
      pattern: containing(search),
      fromInstant: from === '' ? null : startOf(from),
      toInstant: to === '' ? null : startOf(addDays(to, 1)),
    },
  }
}

/** Midnight in India as the database writes instants. */
function startOf(day: string): string {
  return new Date(`${day}T00:00:00+05:30`).toISOString().replace('T', ' ').replace('Z', '')
}

/** Orders of the school, the newest first unless asked otherwise; searched by number and the student's name. */
export function listOrders(scope: SchoolScope, query: OrderWish): Promise<Page<OfficeOrderRow>> {
  const { from, values } = ordersFrom(scope, query)
  return selectPage<OfficeOrderRow>(
    {
      columns: `o.public_id AS publicId, o.financial_year AS financialYear, o.number, o.placed_at AS placedAt,
        CONCAT(st.first_name, ' ', st.last_name) AS studentName, CONCAT(c.name, IF(se.name IS NULL, '', CONCAT(' – ', se.name))) AS place,
        (SELECT CAST(COALESCE(SUM(i.quantity), 0) AS SIGNED) FROM order_items i WHERE i.order_id = o.id) AS pieces,
        o.total_paise AS totalPaise, o.method, o.state, o.paid_at AS paidAt, ${moneyColumn}`,
      from,
      order: orders[query.sort],
      values,
    },
    query,
  )
}

/** How many cancelled orders hold money that nobody is giving back, because its refund failed. */
export async function countFailedRefunds(scope: SchoolScope): Promise<number> {
  const row = await selectOne<{ count: number }>(
    `SELECT COUNT(*) AS count FROM orders o JOIN dues d ON ${ofOrder} WHERE o.school_id = :schoolId AND ${refundFailed}`,
    { schoolId: scope.schoolId },
  )
  return row?.count ?? 0
}

export interface OfficeOrder extends OfficeOrderRow {
  id: number
  studentPublicId: string
  enrollmentNumber: string
  reservedUntil: Date | null
  packedAt: Date | null
  handedOverAt: Date | null
  handedOverTo: string | null
  cancelledAt: Date | null
  cancelledBy: Canceller | null
  cancelReason: string | null
  invoiceYear: string | null
  invoiceNumber: number | null
  due: {
    id: number
    publicId: string
    state: 'open' | 'cancelled'
    amountPaise: number
    concessionPaise: number
    finePaise: number
    paidPaise: number
  } | null
  items: OfficeOrderItem[]
}

export interface OfficeOrderItem {
  productId: string
  name: string
  label: string
  unitPricePaise: number
  quantity: number
}

type OrderRow = Omit<OfficeOrder, 'due' | 'items' | 'pieces'> &
  Joined<{
    dueId: number
    duePublicId: string
    dueState: 'open' | 'cancelled'
    amountPaise: number
    concessionPaise: number
    finePaise: number
    paidPaise: number
  }>

/** One order of the school with what was bought and what is owed for it, or null. */
export async function findOrder(scope: SchoolScope, publicId: string): Promise<OfficeOrder | null> {
  const row = await selectOne<OrderRow>(
    `SELECT o.id, o.public_id AS publicId, o.financial_year AS financialYear, o.number, o.placed_at AS placedAt,
       CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.public_id AS studentPublicId,
       st.enrollment_number AS enrollmentNumber, CONCAT(c.name, IF(se.name IS NULL, '', CONCAT(' – ', se.name))) AS place,
       o.total_paise AS totalPaise, o.method, o.state, o.paid_at AS paidAt, ${moneyColumn}, o.reserved_until AS reservedUntil,
       o.packed_at AS packedAt, o.handed_over_at AS handedOverAt, o.handed_over_to AS handedOverTo,
       o.cancelled_at AS cancelledAt, o.cancelled_by AS cancelledBy, o.cancel_reason AS cancelReason,
       o.invoice_year AS invoiceYear, o.invoice_number AS invoiceNumber, d.id AS dueId, d.public_id AS duePublicId,
       d.state AS dueState, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise, d.fine_paise AS finePaise,
       d.paid_paise AS paidPaise
     FROM orders o JOIN students st ON st.id = o.student_id
     LEFT JOIN dues d ON ${ofOrder}
     LEFT JOIN academic_sessions a ON a.school_id = o.school_id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
     WHERE o.school_id = :schoolId AND o.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!row) return null
  const items = await select<OfficeOrderItem>(
    `SELECT p.public_id AS productId, i.name, i.label, i.unit_price_paise AS unitPricePaise, i.quantity
     FROM order_items i JOIN product_variants v ON v.id = i.variant_id JOIN products p ON p.id = v.product_id
     WHERE i.school_id = :schoolId AND i.order_id = :id ORDER BY i.position`,
    { schoolId: scope.schoolId, id: row.id },
  )
  const { dueId, duePublicId, dueState, amountPaise, concessionPaise, finePaise, paidPaise, ...order } = row
  const due =
    dueId === null
      ? null
      : { id: dueId, publicId: duePublicId, state: dueState, amountPaise, concessionPaise, finePaise, paidPaise }
  return { ...order, pieces: items.reduce((sum, item) => sum + item.quantity, 0), due, items }
}

export interface OrderPayment {
  publicId: string
  method: PaymentMethod
  state: PaymentState
  /** What of it is for the order. */
  amountPaise: number
  lineState: LineState
  at: Date
  receiptId: string | null
}

export interface OrderRefund {
  paymentId: string
  amountPaise: number
  state: RefundState
  givenBy: OfflineMethod | null
  failure: string | null
  at: Date
}

/** The acts of paying for an order, and what went back of them, the oldest first. */
export async function listOrderMoney(
  scope: SchoolScope,
  dueId: number,
): Promise<{ payments: OrderPayment[]; refunds: OrderRefund[] }> {
  const values = { schoolId: scope.schoolId, dueId }
  const [payments, refunds] = await Promise.all([
    select<OrderPayment>(
      `SELECT p.public_id AS publicId, p.method, p.state, l.amount_paise AS amountPaise, l.state AS lineState,
         COALESCE(p.paid_at, p.created_at) AS at, r.public_id AS receiptId
       FROM payment_lines l JOIN payments p ON p.id = l.payment_id LEFT JOIN receipts r ON r.payment_id = p.id
       WHERE l.school_id = :schoolId AND l.due_id = :dueId AND l.kind = 'due' ORDER BY l.id`,
      values,
    ),
    select<OrderRefund>(
      `SELECT p.public_id AS paymentId, CAST(-l.amount_paise AS SIGNED) AS amountPaise, f.state, f.given_by AS givenBy, f.failure,
         COALESCE(f.done_at, f.created_at) AS at
       FROM payment_lines l JOIN refunds f ON f.id = l.refund_id JOIN payments p ON p.id = l.payment_id
       WHERE l.school_id = :schoolId AND l.due_id = :dueId AND l.kind = 'refund' ORDER BY l.id`,
      values,
    ),
  ])
  return { payments, refunds }
}
