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
import { type Form, shownValues, type ValuesOf } from '~/kit/forms/fields'
import { question } from '~/models/core/shared/decisions/decision-fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import type { AddressIds, Answer, Opening, Refusals } from './form.server'
import { openThing, refusalOf, schemaFor } from './form.server'
import { toWaiting, waitsForSecondPerson } from './waits.server'

type Decision<Of extends Form, Answered extends Answer, Thing, At extends AddressIds, More> = Opening<At, Thing> & {
  /** Additional fields: a reason, remarks, a date. Without a form there is only the button. */
  form?: Of
  schema?: z.ZodType<ValuesOf<Of>> | ((thing: Thing) => z.ZodType<ValuesOf<Of>>)
  /** Data for the page. */
  more?: (thing: Thing, staff: StaffSession) => More
  /** Initial values of the form. */
  opened?: (thing: Thing, more: Awaited<More>) => ValuesOf<Of>
  /** Reason why the action is impossible now; replaces the form. */
  obstacle?: (thing: Thing, more: Awaited<More>) => string | null
  /**
   * Requires the user's password, unless the user has entered it recently. `always` requires it in any case. An object
   * requires it only if `when` returns true, in a field named `as`.
   */
  asksPassword?: true | 'always' | { when: (thing: Thing) => boolean; as: string }
  decide: (scope: SchoolScope, at: At, values: ValuesOf<Of>, thing: Thing, staff: StaffSession) => Promise<Answered>
  refusals: Refusals<Of, NoInfer<Answered>, 'not-found' | 'waits', [Thing]>
  /** URL of the redirect after the decision. Its toast has `title` (by default 'Updated!') and `message`. */
  decided: (at: At, thing: Thing) => string
  title?: string
  message?: string | ((outcome: Extract<Answered, { ok: true }>, thing: Thing) => string)
}

/** Loader and action of a page that confirms an action on a thing, perhaps with a reason or a date. */
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
  // The cast is safe: without a form, `Of` is the type of `question`.
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
      const password = String(body.get(as) ?? '')
      const wrong = when(thing) ? await passwordRefusal(args.request, staff, password, { isAlways }) : null
      if (wrong) return read.refuse(null, { [as]: [wrong] })
      const outcome = await decision.decide(staff.scope, at, read.value, thing, staff)
      if (outcome.ok) {
        const toastMessage =
          typeof message === 'function' ? message(outcome as Extract<Answered, { ok: true }>, thing) : message
        return redirectWithToast(decision.decided(at, thing), { type: 'success', title, message: toastMessage })
      }
      if (outcome.reason === 'not-found') return foundOr404(null)
      if (waitsForSecondPerson(outcome)) return toWaiting(outcome)
      return read.refuse(...refusalOf({ form, refusals: decision.refusals }, outcome, thing))
    },
  }
}
