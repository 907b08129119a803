import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Form, nameOf } from '~/kit/forms/fields'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { deciding } from './decision.server'
import type { AddressIds, Opening, Refusals } from './form.server'

type Answered<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

type Deletion<At extends AddressIds, Thing, Reason extends string> = Opening<At, Thing> & {
  form: Form
  /** Text that names the thing: 'Room 12 of Lakeside'; defaults to the thing's name. */
  called?: (thing: Thing) => string
  /** Reason why the thing cannot be deleted now: a code of `refusals`, or a text. Null if it can be. */
  obstacle?: (thing: Thing) => Exclude<Reason, 'not-found'> | { words: string | null } | null
  /** Effect of the deletion, shown above the button. */
  consequence: string | ((thing: Thing) => string)
  remove: (scope: SchoolScope, at: At, staff: StaffSession) => Promise<Answered<Reason>>
  /** Message per refusal, which says what the user must do first. */
  refusals: Record<Exclude<Reason, 'not-found'>, string>
  backHref: (at: At) => string
  /** Page to go to after the deletion. */
  removed: (at: At, thing: Thing) => string
}

/** Loader and action of a page that asks whether to delete a thing; the loader supplies the texts of `DeletePage`. */
export function deleting<Thing extends object, Reason extends string, At extends AddressIds = string>(
  deletion: Deletion<At, Thing, Reason>,
) {
  const { may, find, consequence, refusals, removed } = deletion
  const page = deciding<Answered<Reason>, Thing, At, Form, { called: string; consequence: string }>({
    may,
    find,
    more: (thing) => ({
      called: deletion.called?.(thing) ?? nameOf(deletion.form, thing),
      consequence: typeof consequence === 'function' ? consequence(thing) : consequence,
    }),
    obstacle: (thing) => {
      const reason = deletion.obstacle?.(thing) ?? null
      return typeof reason === 'string' ? refusals[reason] : (reason?.words ?? null)
    },
    decide: (scope, at, _values, _thing, staff) => deletion.remove(scope, at, staff),
    refusals: refusals as Refusals<Form, Answered<Reason>, 'not-found', [Thing]>,
    decided: removed,
    title: 'Deleted!',
  })
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { at, more, ...opened } = await page.loader(args)
      return { ...opened, ...more, backHref: deletion.backHref(at) }
    },
    action: page.action,
  }
}
