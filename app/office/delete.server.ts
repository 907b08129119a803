import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { redirectWithToast } from '~/http/toast.server'
import type { Permission } from '~/models/accounts/permissions'
import { type Form, nameOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type Place, placeOf } from './form.server'

type Deletion<At extends Place, Thing, Reason extends string> = {
  may: Permission
  find: (scope: SchoolScope, at: At) => Promise<Thing | null>
  form: Form
  /** What would go: 'Room 12 of Lakeside'; its name where nothing is said. */
  called?: (thing: Thing) => string
  /** Why it would be refused as it stands: a reason, or words of its own. */
  obstacle: (thing: Thing) => Exclude<Reason, 'not-found'> | { words: string | null } | null
  remove: (scope: SchoolScope, at: At) => Promise<{ ok: true } | { ok: false; reason: Reason }>
  /** What is said when it is refused, and what to do first. */
  refusals: Record<Exclude<Reason, 'not-found'>, string>
  removed: (at: At) => string
}

/** Loader and action of the question whether a thing is to be deleted. */
export function deleting<Thing extends object, Reason extends string, At extends Place = string>(
  deletion: Deletion<At, Thing, Reason>,
) {
  return {
    loader: async ({ context, request, params }: LoaderFunctionArgs) => {
      const { scope } = await requireStaff(context, request, deletion.may)
      const at = placeOf<At>(params)
      const thing = foundOr404(await deletion.find(scope, at))
      const reason = deletion.obstacle(thing)
      const obstacle = typeof reason === 'string' ? deletion.refusals[reason] : (reason?.words ?? null)
      return { at, called: deletion.called?.(thing) ?? nameOf(deletion.form, thing), obstacle }
    },
    action: async ({ context, request, params }: ActionFunctionArgs) => {
      const { scope } = await requireStaff(context, request, deletion.may)
      const at = placeOf<At>(params)
      const outcome = await deletion.remove(scope, at)
      if (outcome.ok) return redirectWithToast(deletion.removed(at), { type: 'success', title: 'Deleted!' })
      if (outcome.reason === 'not-found') return foundOr404(null)
      return data({ obstacle: deletion.refusals[outcome.reason as Exclude<Reason, 'not-found'>] }, { status: 422 })
    },
  }
}
