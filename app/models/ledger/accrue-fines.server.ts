import { execute, select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { type FinedDue, fineToday } from './fine-rules'
import type { LedgerScope } from './locks.server'
import { lockLedgers } from './locks.server'

/**
 * SQL of the fine that runs for the due `alias` now (`FinedDue`): NULL where there is no rule, the fine is waived, or a payment is
 * under way, for which the amount stands still.
 */
export function runningFineSql(alias: string): string {
  return `IF(${alias}.fine_rule IS NULL OR ${alias}.fine_waived_at IS NOT NULL OR ${isBeingPaid(alias)}, NULL,
    CONCAT(DATE(${alias}.created_at + INTERVAL 330 MINUTE), ' ', ${alias}.fine_rule))`
}

function isBeingPaid(alias: string): string {
  return `EXISTS (SELECT 1 FROM payment_lines fl WHERE fl.due_id = ${alias}.id AND fl.state = 'open')`
}

/** Dues whose fine may have grown by today; the parameter is `:today`. */
const growing = `d.state = 'open' AND d.fine_rule IS NOT NULL AND d.fine_waived_at IS NULL AND d.due_on < :today
  AND d.paid_paise < d.amount_paise - d.concession_paise AND NOT ${isBeingPaid('d')}`

const atOnce = 500

/**
 * A step of everything that takes or asks for money: brings the stored fines of these students to today. Lock their ledgers first.
 * What a payment is open for, is waived, or is paid but for its fine, stays as it is.
 */
export async function accrueFines(
  scope: LedgerScope,
  studentIds: readonly number[],
  today = todayInIndia(new Date()),
): Promise<void> {
  if (studentIds.length === 0) return
  const dues = await select<FinedDue & { id: number }>(
    `SELECT d.id, d.due_on AS dueOn, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise,
       d.fine_paise AS finePaise, d.paid_paise AS paidPaise, ${runningFineSql('d')} AS runningFine
     FROM dues d WHERE d.school_id = :schoolId AND d.student_id IN (:studentIds) AND ${growing}
       AND (d.fine_accrued_on IS NULL OR d.fine_accrued_on < :today)`,
    { schoolId: scope.schoolId, studentIds: [...studentIds], today },
  )
  for (let from = 0; from < dues.length; from += atOnce) {
    const some = dues.slice(from, from + atOnce)
    const fines = some.map((due) => `WHEN ${due.id} THEN ${fineToday(due, today)}`).join(' ')
    await execute(
      `UPDATE dues SET fine_paise = CASE id ${fines} END, fine_accrued_on = :today, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id IN (:ids)`,
      { schoolId: scope.schoolId, today, ids: some.map((due) => due.id) },
    )
  }
}

const studentsAtOnce = 100

/** Students of one school, any, whose fines are not counted to today; null when all are. */
export async function findFinesToAccrue(
  _scope: SystemScope,
  today: string,
): Promise<{ schoolId: number; studentIds: number[] } | null> {
  const rows = await select<{ schoolId: number; studentId: number }>(
    `SELECT DISTINCT d.school_id AS schoolId, d.student_id AS studentId FROM dues d
     WHERE ${growing} AND (d.fine_accrued_on IS NULL OR d.fine_accrued_on < :today)
     ORDER BY d.school_id, d.student_id LIMIT ${studentsAtOnce}`,
    { today },
  )
  const first = rows[0]
  if (!first) return null
  const ofSchool = rows.filter((row) => row.schoolId === first.schoolId)
  return { schoolId: first.schoolId, studentIds: ofSchool.map((row) => row.studentId) }
}

/** The worker's share of a night: these students' fines, in one transaction. */
export function accrueFinesOf(scope: SchoolScope, studentIds: readonly number[], today: string): Promise<void> {
  return inTransaction(async () => {
    await lockLedgers(scope, studentIds)
    await accrueFines(scope, studentIds, today)
  })
}
