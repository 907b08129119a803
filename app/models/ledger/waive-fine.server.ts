import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { accrueFines } from './accrue-fines.server'
import { lockLedger } from './locks.server'
import type { DueAmounts } from './rules'

interface WaivableDue extends DueAmounts {
  id: number
  studentId: number
  isWaived: number
  isBeingPaid: number
}

/** How much of a due's fine can still be let go: what is paid of it stays. */
export function waivablePaise(due: DueAmounts): number {
  return Math.min(due.finePaise, Math.max(0, due.amountPaise - due.concessionPaise + due.finePaise - due.paidPaise))
}

/**
 * Lets the late fine of a due go, as far as it is not paid; it does not grow again until it is made to run again. Refuses
 * `no-fine` (nothing of it is open) and `payment-under-way` (the amount of that payment stands).
 */
export function waiveFine(
  scope: SchoolScope,
  duePublicId: string,
  reason: string,
): Promise<Outcome<{ waivedPaise: number }, 'not-found' | 'no-fine' | 'payment-under-way'>> {
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
export function resumeFine(
  scope: SchoolScope,
  duePublicId: string,
): Promise<Outcome<undefined, 'not-found' | 'not-waived' | 'payment-under-way'>> {
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

/** The due with today's fine and its student's ledger locked; null when the school has no such due, or it was cancelled. */
async function lockDue(scope: SchoolScope, publicId: string): Promise<WaivableDue | null> {
  const values = { schoolId: scope.schoolId, publicId }
  const found = await selectOne<{ studentId: number }>(
    `SELECT student_id AS studentId FROM dues WHERE school_id = :schoolId AND public_id = :publicId AND state = 'open'`,
    values,
  )
  if (!found) return null
  await lockLedger(scope, found.studentId)
  await accrueFines(scope, [found.studentId])
  return selectOne<WaivableDue>(
    `SELECT d.id, d.student_id AS studentId, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise,
       d.fine_paise AS finePaise, d.paid_paise AS paidPaise, d.fine_waived_at IS NOT NULL AS isWaived,
       EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.state = 'open') AS isBeingPaid
     FROM dues d WHERE d.school_id = :schoolId AND d.public_id = :publicId AND d.state = 'open'`,
    values,
  )
}
