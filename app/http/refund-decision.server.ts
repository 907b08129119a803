import type { HeldDue, RefundDecision } from '~/models/ledger/give-back-held.server'
import { refundDecisionSchema } from '~/models/ledger/refund-decision-schema'
import { formatPaise } from '~/models/shared/money'
import type { Outcome } from '~/models/shared/outcome'
import { parseForm } from './forms.server'
import { passwordRefusal } from './fresh-password.server'
import { foundOr404, type requireStaff } from './guards.server'
import { redirectWithToast } from './toast.server'

const refusals = {
  'nothing-open': 'It was decided meanwhile.',
  'link-open': 'The student has an open online payment for this. It ends by itself within half an hour; decide then.',
  'rest-owed': 'What is not paid in full cannot go back while the rest is owed. Enter nothing for it.',
  'not-paid': 'A part of this money cannot be given back any more. Open the page again.',
  'too-small': 'Razorpay returns no less than ₹1: enter more, or nothing.',
  'too-much': 'A part of this money has gone back meanwhile. Open the page again.',
  'one-capture-at-a-time':
    'A payment was captured in two goes, and Razorpay returns at most what came in one. Refund it in two parts among the collections, and enter nothing for it here.',
}

interface OfWhat {
  staff: Awaited<ReturnType<typeof requireStaff>>
  held: readonly HeldDue[]
  /** Answers how much goes back, in paise. */
  decide: (
    decision: RefundDecision,
  ) => Promise<Outcome<number, keyof typeof refusals | 'not-found' | 'say-how' | 'say-why'>>
  /** The page of what is decided about. */
  backHref: string
}

/** The posted decision what goes back of something that is over: checked against what is held, and with the password asked again. */
export async function answerRefundDecision(request: Request, { staff, held, decide, backHref }: OfWhat) {
  const form = await parseForm(request, refundDecisionSchema, { secret: ['password'] })
  if (!form.ok) return form.reply()
  const { password, ...decision } = form.value
  const heldOf = new Map(held.map((due) => [due.duePublicId, due.heldPaise]))
  const tooMuch = decision.amounts.filter(
    ({ duePublicId, amountPaise }) => amountPaise > (heldOf.get(duePublicId) ?? 0),
  )
  if (tooMuch.length > 0) {
    return form.refuse(
      null,
      Object.fromEntries(tooMuch.map(({ duePublicId }) => [`amounts.d${duePublicId}`, ['Not so much is held of it']])),
    )
  }
  const wrongPassword = await passwordRefusal(request, staff, password)
  if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
  const outcome = await decide(decision)
  if (outcome.ok) {
    return redirectWithToast(backHref, {
      type: 'success',
      title: 'Decided!',
      message:
        outcome.value > 0 ? `${formatPaise(outcome.value, { style: 'exact' })} goes back.` : 'Nothing goes back.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'say-how':
      return form.refuse(null, { given_by: ['Choose how it is given back'] })
    case 'say-why':
      return form.refuse(null, { remarks: ['Enter what is deducted and why'] })
    default:
      return form.refuse(refusals[outcome.reason])
  }
}
