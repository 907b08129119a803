import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, isPasswordFresh, parseForm, passwordRefusal, redirectWithToast } from '~/http/route.server'
import { openThing } from '~/kit/pages/form.server'
import { toWaiting } from '~/kit/pages/waits.server'
import { formatPaise } from '~/models/core/shared/money'
import type { Outcome } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { HeldMoney, RefundDecision } from '~/models/money/ledger/counter/give-back.server'
import { refundDecisionSchema } from '~/models/money/ledger/refund-decision-schema'
import type { Waits } from '~/models/people/second-person/ask.server'

const refusals = {
  'nothing-open': 'It has already been decided.',
  'link-open':
    'The student has an open online payment for this. It expires by itself within half an hour; decide after that.',
  'rest-owed': 'An item that is not paid in full cannot be refunded while the rest is owed. Leave it empty.',
  'not-paid': 'Part of this money can no longer be refunded. Open the page again.',
  'too-small': 'Razorpay cannot refund less than ₹1: enter more, or leave it empty.',
  'too-much': 'Part of this money has been refunded in the meantime. Open the page again.',
  'one-capture-at-a-time':
    'A payment was received in two parts, and Razorpay refunds at most one part at a time. Refund it in two parts under Collections, and leave it empty here.',
}

type Of<Application extends { publicId: string }> = {
  find: (scope: SchoolScope, publicId: string) => Promise<Application | null>
  contextOf: (application: Application) => string
  obstacleTo: (application: Application) => string | null
  heldOf: (scope: SchoolScope, application: Application) => Promise<HeldMoney>
  /** Returns the refunded amount in paise. */
  decide: (
    scope: SchoolScope,
    publicId: string,
    decision: RefundDecision,
  ) => Promise<Outcome<number, keyof typeof refusals | 'not-found' | 'say-how' | 'say-why'> | Waits>
  /** Page after the decision. */
  decided: (publicId: string) => string
}

/** Loader and action for the refund decision about an ended application. */
export function refunding<Application extends { publicId: string }>(options: Of<Application>) {
  const opening = { may: 'payments:correct', find: options.find } as const
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { staff, scope, at, thing } = await openThing<string, Application>(args, opening)
      return {
        backHref: options.decided(at),
        context: options.contextOf(thing),
        obstacle: options.obstacleTo(thing),
        money: await options.heldOf(scope, thing),
        asksPassword: !isPasswordFresh(staff),
      }
    },
    /** Checks the posted decision against the held amount, and requires the password again. */
    action: async (args: ActionFunctionArgs) => {
      const { staff, scope, at, thing } = await openThing<string, Application>(args, opening)
      const { held } = await options.heldOf(scope, thing)
      const form = await parseForm(args.request, refundDecisionSchema, { secret: ['password'] })
      if (!form.ok) return form.reply()
      const { password, ...decision } = form.value
      const heldOf = new Map(held.map((due) => [due.duePublicId, due.heldPaise]))
      const tooMuch = decision.amounts.filter(
        ({ duePublicId, amountPaise }) => amountPaise > (heldOf.get(duePublicId) ?? 0),
      )
      if (tooMuch.length > 0) {
        const errorEntries = tooMuch.map(({ duePublicId }) => [
          `amounts.d${duePublicId}`,
          ['This is more than the school holds'],
        ])
        return form.refuse(null, Object.fromEntries(errorEntries))
      }
      const wrongPassword = await passwordRefusal(args.request, staff, password)
      if (wrongPassword) return form.refuse(null, { password: [wrongPassword] })
      const outcome = await options.decide(scope, at, decision)
      if (outcome.ok) {
        const amount = formatPaise(outcome.value, { style: 'exact' })
        const message = outcome.value > 0 ? `${amount} will be refunded.` : 'Nothing will be refunded.'
        return redirectWithToast(options.decided(at), { type: 'success', title: 'Decided!', message })
      }
      switch (outcome.reason) {
        case 'waits':
          return toWaiting(outcome)
        case 'not-found':
          return foundOr404(null)
        case 'say-how':
          return form.refuse(null, { given_by: ['Choose the refund method'] })
        case 'say-why':
          return form.refuse(null, { remarks: ['Enter the deduction and its reason'] })
        default:
          return form.refuse(refusals[outcome.reason])
      }
    },
  }
}
