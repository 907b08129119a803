import { execute, flag, select, selectRows, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { amountColumns, isBeingPaidSql } from './columns.server'
import { type LedgerScope, lockLedger, openOnlinePayments } from './locks.server'
import { dueBalance } from './rules'
import { Due } from './tables.server'

const columns = {
  ...columnsOf(Due, 'd', 'publicId', 'name', 'title', 'dueOn', 'state'),
  ...amountColumns,
  sessionName: text('a.name'),
  isUnderWay: flag(isBeingPaidSql('d')),
  // The payment that gave it money last, for a refund; null where nothing is paid.
  paymentId:
    textOrNull(`IF(d.paid_paise = 0, NULL, (SELECT p.public_id FROM payment_lines l JOIN payments p ON p.id = l.payment_id
      WHERE l.due_id = d.id AND l.kind = 'due' AND l.state = 'settled' ORDER BY l.id DESC LIMIT 1))`),
}

/**
 * All that a student was ever to pay, cancelled dues too, the oldest first, with what is still to be paid. One that `isTouched` holds money,
 * or a payment for it is under way: it stays.
 */
export async function listDuesOf({ schoolId }: SchoolScope, studentId: number) {
  const rows = await selectRows(
    columns,
    `FROM dues d JOIN academic_sessions a ON a.id = d.academic_session_id
     WHERE d.school_id = :schoolId AND d.student_id = :studentId ORDER BY d.due_on, d.id`,
    { schoolId, studentId },
  )
  return rows.map(({ isUnderWay, amountPaise, concessionPaise, finePaise, ...row }) => ({
    ...row,
    balancePaise: dueBalance({ amountPaise, concessionPaise, finePaise, paidPaise: row.paidPaise }),
    isTouched: row.paidPaise > 0 || isUnderWay,
  }))
}

/**
 * A step: the student owes these dues no longer. Answers how many went, or null when one of them is not the student's, not open or
 * touched by a payment by now; then nothing is changed. Money that a late capture brings for one becomes excess.
 */
export async function cancelDues(scope: LedgerScope, studentId: number, publicIds: readonly string[]) {
  await lockLedger(scope, studentId)
  const wanted = [...new Set(publicIds)]
  if (wanted.length === 0) return 0
  const values = { schoolId: scope.schoolId, studentId, wanted }
  const found = await select<{ id: number }>(
    `SELECT d.id FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.public_id IN (:wanted)
       AND d.state = 'open' AND d.paid_paise = 0 AND NOT ${isBeingPaidSql('d')}`,
    values,
  )
  if (found.length < wanted.length) return null
  return execute(
    `UPDATE dues SET state = 'cancelled', updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND public_id IN (:wanted)`,
    values,
  )
}

/**
 * A step: the student owes this due no longer although it holds money, which the caller gives back. False, and nothing changed, when it
 * is not the student's, not open, or a payment for it is under way.
 */
export async function cancelPaidDue(scope: SchoolScope, studentId: number, publicId: string): Promise<boolean> {
  await lockLedger(scope, studentId)
  const cancelled = await execute(
    `UPDATE dues d SET d.state = 'cancelled', d.updated_at = UTC_TIMESTAMP(3)
     WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.public_id = :publicId AND d.state = 'open' AND NOT EXISTS
       (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'open' AND l.kind = 'due')`,
    { schoolId: scope.schoolId, studentId, publicId },
  )
  return cancelled === 1
}

/**
 * A step that undoes it: the student owes these cancelled dues again, by `dueOn` (YYYY-MM-DD) where that is given. Answers how many, or
 * null when one was not cancelled.
 */
export async function reopenDues(
  scope: LedgerScope,
  studentId: number,
  publicIds: readonly string[],
  dueOn: string | null = null,
) {
  await lockLedger(scope, studentId)
  const wanted = [...new Set(publicIds)]
  if (wanted.length === 0) return 0
  const reopened = await execute(
    `UPDATE dues SET state = 'open', due_on = COALESCE(:dueOn, due_on), updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND public_id IN (:wanted) AND state = 'cancelled'`,
    { schoolId: scope.schoolId, studentId, wanted, dueOn },
  )
  return reopened === wanted.length ? reopened : null
}

/**
 * A step: these dues of one student are owed no longer, whether they hold money or not; what they hold stays until the caller or the
 * office gives it back. A transfer that waits for the office does not stand in the way: confirmed later, it becomes excess. False, and
 * nothing changed, when one could still be paid through an open link: close it first.
 */
export async function endDues(scope: LedgerScope, studentId: number, dueIds: readonly number[]): Promise<boolean> {
  await lockLedger(scope, studentId)
  if ((await openOnlinePayments(scope, dueIds)).length > 0) return false
  if (dueIds.length === 0) return true
  await execute(
    `UPDATE dues SET state = 'cancelled', updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND id IN (:dueIds) AND state = 'open'`,
    { schoolId: scope.schoolId, studentId, dueIds: [...dueIds] },
  )
  return true
}
