import { setTimeout as sleep } from 'node:timers/promises'
import { execute, inTransaction, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { findProvider } from '~/models/core/schools/payment-keys.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { NewLink, PaymentProvider } from '~/services/payments/port'
import { basketReturnUrl, paymentReturnUrl } from '../addresses.server'
import { type LedgerScope, openOnlinePayments } from '../locks.server'
import { Payment, PaymentLine } from '../tables.server'
import { applyProviderFacts } from './apply-provider-facts.server'
import { type Carried, lockCarried, readCarried } from './carried.server'
import { closePayment } from './payment-steps.server'

/**
 * Lifetime of a link: half an hour, during which fines are frozen and the due is bound to it. Razorpay requires at
 * least 16 minutes.
 */
const linkLifeMs = 30 * 60_000
/**
 * Lifetime of a claim: longer than the two provider calls of its request, so that it expires only if the process died.
 */
const claimSeconds = 25
/** Longest time that a payer waits for a page. */
const maxWaitMs = 10_000
const waitMs = 150

/**
 * Creates the payment's link, once: one request claims it, concurrent ones wait for the result. If the provider's
 * answer is lost, a retry finds the link by its reference instead of creating it twice. Also succeeds when the payment
 * has ended in between. Refuses `provider-down`; the payment stays and may be retried.
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
    // The request that held the claim has failed: returns its result, as otherwise each waiting request would try
    // again.
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
  const linkResult = await askForLink(scope, provider, carried)
  if (linkResult.ok && linkResult.value) {
    const applied = await applyProviderFacts(scope, payment.id, { link: linkResult.value }, { source: 'reconciler' })
    return applied.ok ? done() : refused('provider-down')
  }
  const failure = linkResult.ok ? 'The link was not found' : linkResult.message
  await execute(
    'UPDATE payments SET link_claimed_until = NULL, failure = :failure WHERE id = :id AND school_id = :schoolId',
    { failure: failure.slice(0, 200), id: payment.id, schoolId: scope.schoolId },
  )
  return refused('provider-down')
}

async function askForLink(scope: LedgerScope, provider: PaymentProvider, carried: Carried) {
  const link = await newLink(scope, carried)
  const payment = carried.carrier
  // Stored before the link is created: even if the provider's answer is lost, no link can be paid after this time.
  await Payment.update({ linkExpiresAt: link.expiresAt }, { where: { id: payment.id, schoolId: scope.schoolId } })
  const linkResult = await provider.createLink(link)
  if (linkResult.ok || linkResult.code !== 'reference-used') return linkResult
  return provider.findLinkByReference(link.referenceId)
}

async function newLink(scope: LedgerScope, { carrier: payment, payments, amountPaise }: Carried): Promise<NewLink> {
  const [student, dues, basket] = await Promise.all([
    selectRow(
      {
        name: text("TRIM(CONCAT(st.first_name, ' ', st.last_name))"),
        email: textOrNull('st.email'),
        contact: text('st.mobile_number'),
        school: text('sc.name'),
      },
      'FROM students st JOIN schools sc ON sc.id = st.school_id WHERE st.school_id = :schoolId AND st.id = :studentId',
      { schoolId: scope.schoolId, studentId: payment.studentId },
    ),
    selectRows(
      { label: text(`CONCAT(${payments.length > 1 ? "s.first_name, ': ', " : ''}d.name, ', ', d.title)`) },
      `FROM payment_lines l JOIN dues d ON d.id = l.due_id JOIN students s ON s.id = d.student_id
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

/** A basket with the guardian who pays it: the provider contacts the guardian, not the child. */
function findPayerOfBasket({ schoolId }: LedgerScope, basketId: number) {
  return selectRow(
    {
      publicId: text('b.public_id'),
      name: text('b.guardian_name'),
      email: textOrNull('g.email'),
      contact: textOrNull('g.mobile_number'),
    },
    `FROM payment_baskets b
     LEFT JOIN family_guardians g ON g.id = b.guardian_id WHERE b.school_id = :schoolId AND b.id = :basketId`,
    { schoolId, basketId },
  )
}

/** A link that expired this long ago is unpayable even if the provider's clock differs. */
const surelyOverMs = 2 * 60_000

/**
 * Makes sure that a payment can no longer be paid online, so that another payment may include its dues: cancels its
 * link. Also succeeds when it is already paid. Without `provider` (the school has removed its keys) it closes the link
 * only in the portal. Refuses `provider-down` when the provider does not answer and the link may still be open.
 */
export async function closeLink(scope: LedgerScope, provider: PaymentProvider | null, paymentId: number) {
  if (!(await isOpen(paymentId))) return done()
  if (!provider) return giveUp(scope, paymentId)
  // A link whose creation got no answer may exist: `ensureLink` finds it, so that it can be cancelled.
  const linked = await ensureLink(scope, provider, paymentId)
  const payment = (await readCarried(scope, paymentId))?.carrier
  if (!payment) return done()
  const surelyOver = payment.linkExpiresAt !== null && Date.now() - payment.linkExpiresAt.getTime() > surelyOverMs
  if (linked.ok && payment.providerLinkId !== null) {
    const cancelled = await provider.cancelLink(payment.providerLinkId)
    // A refusal means that the link is paid or over. A provider that does not answer is not called again, because a
    // user is waiting.
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
 * Makes sure that these dues can no longer be paid through an open link: closes it at the provider first, so that
 * nothing is paid twice. Refuses `provider-down`.
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

/** Maximum number of tries: the second after closing links, the third if another payment starts during the closing. */
const rounds = 3

/**
 * Runs `work` in a transaction. If it refuses `link-open`, closes at the provider the payment links of the dues in
 * `dueIds`, outside any transaction, so that no one pays for an ended due; then retries. Refuses as `work` does, and
 * `provider-down`: an open link could not be closed, nothing was changed.
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
