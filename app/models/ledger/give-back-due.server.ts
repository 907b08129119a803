import { select } from '~/database/connection.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { OfflineMethod } from './options'
import { type RefundRefusal, requestRefundStep } from './request-refund.server'

export interface PaymentOfDue {
  publicId: string
  isOnline: boolean
  /** What it still holds for the due: settled, less what went back or is on its way back. Paise. */
  amountPaise: number
}

/** Settled, and not gone back or on its way back. */
const holds = "IF(l.amount_paise > 0, l.state = 'settled', l.state <> 'void')"

/** The payments that hold money for a due now, the oldest first. */
export async function paymentsOfDue(scope: SchoolScope, dueId: number): Promise<PaymentOfDue[]> {
  const rows = await select<Omit<PaymentOfDue, 'isOnline'> & { isOnline: number }>(
    `SELECT p.public_id AS publicId, p.method = 'online' AS isOnline, CAST(SUM(l.amount_paise) AS SIGNED) AS amountPaise
     FROM payment_lines l JOIN payments p ON p.id = l.payment_id AND p.state IN ('paid','part_refunded')
     WHERE l.school_id = :schoolId AND l.due_id = :dueId
       AND ${holds}
     GROUP BY p.id, p.public_id, p.method HAVING SUM(l.amount_paise) > 0 ORDER BY p.id`,
    { schoolId: scope.schoolId, dueId },
  )
  return rows.map((row) => ({ ...row, isOnline: row.isOnline === 1 }))
}

/** The same for several dues at once, summed up: what each holds, and whether some of that was taken by the office. */
export async function heldByDues(
  scope: SchoolScope,
  dueIds: readonly number[],
): Promise<Map<number, { heldPaise: number; hasOfficeMoney: boolean }>> {
  if (dueIds.length === 0) return new Map()
  const rows = await select<{ dueId: number; heldPaise: number; hasOfficeMoney: number }>(
    `SELECT h.dueId, CAST(SUM(h.paise) AS SIGNED) AS heldPaise, MAX(h.isOffice) AS hasOfficeMoney FROM (
       SELECT l.due_id AS dueId, SUM(l.amount_paise) AS paise, p.method <> 'online' AS isOffice
       FROM payment_lines l JOIN payments p ON p.id = l.payment_id AND p.state IN ('paid','part_refunded')
       WHERE l.school_id = :schoolId AND l.due_id IN (:dueIds) AND ${holds}
       GROUP BY l.due_id, p.id, p.method HAVING SUM(l.amount_paise) > 0) h GROUP BY h.dueId`,
    { schoolId: scope.schoolId, dueIds: [...dueIds] },
  )
  return new Map(
    rows.map(({ dueId, heldPaise, hasOfficeMoney }) => [dueId, { heldPaise, hasOfficeMoney: hasOfficeMoney === 1 }]),
  )
}

/**
 * A step: what was paid for a due goes back the way it came, all of it or `amountPaise` (the oldest payments first), and what the office
 * took is handed out as said. The due is owed again unless the caller cancels it in this transaction. Answers how much goes back, in
 * paise. `key` names the act: done again for the same payments it has one effect. Refuses `too-much` when the due holds less, and as
 * `requestRefund` does; the caller then throws its transaction away.
 */
export async function giveBackDue(
  scope: SchoolScope,
  due: { id: number; publicId: string },
  how: {
    reason: string
    givenBy: OfflineMethod | null
    givenReference: string | null
    key: string
    amountPaise?: number
  },
): Promise<Outcome<number, RefundRefusal>> {
  let givenPaise = 0
  const wantedPaise = how.amountPaise ?? Number.POSITIVE_INFINITY
  for (const payment of await paymentsOfDue(scope, due.id)) {
    const amountPaise = Math.min(payment.amountPaise, wantedPaise - givenPaise)
    if (amountPaise === 0) break
    const requested = await requestRefundStep(scope, {
      paymentId: payment.publicId,
      from: { dueId: due.publicId },
      amountPaise,
      reason: how.reason,
      givenBy: how.givenBy,
      givenReference: how.givenReference,
      formKey: `${how.key}-${payment.publicId}`,
    })
    if (!requested.ok) return refused(requested.reason)
    givenPaise += amountPaise
  }
  return how.amountPaise === undefined || givenPaise === how.amountPaise ? done(givenPaise) : refused('too-much')
}
