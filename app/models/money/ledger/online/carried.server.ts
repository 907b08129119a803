import { type LedgerScope, lockLedgers } from '../locks.server'
import { Payment } from '../tables.server'

/**
 * Payments of one provider link: a single payment, or all payments of a guardian's basket in the order of writing. The
 * first of them, the carrier, holds the link, its reference and the provider's facts.
 */
export interface Carried {
  carrier: Payment
  payments: Payment[]
  /** Total amount of the link. */
  amountPaise: number
}

/** Reads the payments of the link that `paymentId` belongs to; null when the school has no such payment. */
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
 * Like `readCarried`, but first locks the ledgers of all students of the link, in the order of ids as everywhere. The
 * caller has checked that `paymentId` (internal id) is in its scope. Also locks students outside the scope, because a
 * link ends for all its dues together.
 */
export async function lockCarried(scope: LedgerScope, paymentId: number): Promise<Carried | null> {
  const carriedBefore = await readCarried(scope, paymentId)
  if (!carriedBefore) return null
  await lockLedgers(
    scope,
    carriedBefore.payments.map((one) => one.studentId),
  )
  return readCarried(scope, paymentId)
}
