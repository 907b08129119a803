import { findProvider } from '~/models/core/schools/payment-keys.server'
import { findSettings } from '~/models/core/schools/settings.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { isAnyDeclared } from '../counter/declared-payments.server'
import { type LockedDue, lockLedgers, openOnlinePayments, readLines } from '../locks.server'
import { smallestOnlinePaise } from '../options'
import { dueBalance, nextCheckDelay } from '../rules'
import { Payment, PaymentBasket } from '../tables.server'
import { readCarried } from './carried.server'
import { ensureLink, withLinksClosed } from './payment-links.server'
import { duesToPay, openLines, type Parts, requestedPaise } from './payment-steps.server'

export interface StartOnlinePayment {
  /** Public ids; all must be the student's own. */
  dueIds: readonly string[]
  /** Amounts of dues that are paid in part, as far as the school allows it. */
  parts?: Parts
  formKey: string
}

const linkStaysOpenMs = 2 * 60_000

/**
 * Starts paying dues online, each in full or in part, or finds the payment started earlier: a due never has two payable
 * links. First closes the links of other payments of these dues. Returns the payment whose page leads to the provider.
 * Refuses `not-found`, `already-paid`, `waiting` (a due was declared and awaits the school), `part-not-allowed`,
 * `part-too-small` (under the school's minimum), `part-too-large`, `too-small` (under one rupee), `not-configured` (no
 * keys) and `provider-down`: the payment is then kept, and a retry uses the same reference.
 */
export async function startOnlinePayment(scope: StudentScope, input: StartOnlinePayment) {
  const started = await startPaying([{ scope, dueIds: input.dueIds }], input, null)
  return started.ok ? done({ paymentId: started.value.publicId }) : started
}

/** One student with the dues to pay, by their public ids. */
export interface Payer {
  scope: StudentScope
  dueIds: readonly string[]
}

/** The guardian who pays, as the school knows them. */
export interface BasketOf {
  guardianId: number
  guardianName: string
}

/**
 * `startOnlinePayment` for students of one school together, in a guardian's basket; `basketOf` is null for a student
 * who pays alone. Returns the payment that carries the link. Refuses as `startOnlinePayment` does; each student's part
 * must be at least a rupee, so that it can be refunded.
 */
export async function startPaying(
  payers: readonly Payer[],
  input: Omit<StartOnlinePayment, 'dueIds'>,
  basketOf: BasketOf | null,
) {
  const [first] = payers
  if (!first) return refused('not-found')
  const { scope } = first
  const provider = await findProvider(scope)
  if (!provider) return refused('not-configured')
  let dueIds: number[] = []
  const opened = await withLinksClosed(
    scope,
    async () => dueIds,
    async () => {
      await lockLedgers(
        scope,
        payers.map((payer) => payer.scope.studentId),
      )
      const same = await findSame(scope, input.formKey, basketOf)
      if (same) return done(same)
      const requests: PaymentRequest[] = []
      for (const payer of payers) {
        const payableDues = await duesToPay(payer.scope, payer.scope.studentId, payer.dueIds)
        if (!payableDues.ok) return payableDues
        const wrongPart = await partRefusal(scope, payableDues.value, input.parts)
        if (wrongPart) return refused(wrongPart)
        const amountPaise = payableDues.value.reduce((sum, due) => sum + requestedPaise(due, input.parts), 0)
        requests.push({ studentId: payer.scope.studentId, dues: payableDues.value, amountPaise })
      }
      const dues = requests.flatMap((one) => one.dues)
      dueIds = dues.map((due) => due.id)
      if (await isAnyDeclared(scope, dueIds)) return refused('waiting')
      const open = await openOnlinePayments(scope, dueIds)
      const reusable = await findReusable(scope, open, dues, input.parts, basketOf)
      if (reusable) return done(reusable)
      if (open.length > 0) return refused('link-open')
      if (requests.some((one) => one.amountPaise < smallestOnlinePaise)) return refused('too-small')
      return done(await writePayments(scope, input, requests, basketOf))
    },
    // The key belongs to another payer's form: this payer has no such payment.
    { payments_form_key: 'not-found', payment_baskets_form_key: 'not-found' },
  )
  if (!opened.ok) return opened
  const linked = await ensureLink(scope, provider, opened.value.id)
  return linked.ok ? done(opened.value) : linked
}

