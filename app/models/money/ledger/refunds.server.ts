import { number, selectRows, text } from '~/database/database.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { moneyOut, recordMoneyOut } from '~/models/people/second-person/money-out.server'
import { type LedgerScope, lockPayment, readLines } from './locks.server'
import { auditPayment, changePaid, changePayment, firstCheck } from './online/payment-steps.server'
import { smallestOnlinePaise } from './options'
import type { OfflineMethod } from './payment-methods'
import { refundableParts, stateOfCaptured, takeRefund } from './rules'
import { Due, type Payment, PaymentLine, Refund } from './tables.server'
import { cancelUntrueFees } from './untrue-certificates.server'

export interface RequestRefund {
  paymentId: string
  /**
   * Source of the refund: excess, the money of one due (public id), or any: the excess first, then the dues in their
   * order. A due is owed again afterwards.
   */
  from: 'any' | 'excess' | { dueId: string }
  amountPaise: number
  reason: string
  /** Method by which office money was returned; online money goes back through the provider. */
  givenBy?: OfflineMethod | null
  givenReference?: string | null
  formKey: string
}

export type RefundRefusal = 'not-found' | 'not-paid' | 'too-much' | 'too-small' | 'one-capture-at-a-time'

/**
 * Refunds money of a payment. A job returns online money through the provider; office money has been paid out already
 * and is booked at once. A repeated form key refunds only once. A refund above the school's limit waits for a second
 * person (`moneyOut`).
 * Refuses `not-found`, `not-paid`, `too-much` (refunds in progress count), `too-small` (online, under one rupee) and
 * `one-capture-at-a-time` (a refund is limited to one capture: two captures need two refunds).
 */
export function requestRefund(scope: SchoolScope, input: RequestRefund) {
  const act = { kind: 'refund' as const, subject: input.paymentId, payload: input }
  return moneyOut(scope, act, () => requestRefundStep(scope, input))
}

/**
 * `requestRefund` as a part of a larger change, in the caller's transaction and within its `moneyOut`. A refusal writes
 * nothing.
 */
export async function requestRefundStep(scope: SchoolScope, input: RequestRefund) {
  const payment = await lockPayment(scope, { publicId: input.paymentId })
  if (!payment) return refused('not-found')
  const same = await Refund.findOne({ where: { schoolId: scope.schoolId, formKey: input.formKey }, raw: true })
  if (same) return same.paymentId === payment.id ? done({ refundId: same.publicId }) : refused('not-found')
  if (payment.state !== 'paid' && payment.state !== 'part_refunded') return refused('not-paid')
  const online = payment.method === 'online'
  if (input.amountPaise < (online ? smallestOnlinePaise : 1)) return refused('too-small')
  const takes = takeRefund(await partsToTake(scope, payment, input.from), input.amountPaise)
  if (!takes) return refused('too-much')
  const capture = online ? await findCapture(payment, input.amountPaise) : null
  if (online && !capture) return refused('one-capture-at-a-time')
  const refund = await Refund.create({
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    paymentId: payment.id,
    amountPaise: input.amountPaise,
    state: 'requested',
    reason: input.reason,
    givenBy: online ? null : (input.givenBy ?? null),
    givenReference: online ? null : (input.givenReference ?? null),
    formKey: input.formKey,
    providerPaymentId: capture,
    requestedBy: scope.actor.id,
  })
  await writeRefundLines(payment, refund, takes)
  const { amountPaise, reason } = input
  recordMoneyOut({ studentId: payment.studentId, paymentId: payment.id, amountPaise })
  await auditPayment(scope, 'refund.requested', payment, { amountPaise, reason, refund: refund.publicId })
  if (online) {
    const payload = { refundId: refund.publicId }
    const uniqueKey = `refund:${refund.publicId}`
    await enqueueJob({ kind: 'send-refund', schoolId: scope.schoolId, payload, uniqueKey })
  } else {
    await completeRefund(scope, payment, refund.get({ plain: true }))
  }
  return done({ refundId: refund.publicId })
}

