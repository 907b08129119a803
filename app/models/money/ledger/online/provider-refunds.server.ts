import { inTransaction } from '~/database/database.server'
import { findProvider } from '~/models/core/schools/payment-keys.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { ProviderRefund } from '~/services/payments/port'
import type { LedgerScope } from '../locks.server'
import {
  completeRefund,
  failRefund,
  leftOfCaptures,
  readRefundable,
  watchRefund,
  writeRefundLines,
} from '../refunds.server'
import type { RefundablePart } from '../rules'
import { type Payment, Refund } from '../tables.server'
import { lockCarried } from './carried.server'

/**
 * Sends a requested refund, after checking which refunds the provider has made: a restored database may have lost them.
 * The refund's id is the idempotency key, so a retry after a lost answer returns the money once. A final refusal fails
 * the refund. Refuses `provider-down` and `not-configured` when it should be retried later.
 */
export async function sendRefund(scope: SchoolScope, refundId: string) {
  const refundCheck = await askWhatWasReturned(scope, refundId)
  if (!refundCheck.ok || refundCheck.value === null) return refundCheck.ok ? done() : refundCheck
  const { refund, provider } = refundCheck.value
  const providerAnswer = await provider.refund({
    paymentId: refund.capture,
    amountPaise: refund.amountPaise,
    idempotencyKey: `shala-refund-${refund.publicId}`,
    notes: { refund: refund.publicId },
  })
  if (!providerAnswer.ok && providerAnswer.reason !== 'refused') return refused('provider-down')
  return inTransaction(async () => {
    const carried = await lockCarried(scope, refund.paymentId)
    const fresh = await findRefund(scope, refundId)
    const payment = carried?.payments.find((one) => one.id === refund.paymentId)
    if (!carried || !payment || !fresh) return done()
    if (!providerAnswer.ok) {
      await failRefund(payment, fresh, providerAnswer.message)
      return done()
    }
    if (fresh.providerRefundId === null && fresh.state === 'requested') {
      await Refund.update({ providerRefundId: providerAnswer.value.id }, { where: { id: fresh.id } })
    }
    await bookProviderRefund(scope, carried.payments, providerAnswer.value)
    return done()
  })
}

/**
 * Withdraws a requested refund that the operator dismissed. Books it instead if the provider has made it. Refuses as
 * `sendRefund` does.
 */
export async function withdrawRefund(scope: SchoolScope, refundId: string) {
  const refundCheck = await askWhatWasReturned(scope, refundId)
  if (!refundCheck.ok || refundCheck.value === null) return refundCheck.ok ? done() : refundCheck
  const { paymentId } = refundCheck.value.refund
  return inTransaction(async () => {
    const carried = await lockCarried(scope, paymentId)
    const fresh = await findRefund(scope, refundId)
    const payment = carried?.payments.find((one) => one.id === paymentId)
    if (payment && fresh?.providerRefundId === null) await failRefund(payment, fresh, withdrawn)
    return done()
  })
}

const withdrawn = 'Not sent: dismissed by the operator after a restore'
const returnedBefore =
  'Not sent: the provider had refunded part of this payment without our knowledge. Request the remaining refund again'

const findRefund = ({ schoolId }: SchoolScope, publicId: string) =>
  Refund.findOne({ where: { schoolId, publicId }, raw: true })

/**
 * Books all refunds that the provider has made of the requested refund's captured payment. A refund unknown here may
 * have returned the same money already: the requested refund then fails, unless it has been sent. Returns the requested
 * refund if it must still be sent, else null.
 */
async function askWhatWasReturned(scope: SchoolScope, refundId: string) {
  const refund = await findRefund(scope, refundId)
  const capture = refund?.providerPaymentId ?? null
  if (refund?.state !== 'requested' || capture === null) return done(null)
  const provider = await findProvider(scope)
  if (!provider) return refused('not-configured')
  const listed = await provider.listRefunds(capture)
  // If the provider refuses to list its refunds, it refuses the refund below as well, with a reason.
  if (!listed.ok && listed.reason !== 'refused') return refused('provider-down')
  const isOpen = await inTransaction(async () => {
    const carried = await lockCarried(scope, refund.paymentId)
    const payment = carried?.payments.find((one) => one.id === refund.paymentId)
    if (!carried || !payment) return false
    // Books known refunds first. If this refund is among them, the provider has made it and it must not fail below.
    const unknown: ProviderRefund[] = []
    for (const one of listed.ok ? listed.value : []) {
      const isKnown = (await findRefunds(carried.payments, one)).length > 0
      if (isKnown) await bookProviderRefund(scope, carried.payments, one)
      else if (one.status !== 'failed') unknown.push(one)
    }
    const fresh = await findRefund(scope, refundId)
    const isToBeSent = fresh?.state === 'requested' && fresh.providerRefundId === null
    // Fails this refund first, because it reserves the money that the unknown refunds have returned.
    if (isToBeSent && unknown.length > 0) await failRefund(payment, fresh, returnedBefore)
    for (const one of unknown) await bookProviderRefund(scope, carried.payments, one)
    return isToBeSent && unknown.length === 0
  })
  return done(isOpen ? { refund: { ...refund, capture }, provider } : null)
}

