import { execute, select, selectOne } from '~/database/connection.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import type { PaymentMethod } from '~/models/ledger/options'
import { financialYearOf, todayInIndia } from '~/models/shared/calendar'
import type { InvoiceView } from './invoice-view'
import { nextNumber } from './next-number.server'
import type { OrderMethod } from './options'
import { invoiceLine, orderNumber } from './rules'

interface OrderRow {
  studentId: number
  financialYear: string
  number: number
  method: OrderMethod
  totalPaise: number
  placedAt: Date
}

/**
 * A step: gives a paid order its invoice with the school's next number of the financial year (without gaps, since the counter
 * moves in this transaction only) and freezes everything it shows. One that has its invoice keeps it. The order is locked by the caller.
 */
export async function issueInvoice(scope: LedgerScope, orderId: number): Promise<void> {
  const order = await selectOne<OrderRow>(
    `SELECT student_id AS studentId, financial_year AS financialYear, number, method, total_paise AS totalPaise, placed_at AS placedAt
     FROM orders WHERE school_id = :schoolId AND id = :orderId AND invoice_number IS NULL AND paid_at IS NOT NULL`,
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
  const number = await nextNumber(scope, 'invoice', financialYear)
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

interface PartiesRow {
  schoolName: string
  address: string
  phone: string
  email: string
  gstin: string | null
  firstName: string
  lastName: string
  enrollmentNumber: string
  fatherName: string | null
  className: string | null
  sectionName: string | null
}

/** School and student as they are today, with the student's place in the current session. */
async function readParties(scope: LedgerScope, studentId: number): Promise<Pick<InvoiceView, 'school' | 'student'>> {
  const row = await selectOne<PartiesRow>(
    `SELECT sc.name AS schoolName, sc.address, sc.phone, sc.email, ss.gstin, st.first_name AS firstName,
       st.last_name AS lastName, st.enrollment_number AS enrollmentNumber, g.father_name AS fatherName,
       c.name AS className, se.name AS sectionName
     FROM students st JOIN schools sc ON sc.id = st.school_id
     LEFT JOIN store_settings ss ON ss.school_id = sc.id
     LEFT JOIN guardians g ON g.student_id = st.id
     LEFT JOIN academic_sessions a ON a.school_id = st.school_id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
     WHERE st.school_id = :schoolId AND st.id = :studentId`,
    { schoolId: scope.schoolId, studentId },
  )
  if (!row) throw new Error('The student of the order is gone')
  const { schoolName, address, phone, email, gstin, firstName, lastName, ...student } = row
  return {
    school: { name: schoolName, address, phone, email, gstin },
    student: { ...student, name: `${firstName} ${lastName}` },
  }
}

async function readLines(scope: LedgerScope, orderId: number): Promise<InvoiceView['lines']> {
  const rows = await select<Parameters<typeof invoiceLine>[0]>(
    `SELECT name, label, hsn_code AS hsnCode, quantity, unit_price_paise AS unitPricePaise, tax_basis_points AS taxBasisPoints
     FROM order_items WHERE school_id = :schoolId AND order_id = :orderId ORDER BY position`,
    { schoolId: scope.schoolId, orderId },
  )
  return rows.map(invoiceLine)
}

async function readPayments(scope: LedgerScope, orderId: number): Promise<InvoiceView['payments']> {
  const rows = await select<{ method: PaymentMethod; transactionId: string | null; paidAt: Date; amountPaise: number }>(
    `SELECT p.method, p.transaction_id AS transactionId, COALESCE(p.paid_at, p.created_at) AS paidAt, l.amount_paise AS amountPaise
     FROM dues d JOIN payment_lines l ON l.due_id = d.id AND l.kind = 'due' AND l.state = 'settled'
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