async function partsToTake(scope: SchoolScope, payment: Payment, from: RequestRefund['from']) {
  const parts = await readRefundable(payment)
  if (from === 'any') return parts
  const dueId = from === 'excess' ? null : await findDueId(scope, from.dueId)
  return parts.filter((part) => part.dueId === dueId)
}

/** Returns the row id of a due; undefined when the school has no such due. */
async function findDueId(scope: SchoolScope, publicId: string): Promise<number | undefined> {
  const filter = { schoolId: scope.schoolId, publicId }
  return (await Due.findOne({ attributes: ['id'], where: filter, raw: true }))?.id
}

/** The provider's payment to refund from: the newest capture that still holds the amount. */
async function findCapture(payment: Payment, amountPaise: number): Promise<string | null> {
  return (await leftOfCaptures(payment)).find((row) => row.leftPaise >= amountPaise)?.id ?? null
}

/** Money of this payment that each capture still holds, less refunds in progress, the newest capture first. */
export function leftOfCaptures(payment: Payment) {
  return selectRows(
    {
      id: text('c.provider_payment_id'),
      leftPaise: number(`CAST(c.amount_paise - COALESCE((SELECT SUM(r.amount_paise) FROM refunds r
         WHERE r.payment_id = c.payment_id AND r.provider_payment_id = c.provider_payment_id AND r.state <> 'failed'), 0)
       AS SIGNED)`),
    },
    `FROM payment_captures c WHERE c.school_id = :schoolId AND c.payment_id = :paymentId
     ORDER BY c.captured_at DESC, c.created_at DESC, c.provider_payment_id`,
    { schoolId: payment.schoolId, paymentId: payment.id },
  )
}

/**
 * Writes the negative lines of a refund, from the excess or from dues. They stay open until the money is returned, so
 * that it is not refunded twice.
 */
export async function writeRefundLines(
  payment: Payment,
  refund: Pick<Refund, 'id'>,
  takes: ReadonlyArray<{ dueId: number | null; amountPaise: number }>,
) {
  await PaymentLine.bulkCreate(
    takes.map((take) => ({
      schoolId: payment.schoolId,
      paymentId: payment.id,
      dueId: take.dueId,
      kind: 'refund' as const,
      state: 'open' as const,
      // Never online: an open line with `isOnline` would count as a payable link.
      isOnline: false,
      amountPaise: -take.amountPaise,
      refundId: refund.id,
    })),
  )
}

/** Refundable parts of this payment, the excess first (dueId null), then its dues in the order they were paid. */
export async function readRefundable(payment: Payment): Promise<ReturnType<typeof refundableParts>> {
  return refundableParts(await readLines(payment))
}

/**
 * Completes a refund: dues are owed again, the payment's refunded amount grows, and fee certificates that count the
 * money are cancelled. The caller locks the ledger.
 */
export async function completeRefund(scope: LedgerScope, payment: Payment, refund: Refund): Promise<void> {
  if (refund.state === 'done') return
  const lines = (await readLines(payment)).filter((line) => line.refundId === refund.id)
  for (const line of lines) {
    if (line.dueId !== null) await changePaid(scope, line.dueId, line.amountPaise)
  }
  const now = new Date()
  await PaymentLine.update(
    { state: 'settled', settledAt: now },
    { where: { schoolId: scope.schoolId, paymentId: payment.id, refundId: refund.id } },
  )
  await Refund.update({ state: 'done', doneAt: now, failure: null }, { where: { id: refund.id } })
  const refundedPaise = payment.refundedPaise + refund.amountPaise
  await changePayment(payment, { refundedPaise, state: stateOfCaptured(payment.capturedPaise, refundedPaise) })
  const { amountPaise, publicId } = refund
  await auditPayment(scope, 'refund.done', payment, { amountPaise, refund: publicId })
  await cancelUntrueFees(scope, payment.studentId, payment.id)
}

/** Fails a refund that the provider or its bank did not pay out: the money may be refunded again. */
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

/** Makes the reconciler check the payment again, for a refund whose result is not known yet. */
export function watchRefund(payment: Payment): Promise<void> {
  return changePayment(payment, firstCheck('paid'))
}
