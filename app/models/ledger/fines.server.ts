import { execute, flag, inTransaction, select, selectRow, selectRows, updateRows } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { amountColumns, finedColumns, isBeingPaidSql } from './columns.server'
import { type FineRule, fineOfDay, fineRuleText, fineToday } from './fine-rules'
import { type LedgerScope, lockLedger, lockLedgers } from './locks.server'
import type { DueKind } from './options'
import { type DueAmounts, dueBalance } from './rules'
import { Due } from './tables.server'

/** Dues whose fine may have grown by today; the parameter is `:today`. */
const growing = `d.state = 'open' AND d.fine_rule IS NOT NULL AND d.fine_waived_at IS NULL AND d.due_on < :today
  AND d.paid_paise < d.amount_paise - d.concession_paise AND NOT ${isBeingPaidSql('d')}`

const finedDue = { ...columnsOf(Due, 'd', 'id'), ...finedColumns }

const atOnce = 500

/**
 * A step of everything that takes or asks for money: brings the stored fines of these students to today, again where they were counted
 * today: since then the day of enrollment may be another one. Lock their ledgers first. What a payment is open for, is waived, or is paid but for its fine, stays as it is.
 */
export async function accrueFines(scope: LedgerScope, studentIds: readonly number[], today = todayInIndia(new Date())) {
  if (studentIds.length === 0) return
  const dues = await selectRows(
    finedDue,
    `FROM dues d WHERE d.school_id = :schoolId AND d.student_id IN (:studentIds) AND ${growing}`,
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
export async function findFinesToAccrue(_scope: SystemScope, today: string) {
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

/**
 * A step: dues of these sources are fined by another rule from now on, counted from their due dates, or from
 * the day they were raised where that is later. What is paid, or paid but for
 * its fine, keeps its fine; so does what a payment is under way for, until that is over. A waived fine stays waived.
 */
export async function changeFineRule(
  scope: SchoolScope,
  of: { kind: DueKind; sourceIds: readonly number[]; rule: FineRule | null },
) {
  if (of.sourceIds.length === 0) return
  const values = {
    schoolId: scope.schoolId,
    kind: of.kind,
    sourceIds: [...of.sourceIds],
    rule: fineRuleText(of.rule),
  }
  const where = `school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds) AND state = 'open'
    AND paid_paise < amount_paise - concession_paise`
  const owing = `SELECT DISTINCT student_id AS studentId FROM dues WHERE ${where} ORDER BY student_id`
  const studentIds = (await select<{ studentId: number }>(owing, values)).map((row) => row.studentId)
  await lockLedgers(scope, studentIds)
  await execute(
    `UPDATE dues SET fine_rule = :rule, fine_accrued_on = NULL, updated_at = UTC_TIMESTAMP(3),
       fine_paise = IF(fine_waived_at IS NOT NULL OR EXISTS
         (SELECT 1 FROM payment_lines l WHERE l.due_id = dues.id AND l.state = 'open'), fine_paise, 0)
     WHERE ${where}`,
    values,
  )
  await accrueFines(scope, studentIds)
}

/** The fines that these dues had on an earlier day, in paise by the due's id. The ledger is locked by the caller. */
export async function finesOfDay(scope: SchoolScope, dueIds: readonly number[], day: string) {
  if (dueIds.length === 0) return new Map()
  const where = 'WHERE d.school_id = :schoolId AND d.id IN (:dueIds)'
  const dues = await selectRows(finedDue, `FROM dues d ${where}`, { schoolId: scope.schoolId, dueIds })
  return new Map(dues.map((due) => [due.id, fineOfDay(due, day)]))
}

/** A step of booking money of an earlier day: from now on these dues have the fine of that day, unless the money is taken back. */
export async function keepFines(scope: SchoolScope, fines: ReadonlyArray<readonly [dueId: number, finePaise: number]>) {
  if (fines.length === 0) return
  await updateRows('dues', 'id', ['fine_paise'], fines, scope.schoolId)
  await execute('UPDATE dues SET fine_accrued_on = NULL WHERE school_id = :schoolId AND id IN (:ids)', {
    schoolId: scope.schoolId,
    ids: fines.map(([id]) => id),
  })
}

/** How much of a due's fine can still be let go: what is paid of it stays. */
export function waivablePaise(due: DueAmounts): number {
  return Math.min(due.finePaise, Math.max(0, dueBalance(due)))
}

/**
 * Lets the late fine of a due go, as far as it is not paid; it does not grow again until it is made to run again. Refuses
 * `no-fine` (nothing of it is open) and `payment-under-way` (the amount of that payment stands).
 */
export function waiveFine(scope: SchoolScope, duePublicId: string, reason: string) {
  return inTransaction(async () => {
    const due = await lockDue(scope, duePublicId)
    if (!due) return refused('not-found')
    if (due.isBeingPaid) return refused('payment-under-way')
    const waivedPaise = waivablePaise(due)
    if (waivedPaise === 0) return refused('no-fine')
    await execute(
      `UPDATE dues SET fine_paise = fine_paise - :waivedPaise, fine_waived_paise = fine_waived_paise + :waivedPaise,
         fine_waived_at = UTC_TIMESTAMP(3), fine_waiver_reason = :reason, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: due.id, waivedPaise, reason },
    )
    const details = { amountPaise: waivedPaise, reason }
    await recordAudit(scope, { action: 'fine.waived', subject: { kind: 'due', id: due.id }, details })
    return done({ waivedPaise })
  })
}

/** Takes a waiver back: the fine runs again by its rule, as if it had never stopped. Refuses `not-waived`. */
export function resumeFine(scope: SchoolScope, duePublicId: string) {
  return inTransaction(async () => {
    const due = await lockDue(scope, duePublicId)
    if (!due) return refused('not-found')
    if (!due.isWaived) return refused('not-waived')
    if (due.isBeingPaid) return refused('payment-under-way')
    await execute(
      `UPDATE dues SET fine_paise = fine_paise + fine_waived_paise, fine_waived_paise = 0, fine_waived_at = NULL, fine_waiver_reason = NULL, fine_accrued_on = NULL,
         updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: due.id },
    )
    await accrueFines(scope, [due.studentId])
    await recordAudit(scope, { action: 'fine.resumed', subject: { kind: 'due', id: due.id } })
    return done()
  })
}

const waivable = {
  ...columnsOf(Due, 'd', 'id', 'studentId'),
  ...amountColumns,
  isWaived: flag('d.fine_waived_at IS NOT NULL'),
  isBeingPaid: flag(isBeingPaidSql('d')),
}

/** The due with today's fine and its student's ledger locked; null when the school has no such due, or it was cancelled. */
async function lockDue(scope: SchoolScope, publicId: string) {
  const { schoolId } = scope
  const open = `FROM dues d WHERE d.school_id = :schoolId AND d.public_id = :publicId AND d.state = 'open'`
  const found = await selectRow(columnsOf(Due, 'd', 'studentId'), open, { schoolId, publicId })
  if (!found) return null
  await lockLedger(scope, found.studentId)
  await accrueFines(scope, [found.studentId])
  return selectRow(waivable, open, { schoolId, publicId })
}
