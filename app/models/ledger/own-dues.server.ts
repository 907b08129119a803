import { select } from '~/database/connection.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { StudentScope } from '~/models/shared/scope.server'
import { dueName } from './due-words'
import { type FinedDue, fineToday } from './fine-rules'
import { runningFineSql } from './fines.server'
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
