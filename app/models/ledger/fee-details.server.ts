import { select, selectOne } from '~/database/database.server'
import { todayInIndia } from '~/models/shared/calendar'
import { runningFineSql } from './columns.server'
import { type FinedDue, fineToday } from './fine-rules'
import { type LedgerScope, studentOf } from './locks.server'
import { dueBalance, isSettled, owedPaise } from './rules'

/** In the names of the specification (section 3, Fee record); amounts are paise here and rupees at the route's edge. */
export interface FeeDetails {
  student: { id: string; name: string; enrollment_number: string }
  academic_session: { id: string; name: string }
  /** Null for a student who was never enrolled in that session. */
  enrollment: { class: { name: string }; section: { name: string }; roll_number: number | null } | null
  fees: Array<{
    fee: { name: string }
    fee_duedates: Array<{
      id: string
      fee_title: string
      fee_due_date: string
      amountPaise: number
      paidPaise: number
      balancePaise: number
      payment_status: 'paid' | 'pending'
      transaction_id: string | null
    }>
  }>
  totals: { amountPaise: number; paidPaise: number; balancePaise: number }
}

interface DetailRow extends FinedDue {
  publicId: string
  name: string
  title: string
  transactionId: string | null
}

/** Fees of one student in one academic session with their instalments; null when either is not the scope's. */
export async function feeDetails(scope: LedgerScope, studentPublicId: string, sessionPublicId: string) {
  const head = await selectOne<{
    studentId: number
    sessionId: number
    studentName: string
    enrollmentNumber: string
    sessionName: string
    className: string | null
    sectionName: string | null
    rollNumber: number | null
  }>(
    `SELECT st.id AS studentId, a.id AS sessionId, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
       st.enrollment_number AS enrollmentNumber, a.name AS sessionName, c.name AS className, se.name AS sectionName,
       e.roll_number AS rollNumber
     FROM students st JOIN academic_sessions a ON a.school_id = st.school_id
     LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
     WHERE st.school_id = :schoolId AND st.public_id = :studentPublicId AND a.public_id = :sessionPublicId`,
    { schoolId: scope.schoolId, studentPublicId, sessionPublicId },
  )
  const own = studentOf(scope)
  if (!head || (own !== null && own !== head.studentId)) return null
  const dues = await select<DetailRow>(
    `SELECT d.public_id AS publicId, d.name, d.title, d.due_on AS dueOn, d.amount_paise AS amountPaise,
       d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise,
       ${runningFineSql('d')} AS runningFine,
       (SELECT p.transaction_id FROM payment_lines l JOIN payments p ON p.id = l.payment_id WHERE l.due_id = d.id
         AND l.kind = 'due' AND l.state = 'settled' AND p.state NOT IN ('bounced','cancelled') ORDER BY l.id DESC LIMIT 1) AS transactionId
     FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.academic_session_id = :sessionId
       AND d.state = 'open' ORDER BY d.due_on, d.id`,
    { schoolId: scope.schoolId, studentId: head.studentId, sessionId: head.sessionId },
  )
  const fees = new Map<string, FeeDetails['fees'][number]>()
  const totals = { amountPaise: 0, paidPaise: 0, balancePaise: 0 }
  const today = todayInIndia(new Date())
  for (const row of dues) {
    const due = { ...row, finePaise: fineToday(row, today) }
    const fee = fees.get(due.name) ?? { fee: { name: due.name }, fee_duedates: [] }
    fees.set(due.name, fee)
    const amounts = { amountPaise: owedPaise(due), paidPaise: due.paidPaise, balancePaise: dueBalance(due) }
    fee.fee_duedates.push({
      id: due.publicId,
      fee_title: due.title,
      fee_due_date: due.dueOn,
      ...amounts,
      payment_status: isSettled(due) ? 'paid' : 'pending',
      transaction_id: due.transactionId,
    })
    totals.amountPaise += amounts.amountPaise
    totals.paidPaise += amounts.paidPaise
    totals.balancePaise += amounts.balancePaise
  }
  return {
    student: { id: studentPublicId, name: head.studentName, enrollment_number: head.enrollmentNumber },
    academic_session: { id: sessionPublicId, name: head.sessionName },
    enrollment:
      head.className === null || head.sectionName === null
        ? null
        : { class: { name: head.className }, section: { name: head.sectionName }, roll_number: head.rollNumber },
    fees: [...fees.values()],
    totals,
  }
}
