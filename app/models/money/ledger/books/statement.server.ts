import { number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { dueName } from '../due-words'
import { amountsToday } from '../fine-rules'
import type { DueKind } from '../options'
import type { OfflineMethod, PaymentMethod } from '../payment-methods'
import { owedPaise } from '../rules'
import { Due, Payment, PaymentLine } from '../tables.server'
import {
  classColumns,
  finedColumns,
  isCountedSql,
  joinEnrollment,
  ledgerStudentColumns,
  receiptNumberColumn,
} from './columns.server'
import type { StatementEntry, StatementView } from './statement-view'

const isAsked = `d.school_id = :schoolId AND d.student_id = :studentId AND ${isCountedSql}`

/**
 * Session to which money of payment `p` without a due belongs: the session of its first due, or else the current or
 * last session on the day the money arrived.
 */
const sessionOfPayment = `COALESCE(
  (SELECT x.academic_session_id FROM payment_lines y JOIN dues x ON x.id = y.due_id WHERE y.payment_id = p.id ORDER BY y.id LIMIT 1),
  (SELECT s.id FROM academic_sessions s WHERE s.school_id = p.school_id AND s.starts_on <= DATE(p.paid_at + INTERVAL 330 MINUTE)
   ORDER BY s.starts_on DESC, s.id DESC LIMIT 1))`

/** Academic sessions in which the student had dues or payments, the newest first. */
export function listStatementSessions({ schoolId, studentId }: StudentScope) {
  return selectRows(
    { publicId: text('a.public_id'), name: text('a.name') },
    `FROM academic_sessions a WHERE a.school_id = :schoolId AND (a.id IN (SELECT ${sessionOfPayment} FROM payments p
       WHERE p.school_id = :schoolId AND p.student_id = :studentId AND p.captured_paise > 0) OR EXISTS (SELECT 1 FROM dues d
       WHERE d.academic_session_id = a.id AND d.school_id = :schoolId AND d.student_id = :studentId
         AND (d.state = 'open' OR EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'settled'))))
     ORDER BY a.starts_on DESC, a.id DESC`,
    { schoolId, studentId },
  )
}

const personColumns = {
  name: ledgerStudentColumns.studentName,
  enrollmentNumber: ledgerStudentColumns.enrollmentNumber,
  admissionNumber: textOrNull('i.admission_number'),
  fatherName: textOrNull('g.father_name'),
  sessionId: number('COALESCE(a.id, 0)'),
  sessionName: textOrNull('a.name'),
  ...classColumns,
}

/**
 * The student's account as of today, for one academic session (public id) or all: dues, payments, refunds and the
 * balance. Excess belongs to the session of its payment's first due; an advance without dues, to that of its own day.
 * Null where the school has no such session.
 */
export async function readStatement(scope: StudentScope, session: string | null): Promise<StatementView | null> {
  const { schoolId, studentId } = scope
  const person = await selectRow(
    personColumns,
    `FROM students st LEFT JOIN guardians g ON g.student_id = st.id LEFT JOIN academic_infos i ON i.student_id = st.id
     LEFT JOIN academic_sessions a ON a.school_id = st.school_id AND a.public_id = :session ${joinEnrollment('st.id')}
     WHERE st.school_id = :schoolId AND st.id = :studentId`,
    { schoolId, studentId, session: session ?? '' },
  )
  if (!person || (session !== null && person.sessionId === 0)) return null
  const { sessionId, sessionName, ...student } = person
  const key = { schoolId, studentId, sessionId }
  const [asked, entries] = await Promise.all([listAsked(key), listEntries(key)])
  const sum = (paise: number[]) => paise.reduce((so, one) => so + one, 0)
  const askedPaise = sum(asked.map((due) => due.owedPaise))
  const paidPaise = sum(entries.map((entry) => entry.amountPaise))
  const excessPaise = sum(entries.map((entry) => entry.excessPaise))
  return {
    student,
    sessionName,
    writtenOn: todayInIndia(new Date()),
    asked,
    entries,
    totals: { askedPaise, paidPaise, excessPaise, balancePaise: askedPaise - (paidPaise - excessPaise) },
  }
}

type Key = { schoolId: number; studentId: number; sessionId: number }

const dueColumns = { ...columnsOf(Due, 'd', 'kind', 'name', 'title', 'state'), ...finedColumns }

async function listAsked(key: Key) {
  const rows = await selectRows(
    dueColumns,
    `FROM dues d WHERE ${isAsked} AND (:sessionId = 0 OR d.academic_session_id = :sessionId) ORDER BY d.due_on, d.id`,
    key,
  )
  const today = todayInIndia(new Date())
  return rows.map((row) => {
    const { kind, name, title, dueOn, state } = row
    const amounts = amountsToday(row, today)
    return {
      name: dueName({ kind, name }),
      title,
      dueOn,
      isCancelled: state === 'cancelled',
      ...amounts,
      owedPaise: owedPaise(amounts),
    }
  })
}

const lineColumns = {
  ...columnsOf(PaymentLine, 'l', 'paymentId', 'kind', 'amountPaise', 'refundId'),
  isExcess: { sql: 'l.due_id IS NULL', read: (stored: unknown) => Number(stored) === 1 },
  settledAt: { sql: 'COALESCE(l.settled_at, l.created_at)', read: (stored: unknown) => stored as Date },
  ...columnsOf(Payment, 'p', 'state', 'reference'),
  method: wordOf<PaymentMethod>('p.method'),
  paidAt: { sql: 'COALESCE(p.paid_at, p.created_at)', read: (stored: unknown) => stored as Date },
  givenBy: { sql: 'f.given_by', read: (stored: unknown) => stored as OfflineMethod | null },
  receiptNumber: receiptNumberColumn,
  dueKind: { sql: 'd.kind', read: (stored: unknown) => stored as DueKind | null },
  dueName: textOrNull('d.name'),
  dueTitle: textOrNull('d.title'),
}

/**
 * Lists each payment, refund and correction once, the oldest first, with the sum of its settled lines in the session.
 */
async function listEntries(key: Key): Promise<StatementEntry[]> {
  const lines = await selectRows(
    lineColumns,
    `FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.state = 'settled'
     LEFT JOIN dues d ON d.id = l.due_id LEFT JOIN receipts r ON r.payment_id = p.id LEFT JOIN refunds f ON f.id = l.refund_id
     WHERE p.school_id = :schoolId AND p.student_id = :studentId
       AND (:sessionId = 0 OR :sessionId = COALESCE(d.academic_session_id, ${sessionOfPayment}))
     ORDER BY l.id`,
    key,
  )
  const entries = new Map<string, StatementEntry>()
  for (const line of lines) {
    const isPaid = line.amountPaise > 0
    const id = `${line.paymentId} ${isPaid ? 'paid' : (line.refundId ?? 'void')}`
    const entry = entries.get(id) ?? {
      kind: isPaid ? 'paid' : line.kind === 'refund' ? 'refund' : line.state === 'bounced' ? 'bounce' : 'mistake',
      on: todayInIndia(isPaid ? line.paidAt : line.settledAt),
      // A refund through the provider uses the payment's method.
      method: line.kind === 'refund' ? (line.givenBy ?? line.method) : line.method,
      reference: isPaid ? line.reference : null,
      receiptNumber: line.receiptNumber,
      purposes: [],
      amountPaise: 0,
      excessPaise: 0,
    }
    entry.amountPaise += line.amountPaise
    if (line.isExcess) entry.excessPaise += line.amountPaise
    if (line.dueKind !== null)
      entry.purposes.push(
        [dueName({ kind: line.dueKind, name: line.dueName ?? '' }), line.dueTitle].filter(Boolean).join(' – '),
      )
    else if (isPaid)
      entry.purposes.push(line.kind === 'advance' ? m.payments_receipt_advance() : m.payments_receipt_excess())
    entries.set(id, entry)
  }
  return [...entries.values()].sort((one, other) => one.on.localeCompare(other.on))
}
