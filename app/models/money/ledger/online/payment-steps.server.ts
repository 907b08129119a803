import { execute } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { accrueFines } from '../fines.server'
import { type LedgerScope, readDues } from '../locks.server'
import { maxDuesOfPayment } from '../options'
import { type DueAmounts, dueBalance, nextCheckDelay } from '../rules'
import { Payment, PaymentLine } from '../tables.server'

/**
 * Reads dues that are to be paid together, by their public ids, with today's fines and in the order of their due dates.
 * Lock the ledger first. Refuses `not-found` (none or too many, another student's, cancelled) and `already-paid`.
 */
export async function duesToPay(scope: LedgerScope, studentId: number, publicIds: readonly string[]) {
  await accrueFines(scope, [studentId])
  const duePublicIds = [...new Set(publicIds)]
  const dues = await readDues(scope, studentId, duePublicIds)
  if (dues.length === 0 || dues.length < duePublicIds.length || dues.length > maxDuesOfPayment)
    return refused('not-found')
  if (dues.some((due) => due.state !== 'open')) return refused('not-found')
  return dues.some((due) => dueBalance(due) <= 0) ? refused('already-paid') : done(dues)
}

/** Paise to pay per due, by its public id; an omitted due is paid in full. */
export type Parts = ReadonlyMap<string, number>

export function requestedPaise(due: DueAmounts & { publicId: string }, parts: Parts | undefined): number {
  return parts?.get(due.publicId) ?? dueBalance(due)
}

/** Adds one open line per due to a new payment, with the requested amount. */
export async function openLines(
  payment: Payment,
  dues: ReadonlyArray<DueAmounts & { id: number; publicId: string }>,
  parts?: Parts,
) {
  await PaymentLine.bulkCreate(
    dues.map((due) => ({
      schoolId: payment.schoolId,
      paymentId: payment.id,
      dueId: due.id,
      kind: 'due' as const,
      state: 'open' as const,
      isOnline: payment.method === 'online',
      amountPaise: requestedPaise(due, parts),
    })),
  )
}

/** Changes a payment in memory and in the database. The caller locks the ledger. */
export async function changePayment(payment: Payment, change: Partial<Payment>): Promise<void> {
  await Payment.update(change, { where: { id: payment.id, schoolId: payment.schoolId } })
  Object.assign(payment, change)
}

export function auditPayment(scope: LedgerScope, action: string, { id }: Pick<Payment, 'id'>, details: AuditDetails) {
  return recordAudit(scope, { action, subject: { kind: 'payment', id }, details })
}

type AuditDetails = Parameters<typeof recordAudit>[1]['details']

/** Voids the payment's unsettled lines, which frees their dues for another payment. */
export async function voidOpenLines({ schoolId, id: paymentId }: Payment): Promise<void> {
  await PaymentLine.update({ state: 'void' }, { where: { schoolId, paymentId, state: 'open' } })
}

/** Changes the paid amount of a due by `changePaise`, which may be negative. The caller locks the ledger. */
export async function changePaid({ schoolId }: { schoolId: number }, dueId: number, changePaise: number) {
  await execute(
    'UPDATE dues SET paid_paise = paid_paise + :changePaise, updated_at = UTC_TIMESTAMP(3) WHERE id = :dueId AND school_id = :schoolId',
    { schoolId, dueId, changePaise },
  )
}

/** Columns of the payment's row that schedule the reconciler's first check. */
export function firstCheck(phase: Parameters<typeof nextCheckDelay>[0]): { checks: number; nextCheckAt: Date | null } {
  const delay = nextCheckDelay(phase, 0)
  return { checks: 0, nextCheckAt: delay === null ? null : new Date(Date.now() + delay * 1000) }
}

/**
 * Ends the link of an unpaid payment and frees its dues for another payment. A failed payment stays failed, a created
 * or pending one expires. Both are checked for some days, because a bank may confirm late. A paid payment stays paid.
 */
export async function closePayment(payment: Payment, link: 'cancelled' | 'expired'): Promise<void> {
  await voidOpenLines(payment)
  const waits = payment.state === 'created' || payment.state === 'pending'
  await changePayment(payment, {
    linkState: link,
    linkClaimedUntil: null,
    ...(waits ? { state: 'expired' } : {}),
    // In a basket, only the payment that carries the link is checked.
    ...(payment.capturedPaise > 0 || payment.providerReference === null ? {} : firstCheck('closed')),
  })
}
