import { execute } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import { accrueFines } from './fines.server'
import { type LedgerScope, readDues } from './locks.server'
import { maxDuesOfPayment } from './options'
import { type DueAmounts, dueBalance, nextCheckDelay } from './rules'
import { Payment, PaymentLine } from './tables.server'

/**
 * The dues that somebody means to pay together, by their public ids, with today's fines and in the order of their due dates. Lock the
 * ledger first. Refuses `not-found` (none or too many, another student's, cancelled) and `already-paid`.
 */
export async function duesToPay(scope: LedgerScope, studentId: number, publicIds: readonly string[]) {
  await accrueFines(scope, [studentId])
  const wanted = [...new Set(publicIds)]
  const dues = await readDues(scope, studentId, wanted)
  if (dues.length === 0 || dues.length < wanted.length || dues.length > maxDuesOfPayment) return refused('not-found')
  if (dues.some((due) => due.state !== 'open')) return refused('not-found')
  return dues.some((due) => dueBalance(due) <= 0) ? refused('already-paid') : done(dues)
}

/** What is paid of each due by its public id, in paise; a due that is left out is paid in full. */
export type Parts = ReadonlyMap<string, number>

/** What a payment asks of a due: the part that was chosen, or all that is still to be paid. */
export function askedOf(due: DueAmounts & { publicId: string }, parts: Parts | undefined): number {
  return parts?.get(due.publicId) ?? dueBalance(due)
}

/** Gives a new payment one open line for each due, over what is asked of it. */
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
      amountPaise: askedOf(due, parts),
    })),
  )
}

/** Writes a change of a payment, here and in the database. The ledger is locked by the caller. */
export async function changePayment(payment: Payment, change: Partial<Payment>): Promise<void> {
  await Payment.update(change, { where: { id: payment.id, schoolId: payment.schoolId } })
  Object.assign(payment, change)
}

/** Notes in the audit log what became of a payment. */
export function auditPayment(scope: LedgerScope, action: string, { id }: Pick<Payment, 'id'>, details: AuditDetails) {
  return recordAudit(scope, { action, subject: { kind: 'payment', id }, details })
}

type AuditDetails = Parameters<typeof recordAudit>[1]['details']

/** What the payment asked of its dues and did not get comes to nothing: they are free for another one. */
export async function voidOpenLines({ schoolId, id: paymentId }: Payment): Promise<void> {
  await PaymentLine.update({ state: 'void' }, { where: { schoolId, paymentId, state: 'open' } })
}

/** So much more, or less, is paid of a due. The ledger is locked by the caller. */
export async function changePaid({ schoolId }: { schoolId: number }, dueId: number, changePaise: number) {
  await execute(
    'UPDATE dues SET paid_paise = paid_paise + :changePaise, updated_at = UTC_TIMESTAMP(3) WHERE id = :dueId AND school_id = :schoolId',
    { schoolId, dueId, changePaise },
  )
}

/** When the reconciler looks at it next, as a change of the payment's row. */
export function firstCheck(phase: Parameters<typeof nextCheckDelay>[0]): { checks: number; nextCheckAt: Date | null } {
  const delay = nextCheckDelay(phase, 0)
  return { checks: 0, nextCheckAt: delay === null ? null : new Date(Date.now() + delay * 1000) }
}

/**
 * The link of a payment is over without money: its dues are free for another one. A payment that failed stays failed, any other
 * that waited has expired; both are looked at for some days, because a bank may confirm late. No effect on a paid one.
 */
export async function closePayment(payment: Payment, link: 'cancelled' | 'expired'): Promise<void> {
  await voidOpenLines(payment)
  const waits = payment.state === 'created' || payment.state === 'pending'
  await changePayment(payment, {
    linkState: link,
    linkClaimedUntil: null,
    ...(waits ? { state: 'expired' } : {}),
    // Of a basket the carrier alone is looked at.
    ...(payment.capturedPaise > 0 || payment.providerReference === null ? {} : firstCheck('closed')),
  })
}
