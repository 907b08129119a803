import { text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { matchStudents } from '~/models/people/students/match-students.server'
import { Due } from '../tables.server'

export const ledgerStudentColumns = {
  studentName: text("TRIM(CONCAT(st.first_name, ' ', st.last_name))"),
  enrollmentNumber: text('st.enrollment_number'),
}
export const matchStudent = matchStudents('st')

/** Joins a student (SQL of the id) to a session: the enrollment `e`, its class `c` and section `se`, if any. */
export const joinEnrollment = (studentId: string, sessionId = 'a.id') => `
  LEFT JOIN enrollments e ON e.student_id = ${studentId} AND e.academic_session_id = ${sessionId}
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id`
export const classColumns = { className: textOrNull('c.name'), sectionName: textOrNull('se.name') }

/** Printed number of a receipt `r`; null when a LEFT JOIN found none. */
export const receiptNumberColumn = textOrNull("CONCAT(r.financial_year, '/', LPAD(r.number, 6, '0'))")

/**
 * Purpose of a payment `p`: fee and instalment, or advance, several joined by "; ". `only`: SQL that narrows its lines
 * `l`.
 */
export const purposeColumn = (only = '') =>
  text(`CONCAT_WS('; ', (SELECT GROUP_CONCAT(d.name, ', ', d.title ORDER BY l.id SEPARATOR '; ') FROM payment_lines l
    JOIN dues d ON d.id = l.due_id WHERE l.payment_id = p.id AND l.kind = 'due' ${only}),
    IF(EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id AND l.kind = 'advance' AND l.state <> 'void'), 'Advance', NULL))`)

/** Time when the money arrived, or else when the payment `p` began. */
export const momentOfPayment = { sql: 'p.moment_at', read: (stored: unknown) => stored as Date }

/** Excess of the payment `p` that is not yet refunded; a refund in progress counts as refunded. */
export const excessSql = `(SELECT CAST(COALESCE(SUM(l.amount_paise), 0) AS SIGNED) FROM payment_lines l
  WHERE l.payment_id = p.id AND l.due_id IS NULL AND (l.state = 'settled' OR (l.state = 'open' AND l.amount_paise < 0)))`

/** Part of the excess that arrived by accident and awaits the school's decision; excludes intentional advances. */
export const tooMuchSql = `LEAST(${excessSql}, (SELECT CAST(COALESCE(SUM(k.amount_paise), 0) AS SIGNED) FROM payment_lines k
  WHERE k.payment_id = p.id AND k.kind = 'excess' AND k.state = 'settled'))`

/** Money without a due that the school holds from all payments of the student `st`. */
export const heldExcessSql = `(SELECT CAST(COALESCE(SUM(${excessSql}), 0) AS SIGNED) FROM payments p
  WHERE p.school_id = st.school_id AND p.student_id = st.id)`

/** True while a payment is in progress for the due `alias`: its amount is then frozen. */
export const isBeingPaidSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM payment_lines fl WHERE fl.due_id = ${alias}.id AND fl.state = 'open')`

/** True when the due `d` is open, or cancelled while the school still holds money for it. */
export const isCountedSql = "(d.state = 'open' OR d.paid_paise > 0)"

/**
 * SQL of `FinedDue.runningFine` for the due `alias`: the day the due was created and its fine rule, or NULL without a
 * rule, for a waived fine, or while a payment in progress freezes the amount.
 */
export function runningFineSql(alias: string): string {
  return `IF(${alias}.fine_rule IS NULL OR ${alias}.fine_waived_at IS NOT NULL OR ${isBeingPaidSql(alias)}, NULL,
    CONCAT(DATE(${alias}.created_at + INTERVAL 330 MINUTE), ' ', ${alias}.fine_rule))`
}

/**
 * Last day on which a due is in time: its due date, or the day of enrollment in its session if later (`enrolledOn`: SQL
 * of that day, which may be null). A student is not late with a fee that was due before the first day at school.
 */
export const lateAfterOf = (alias: string, enrolledOn: string) =>
  `GREATEST(${alias}.due_on, COALESCE(${enrolledOn}, ${alias}.due_on))`

/** `lateAfterOf` for a query that joins no enrollment. */
export const lateAfterSql = (alias: string) =>
  lateAfterOf(
    alias,
    `(SELECT le.enrolled_on FROM enrollments le WHERE le.student_id = ${alias}.student_id
      AND le.academic_session_id = ${alias}.academic_session_id)`,
  )

export const amountColumns = columnsOf(Due, 'd', 'amountPaise', 'concessionPaise', 'finePaise', 'paidPaise')

/** Amounts of a due and the inputs of today's fine: a `FinedDue`. */
export const finedColumns = {
  ...columnsOf(Due, 'd', 'dueOn'),
  lateAfter: text(lateAfterSql('d')),
  ...amountColumns,
  runningFine: textOrNull(runningFineSql('d')),
}