/**
 * Books the provider's facts about one refund of payments made together: finds ours by its id, or by the note on it if
 * the answer to our request was lost; adds a new refund if the school made it in the provider's dashboard. Repeated
 * facts count once.
 */
export async function bookProviderRefund(
  scope: LedgerScope,
  payments: readonly Payment[],
  providerRefund: ProviderRefund,
): Promise<void> {
  const existingRefunds = await findRefunds(payments, providerRefund)
  for (const refund of existingRefunds.length > 0
    ? existingRefunds
    : await writeForeignRefunds(payments, providerRefund)) {
    const payment = payments.find((one) => one.id === refund.paymentId)
    if (!payment) continue
    if (refund.providerRefundId === null) {
      await Refund.update({ providerRefundId: providerRefund.id }, { where: { id: refund.id } })
    }
    if (providerRefund.status === 'processed') await completeRefund(scope, payment, refund)
    else if (providerRefund.status === 'failed')
      await failRefund(payment, refund, 'The provider could not refund the money')
    else await watchRefund(payments[0] ?? payment)
  }
}

async function findRefunds(payments: readonly Payment[], providerRefund: ProviderRefund): Promise<Refund[]> {
  const paymentKeys = { schoolId: payments[0]?.schoolId, paymentId: payments.map((one) => one.id) }
  const existingRefunds = await Refund.findAll({
    where: { ...paymentKeys, providerRefundId: providerRefund.id },
    order: ['id'],
    raw: true,
  })
  if (existingRefunds.length > 0) return existingRefunds
  // Does not match by amount: siblings have the same fees, and a refund made in the dashboard is not the refund that
  // waits to be sent.
  const unanswered = await Refund.findOne({
    where: {
      ...paymentKeys,
      publicId: providerRefund.notes.refund ?? '',
      state: 'requested',
      providerPaymentId: providerRefund.paymentId,
      providerRefundId: null,
      amountPaise: providerRefund.amountPaise,
    },
    raw: true,
  })
  return unanswered ? [unanswered] : []
}

/**
 * Divides a refund made in the dashboard among the payments, since the provider does not know whose money it returned:
 * first the excess of all payments, then their dues in the order they were paid. Takes from each payment at most what
 * this capture still holds of it.
 */
async function writeForeignRefunds(payments: readonly Payment[], providerRefund: ProviderRefund): Promise<Refund[]> {
  if (providerRefund.status === 'failed') return []
  const left = new Map<Payment, number>()
  const parts: Array<RefundablePart & { payment: Payment }> = []
  for (const payment of payments) {
    const capture = (await leftOfCaptures(payment)).find((one) => one.id === providerRefund.paymentId)
    left.set(payment, capture?.leftPaise ?? 0)
    for (const part of await readRefundable(payment)) parts.push({ ...part, payment })
  }
  parts.sort((a, b) => Number(a.dueId !== null) - Number(b.dueId !== null))
  let restPaise = providerRefund.amountPaise
  const takes = new Map<Payment, RefundablePart[]>()
  for (const { payment, dueId, amountPaise } of parts) {
    const holds = left.get(payment) ?? 0
    const refundedPaise = Math.min(amountPaise, holds, restPaise)
    if (refundedPaise <= 0) continue
    takes.set(payment, [...(takes.get(payment) ?? []), { dueId, amountPaise: refundedPaise }])
    left.set(payment, holds - refundedPaise)
    restPaise -= refundedPaise
  }
  if (restPaise > 0) return []
  const written: Refund[] = []
  for (const [payment, taken] of takes) {
    const refund = await Refund.create({
      publicId: newPublicId(),
      schoolId: payment.schoolId,
      paymentId: payment.id,
      amountPaise: taken.reduce((sum, one) => sum + one.amountPaise, 0),
      state: 'requested',
      reason: 'Made at the payment provider',
      formKey: `${providerRefund.id}-${written.length}`,
      providerPaymentId: providerRefund.paymentId,
      providerRefundId: providerRefund.id,
    })
    await writeRefundLines(payment, refund, taken)
    written.push(refund.get({ plain: true }))
  }
  return written
}
