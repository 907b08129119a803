import { type LedgerScope, lockLedgers } from './locks.server'
import { Payment } from './tables.server'

/**
 * What one link of the provider pays: a payment alone, or all payments of a guardian's basket in the order they were written. The link, its
 * reference and what the provider tells stand on the first of them, the carrier.
 */
export interface Carried {
  carrier: Payment
  payments: Payment[]
  /** What the link asks for. */
  amountPaise: number
}

/** What is paid together with this payment (any one of it), or null when the school has no such payment. */
export async function readCarried({ schoolId }: LedgerScope, paymentId: number): Promise<Carried | null> {
  const payment = await Payment.findOne({ where: { id: paymentId, schoolId }, raw: true })
  if (!payment) return null
  const { basketId } = payment
  const payments =
    basketId === null ? [payment] : await Payment.findAll({ where: { schoolId, basketId }, order: ['id'], raw: true })
  const amountPaise = payments.reduce((sum, one) => sum + one.amountPaise, 0)
  return { carrier: payments[0] ?? payment, payments, amountPaise }
}

/**
 * The same with the ledgers of all its students locked, in the order of their ids as everywhere. `paymentId` is the ledger's own number, which the
 * caller has found in its scope: who pays one due alone ends the link that asks for it and for dues of others.
 */
export async function lockCarried(scope: LedgerScope, paymentId: number): Promise<Carried | null> {
  const found = await readCarried(scope, paymentId)
  if (!found) return null
  await lockLedgers(
    scope,
    found.payments.map((one) => one.studentId),
  )
  return readCarried(scope, paymentId)
}
