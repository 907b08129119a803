import { select, selectOne } from '~/database/connection.server'
import type { Joined } from '~/database/rows'
import { todayInIndia } from '~/models/shared/calendar'
import { dueName } from './due-words'
import { fineToday } from './fine-rules'
import { runningFineSql } from './fines.server'
import { type LedgerScope, studentOf } from './locks.server'
import type { DueKind, LineKind, LineState, LinkState, PaymentMethod, PaymentState } from './options'
import { type DueStatus, dueBalance, dueStatus, owedPaise, receiptNumber } from './rules'

/** Narrows a read to the scope's school and, for a student, to their own rows. */
function ofScope(scope: LedgerScope, table: string): { rule: string; values: { schoolId: number; studentId: number } } {
  const own = studentOf(scope)
  const rule = `${table}.school_id = :schoolId${own === null ? '' : ` AND ${table}.student_id = :studentId`}`
  return { rule, values: { schoolId: scope.schoolId, studentId: own ?? 0 } }
}

export interface PersonView {
  publicId: string
  name: string
  enrollmentNumber: string
}

interface PersonRow {
  studentPublicId: string
  studentName: string
  enrollmentNumber: string
}

const personColumns = `st.public_id AS studentPublicId, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
  st.enrollment_number AS enrollmentNumber`

const person = (row: PersonRow): PersonView => ({
  publicId: row.studentPublicId,
  name: row.studentName,
  enrollmentNumber: row.enrollmentNumber,
})

export interface DueView {
  publicId: string
  kind: DueKind
  feeName: string
  title: string
  sessionName: string
  className: string | null
  sectionName: string | null
  dueOn: string
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
  /** amount − concession + fine */
  owedPaise: number
  balancePaise: number
  status: DueStatus
  /** An online payment under way for it; its page says how it stands. */
  openPaymentPublicId: string | null
  parts: Array<{ name: string; amountPaise: number }>
  student: PersonView
}

/** One due of the scope, or null; cancelled ones are gone for everybody. */
export async function findDue(scope: LedgerScope, publicId: string): Promise<DueView | null> {
  const { rule, values } = ofScope(scope, 'd')
  const found = await selectOne<
    Omit<DueView, 'parts' | 'student' | 'status' | 'owedPaise' | 'balancePaise'> &
      PersonRow & { id: number; runningFine: string | null }
  >(
    `SELECT d.id, d.public_id AS publicId, d.kind, d.name AS feeName, d.title, a.name AS sessionName, c.name AS className,
       se.name AS sectionName, d.due_on AS dueOn, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise,
       d.fine_paise AS finePaise, d.paid_paise AS paidPaise, ${runningFineSql('d')} AS runningFine, o.public_id AS openPaymentPublicId, ${personColumns}
     FROM dues d JOIN students st ON st.id = d.student_id JOIN academic_sessions a ON a.id = d.academic_session_id
     LEFT JOIN enrollments e ON e.student_id = d.student_id AND e.academic_session_id = d.academic_session_id
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
     LEFT JOIN payment_lines l ON l.due_id = d.id AND l.is_open_online = 1 LEFT JOIN payments o ON o.id = l.payment_id
     WHERE ${rule} AND d.public_id = :publicId AND d.state = 'open'`,
    { ...values, publicId },
  )
  if (!found) return null
  const today = todayInIndia(new Date())
  // The worker counts fines after midnight; until it has, the page does.
  const { runningFine: _r, ...row } = { ...found, finePaise: fineToday(found, today) }
  const parts = await select<{ name: string; amountPaise: number }>(
    'SELECT name, amount_paise AS amountPaise FROM due_parts WHERE due_id = :id ORDER BY position',
    { id: row.id },
  )
  const { id: _id, studentPublicId: _s, studentName: _n, enrollmentNumber: _e, ...due } = row
  return {
    ...due,
    feeName: dueName({ kind: due.kind, name: due.feeName }),
    owedPaise: owedPaise(row),
    balancePaise: dueBalance(row),
    status: dueStatus(row, today),
    parts: parts.map((part) => ({ ...part, name: dueName({ kind: due.kind, name: part.name }) })),
    student: person(row),
  }
}

