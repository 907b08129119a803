import { execute } from '~/database/connection.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { type LedgerScope, readLines } from './locks.server'
import { firstCheck } from './payment-states.server'
import { refundableParts, stateOfCaptured } from './rules'
import { Payment, PaymentLine, Refund } from './tables.server'

/**
 * Writes the negative lines of a refund: from the excess, or from what was given to a due. Open until the money has gone back,
 * so that nobody refunds it again meanwhile.
 */
export async function writeRefundLines(
  payment: Payment,
  refund: Pick<Refund, 'id'>,
  takes: ReadonlyArray<{ dueId: number | null; amountPaise: number }>,
): Promise<void> {
  await PaymentLine.bulkCreate(
    takes.map((take) => ({
      schoolId: payment.schoolId,
      paymentId: payment.id,
      dueId: take.dueId,
      kind: 'refund' as const,
      state: 'open' as const,
      // is_online with `open` would count as a payable link.
      isOnline: false,
      amountPaise: -take.amountPaise,
      refundId: refund.id,
    })),
  )
}

/** What may still go back of this payment, the excess first (dueId null), then its dues in the order they were paid. */
export async function readRefundable(payment: Payment): Promise<ReturnType<typeof refundableParts>> {
  return refundableParts(await readLines(payment))
}

/** The money has gone back: dues owe it again, the payment says how much was returned. The ledger is locked by the caller. */
export async function completeRefund(scope: LedgerScope, payment: Payment, refund: Refund): Promise<void> {
  if (refund.state === 'done') return
  const lines = (await readLines(payment)).filter((line) => line.refundId === refund.id)
  for (const line of lines) {
    if (line.dueId === null) continue
    await execute(
      'UPDATE dues SET paid_paise = paid_paise + :change, updated_at = UTC_TIMESTAMP(3) WHERE id = :id AND school_id = :schoolId',
      { change: line.amountPaise, id: line.dueId, schoolId: scope.schoolId },
    )
  }
  const now = new Date()
  await PaymentLine.update(
    { state: 'settled', settledAt: now },
    { where: { schoolId: scope.schoolId, paymentId: payment.id, refundId: refund.id } },
  )
  await Refund.update({ state: 'done', doneAt: now, failure: null }, { where: { id: refund.id } })
  const refundedPaise = payment.refundedPaise + refund.amountPaise
  const change = { refundedPaise, state: stateOfCaptured(payment.capturedPaise, refundedPaise) }
  await Payment.update(change, { where: { id: payment.id, schoolId: scope.schoolId } })
  Object.assign(payment, change)
  await recordAudit(scope, {
    action: 'refund.done',
    subject: { kind: 'payment', id: payment.id },
    details: { amountPaise: refund.amountPaise, refund: refund.publicId },
  })
}

/** The provider or its bank did not give the money back: it may be refunded again. */
export async function failRefund(payment: Payment, refund: Refund, why: string): Promise<void> {
  if (refund.state !== 'requested') return
  await PaymentLine.update(
    { state: 'void' },
    { where: { schoolId: payment.schoolId, paymentId: payment.id, refundId: refund.id } },
  )
  await Refund.update(
    { state: 'failed', failure: why.slice(0, 200) },
    { where: { id: refund.id, schoolId: payment.schoolId } },
  )
}

/** Has the reconciler look at the payment again, for a refund whose end is not known yet. */
export async function watchRefund(payment: Payment): Promise<void> {
  await Payment.update(firstCheck('paid'), {
    where: { id: payment.id, schoolId: payment.schoolId },
  })
}
