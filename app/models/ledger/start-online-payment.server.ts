import { findProvider } from '~/models/schools/payment-keys.server'
import { findSettings } from '~/models/schools/settings.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { isAnyDeclared } from './declared-payments.server'
import { type LockedDue, lockLedger, openOnlinePayments, readLines } from './locks.server'
import { smallestOnlinePaise } from './options'
import { ensureLink, withLinksClosed } from './payment-links.server'
import { askedOf, duesToPay, openLines, type Parts } from './payment-steps.server'
import { dueBalance, nextCheckDelay } from './rules'
import { Payment } from './tables.server'

export interface StartOnlinePayment {
  /** Public ids; all must be the student's own. */
  dueIds: readonly string[]
  /** What is paid of each due where it is not all of it; only as far as the school allows. */
  parts?: Parts
  /** The once-only key of the form. */
  formKey: string
}

const linkStaysOpenMs = 2 * 60_000

/**
 * Starts paying the dues online, each in full or the part that was chosen, or finds the payment that was started before: there is never
 * more than one payable link for a due. Links of other selections with these dues are cancelled at the provider first. Answers the
 * payment whose page leads to the provider.
 *
 * Refuses `not-found`, `already-paid`, `waiting` (one of the dues was declared and the school has not looked yet), `part-not-allowed`, `part-too-small` (under the school's minimum), `part-too-large` (over the
 * balance), `too-small` (under one rupee), `not-configured` (no keys) and `provider-down`: the
 * payment is kept then, and trying again uses the same reference.
 */
export async function startOnlinePayment(scope: StudentScope, input: StartOnlinePayment) {
  const provider = await findProvider(scope)
  if (!provider) return refused('not-configured')
  let dueIds: number[] = []
  const opened = await withLinksClosed(
    scope,
    async () => dueIds,
    async () => {
      await lockLedger(scope, scope.studentId)
      const { schoolId, studentId } = scope
      const same = await Payment.findOne({ where: { schoolId, studentId, formKey: input.formKey }, raw: true })
      if (same) return done(same)
      const asked = await duesToPay(scope, studentId, input.dueIds)
      if (!asked.ok) return asked
      const dues = asked.value
      const wrongPart = await partRefusal(scope, dues, input.parts)
      if (wrongPart) return refused(wrongPart)
      dueIds = dues.map((due) => due.id)
      if (await isAnyDeclared(scope, dueIds)) return refused('waiting')
      const open = await openOnlinePayments(scope, dueIds)
      const reusable = await findReusable(scope, open, dues, input.parts)
      if (reusable) return done(reusable)
      if (open.length > 0) return refused('link-open')
      const amountPaise = dues.reduce((sum, due) => sum + askedOf(due, input.parts), 0)
      if (amountPaise < smallestOnlinePaise) return refused('too-small')
      return done(await writePayment(scope, input, dues, amountPaise))
    },
    // The key of somebody else's form: nobody has made that payment for this student.
    { payments_form_key: 'not-found' },
  )
  if (!opened.ok) return opened
  const linked = await ensureLink(scope, provider, opened.value.id)
  return linked.ok ? done({ paymentId: opened.value.publicId }) : linked
}

/**
 * What is wrong with the parts that were chosen, or null. A part that is the whole balance is none. An order of the store is paid whole:
 * one that is paid in part would keep its items from everybody else for ever.
 */
async function partRefusal(scope: StudentScope, dues: readonly LockedDue[], parts: Parts | undefined) {
  const chosen = dues.filter((due) => askedOf(due, parts) !== dueBalance(due))
  if (chosen.length === 0) return null
  if (chosen.some((due) => due.kind === 'order')) return 'part-not-allowed'
  const { partPaymentAllowed, partPaymentMinimumPaise } = await findSettings(scope)
  if (!partPaymentAllowed) return 'part-not-allowed'
  if (chosen.some((due) => askedOf(due, parts) > dueBalance(due))) return 'part-too-large'
  // What is left of a due may be less than the minimum: then it is paid in full.
  const least = Math.max(1, partPaymentMinimumPaise)
  return chosen.every((due) => askedOf(due, parts) >= least) ? null : 'part-too-small'
}

/** The one open payment that asks for exactly these amounts and whose link will live a little longer. */
async function findReusable(
  scope: StudentScope,
  open: readonly number[],
  dues: readonly LockedDue[],
  parts: Parts | undefined,
) {
  const [only, ...others] = open
  if (only === undefined || others.length > 0) return null
  const payment = await Payment.findOne({ where: { id: only, schoolId: scope.schoolId }, raw: true })
  if (!payment) return null
  const endsSoon = payment.linkExpiresAt !== null && payment.linkExpiresAt.getTime() - Date.now() < linkStaysOpenMs
  if (endsSoon) return null
  const asked = new Map((await readLines(payment)).map((line) => [line.dueId, line.amountPaise]))
  const sameDues = asked.size === dues.length && dues.every((due) => asked.get(due.id) === askedOf(due, parts))
  return sameDues ? payment : null
}

async function writePayment(
  scope: StudentScope,
  { formKey, parts }: StartOnlinePayment,
  dues: readonly LockedDue[],
  amountPaise: number,
) {
  const publicId = newPublicId()
  const payment = await Payment.create({
    publicId,
    schoolId: scope.schoolId,
    studentId: scope.studentId,
    method: 'online',
    state: 'created',
    amountPaise,
    formKey,
    providerReference: `shala-${publicId}`,
    // Should this process end before the provider is asked, the reconciler looks whether a link was made.
    nextCheckAt: new Date(Date.now() + 1000 * (nextCheckDelay('open', 3) ?? 0)),
  })
  await openLines(payment, dues, parts)
  return payment
}
