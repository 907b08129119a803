import { select } from '~/database/connection.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { StudentScope } from '~/models/shared/scope.server'
import { runningFineSql } from './accrue-fines.server'
import { type FinedDue, fineToday } from './fine-rules'
import { dueBalance } from './rules'

export interface NextDue {
  /** YYYY-MM-DD */
  dueOn: string
  /** What is open on that day, all dues together, with today's late fines. */
  balancePaise: number
}

/** The earliest day on which the student owes something, and how much on that day; null when all is paid. */
export async function findNextDue(scope: StudentScope): Promise<NextDue | null> {
  const isOpen = (alias: string) => `${alias}.school_id = :schoolId AND ${alias}.student_id = :studentId
    AND ${alias}.state = 'open' AND ${alias}.paid_paise < ${alias}.amount_paise - ${alias}.concession_paise + ${alias}.fine_paise`
  const dues = await select<FinedDue>(
    `SELECT d.due_on AS dueOn, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise,
       d.fine_paise AS finePaise, d.paid_paise AS paidPaise, ${runningFineSql('d')} AS runningFine
     FROM dues d WHERE ${isOpen('d')} AND d.due_on = (SELECT MIN(x.due_on) FROM dues x WHERE ${isOpen('x')})`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  const [first] = dues
  if (!first) return null
  const today = todayInIndia(new Date())
  const balances = dues.map((due) => dueBalance({ ...due, finePaise: fineToday(due, today) }))
  return { dueOn: first.dueOn, balancePaise: balances.reduce((sum, paise) => sum + paise, 0) }
}
