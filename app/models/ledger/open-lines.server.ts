import type { Tx } from '~/database/connection.server'
import { type DueAmounts, dueBalance } from './rules'
import { type Payment, PaymentLine } from './tables.server'

/** Gives a new payment one open line for each due, over all that is still to be paid of it. */
export async function openLines(
  payment: Payment,
  dues: ReadonlyArray<DueAmounts & { id: number }>,
  tx: Tx,
): Promise<void> {
  await PaymentLine.bulkCreate(
    dues.map((due) => ({
      schoolId: payment.schoolId,
      paymentId: payment.id,
      dueId: due.id,
      kind: 'due' as const,
      state: 'open' as const,
      isOnline: payment.method === 'online',
      amountPaise: dueBalance(due),
    })),
    { transaction: tx },
  )
}