export interface PaymentView {
  publicId: string
  method: PaymentMethod
  state: PaymentState
  amountPaise: number
  capturedPaise: number
  refundedPaise: number
  transactionId: string | null
  reference: string | null
  remarks: string | null
  failure: string | null
  /** Where it can be paid right now; null when it cannot. */
  payUrl: string | null
  linkState: LinkState
  createdAt: Date
  paidAt: Date | null
  /** Who took it at the office. */
  recordedBy: string | null
  receipt: { publicId: string; number: string; cancelled: boolean } | null
  student: PersonView
  lines: Array<{
    kind: LineKind
    state: LineState
    amountPaise: number
    duePublicId: string | null
    dueKind: DueKind | null
    feeName: string | null
    title: string | null
    dueOn: string | null
    /** The order of the store that the due is of. */
    order: { publicId: string; number: string } | null
  }>
}

type LineRow = Omit<PaymentView['lines'][number], 'order'> &
  Joined<{ orderPublicId: string; orderYear: string; orderNumber: number }>

type PaymentRow = PersonRow &
  Omit<PaymentView, 'payUrl' | 'receipt' | 'student' | 'lines'> & {
    id: number
    linkUrl: string | null
    cancelledAt: Date | null
  } & Joined<{ receiptPublicId: string; financialYear: string; number: number }>

/** One payment of the scope with its lines, or null. */
export async function findPayment(scope: LedgerScope, publicId: string): Promise<PaymentView | null> {
  const { rule, values } = ofScope(scope, 'p')
  const row = await selectOne<PaymentRow>(
    `SELECT p.id, p.public_id AS publicId, p.method, p.state, p.amount_paise AS amountPaise, p.captured_paise AS capturedPaise,
       p.refunded_paise AS refundedPaise, p.transaction_id AS transactionId, p.reference, p.remarks, p.failure,
       p.provider_link_url AS linkUrl, p.link_state AS linkState, p.created_at AS createdAt, p.paid_at AS paidAt,
       u.name AS recordedBy, r.public_id AS receiptPublicId, r.financial_year AS financialYear, r.number,
       r.cancelled_at AS cancelledAt, ${personColumns}
     FROM payments p JOIN students st ON st.id = p.student_id LEFT JOIN receipts r ON r.payment_id = p.id
     LEFT JOIN staff_users u ON u.id = p.recorded_by AND u.school_id = p.school_id
     WHERE ${rule} AND p.public_id = :publicId`,
    { ...values, publicId },
  )
  if (!row) return null
  const found = await select<LineRow>(
    `SELECT l.kind, l.state, l.amount_paise AS amountPaise, d.public_id AS duePublicId, d.kind AS dueKind, d.name AS feeName, d.title,
       d.due_on AS dueOn, o.public_id AS orderPublicId, o.financial_year AS orderYear, o.number AS orderNumber
     FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id
     LEFT JOIN orders o ON d.kind = 'order' AND o.school_id = d.school_id AND o.id = d.source_id
     WHERE l.payment_id = :id ORDER BY l.id`,
    { id: row.id },
  )
  const lines = found.map(({ orderPublicId, orderYear, orderNumber, ...line }) => ({
    ...line,
    feeName: line.dueKind === null ? null : dueName({ kind: line.dueKind, name: line.feeName ?? '' }),
    order: orderPublicId === null ? null : { publicId: orderPublicId, number: receiptNumber(orderYear, orderNumber) },
  }))
  const payable = row.linkState === 'open' && lines.some((line) => line.state === 'open' && line.kind === 'due')
  return {
    publicId: row.publicId,
    method: row.method,
    state: row.state,
    amountPaise: row.amountPaise,
    capturedPaise: row.capturedPaise,
    refundedPaise: row.refundedPaise,
    transactionId: row.transactionId,
    reference: row.reference,
    remarks: row.remarks,
    failure: row.failure,
    payUrl: payable ? row.linkUrl : null,
    linkState: row.linkState,
    createdAt: row.createdAt,
    paidAt: row.paidAt,
    recordedBy: row.recordedBy,
    receipt: row.receiptPublicId
      ? {
          publicId: row.receiptPublicId,
          number: receiptNumber(row.financialYear, row.number),
          cancelled: row.cancelledAt !== null,
        }
      : null,
    student: person(row),
    lines,
  }
}
