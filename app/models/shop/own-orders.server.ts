import { select, selectOne } from '~/database/connection.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type Page, selectPage } from '~/models/shared/select-page.server'
import { type Canceller, type OrderMethod, type OrderState, ordersAPage } from './options'
import { orderNumber } from './rules'

export interface OwnOrderRow {
  publicId: string
  number: string
  state: OrderState
  method: OrderMethod
  totalPaise: number
  placedAt: Date
  paidAt: Date | null
  /** What was bought, in one line. */
  items: string
}

type Numbered<Row> = Omit<Row, 'number'> & { financialYear: string; number: number }

const numbered = <Row extends { financialYear: string; number: number }>({ financialYear, number, ...row }: Row) => ({
  ...row,
  number: orderNumber({ financialYear, number }),
})

const columns = `o.public_id AS publicId, o.financial_year AS financialYear, o.number, o.state, o.method,
  o.total_paise AS totalPaise, o.placed_at AS placedAt, o.paid_at AS paidAt`

/** The student's orders, the newest first. */
export async function listOwnOrders(scope: StudentScope, page: number): Promise<Page<OwnOrderRow>> {
  const list = await selectPage<Numbered<OwnOrderRow>>(
    {
      columns: `${columns}, COALESCE((SELECT GROUP_CONCAT(i.quantity, ' × ', i.name, IF(i.label = '', '', CONCAT(' (', i.label, ')'))
         ORDER BY i.position SEPARATOR ', ') FROM order_items i WHERE i.order_id = o.id), '') AS items`,
      from: 'orders o WHERE o.school_id = :schoolId AND o.student_id = :studentId',
      order: ['o.placed_at', 'o.id'],
      values: { schoolId: scope.schoolId, studentId: scope.studentId },
    },
    { page, descending: true, pageSize: ordersAPage },
  )
  return { ...list, rows: list.rows.map(numbered) }
}

export interface OwnOrder extends Omit<OwnOrderRow, 'items'> {
  id: number
  reservedUntil: Date | null
  packedAt: Date | null
  handedOverAt: Date | null
  cancelledAt: Date | null
  cancelledBy: Canceller | null
  cancelReason: string | null
  hasInvoice: boolean
  collectNote: string | null
  /** Null where the office has taken its due away. */
  due: { publicId: string; isOpen: boolean; balancePaise: number; paidPaise: number } | null
  items: Array<{ name: string; label: string; quantity: number; unitPricePaise: number; taxBasisPoints: number }>
  /** Receipts of what was paid for it, the oldest first. */
  receipts: Array<{ publicId: string; number: string }>
  /** What came although it was paid or over already and waits at the school, not asked back yet. */
  excessPaise: number
  /** Of what was paid for it: given back, and on its way back. */
  refundedPaise: number
  comingBackPaise: number
}

interface OrderRow extends Omit<OwnOrder, 'due' | 'items' | 'receipts' | 'number' | 'hasInvoice'> {
  financialYear: string
  number: number
  hasInvoice: number
  duePublicId: string | null
  dueState: string | null
  balancePaise: number
  paidPaise: number
}

// An excess belongs to no due: what may be this order's is that of the payments that were ever meant for it.
const ofItsPayments = `x.due_id IS NULL AND x.payment_id IN (SELECT l.payment_id FROM payment_lines l WHERE l.due_id = d.id)`
const refundOfDue = (state: 'open' | 'settled') =>
  `CAST(COALESCE((SELECT -SUM(x.amount_paise) FROM payment_lines x
     WHERE x.due_id = d.id AND x.kind = 'refund' AND x.state = '${state}'), 0) AS SIGNED)`

/** One order of the student with its lines and what the ledger says about it, or null. */
export async function findOwnOrder(scope: StudentScope, publicId: string): Promise<OwnOrder | null> {
  const row = await selectOne<OrderRow>(
    `SELECT o.id, ${columns}, o.reserved_until AS reservedUntil, o.packed_at AS packedAt, o.handed_over_at AS handedOverAt,
       o.cancelled_at AS cancelledAt, o.cancelled_by AS cancelledBy, o.cancel_reason AS cancelReason,
       o.invoice_number IS NOT NULL AS hasInvoice, t.collect_note AS collectNote, d.public_id AS duePublicId, d.state AS dueState,
       CAST(COALESCE(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise, 0) AS SIGNED) AS balancePaise,
       CAST(COALESCE(d.paid_paise, 0) AS SIGNED) AS paidPaise,
       CAST(COALESCE((SELECT SUM(x.amount_paise) FROM payment_lines x WHERE ${ofItsPayments}
         AND ((x.kind = 'excess' AND x.state = 'settled') OR (x.kind = 'refund' AND x.state <> 'void'))), 0) AS SIGNED) AS excessPaise,
       ${refundOfDue('settled')} AS refundedPaise, ${refundOfDue('open')} AS comingBackPaise
     FROM orders o LEFT JOIN store_settings t ON t.school_id = o.school_id
     LEFT JOIN dues d ON d.school_id = o.school_id AND d.student_id = o.student_id AND d.kind = 'order' AND d.source_id = o.id
     WHERE o.school_id = :schoolId AND o.student_id = :studentId AND o.public_id = :publicId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
  if (!row) return null
  const { duePublicId, dueState, balancePaise, paidPaise, hasInvoice, ...order } = row
  const items = await select<OwnOrder['items'][number]>(
    `SELECT name, label, quantity, unit_price_paise AS unitPricePaise, tax_basis_points AS taxBasisPoints
     FROM order_items WHERE order_id = :id ORDER BY position`,
    { id: row.id },
  )
  const receipts = await select<{ id: number; publicId: string; financialYear: string; number: number }>(
    `SELECT DISTINCT r.id, r.public_id AS publicId, r.financial_year AS financialYear, r.number
     FROM dues d JOIN payment_lines l ON l.due_id = d.id JOIN receipts r ON r.payment_id = l.payment_id
     WHERE d.school_id = :schoolId AND d.public_id = :duePublicId AND r.cancelled_at IS NULL ORDER BY r.id`,
    { schoolId: scope.schoolId, duePublicId },
  )
  const due = duePublicId && { publicId: duePublicId, isOpen: dueState === 'open', balancePaise, paidPaise }
  return {
    ...numbered(order),
    hasInvoice: hasInvoice === 1,
    due: due || null,
    items,
    receipts: receipts.map(({ publicId: receipt, ...one }) => ({ publicId: receipt, number: orderNumber(one) })),
  }
}
