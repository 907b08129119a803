import { flag, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { ordersAPage } from '../options'
import { orderNumber } from '../rules'
import { Order, OrderItem, orderColumns } from '../tables.server'

const numbered = <Row extends { financialYear: string; number: number }>({ financialYear, number, ...row }: Row) => ({
  ...row,
  number: orderNumber({ financialYear, number }),
})

const listed = {
  ...orderColumns,
  items: text(`COALESCE((SELECT GROUP_CONCAT(i.quantity, ' × ', i.name, IF(i.label = '', '', CONCAT(' (', i.label, ')'))
    ORDER BY i.position SEPARATOR ', ') FROM order_items i WHERE i.order_id = o.id), '')`),
}

export async function listOwnOrders({ schoolId, studentId }: StudentScope, page: number) {
  const list = await selectPage(
    {
      columns: listed,
      from: 'orders o WHERE o.school_id = :schoolId AND o.student_id = :studentId',
      order: ['o.placed_at', 'o.id'],
      values: { schoolId, studentId },
    },
    { page, descending: true, pageSize: ordersAPage },
  )
  return { ...list, rows: list.rows.map(numbered) }
}

// An excess has no due; it is attributed to this order if its payment ever had a line for the order's due.
const ofItsPayments = `x.due_id IS NULL AND x.payment_id IN (SELECT l.payment_id FROM payment_lines l WHERE l.due_id = d.id)`
const refundOfDue = (state: 'open' | 'settled') =>
  number(`COALESCE((SELECT -SUM(x.amount_paise) FROM payment_lines x
     WHERE x.due_id = d.id AND x.kind = 'refund' AND x.state = '${state}'), 0)`)

const orderSelection = {
  ...orderColumns,
  ...columnsOf(Order, 'o', 'id', 'reservedUntil', 'packedAt', 'handedOverAt'),
  ...columnsOf(Order, 'o', 'cancelledAt', 'cancelledBy', 'cancelReason'),
  hasInvoice: flag('o.invoice_number IS NOT NULL'),
  collectNote: textOrNull('t.collect_note'),
  // Money received after the order was paid or had ended, less the refunds already requested.
  excessPaise: number(`COALESCE((SELECT SUM(x.amount_paise) FROM payment_lines x WHERE ${ofItsPayments}
    AND ((x.kind = 'excess' AND x.state = 'settled') OR (x.kind = 'refund' AND x.state <> 'void'))), 0)`),
  // Refunds of the amount paid for the order: completed, and in progress.
  refundedPaise: refundOfDue('settled'),
  comingBackPaise: refundOfDue('open'),
  duePublicId: textOrNull('d.public_id'),
  isDueOpen: flag("COALESCE(d.state = 'open', 0)"),
  balancePaise: number('COALESCE(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise, 0)'),
  paidPaise: number('COALESCE(d.paid_paise, 0)'),
}
const itemColumns = columnsOf(OrderItem, 'i', 'name', 'label', 'quantity', 'unitPricePaise', 'taxBasisPoints')
const receiptColumns = {
  id: number('r.id'),
  publicId: text('r.public_id'),
  financialYear: text('r.financial_year'),
  number: number('r.number'),
}

/**
 * Returns an order of the student with its items, receipts (oldest first) and ledger data; its due is null if the
 * office removed it. Null for an unknown order.
 */
export async function findOwnOrder({ schoolId, studentId }: StudentScope, publicId: string) {
  const row = await selectRow(
    orderSelection,
    `FROM orders o LEFT JOIN store_settings t ON t.school_id = o.school_id
     LEFT JOIN dues d ON d.school_id = o.school_id AND d.student_id = o.student_id AND d.kind = 'order' AND d.source_id = o.id
     WHERE o.school_id = :schoolId AND o.student_id = :studentId AND o.public_id = :publicId`,
    { schoolId, studentId, publicId },
  )
  if (!row) return null
  const { duePublicId, isDueOpen, balancePaise, paidPaise, ...order } = row
  const items = await selectRows(itemColumns, 'FROM order_items i WHERE i.order_id = :id ORDER BY i.position', {
    id: row.id,
  })
  const receipts = await selectRows(
    receiptColumns,
    `FROM receipts r WHERE r.cancelled_at IS NULL AND r.payment_id IN (
       SELECT l.payment_id FROM dues d JOIN payment_lines l ON l.due_id = d.id
       WHERE d.school_id = :schoolId AND d.public_id = :duePublicId) ORDER BY r.id`,
    { schoolId, duePublicId },
  )
  return {
    ...numbered(order),
    due: duePublicId === null ? null : { publicId: duePublicId, isOpen: isDueOpen, balancePaise, paidPaise },
    items,
    receipts: receipts.map((receipt) => ({ publicId: receipt.publicId, number: orderNumber(receipt) })),
  }
}
