import { select } from '~/database/connection.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { StudentScope } from '~/models/shared/scope.server'
import { runningFineSql } from './accrue-fines.server'
import { dueName } from './due-words'
import { type FinedDue, fineToday } from './fine-rules'
import type { DueKind } from './options'
import { dueBalance } from './rules'

export interface UnpaidDue {
  publicId: string
  kind: DueKind
  name: string
  title: string
  /** YYYY-MM-DD */
  dueOn: string
  /** With today's late fine. */
  balancePaise: number
}

/** Everything that the student still owes, the oldest first. */
export async function listUnpaidDues(scope: StudentScope): Promise<UnpaidDue[]> {
  const rows = await select<FinedDue & Omit<UnpaidDue, 'balancePaise'>>(
    `SELECT d.public_id AS publicId, d.kind, d.name, d.title, d.due_on AS dueOn, d.amount_paise AS amountPaise,
       d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise,
       ${runningFineSql('d')} AS runningFine
     FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.state = 'open'
       AND d.paid_paise < d.amount_paise - d.concession_paise + d.fine_paise
     ORDER BY d.due_on, d.id`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const today = todayInIndia(new Date())
  return rows.map((due) => ({
    publicId: due.publicId,
    kind: due.kind,
    name: dueName(due),
    title: due.title,
    dueOn: due.dueOn,
    balancePaise: dueBalance({ ...due, finePaise: fineToday(due, today) }),
  }))
}
