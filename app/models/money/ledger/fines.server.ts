import { execute, flag, inTransaction, number, selectRow, selectRows, updateRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import { amountColumns, finedColumns, isBeingPaidSql } from './books/columns.server'
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
 * Runs in the caller's transaction; every use case that receives or requests money calls it. Updates the stored fines
 * of these students to today, even if already counted today, since the day of enrollment may have changed. Lock their
 * ledgers first. Skips dues with a payment in progress, a waived fine, or only the fine left to pay.
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

/** Finds a batch of students of one school whose fines are not counted up to today; null when there are none. */
export async function findFinesToAccrue(_scope: SystemScope, today: string) {
  const rows = await selectRows(
    { schoolId: number('d.school_id'), studentId: number('d.student_id') },
    `FROM dues d WHERE ${growing} AND (d.fine_accrued_on IS NULL OR d.fine_accrued_on < :today)
     GROUP BY d.school_id, d.student_id ORDER BY d.school_id, d.student_id LIMIT ${studentsAtOnce}`,
    { today },
  )
  const first = rows[0]
  if (!first) return null
  const ofSchool = rows.filter((row) => row.schoolId === first.schoolId)
  return { schoolId: first.schoolId, studentIds: ofSchool.map((row) => row.studentId) }
}

/** Part of the worker's nightly run: accrues these students' fines in one transaction. */
export function accrueFinesOf(scope: SchoolScope, studentIds: readonly number[], today: string): Promise<void> {
  return inTransaction(async () => {
    await lockLedgers(scope, studentIds)
    await accrueFines(scope, studentIds, today)
  })
}

/**
 * Runs in the caller's transaction: applies another fine rule to the dues of these sources, counted from their due
 * dates, or from the day they were created if later. Dues that are paid, or of which only the fine is unpaid, keep
 * their fine; so do dues with a payment in progress until it ends. A waived fine stays waived.
 */
export async function changeFineRule(
  scope: SchoolScope,
  change: { kind: DueKind; sourceIds: readonly number[]; rule: FineRule | null },
) {
  if (change.sourceIds.length === 0) return
  const values = {
    schoolId: scope.schoolId,
    kind: change.kind,
    sourceIds: [...change.sourceIds],
    rule: fineRuleText(change.rule),
  }
  const condition = `school_id = :schoolId AND kind = :kind AND source_id IN (:sourceIds) AND state = 'open'
    AND paid_paise < amount_paise - concession_paise`
  const owing = `FROM dues WHERE ${condition} GROUP BY student_id ORDER BY student_id`
  const studentIds = (await selectRows({ id: number('student_id') }, owing, values)).map(({ id }) => id)
  await lockLedgers(scope, studentIds)
  await execute(
    `UPDATE dues SET fine_rule = :rule, fine_accrued_on = NULL, updated_at = UTC_TIMESTAMP(3),
       fine_paise = IF(fine_waived_at IS NOT NULL OR EXISTS
         (SELECT 1 FROM payment_lines l WHERE l.due_id = dues.id AND l.state = 'open'), fine_paise, 0)
     WHERE ${condition}`,
    values,
  )
  await accrueFines(scope, studentIds)
}

/** Fines of these dues on an earlier day, in paise by the due's id. The caller locks the ledger. */
export async function finesOfDay(scope: SchoolScope, dueIds: readonly number[], day: string) {
  if (dueIds.length === 0) return new Map()
  const condition = 'WHERE d.school_id = :schoolId AND d.id IN (:dueIds)'
  const dues = await selectRows(finedDue, `FROM dues d ${condition}`, { schoolId: scope.schoolId, dueIds })
  return new Map(dues.map((due) => [due.id, fineOfDay(due, day)]))
}

/**
 * Runs in the caller's transaction when money that arrived on an earlier day is recorded: these dues keep the fine of
 * that day, unless the payment is reversed.
 */
export async function keepFines(scope: SchoolScope, fines: ReadonlyArray<readonly [dueId: number, finePaise: number]>) {
  if (fines.length === 0) return
  await updateRows('dues', 'id', ['fine_paise'], fines, scope.schoolId)
  await execute('UPDATE dues SET fine_accrued_on = NULL WHERE school_id = :schoolId AND id IN (:ids)', {
    schoolId: scope.schoolId,
    ids: fines.map(([id]) => id),
  })
}

/** Unpaid part of a due's fine, in paise, which can still be waived. */
export function waivablePaise(due: DueAmounts): number {
  return Math.min(due.finePaise, Math.max(0, dueBalance(due)))
}

/**
 * Waives the unpaid part of a due's late fine; it does not grow again until resumed. Refuses `no-fine` (no unpaid fine)
 * and `payment-under-way` (the amount of that payment is fixed).
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

/**
 * Cancels a waiver: the fine runs again by its rule, as if it had never stopped. Refuses `not-waived` and
 * `payment-under-way`.
 */
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

/**
 * Reads the due with today's fine and locks its student's ledger; null when it does not exist in the school or was
 * cancelled.
 */
async function lockDue(scope: SchoolScope, publicId: string) {
  const { schoolId } = scope
  const open = `FROM dues d WHERE d.school_id = :schoolId AND d.public_id = :publicId AND d.state = 'open'`
  const dueRow = await selectRow(columnsOf(Due, 'd', 'studentId'), open, { schoolId, publicId })
  if (!dueRow) return null
  await lockLedger(scope, dueRow.studentId)
  await accrueFines(scope, [dueRow.studentId])
  return selectRow(waivable, open, { schoolId, publicId })
}
