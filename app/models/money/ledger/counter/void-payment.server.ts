import { selectRow } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { moneyOut, recordMoneyOut } from '~/models/people/second-person/money-out.server'
import { lockPayment, readLines } from '../locks.server'
import { auditPayment, changePaid, changePayment } from '../online/payment-steps.server'
import type { voidedStates } from '../options'
import { returnableMethods } from '../payment-methods'
import { type Payment, PaymentLine, Receipt } from '../tables.server'
import { cancelUntrueFees } from '../untrue-certificates.server'

export type Voiding = { paymentId: string; reason: string }

/**
 * Books a cheque or draft that the bank returned: its dues are owed again, and the receipt is cancelled but keeps its
 * number. Refuses `not-found`, `not-a-cheque` and `not-paid` (bounced before, or already refunded). Above the school's
 * limit it waits for a second person, see `moneyOut`.
 */
export function bounceCheque(scope: SchoolScope, voiding: Voiding) {
  return moneyOut(scope, { kind: 'bounce', subject: voiding.paymentId, payload: voiding }, () =>
    voidStep(scope, voiding, { state: 'bounced', action: 'cheque.bounced' }, ({ method }) =>
      returnableMethods.includes(method) ? null : ('not-a-cheque' as const),
    ),
  )
}

/**
 * Cancels an office payment entered by mistake: it no longer counts, its dues are owed again, and its receipt is
 * cancelled but keeps its number. No money is returned, as none arrived. Above the school's limit it waits for a second
 * person (`moneyOut`).
 * Refuses `not-found`, `online` (that money did arrive: refund it) and `not-paid` (voided or refunded before).
 */
export function cancelPayment(scope: SchoolScope, voiding: Voiding) {
  return moneyOut(scope, { kind: 'correction', subject: voiding.paymentId, payload: voiding }, () =>
    cancelPaymentStep(scope, voiding),
  )
}

/** `cancelPayment` as a part of a larger change, in the caller's transaction and within its `moneyOut`. */
export const cancelPaymentStep = (scope: SchoolScope, voiding: Voiding) =>
  voidStep(scope, voiding, { state: 'cancelled', action: 'payment.cancelled' }, ({ method }) =>
    method === 'online' ? ('online' as const) : null,
  )

type How = { state: (typeof voidedStates)[number]; action: string }

/** Reverses a paid payment as a whole: adds a negative line for each settled line, so that its dues are owed again. */
async function voidStep<Reason extends string>(
  scope: SchoolScope,
  { paymentId, reason }: Voiding,
  { state, action }: How,
  obstacleOf: (payment: Payment) => Reason | null,
) {
  const payment = await lockPayment(scope, { publicId: paymentId })
  if (!payment) return refused('not-found')
  const obstacle = obstacleOf(payment)
  if (obstacle) return refused(obstacle)
  if (payment.state !== 'paid') return refused('not-paid')
  const settledAt = new Date()
  for (const line of await readLines(payment)) {
    if (line.state === 'settled') await reverseLine(scope, line, settledAt)
  }
  recordMoneyOut({ studentId: payment.studentId, paymentId: payment.id, amountPaise: payment.capturedPaise })
  await changePayment(payment, { state, failure: reason.slice(0, 200) })
  const number = await cancelReceipt(scope, payment, settledAt)
  await auditPayment(scope, action, payment, { reason, amountPaise: payment.amountPaise })
  await cancelUntrueFees(scope, payment.studentId, payment.id)
  if (state === 'bounced') {
    const values = { amount: payment.amountPaise, number: number ?? '-' }
    const onceKey = `bounced:${payment.publicId}`
    await notifyFamily(scope, { event: 'bounced', studentId: payment.studentId, values, onceKey })
  }
  return done()
}

async function reverseLine(scope: SchoolScope, line: PaymentLine, settledAt: Date): Promise<void> {
  await PaymentLine.create({
    schoolId: scope.schoolId,
    paymentId: line.paymentId,
    dueId: line.dueId,
    kind: 'bounce',
    state: 'settled',
    isOnline: false,
    amountPaise: -line.amountPaise,
    settledAt,
  })
  if (line.dueId !== null) await changePaid(scope, line.dueId, -line.amountPaise)
}

const issued = columnsOf(Receipt, 'r', 'id', 'publicId', 'view', 'fileId')

/** Returns the number of the receipt, null where there was none. */
async function cancelReceipt({ schoolId }: SchoolScope, payment: Payment, cancelledAt: Date): Promise<string | null> {
  const keys = { schoolId, paymentId: payment.id }
  const condition = 'WHERE r.school_id = :schoolId AND r.payment_id = :paymentId'
  const receipt = await selectRow(issued, `FROM receipts r ${condition}`, keys)
  if (!receipt) return null
  const view = { ...receipt.view, cancelled: true }
  await Receipt.update({ cancelledAt, view, fileId: null }, { where: { id: receipt.id } })
  // The stored file still shows a valid receipt; the new one gets the stamp. A receipt without a file is made on request.
  if (receipt.fileId === null) return view.number
  const payload = { receiptId: receipt.publicId }
  await enqueueJob({ kind: 'make-receipt', schoolId, payload, uniqueKey: `receipt:${receipt.publicId}` })
  return view.number
}
