import { select, selectOne } from '~/database/connection.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type FinedDue, fineToday } from './fine-rules'
import { runningFineSql } from './fines.server'
import type { PaymentMethod, PaymentState } from './options'
import { type DueStatus, dueBalance, dueStatus } from './rules'

/** One thing owed with all its figures as of today, in paise. */
export interface AccountDue {
  publicId: string
  name: string
  title: string
  dueOn: string
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
  balancePaise: number
  status: DueStatus
}

export interface AccountYear {
  sessionPublicId: string
  sessionName: string
  className: string | null
  dues: AccountDue[]
}

export interface AccountPayment {
  publicId: string
  method: PaymentMethod
  state: PaymentState
  amountPaise: number
  refundedPaise: number
  transactionId: string | null
  /** When the money came; of what is under way, when it was begun. */
  at: Date
  receiptPublicId: string | null
  receiptNumber: number | null
  financialYear: string | null
}

export interface FeeAccount {
  student: { publicId: string; name: string; enrollmentNumber: string; rte: boolean }
  years: AccountYear[]
  payments: AccountPayment[]
}

const dueColumns = `d.public_id AS publicId, d.name, d.title, d.due_on AS dueOn, d.amount_paise AS amountPaise,
  d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise,
  ${runningFineSql('d')} AS runningFine`

type DueRow = FinedDue & { publicId: string; name: string; title: string }

function accountDue(row: DueRow, today: string): AccountDue {
  const { runningFine: _, publicId, name, title, dueOn, amountPaise, concessionPaise, paidPaise } = row
  const due = { dueOn, amountPaise, concessionPaise, finePaise: fineToday(row, today), paidPaise }
  return { ...due, publicId, name, title, balancePaise: dueBalance(due), status: dueStatus(due, today) }
}

const mostPayments = 100

/**
 * What one student owes and has paid in all sessions, the newest first, with the last hundred payments; null when the school has no
 * such student. Late fines are as of today.
 */
export async function findFeeAccount(scope: SchoolScope, studentPublicId: string): Promise<FeeAccount | null> {
  const key = { schoolId: scope.schoolId, studentPublicId }
  const [student, dues, payments] = await Promise.all([
    selectOne<Omit<FeeAccount['student'], 'rte'> & { rte: number }>(
      `SELECT public_id AS publicId, CONCAT(first_name, ' ', last_name) AS name, enrollment_number AS enrollmentNumber, rte
       FROM students WHERE school_id = :schoolId AND public_id = :studentPublicId`,
      key,
    ),
    select<DueRow & Omit<AccountYear, 'dues'>>(
      `SELECT ${dueColumns}, a.public_id AS sessionPublicId, a.name AS sessionName, c.name AS className
       FROM students s JOIN dues d ON d.school_id = s.school_id AND d.student_id = s.id
       JOIN academic_sessions a ON a.id = d.academic_session_id
       LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id
       LEFT JOIN classes c ON c.id = e.class_id
       WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId AND d.state = 'open'
       ORDER BY a.starts_on DESC, a.id DESC, d.due_on, d.id`,
      key,
    ),
    select<AccountPayment>(
      `SELECT p.public_id AS publicId, p.method, p.state, p.amount_paise AS amountPaise, p.refunded_paise AS refundedPaise,
         p.transaction_id AS transactionId, COALESCE(p.paid_at, p.created_at) AS at, r.public_id AS receiptPublicId,
         r.number AS receiptNumber, r.financial_year AS financialYear
       FROM students s JOIN payments p ON p.school_id = s.school_id AND p.student_id = s.id
       LEFT JOIN receipts r ON r.payment_id = p.id
       WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId AND p.state NOT IN ('failed', 'expired')
       ORDER BY p.id DESC LIMIT ${mostPayments}`,
      key,
    ),
  ])
  if (!student) return null
  const today = todayInIndia(new Date())
  const years = new Map<string, AccountYear>()
  for (const row of dues) {
    const { sessionPublicId, sessionName, className } = row
    const year = years.get(sessionPublicId) ?? { sessionPublicId, sessionName, className, dues: [] }
    years.set(sessionPublicId, year)
    year.dues.push(accountDue(row, today))
  }
  return { student: { ...student, rte: student.rte === 1 }, years: [...years.values()], payments }
}

export interface DueRecord extends AccountDue {
  studentPublicId: string
  studentName: string
  sessionName: string
  /** The due's own copy of its fine rule, also while it rests. */
  fineRule: string | null
  waivedPaise: number
  /** Null: the fine is not waived. */
  waiverReason: string | null
  isBeingPaid: boolean
}

/** One due of the school with its late fine as of today; null when there is none, or it was cancelled. */
export async function findDue(scope: SchoolScope, publicId: string): Promise<DueRecord | null> {
  const row = await selectOne<
    DueRow &
      Pick<
        DueRecord,
        'studentPublicId' | 'studentName' | 'sessionName' | 'fineRule' | 'waivedPaise' | 'waiverReason'
      > & {
        isBeingPaid: number
      }
  >(
    `SELECT ${dueColumns}, s.public_id AS studentPublicId, CONCAT(s.first_name, ' ', s.last_name) AS studentName,
       a.name AS sessionName, d.fine_rule AS fineRule, d.fine_waived_paise AS waivedPaise,
       d.fine_waiver_reason AS waiverReason,
       EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'open') AS isBeingPaid
     FROM dues d JOIN students s ON s.id = d.student_id JOIN academic_sessions a ON a.id = d.academic_session_id
     WHERE d.school_id = :schoolId AND d.public_id = :publicId AND d.state = 'open'`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!row) return null
  const { studentPublicId, studentName, sessionName, fineRule, waivedPaise, waiverReason } = row
  return {
    ...accountDue(row, todayInIndia(new Date())),
    studentPublicId,
    studentName,
    sessionName,
    fineRule,
    waivedPaise,
    waiverReason,
    isBeingPaid: Boolean(row.isBeingPaid),
  }
}

export interface PaymentOfDue {
  publicId: string
  method: PaymentMethod
  kind: 'due' | 'refund' | 'bounce' | 'excess'
  amountPaise: number
  at: Date
}

/** What was given to a due and taken back, the newest first. */
export function paymentsOfDue(scope: SchoolScope, duePublicId: string): Promise<PaymentOfDue[]> {
  return select<PaymentOfDue>(
    `SELECT p.public_id AS publicId, p.method, l.kind, l.amount_paise AS amountPaise, COALESCE(l.settled_at, l.created_at) AS at
     FROM dues d JOIN payment_lines l ON l.due_id = d.id JOIN payments p ON p.id = l.payment_id
     WHERE d.school_id = :schoolId AND d.public_id = :duePublicId AND l.state = 'settled' ORDER BY l.id DESC LIMIT 50`,
    { schoolId: scope.schoolId, duePublicId },
  )
}
