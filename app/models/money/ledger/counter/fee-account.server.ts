import { flag, number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  excessSql,
  finedColumns,
  heldExcessSql,
  isBeingPaidSql,
  ledgerStudentColumns,
  momentOfPayment,
  receiptNumberColumn,
} from '../books/columns.server'
import { dueToday } from '../fine-rules'
import type { MovementKind } from '../options'
import type { PaymentMethod } from '../payment-methods'
import { Due, Payment, PaymentLine } from '../tables.server'

const dueColumns = { ...columnsOf(Due, 'd', 'publicId', 'name', 'title'), ...finedColumns }

const student = {
  publicId: text('st.public_id'),
  name: ledgerStudentColumns.studentName,
  enrollmentNumber: ledgerStudentColumns.enrollmentNumber,
  rte: flag('st.rte'),
  excessPaise: number(heldExcessSql),
}

const yearColumns = {
  sessionPublicId: text('a.public_id'),
  sessionName: text('a.name'),
  className: textOrNull('c.name'),
}

const paymentColumns = {
  ...columnsOf(Payment, 'p', 'publicId', 'method', 'state', 'amountPaise', 'refundedPaise', 'transactionId'),
  at: momentOfPayment,
  receiptNumber: receiptNumberColumn,
  excessPaise: number(excessSql),
}

const maxPayments = 100

/**
 * Dues and payments of one student in all sessions, the newest first, limited to the last hundred payments; null when
 * the school has no such student. Late fines are as of today.
 */
export async function findFeeAccount({ schoolId }: SchoolScope, studentPublicId: string) {
  const key = { schoolId, studentPublicId }
  const isStudent = 'st.school_id = :schoolId AND st.public_id = :studentPublicId'
  const [found, dues, payments] = await Promise.all([
    selectRow(student, `FROM students st WHERE ${isStudent}`, key),
    selectRows(
      { ...dueColumns, ...yearColumns },
      `FROM students st JOIN dues d ON d.school_id = st.school_id AND d.student_id = st.id
       JOIN academic_sessions a ON a.id = d.academic_session_id
       LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
       LEFT JOIN classes c ON c.id = e.class_id
       WHERE ${isStudent} AND d.state = 'open' ORDER BY a.starts_on DESC, a.id DESC, d.due_on, d.id`,
      key,
    ),
    selectRows(
      paymentColumns,
      `FROM students st JOIN payments p ON p.school_id = st.school_id AND p.student_id = st.id
       LEFT JOIN receipts r ON r.payment_id = p.id
       WHERE ${isStudent} AND p.state NOT IN ('failed', 'expired') ORDER BY p.id DESC LIMIT ${maxPayments}`,
      key,
    ),
  ])
  if (!found) return null
  const today = todayInIndia(new Date())
  const years = new Map(
    dues.map(({ sessionPublicId, sessionName, className }) => [
      sessionPublicId,
      { sessionPublicId, sessionName, className },
    ]),
  )
  const duesOf = (session: string) =>
    dues.flatMap(({ sessionPublicId, sessionName: _name, className: _class, ...due }) =>
      sessionPublicId === session ? [dueToday(due, today)] : [],
    )
  return {
    student: found,
    years: [...years.values()].map((year) => ({ ...year, dues: duesOf(year.sessionPublicId) })),
    payments,
  }
}

const recordColumns = {
  ...dueColumns,
  studentPublicId: text('st.public_id'),
  studentName: ledgerStudentColumns.studentName,
  sessionName: text('a.name'),
  // The fine rule as stored with the due, even while a payment in progress freezes the fine. Only a waived fine has a
  // reason.
  ...columnsOf(Due, 'd', 'fineRule', 'fineWaivedPaise', 'fineWaiverReason'),
  isBeingPaid: flag(isBeingPaidSql('d')),
}

/** One due of the school with its late fine as of today; null when it does not exist or was cancelled. */
export async function findDueWithFine({ schoolId }: SchoolScope, publicId: string) {
  const row = await selectRow(
    recordColumns,
    `FROM dues d JOIN students st ON st.id = d.student_id JOIN academic_sessions a ON a.id = d.academic_session_id
     WHERE d.school_id = :schoolId AND d.public_id = :publicId AND d.state = 'open'`,
    { schoolId, publicId },
  )
  return row && dueToday(row, todayInIndia(new Date()))
}

const cameOrNever = "(l.amount_paise > 0 OR p.state = 'cancelled')"

const linesOfDue = {
  ...columnsOf(Payment, 'p', 'publicId'),
  // For a refund, the method by which the office returned the money.
  method: wordOf<PaymentMethod>('COALESCE(f.given_by, p.method)'),
  ...columnsOf(PaymentLine, 'l', 'amountPaise'),
  what: wordOf<MovementKind>(
    `IF(l.amount_paise > 0, 'received', IF(l.kind = 'refund', 'refunded', IF(p.state = 'cancelled', 'corrected', 'bounced')))`,
  ),
  at: {
    sql: `IF(${cameOrNever}, ${momentOfPayment.sql}, COALESCE(l.settled_at, l.created_at))`,
    read: momentOfPayment.read,
  },
}

/** Payments for a due and their refunds, bounces and corrections, the newest first, each dated as in the day book. */
export function paymentsOfDue({ schoolId }: SchoolScope, duePublicId: string) {
  return selectRows(
    linesOfDue,
    `FROM dues d JOIN payment_lines l ON l.due_id = d.id JOIN payments p ON p.id = l.payment_id
     LEFT JOIN refunds f ON f.id = l.refund_id
     WHERE d.school_id = :schoolId AND d.public_id = :duePublicId AND l.state = 'settled' ORDER BY l.id DESC LIMIT 50`,
    { schoolId, duePublicId },
  )
}
