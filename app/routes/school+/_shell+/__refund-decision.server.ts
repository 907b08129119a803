import { foundOr404, parseForm, passwordRefusal, redirectWithToast, type requireStaff } from '~/http/route.server'
import type { HeldDue, RefundDecision } from '~/models/ledger/give-back.server'
import { refundDecisionSchema } from '~/models/ledger/refund-decision-schema'
import { formatPaise } from '~/models/shared/money'
import type { Outcome } from '~/models/shared/outcome'

const refusals = {
  'nothing-open': 'It has already been decided.',
  'link-open':
    'The student has an open online payment for this. It expires by itself within half an hour; decide after that.',
  'rest-owed': 'An item that is not paid in full cannot be refunded while the rest is owed. Leave it empty.',
  'not-paid': 'A part of this money can no longer be refunded. Open the page again.',
  'too-small': 'Razorpay cannot refund less than ₹1: enter more, or leave it empty.',
  'too-much': 'A part of this money has been refunded in the meantime. Open the page again.',
  'one-capture-at-a-time':
    'A payment was received in two parts, and Razorpay refunds at most one part at a time. Refund it in two parts under Collections, and leave it empty here.',
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
      Object.fromEntries(
        tooMuch.map(({ duePublicId }) => [`amounts.d${duePublicId}`, ['This is more than is held of it']]),
      ),
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
        outcome.value > 0
          ? `${formatPaise(outcome.value, { style: 'exact' })} will be refunded.`
          : 'Nothing will be refunded.',
    })
  }
  switch (outcome.reason) {
    case 'not-found':
      return foundOr404(null)
    case 'say-how':
      return form.refuse(null, { given_by: ['Choose the refund method'] })
    case 'say-why':
      return form.refuse(null, { remarks: ['Enter what is deducted and why'] })
    default:
      return form.refuse(refusals[outcome.reason])
  }
}
