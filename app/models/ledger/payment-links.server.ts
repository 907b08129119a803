import { setTimeout as sleep } from 'node:timers/promises'
import { execute, inTransaction, select, selectOne } from '~/database/database.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { NewLink, PaymentProvider } from '~/services/payments/port'
import { basketReturnUrl, paymentReturnUrl } from './addresses.server'
import { applyProviderFacts } from './apply-provider-facts.server'
import { type Carried, lockCarried, readCarried } from './carried.server'
import { type LedgerScope, openOnlinePayments } from './locks.server'
import { closePayment } from './payment-steps.server'
import { Payment, PaymentLine } from './tables.server'

/** A link can be paid for half an hour; fines are frozen and the due is bound to it that long. Razorpay wants 16 minutes at least. */
const linkLifeMs = 30 * 60_000
/** Longer than the two calls that one claim may make, so that a claim outlives its request only when the process died. */
const claimSeconds = 25
/** Nobody looks at a page that does not come for longer than this. */
const maxWaitMs = 10_000
const waitMs = 150

/**
 * Has the payment's link made, once: one request claims the making, the others wait for its answer. The reference is the
 * carrier's own, so that a link whose answer was lost is found again instead of made twice. Done as well when the payment
 * is over meanwhile. Refuses `provider-down`; the payment stays and may be tried again.
 */
export async function ensureLink(scope: LedgerScope, provider: PaymentProvider, paymentId: number) {
  const deadline = Date.now() + maxWaitMs
  let waited = false
  while (Date.now() < deadline) {
    const carried = await readCarried(scope, paymentId)
    if (carried?.carrier.state !== 'created' || carried.carrier.providerLinkId !== null) return done()
    const payment = carried.carrier
    const claimedByOther = payment.linkClaimedUntil !== null && payment.linkClaimedUntil > new Date()
    if (claimedByOther) {
      waited = true
      await sleep(waitMs)
      continue
    }
    // Whoever we waited for has given up: that is our answer too, not fifty more attempts.
    if (waited) return refused('provider-down')
    if (await claim(scope, payment.id)) return makeLink(scope, provider, carried)
  }
  return refused('provider-down')
}

async function claim(scope: LedgerScope, paymentId: number): Promise<boolean> {
  const changed = await execute(
    `UPDATE payments SET link_claimed_until = UTC_TIMESTAMP(3) + INTERVAL ${claimSeconds} SECOND
     WHERE id = :paymentId AND school_id = :schoolId AND state = 'created' AND provider_link_id IS NULL
       AND (link_claimed_until IS NULL OR link_claimed_until < UTC_TIMESTAMP(3))`,
    { paymentId, schoolId: scope.schoolId },
  )
  return changed === 1
}

async function makeLink(scope: LedgerScope, provider: PaymentProvider, carried: Carried) {
  const payment = carried.carrier
  const made = await askForLink(scope, provider, carried)
  if (made.ok && made.value) {
    const applied = await applyProviderFacts(scope, payment.id, { link: made.value }, { source: 'reconciler' })
    return applied.ok ? done() : refused('provider-down')
  }
  const failure = made.ok ? 'The link was not found' : made.message
  await execute(
    'UPDATE payments SET link_claimed_until = NULL, failure = :failure WHERE id = :id AND school_id = :schoolId',
    { failure: failure.slice(0, 200), id: payment.id, schoolId: scope.schoolId },
  )
  return refused('provider-down')
}

async function askForLink(scope: LedgerScope, provider: PaymentProvider, carried: Carried) {
  const link = await newLink(scope, carried)
  const payment = carried.carrier
  // Known before the link is: should the answer be lost, nobody can pay it after this moment.
  await Payment.update({ linkExpiresAt: link.expiresAt }, { where: { id: payment.id, schoolId: scope.schoolId } })
  const made = await provider.createLink(link)
  if (made.ok || made.code !== 'reference-used') return made
  return provider.findLinkByReference(link.referenceId)
}

async function newLink(scope: LedgerScope, { carrier: payment, payments, amountPaise }: Carried): Promise<NewLink> {
  const [student, dues, basket] = await Promise.all([
    selectOne<{ name: string; email: string | null; contact: string; school: string }>(
      `SELECT CONCAT(st.first_name, ' ', st.last_name) AS name, st.email, st.mobile_number AS contact, sc.name AS school
       FROM students st JOIN schools sc ON sc.id = st.school_id WHERE st.school_id = :schoolId AND st.id = :studentId`,
      { schoolId: scope.schoolId, studentId: payment.studentId },
    ),
    select<{ label: string }>(
      `SELECT CONCAT(${payments.length > 1 ? "s.first_name, ': ', " : ''}d.name, ', ', d.title) AS label
       FROM payment_lines l JOIN dues d ON d.id = l.due_id JOIN students s ON s.id = d.student_id
       WHERE l.school_id = :schoolId AND l.payment_id IN (:paymentIds) ORDER BY l.payment_id, l.id`,
      { schoolId: scope.schoolId, paymentIds: payments.map((one) => one.id) },
    ),
    payment.basketId === null ? null : findPayerOfBasket(scope, payment.basketId),
  ])
  if (!student || payment.providerReference === null) throw new Error('Not an online payment of a student')
  const payer = basket ?? student
  return {
    amountPaise,
    referenceId: payment.providerReference,
    description: `${student.school}: ${dues.map((due) => due.label).join('; ')}`.slice(0, 1000),
    customer: {
      name: payer.name,
      contact: payer.contact ?? student.contact,
      ...(payer.email ? { email: payer.email } : {}),
    },
    callbackUrl: basket ? basketReturnUrl(basket.publicId) : paymentReturnUrl(payment.publicId),
    expiresAt: new Date(Date.now() + linkLifeMs),
    notes: { payment: payment.publicId },
  }
}

