import { execute, instant, number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { takeNumbers } from '~/models/core/shared/numbering/take-numbers.server'
import { type LedgerScope, studentOf } from '~/models/money/ledger/locks.server'
import type { PaymentMethod } from '~/models/money/ledger/payment-methods'
import { invoiceLine, orderNumber } from '../rules'
import { Order, OrderItem, orderColumns } from '../tables.server'
import type { InvoiceView } from './invoice-view'
import { withClass } from './office-orders.server'

/**
 * Runs in the caller's transaction: issues the invoice of a paid order with the school's next number of the financial
 * year, without gaps because the counter moves only in this transaction, and stores its complete content. Keeps an
 * existing invoice. The caller locks the order.
 */
export async function issueInvoice(scope: LedgerScope, orderId: number): Promise<void> {
  const order = await selectRow(
    { ...orderColumns, ...columnsOf(Order, 'o', 'studentId') },
    'FROM orders o WHERE o.school_id = :schoolId AND o.id = :orderId AND o.invoice_number IS NULL AND o.paid_at IS NOT NULL',
    { schoolId: scope.schoolId, orderId },
  )
  if (!order) return
  const [parties, lines, payments] = [
    await readParties(scope, order.studentId),
    await readLines(scope, orderId),
    await readPayments(scope, orderId),
  ]
  const issuedOn = todayInIndia(new Date())
  const financialYear = financialYearOf(issuedOn)
  const number = await takeNumbers(scope, 'order_counters', { kind: 'invoice', financial_year: financialYear })
  const view: InvoiceView = {
    number: orderNumber({ financialYear, number }),
    financialYear,
    issuedOn,
    orderNumber: orderNumber(order),
    orderedOn: todayInIndia(order.placedAt),
    cancelled: false,
    ...parties,
    lines,
    totalPaise: order.totalPaise,
    method: order.method,
    payments,
  }
  await execute(
    `UPDATE orders SET invoice_year = :financialYear, invoice_number = :number, invoiced_at = UTC_TIMESTAMP(3),
       invoice_view = :view, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :orderId`,
    { schoolId: scope.schoolId, orderId, financialYear, number, view: JSON.stringify(view) },
  )
}

const schoolColumns = {
  name: text('sc.name'),
  address: text('sc.address'),
  phone: text('sc.phone'),
  email: text('sc.email'),
  gstin: textOrNull('ss.gstin'),
}
const studentColumns = {
  name: text("TRIM(CONCAT(st.first_name, ' ', st.last_name))"),
  enrollmentNumber: text('st.enrollment_number'),
  fatherName: textOrNull('g.father_name'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('se.name'),
}

/** Reads the current data of school and student, with the student's class in the current session. */
async function readParties({ schoolId }: LedgerScope, studentId: number) {
  const [school, student] = [
    await selectRow(
      schoolColumns,
      'FROM schools sc LEFT JOIN store_settings ss ON ss.school_id = sc.id WHERE sc.id = :schoolId',
      { schoolId },
    ),
    await selectRow(
      studentColumns,
      `FROM students st LEFT JOIN guardians g ON g.student_id = st.id ${withClass}
       WHERE st.school_id = :schoolId AND st.id = :studentId`,
      { schoolId, studentId },
    ),
  ]
  if (!school || !student) throw new Error('The student of the order is gone')
  return { school, student }
}

const bought = columnsOf(OrderItem, 'i', 'name', 'label', 'hsnCode', 'quantity', 'unitPricePaise', 'taxBasisPoints')

async function readLines({ schoolId }: LedgerScope, orderId: number): Promise<InvoiceView['lines']> {
  const from = 'FROM order_items i WHERE i.school_id = :schoolId AND i.order_id = :orderId ORDER BY i.position'
  return (await selectRows(bought, from, { schoolId, orderId })).map(invoiceLine)
}

async function readPayments(scope: LedgerScope, orderId: number): Promise<InvoiceView['payments']> {
  const rows = await selectRows(
    {
      method: wordOf<PaymentMethod>('p.method'),
      transactionId: textOrNull('p.transaction_id'),
      paidAt: instant('COALESCE(p.paid_at, p.created_at)'),
      amountPaise: number('l.amount_paise'),
    },
    `FROM dues d JOIN payment_lines l ON l.due_id = d.id AND l.kind = 'due' AND l.state = 'settled'
     JOIN payments p ON p.id = l.payment_id AND p.state IN ('paid','part_refunded')
     WHERE d.school_id = :schoolId AND d.kind = 'order' AND d.source_id = :orderId ORDER BY l.id`,
    { schoolId: scope.schoolId, orderId },
  )
  return rows.map(({ paidAt, transactionId, ...row }) => ({
    ...row,
    transactionId: transactionId ?? '',
    paidOn: todayInIndia(paidAt),
  }))
}

const foundColumns = {
  ...columnsOf(Order, 'o', 'invoiceView', 'state'),
  language: { sql: 'st.language', read: (stored: unknown) => stored as Language },
}

/**
 * Returns the issued invoice of an order and its student's language; null for an unknown or unpaid order. Every
 * settlement of an order issues its invoice in the same transaction.
 */
export async function findInvoice(scope: LedgerScope, orderPublicId: string) {
  const row = await selectRow(
    foundColumns,
    `FROM orders o JOIN students st ON st.id = o.student_id
     WHERE o.school_id = :schoolId AND o.public_id = :orderPublicId AND (:own IS NULL OR o.student_id = :own)`,
    { schoolId: scope.schoolId, orderPublicId, own: studentOf(scope) },
  )
  if (!row?.invoiceView) return null
  return { view: { ...row.invoiceView, cancelled: row.state === 'cancelled' }, language: row.language }
}
