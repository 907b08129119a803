import { execute, inParts, selectRows, updateRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { moneyOut, recordMoneyOut } from '~/models/people/second-person/money-out.server'
import { lockPayment } from '../locks.server'
import type { voidedStates } from '../options'
import { returnableMethods } from '../payment-methods'
import { Payment, PaymentLine, Receipt } from '../tables.server'
import { cancelUntrueFeesOf } from '../untrue-certificates.server'

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
    voidStep(scope, voiding, cancelled, ({ method }) => (method === 'online' ? ('online' as const) : null)),
  )
}

const cancelled = { state: 'cancelled', action: 'payment.cancelled' } as const

const paymentsAtOnce = 500

/**
 * `cancelPayment` for many payments by row id, as a part of a larger change: in the caller's transaction, within its
 * `moneyOut`, with the ledgers locked. If any payment cannot be cancelled, refuses with the reason of `cancelPayment`.
 */
export async function cancelPaymentsStep(scope: SchoolScope, ids: readonly number[], reason: string) {
  for (const part of inParts(ids, paymentsAtOnce)) {
    const payments = await Payment.findAll({ where: { schoolId: scope.schoolId, id: part }, order: ['id'], raw: true })
    if (payments.length < part.length) return refused('not-found')
    if (payments.some(({ method }) => method === 'online')) return refused('online')
    if (payments.some(({ state }) => state !== 'paid')) return refused('not-paid')
    await reverse(scope, payments, cancelled, reason)
  }
  return done()
}

type How = { state: (typeof voidedStates)[number]; action: string }

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
  const numbers = await reverse(scope, [payment], { state, action }, reason)
  if (state === 'bounced') {
    const values = { amount: payment.amountPaise, number: numbers.get(payment.id) ?? '-' }
    const onceKey = `bounced:${payment.publicId}`
    await notifyFamily(scope, { event: 'bounced', studentId: payment.studentId, values, onceKey })
  }
  return done()
}

/**
 * Reverses paid payments as a whole, in a fixed number of statements: adds a negative line for each settled line, so
 * that the paid dues are owed again. Returns the numbers of the cancelled receipts by payment id.
 */
async function reverse(scope: SchoolScope, payments: readonly Payment[], { state, action }: How, reason: string) {
  const { schoolId } = scope
  const ids = payments.map(({ id }) => id)
  const now = new Date()
  await reverseLines(scope, ids, now)
  for (const { id, studentId, capturedPaise } of payments)
    recordMoneyOut({ studentId, paymentId: id, amountPaise: capturedPaise })
  await Payment.update({ state, failure: reason.slice(0, 200) }, { where: { schoolId, id: ids } })
  const numbers = await cancelReceipts(scope, ids, now)
  await recordAudits(
    scope,
    payments.map(({ id, amountPaise }) => ({
      action,
      subject: { kind: 'payment', id },
      details: { reason, amountPaise },
    })),
  )
  await cancelUntrueFeesOf(scope, payments)
  return numbers
}

async function reverseLines({ schoolId }: SchoolScope, paymentIds: readonly number[], settledAt: Date): Promise<void> {
  const lines = await PaymentLine.findAll({
    where: { schoolId, paymentId: paymentIds, state: 'settled' },
    order: ['paymentId', 'id'],
    raw: true,
  })
  if (lines.length === 0) return
  await PaymentLine.bulkCreate(
    lines.map(({ paymentId, dueId, amountPaise }) => ({
      schoolId,
      paymentId,
      dueId,
      kind: 'bounce' as const,
      state: 'settled' as const,
      isOnline: false,
      amountPaise: -amountPaise,
      settledAt,
    })),
  )
  await execute(
    `UPDATE dues d JOIN (SELECT l.due_id, SUM(l.amount_paise) AS paise FROM payment_lines l
       WHERE l.school_id = :schoolId AND l.id IN (:ids) AND l.due_id IS NOT NULL GROUP BY l.due_id) x ON x.due_id = d.id
     SET d.paid_paise = d.paid_paise - x.paise, d.updated_at = UTC_TIMESTAMP(3) WHERE d.school_id = :schoolId`,
    { schoolId, ids: lines.map(({ id }) => id) },
  )
}

const issued = columnsOf(Receipt, 'r', 'id', 'publicId', 'paymentId', 'view', 'fileId')

/** Returns the numbers of the receipts by the payments' ids, without payments that had none. */
async function cancelReceipts({ schoolId }: SchoolScope, paymentIds: readonly number[], cancelledAt: Date) {
  const receipts = await selectRows(
    issued,
    'FROM receipts r WHERE r.school_id = :schoolId AND r.payment_id IN (:paymentIds) ORDER BY r.id',
    { schoolId, paymentIds },
  )
  if (receipts.length === 0) return new Map<number, string>()
  const views = receipts.map(({ id, view }) => [id, JSON.stringify({ ...view, cancelled: true })] as const)
  await updateRows('receipts', 'id', ['view'], views, schoolId, 'file_id = NULL')
  await Receipt.update({ cancelledAt }, { where: { schoolId, id: receipts.map(({ id }) => id) } })
  for (const { publicId, fileId } of receipts) {
    // Replaces the stored file, which still shows a valid receipt, by one with the stamp. A receipt without a file is
    // made on request.
    if (fileId === null) continue
    const payload = { receiptId: publicId }
    await enqueueJob({ kind: 'make-receipt', schoolId, payload, uniqueKey: `receipt:${publicId}` })
  }
  return new Map(receipts.map(({ paymentId, view }) => [paymentId, view.number]))
}
