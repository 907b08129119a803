import { select } from '~/database/connection.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { isDeclared } from './collections.server'
import { type LedgerScope, lockPayment } from './locks.server'
import { Payment, PaymentLine } from './tables.server'

export type EndDeclaredRefusal = 'not-found' | 'not-waiting'

/**
 * A step: a declared payment comes to nothing, with the school's reason, or null where its student took it back. Nothing was settled by
 * it and nothing is now. Answers the payment, its student's ledger locked. Refuses `not-found` (also for an online payment) and
 * `not-waiting`: it is confirmed, refused or taken back already.
 */
export async function endDeclared(
  scope: LedgerScope,
  input: { paymentId: string; failure: string | null },
): Promise<Outcome<Payment, EndDeclaredRefusal>> {
  const payment = await lockPayment(scope, { publicId: input.paymentId })
  if (!payment || payment.method === 'online') return refused('not-found')
  if (payment.state !== 'pending') return refused('not-waiting')
  const own = { schoolId: scope.schoolId }
  await PaymentLine.update({ state: 'void' }, { where: { ...own, paymentId: payment.id, state: 'open' } })
  await Payment.update(
    { state: 'failed', failure: input.failure?.slice(0, 200) ?? null },
    { where: { ...own, id: payment.id } },
  )
  return done(payment)
}

/** Whether a declaration about one of the dues waits for the school. Lock the ledger first. */
export async function isAnyDeclared(scope: LedgerScope, dueIds: readonly number[]): Promise<boolean> {
  if (dueIds.length === 0) return false
  const waiting = await select(
    `SELECT 1 AS one FROM payment_lines l JOIN payments p ON p.id = l.payment_id
     WHERE l.school_id = :schoolId AND l.due_id IN (:dueIds) AND l.kind = 'due' AND l.state = 'open' AND ${isDeclared} LIMIT 1`,
    { schoolId: scope.schoolId, dueIds: [...dueIds] },
  )
  return waiting.length > 0
}
