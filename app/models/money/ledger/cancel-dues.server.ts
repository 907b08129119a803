import { execute, flag, number, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { amountColumns, isBeingPaidSql } from './books/columns.server'
import { type LedgerScope, lockLedger, openOnlinePayments } from './locks.server'
import { dueBalance } from './rules'
import { Due } from './tables.server'

const columns = {
  ...columnsOf(Due, 'd', 'publicId', 'name', 'title', 'dueOn', 'state'),
  ...amountColumns,
  sessionName: text('a.name'),
  isUnderWay: flag(isBeingPaidSql('d')),
  // Latest payment for the due, for a refund; null where nothing is paid.
  paymentId:
    textOrNull(`IF(d.paid_paise = 0, NULL, (SELECT p.public_id FROM payment_lines l JOIN payments p ON p.id = l.payment_id
      WHERE l.due_id = d.id AND l.kind = 'due' AND l.state = 'settled' ORDER BY l.id DESC LIMIT 1))`),
}

/**
 * Lists all dues ever raised for a student, cancelled ones too, the oldest first, with the balance. A due with
 * `isTouched` holds money or has a payment in progress, and cannot be cancelled.
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
 * Runs in the caller's transaction: cancels these dues of the student. Returns the number cancelled, or null when one
 * is not the student's, not open or touched by a payment; then nothing changes. Money from a late capture for a
 * cancelled due becomes excess.
 */
export async function cancelDues(scope: LedgerScope, studentId: number, publicIds: readonly string[]) {
  await lockLedger(scope, studentId)
  const duePublicIds = [...new Set(publicIds)]
  if (duePublicIds.length === 0) return 0
  const values = { schoolId: scope.schoolId, studentId, wanted: duePublicIds }
  const cancellableDues = await selectRows(
    { id: number('d.id') },
    `FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.public_id IN (:wanted)
       AND d.state = 'open' AND d.paid_paise = 0 AND NOT ${isBeingPaidSql('d')}`,
    values,
  )
  if (cancellableDues.length < duePublicIds.length) return null
  return execute(
    `UPDATE dues SET state = 'cancelled', updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND public_id IN (:wanted)`,
    values,
  )
}

/**
 * Runs in the caller's transaction: cancels a due although it holds money, which the caller refunds. Returns false and
 * changes nothing when the due is not the student's, not open, or has a payment in progress.
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
 * Undoes a cancellation in the caller's transaction: the student owes these dues again, by `dueOn` (YYYY-MM-DD) if set.
 * Returns the number reopened, or null when one was not cancelled.
 */
export async function reopenDues(
  scope: LedgerScope,
  studentId: number,
  publicIds: readonly string[],
  dueOn: string | null = null,
) {
  await lockLedger(scope, studentId)
  const duePublicIds = [...new Set(publicIds)]
  if (duePublicIds.length === 0) return 0
  const reopened = await execute(
    `UPDATE dues SET state = 'open', due_on = COALESCE(:dueOn, due_on), updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND student_id = :studentId AND public_id IN (:wanted) AND state = 'cancelled'`,
    { schoolId: scope.schoolId, studentId, wanted: duePublicIds, dueOn },
  )
  return reopened === duePublicIds.length ? reopened : null
}

/**
 * Runs in the caller's transaction: cancels these dues of one student, paid or not; the money they hold stays until the
 * caller or the office refunds it. A declared transfer does not block this: confirmed later, it becomes excess. Returns
 * false and changes nothing when an open link could still pay one of them: close the link first.
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
