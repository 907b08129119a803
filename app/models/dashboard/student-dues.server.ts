import { select } from '~/database/connection.server'
import { type FinedDue, fineToday } from '~/models/ledger/fine-rules'
import { runningFineSql } from '~/models/ledger/fines.server'
import { dueBalance } from '~/models/ledger/rules'
import type { StudentScope } from '~/models/shared/scope.server'
import type { DuesSummary } from './rules'

/** What the student has paid and still owes: dues of the current session and whatever is open from before. */
export async function summarizeDues(scope: StudentScope, today: string): Promise<DuesSummary> {
  const dues = await select<FinedDue>(
    `SELECT d.due_on AS dueOn, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise,
       d.fine_paise AS finePaise, d.paid_paise AS paidPaise, ${runningFineSql('d')} AS runningFine
     FROM dues d JOIN academic_sessions a ON a.id = d.academic_session_id
     WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.state = 'open'
       AND (a.is_current = 1 OR d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise)
     ORDER BY d.due_on`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const summary: DuesSummary = { paidPaise: 0, pendingPaise: 0, next: null }
  for (const due of dues) {
    const balancePaise = dueBalance({ ...due, finePaise: fineToday(due, today) })
    summary.paidPaise += due.paidPaise
    summary.pendingPaise += balancePaise
    if (balancePaise <= 0) continue
    summary.next ??= { dueOn: due.dueOn, balancePaise: 0 }
    if (summary.next.dueOn === due.dueOn) summary.next.balancePaise += balancePaise
  }
  return summary
}