interface PaymentRequest {
  studentId: number
  dues: readonly LockedDue[]
  amountPaise: number
}

/** Payment that this same form has already started. */
async function findSame({ schoolId, studentId }: StudentScope, formKey: string, basketOf: BasketOf | null) {
  if (!basketOf) return Payment.findOne({ where: { schoolId, studentId, formKey }, raw: true })
  const { guardianId } = basketOf
  const basket = await PaymentBasket.findOne({ where: { schoolId, guardianId, formKey }, raw: true })
  return basket && Payment.findOne({ where: { schoolId, basketId: basket.id }, order: ['id'], raw: true })
}

/**
 * Error for the chosen amounts, or null. An amount that equals the balance is not a part payment. A store order must be
 * paid in full: a partly paid one would block its items for everyone else.
 */
async function partRefusal(scope: StudentScope, dues: readonly LockedDue[], parts: Parts | undefined) {
  const partDues = dues.filter((due) => requestedPaise(due, parts) !== dueBalance(due))
  if (partDues.length === 0) return null
  if (partDues.some((due) => due.kind === 'order')) return 'part-not-allowed'
  const { partPaymentAllowed, partPaymentMinimumPaise } = await findSettings(scope)
  if (!partPaymentAllowed) return 'part-not-allowed'
  if (partDues.some((due) => requestedPaise(due, parts) > dueBalance(due))) return 'part-too-large'
  // A balance below the minimum is paid in full.
  const least = Math.max(1, partPaymentMinimumPaise)
  return partDues.every((due) => requestedPaise(due, parts) >= least) ? null : 'part-too-small'
}

/**
 * Finds an open payment of the same payer for exactly these amounts whose link stays valid long enough to be used
 * again.
 */
async function findReusable(
  scope: StudentScope,
  open: readonly number[],
  dues: readonly LockedDue[],
  parts: Parts | undefined,
  basketOf: BasketOf | null,
) {
  const [one] = open
  const carried = one === undefined ? null : await readCarried(scope, one)
  if (!carried || carried.payments.length !== open.length) return null
  const { carrier, payments } = carried
  if (!payments.every((payment) => open.includes(payment.id))) return null
  const basket =
    carrier.basketId === null
      ? null
      : await PaymentBasket.findOne({ where: { id: carrier.basketId, schoolId: scope.schoolId }, raw: true })
  if ((basket?.guardianId ?? null) !== (basketOf?.guardianId ?? null) || (basket === null) !== (basketOf === null))
    return null
  const endsSoon = carrier.linkExpiresAt !== null && carrier.linkExpiresAt.getTime() - Date.now() < linkStaysOpenMs
  if (endsSoon) return null
  const lines = (await Promise.all(payments.map(readLines))).flat()
  const amountByDue = new Map(lines.map((line) => [line.dueId, line.amountPaise]))
  const sameDues =
    amountByDue.size === dues.length && dues.every((due) => amountByDue.get(due.id) === requestedPaise(due, parts))
  return sameDues ? carrier : null
}

/** Writes a payment for each student. The first one carries the reference of the link, which pays all of them. */
async function writePayments(
  { schoolId }: StudentScope,
  { formKey, parts }: Omit<StartOnlinePayment, 'dueIds'>,
  requests: readonly PaymentRequest[],
  basketOf: BasketOf | null,
): Promise<Payment> {
  const basket = basketOf && (await PaymentBasket.create({ publicId: newPublicId(), schoolId, ...basketOf, formKey }))
  const written: Payment[] = []
  for (const [index, { studentId, dues, amountPaise }] of requests.entries()) {
    const publicId = newPublicId()
    const payment = await Payment.create({
      publicId,
      schoolId,
      studentId,
      basketId: basket?.id ?? null,
      method: 'online',
      state: 'created',
      amountPaise,
      formKey: basket ? `${basket.publicId}-${index}` : formKey,
      ...(index === 0
        ? {
            providerReference: `shala-${publicId}`,
            // If this process ends before calling the provider, the reconciler checks whether a link was created.
            nextCheckAt: new Date(Date.now() + 1000 * (nextCheckDelay('open', 3) ?? 0)),
          }
        : {}),
    })
    await openLines(payment, dues, parts)
    written.push(payment)
  }
  const [carrier] = written
  if (!carrier) throw new Error('The payment has no student')
  return carrier
}
