import { inTransaction } from '~/database/database.server'
import { findProvider } from '~/models/schools/payment-keys.server'
import { findSettings } from '~/models/schools/settings.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { accrueFines } from './fines.server'
import { type LockedDue, lockLedger, openOnlinePayments, readDues, readLines } from './locks.server'
import { maxDuesOfPayment, smallestOnlinePaise } from './options'
import { closeLink, ensureLink } from './payment-links.server'
import { askedOf, openLines, type Parts } from './payment-steps.server'
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

type PartRefusal = 'part-not-allowed' | 'part-too-small' | 'part-too-large'
type Unopened = 'not-found' | 'already-paid' | 'too-small' | PartRefusal

const linkStaysOpenMs = 2 * 60_000
const rounds = 3

/**
 * Starts paying the dues online, each in full or the part that was chosen, or finds the payment that was started before: there is never
 * more than one payable link for a due. Links of other selections with these dues are cancelled at the provider first. Answers the
 * payment whose page leads to the provider.
 *
 * Refuses `not-found`, `already-paid`, `part-not-allowed`, `part-too-small` (under the school's minimum), `part-too-large` (over the
 * balance), `too-small` (under one rupee), `not-configured` (no keys) and `provider-down`: the
 * payment is kept then, and trying again uses the same reference.
 */
export async function startOnlinePayment(scope: StudentScope, input: StartOnlinePayment) {
  const provider = await findProvider(scope)
  if (!provider) return refused('not-configured')
  for (let round = 0; round < rounds; round++) {
    const opened = await openPayment(scope, input)
    if (!opened.ok) return opened
    const { payment, inTheWay } = opened.value
    if (payment) {
      const linked = await ensureLink(scope, provider, payment.id)
      return linked.ok ? done({ paymentId: payment.publicId }) : linked
    }
    for (const paymentId of inTheWay) {
      const closed = await closeLink(scope, provider, paymentId)
      if (!closed.ok) return refused('provider-down')
    }
  }
  return refused('provider-down')
}

type Opened = { payment: Pick<Payment, 'id' | 'publicId'>; inTheWay: [] } | { payment: null; inTheWay: number[] }

async function openPayment(scope: StudentScope, input: StartOnlinePayment): Promise<Outcome<Opened, Unopened>> {
  return inTransaction(
    async () => {
      await lockLedger(scope, scope.studentId)
      const same = await Payment.findOne({
        where: { schoolId: scope.schoolId, studentId: scope.studentId, formKey: input.formKey },
        raw: true,
      })
      if (same) return done<Opened>({ payment: same, inTheWay: [] })
      await accrueFines(scope, [scope.studentId])
      const wanted = [...new Set(input.dueIds)]
      const dues = await readDues(scope, scope.studentId, wanted)
      if (dues.length === 0 || dues.length > maxDuesOfPayment) return refused('not-found')
      if (dues.length < wanted.length || dues.some((due) => due.state !== 'open')) return refused('not-found')
      if (dues.some((due) => dueBalance(due) <= 0)) return refused('already-paid')
      const wrongPart = await partRefusal(scope, dues, input.parts)
      if (wrongPart) return refused(wrongPart)
      const open = await openOnlinePayments(
        scope,
        dues.map((due) => due.id),
      )
      const reusable = await findReusable(scope, open, dues, input.parts)
      if (reusable) return done<Opened>({ payment: reusable, inTheWay: [] })
      if (open.length > 0) return done<Opened>({ payment: null, inTheWay: open })
      const amountPaise = dues.reduce((sum, due) => sum + askedOf(due, input.parts), 0)
      if (amountPaise < smallestOnlinePaise) return refused('too-small')
      return done<Opened>({ payment: await writePayment(scope, input, dues, amountPaise), inTheWay: [] })
    },
    {
      // The key of somebody else's form: nobody has made that payment for this student.
      payments_form_key: 'not-found',
    },
  )
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
): Promise<Payment | null> {
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
): Promise<Payment> {
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
