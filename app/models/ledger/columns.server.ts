import { text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/models/shared/table.server'
import { matchStudents } from '~/models/students/match-students.server'
import { Due } from './tables.server'

/** What lists of the ledger say of a student `st`. */
export const studentColumns = {
  studentName: text("CONCAT(st.first_name, ' ', st.last_name)"),
  enrollmentNumber: text('st.enrollment_number'),
}
/** Where their search finds one. */
export const matchStudent = matchStudents('st')

/** Where a student (the SQL of the id) is in a session: the enrollment `e`, its class `c` and section `se`, or nothing. */
export const joinEnrollment = (studentId: string, sessionId = 'a.id') => `
  LEFT JOIN enrollments e ON e.student_id = ${studentId} AND e.academic_session_id = ${sessionId}
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id`
export const classColumns = { className: textOrNull('c.name'), sectionName: textOrNull('se.name') }

/** The number of a receipt `r` as it is printed; null where it was joined and there is none. */
export const receiptNumberColumn = textOrNull("CONCAT(r.financial_year, '/', LPAD(r.number, 6, '0'))")

/** What a payment `p` is for: fee and instalment, or paid ahead, several joined by "; ". `only` narrows its lines `l`. */
export const purposeColumn = (only = '') =>
  text(`CONCAT_WS('; ', (SELECT GROUP_CONCAT(d.name, ', ', d.title ORDER BY l.id SEPARATOR '; ') FROM payment_lines l
    JOIN dues d ON d.id = l.due_id WHERE l.payment_id = p.id AND l.kind = 'due' ${only}),
    IF(EXISTS (SELECT 1 FROM payment_lines l WHERE l.payment_id = p.id AND l.kind = 'advance' AND l.state <> 'void'), 'Advance', NULL))`)

/** When money came, or else when the payment `p` was begun. */
export const momentOfPayment = { sql: 'p.moment_at', read: (stored: unknown) => stored as Date }

/** Excess of the payment `p` that nobody has given back; a refund under way counts as given. */
export const excessSql = `(SELECT CAST(COALESCE(SUM(l.amount_paise), 0) AS SIGNED) FROM payment_lines l
  WHERE l.payment_id = p.id AND l.due_id IS NULL AND (l.state = 'settled' OR (l.state = 'open' AND l.amount_paise < 0)))`

/** Of it what came by accident and waits for the school to decide: nothing of what was paid ahead on purpose. */
export const tooMuchSql = `LEAST(${excessSql}, (SELECT CAST(COALESCE(SUM(k.amount_paise), 0) AS SIGNED) FROM payment_lines k
  WHERE k.payment_id = p.id AND k.kind = 'excess' AND k.state = 'settled'))`

/** What the school holds without a due of all payments of the student `st`. */
export const heldExcessSql = `(SELECT CAST(COALESCE(SUM(${excessSql}), 0) AS SIGNED) FROM payments p
  WHERE p.school_id = st.school_id AND p.student_id = st.id)`

/** Whether a payment is under way for the due `alias`: then its amount stands still. */
export const isBeingPaidSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM payment_lines fl WHERE fl.due_id = ${alias}.id AND fl.state = 'open')`

/** Whether the due `d` was asked for and still counts, or is over while the school holds money of it. */
export const isAskedSql = "(d.state = 'open' OR d.paid_paise > 0)"

/**
 * SQL of the fine that runs for the due `alias` now (`FinedDue`): NULL where there is no rule, the fine is waived, or a payment is
 * under way, for which the amount stands still.
 */
export function runningFineSql(alias: string): string {
  return `IF(${alias}.fine_rule IS NULL OR ${alias}.fine_waived_at IS NOT NULL OR ${isBeingPaidSql(alias)}, NULL,
    CONCAT(DATE(${alias}.created_at + INTERVAL 330 MINUTE), ' ', ${alias}.fine_rule))`
}

/**
 * The day after which a due is overdue: its due date, or the day of enrollment in its session (the SQL of that day, null without one), where
 * that is later. Nobody is late with a fee of before the own first day at school.
 */
export const lateFromOf = (alias: string, enrolledOn: string) =>
  `GREATEST(${alias}.due_on, COALESCE(${enrolledOn}, ${alias}.due_on))`

/** The same where no enrollment is joined. */
export const lateFromSql = (alias: string) =>
  lateFromOf(
    alias,
    `(SELECT le.enrolled_on FROM enrollments le WHERE le.student_id = ${alias}.student_id
      AND le.academic_session_id = ${alias}.academic_session_id)`,
  )

/** The four figures of a due `d`. */
export const amountColumns = columnsOf(Due, 'd', 'amountPaise', 'concessionPaise', 'finePaise', 'paidPaise')

/** The same with what today's fine is counted by: a `FinedDue`. */
export const finedColumns = {
  ...columnsOf(Due, 'd', 'dueOn'),
  lateFrom: text(lateFromSql('d')),
  ...amountColumns,
  runningFine: textOrNull(runningFineSql('d')),
}
