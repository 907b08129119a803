import { type DueAmounts, dueBalance } from './rules'
import { type Payment, PaymentLine } from './tables.server'

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
