import { type DueAmounts, dueBalance, nextCheckDelay } from './rules'
import { Payment, PaymentLine } from './tables.server'

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
): Promise<void> {
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
  await PaymentLine.update(
    { state: 'void' },
    { where: { schoolId: payment.schoolId, paymentId: payment.id, state: 'open' } },
  )
  const waits = payment.state === 'created' || payment.state === 'pending'
  const over = payment.capturedPaise > 0
  const change = {
    linkState: link,
    linkClaimedUntil: null,
    ...(waits ? { state: 'expired' as const } : {}),
    ...(over ? {} : firstCheck('closed')),
  }
  await Payment.update(change, { where: { id: payment.id, schoolId: payment.schoolId } })
  Object.assign(payment, change)
}
