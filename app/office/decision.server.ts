import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import {
  foundOr404,
  isPasswordFresh,
  parseFields,
  passwordRefusal,
  readForm,
  redirectWithToast,
} from '~/http/route.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { question } from '~/models/shared/decision-fields'
import { type Form, shownValues, type ValuesOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { AddressIds, Answer, Opening, Refusals } from './form.server'
import { openThing, refusalOf, schemaFor } from './form.server'
import { isWaiting, toWaiting } from './waits.server'

type Decision<Of extends Form, Answered extends Answer, Thing, At extends AddressIds, More> = Opening<At, Thing> & {
  /** What is asked besides: a reason, remarks, a day. Without one the button is all. */
  form?: Of
  schema?: z.ZodType<ValuesOf<Of>> | ((thing: Thing) => z.ZodType<ValuesOf<Of>>)
  /** What the page shows of the thing. */
  more?: (thing: Thing, staff: StaffSession) => More
  /** What stands in the form at first. */
  opened?: (thing: Thing, more: Awaited<More>) => ValuesOf<Of>
  /** Why it cannot be done as the thing stands; then there is no form. */
  obstacle?: (thing: Thing, more: Awaited<More>) => string | null
  /** Asks for the password again, where it was not given lately, or `always`; perhaps only for some, or in a field of another name. */
  asksPassword?: true | 'always' | { when: (thing: Thing) => boolean; as: string }
  decide: (scope: SchoolScope, at: At, values: ValuesOf<Of>, thing: Thing, staff: StaffSession) => Promise<Answered>
  refusals: Refusals<Of, NoInfer<Answered>, 'not-found' | 'waits', [Thing]>
  /** Where it goes on, and what is said there: 'Updated!' where nothing else is. */
  decided: (at: At, thing: Thing) => string
  title?: string
  message?: string | ((done: Extract<Answered, { ok: true }>) => string)
}

/** Loader and action of a page that asks before one thing is done with something: whether, and perhaps why or from when. */
export function deciding<
  Answered extends Answer,
  Thing,
  At extends AddressIds = string,
  Of extends Form = typeof question,
  More = undefined,
>(decision: Decision<Of, Answered, Thing, At, More>) {
  const { asksPassword, title = 'Updated!', message } = decision
  const { when, as } =
    typeof asksPassword === 'object' ? asksPassword : { when: () => asksPassword !== undefined, as: 'own_password' }
  const isAlways = asksPassword === 'always'
  // Without a form of its own, `Of` is that of the question.
  const form = decision.form ?? (question as Form as Of)
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { staff, at, thing } = await openThing<At, Thing>(args, decision)
      const more = (await decision.more?.(thing, staff)) as Awaited<More>
      const obstacle = decision.obstacle?.(thing, more) ?? null
      const values = shownValues(form, decision.opened?.(thing, more))
      return { at, obstacle, values, asksPassword: when(thing) && (isAlways || !isPasswordFresh(staff)) && as, more }
    },
    action: async (args: ActionFunctionArgs) => {
      const { staff, at, thing } = await openThing<At, Thing>(args, decision)
      const body = await readForm(args.request)
      const read = parseFields(body, schemaFor({ form, schema: decision.schema }, thing), { secret: [as] })
      if (!read.ok) return read.reply()
      const given = String(body.get(as) ?? '')
      const wrong = when(thing) ? await passwordRefusal(args.request, staff, given, { isAlways }) : null
      if (wrong) return read.refuse(null, { [as]: [wrong] })
      const outcome = await decision.decide(staff.scope, at, read.value, thing, staff)
      if (outcome.ok) {
        const said = typeof message === 'function' ? message(outcome as Extract<Answered, { ok: true }>) : message
        return redirectWithToast(decision.decided(at, thing), { type: 'success', title, message: said })
      }
      if (outcome.reason === 'not-found') return foundOr404(null)
      if (isWaiting(outcome)) return toWaiting(outcome)
      return read.refuse(...refusalOf({ form, refusals: decision.refusals }, outcome, thing))
    },
  }
}