/** A basket with the guardian who pays it: the provider writes to them, not to the child. */
function findPayerOfBasket({ schoolId }: LedgerScope, basketId: number) {
  return selectOne<{ publicId: string; name: string; email: string | null; contact: string | null }>(
    `SELECT b.public_id AS publicId, b.guardian_name AS name, g.email, g.mobile_number AS contact FROM payment_baskets b
     LEFT JOIN family_guardians g ON g.id = b.guardian_id WHERE b.school_id = :schoolId AND b.id = :basketId`,
    { schoolId, basketId },
  )
}

/** A link cannot be paid any more this long after its end, whatever the clocks of the two houses say. */
const surelyOverMs = 2 * 60_000

/**
 * Makes sure that a payment can no longer be paid online, so that its dues may join another one: its link is cancelled at
 * the provider. Done as well when it turns out paid. `provider` is null when the school has taken its keys away: the link is
 * then given up here only. Refuses `provider-down` when the provider does not say and the link may still be open.
 */
export async function closeLink(scope: LedgerScope, provider: PaymentProvider | null, paymentId: number) {
  if (!(await isOpen(paymentId))) return done()
  if (!provider) return giveUp(scope, paymentId)
  // A link whose making was never answered may exist: only by making it sure can it be cancelled.
  const linked = await ensureLink(scope, provider, paymentId)
  const payment = (await readCarried(scope, paymentId))?.carrier
  if (!payment) return done()
  const surelyOver = payment.linkExpiresAt !== null && Date.now() - payment.linkExpiresAt.getTime() > surelyOverMs
  if (linked.ok && payment.providerLinkId !== null) {
    const cancelled = await provider.cancelLink(payment.providerLinkId)
    // Refused means paid or over already. Somebody who does not answer is not asked a second time: people wait for this.
    const over = !cancelled.ok && cancelled.reason === 'refused'
    const link = over ? await provider.fetchLink(payment.providerLinkId) : cancelled
    if (link.ok) {
      const applied = await applyProviderFacts(scope, paymentId, { link: link.value }, { source: 'reconciler' })
      if (applied.ok && !(await isOpen(paymentId))) return done()
      return refused('provider-down')
    }
  }
  return surelyOver ? giveUp(scope, paymentId) : refused('provider-down')
}

async function isOpen(paymentId: number): Promise<boolean> {
  return (await PaymentLine.count({ where: { paymentId, state: 'open', isOnline: true } })) > 0
}

function giveUp(scope: LedgerScope, paymentId: number) {
  return inTransaction(async () => {
    const carried = await lockCarried(scope, paymentId)
    for (const payment of carried?.payments ?? []) await closePayment(payment, 'expired')
    return done()
  })
}

/**
 * Makes sure that these dues can no longer be paid through a link that is open: it is closed at the provider first, so that nobody pays
 * for what another has by now. Refuses `provider-down`.
 */
export async function closeLinksOfDues(scope: LedgerScope, dueIds: readonly number[]) {
  const open = await inTransaction(() => openOnlinePayments(scope, dueIds))
  if (open.length === 0) return done()
  const provider = await findProvider(scope)
  for (const paymentId of open) {
    const closed = await closeLink(scope, provider, paymentId)
    if (!closed.ok) return refused('provider-down')
  }
  return done()
}

/** A payment may be started while the link of the one before is closed; more often than this nobody does. */
const rounds = 3

/**
 * Does `work` in a transaction. Where it refuses `link-open`, the payment links of the dues that `dueIds` answers are closed at the
 * provider first, outside of any transaction, so that nobody pays for what is gone; then it is tried again.
 * Refuses as `work` does, and `provider-down`: an open link could not be closed, nothing was changed.
 */
export async function withLinksClosed<Value, Reason extends string>(
  scope: LedgerScope,
  dueIds: () => Promise<readonly number[]>,
  work: () => Promise<Outcome<Value, Reason | 'link-open'>>,
  refusals: Readonly<Record<string, Reason>> = {},
): Promise<Outcome<Value, Reason | 'provider-down'>> {
  for (let round = 0; round < rounds; round++) {
    const worked = await inTransaction(work, refusals)
    if (worked.ok) return worked
    if (worked.reason !== 'link-open') return refused(worked.reason as Reason)
    const closed = await closeLinksOfDues(scope, await dueIds())
    if (!closed.ok) return closed
  }
  return refused('provider-down')
}
