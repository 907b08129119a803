import { number, numberOrNull, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { dueToday } from '../fine-rules'
import { type LedgerScope, studentOf } from '../locks.server'
import { owedPaise } from '../rules'
import { Due } from '../tables.server'
import { classColumns, finedColumns, joinEnrollment, ledgerStudentColumns } from './columns.server'

const headColumns = {
  studentId: number('st.id'),
  sessionId: number('a.id'),
  ...ledgerStudentColumns,
  sessionName: text('a.name'),
  ...classColumns,
  rollNumber: numberOrNull('e.roll_number'),
}

const dueColumns = {
  ...columnsOf(Due, 'd', 'publicId', 'name', 'title'),
  ...finedColumns,
  transactionId:
    textOrNull(`(SELECT p.transaction_id FROM payment_lines l JOIN payments p ON p.id = l.payment_id WHERE l.due_id = d.id
      AND l.kind = 'due' AND l.state = 'settled' AND p.state NOT IN ('bounced','cancelled') ORDER BY l.id DESC LIMIT 1)`),
}

/**
 * Fees of one student in one academic session with their instalments, named as in the specification (section 3, Fee
 * record). Amounts are paise here and rupees at the route. Null when the scope has no such student or session.
 * `enrollment` is null for a student who was never enrolled in that session.
 */
export async function feeDetails(scope: LedgerScope, studentPublicId: string, sessionPublicId: string) {
  const head = await selectRow(
    headColumns,
    `FROM students st JOIN academic_sessions a ON a.school_id = st.school_id ${joinEnrollment('st.id')}
     WHERE st.school_id = :schoolId AND st.public_id = :studentPublicId AND a.public_id = :sessionPublicId`,
    { schoolId: scope.schoolId, studentPublicId, sessionPublicId },
  )
  const ownStudentId = studentOf(scope)
  if (!head || (ownStudentId !== null && ownStudentId !== head.studentId)) return null
  const rows = await selectRows(
    dueColumns,
    `FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.academic_session_id = :sessionId
       AND d.state = 'open' ORDER BY d.due_on, d.id`,
    { schoolId: scope.schoolId, studentId: head.studentId, sessionId: head.sessionId },
  )
  const today = todayInIndia(new Date())
  const dues = rows.map((row) => {
    const due = dueToday(row, today)
    return { ...due, amountPaise: owedPaise(due) }
  })
  const instalment = ({ publicId, title, dueOn, status, transactionId, ...due }: (typeof dues)[number]) => ({
    id: publicId,
    fee_title: title,
    fee_due_date: dueOn,
    amountPaise: due.amountPaise,
    paidPaise: due.paidPaise,
    balancePaise: due.balancePaise,
    payment_status: status === 'paid' ? ('paid' as const) : ('pending' as const),
    transaction_id: transactionId,
  })
  const sum = (field: 'amountPaise' | 'paidPaise' | 'balancePaise') => dues.reduce((so, due) => so + due[field], 0)
  return {
    student: { id: studentPublicId, name: head.studentName, enrollment_number: head.enrollmentNumber },
    academic_session: { id: sessionPublicId, name: head.sessionName },
    enrollment:
      head.className === null || head.sectionName === null
        ? null
        : { class: { name: head.className }, section: { name: head.sectionName }, roll_number: head.rollNumber },
    fees: [...new Set(dues.map((due) => due.name))].map((name) => ({
      fee: { name },
      fee_duedates: dues.filter((due) => due.name === name).map(instalment),
    })),
    totals: { amountPaise: sum('amountPaise'), paidPaise: sum('paidPaise'), balancePaise: sum('balancePaise') },
  }
}

export type FeeDetails = NonNullable<Awaited<ReturnType<typeof feeDetails>>>
