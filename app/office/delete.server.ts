import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { redirectWithToast } from '~/http/toast.server'
import type { Permission } from '~/models/accounts/permissions'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type Place, placeOf } from './form.server'

type Deletion<At extends Place, Thing, Reason extends string> = {
  may: Permission
  find: (scope: SchoolScope, at: At) => Promise<Thing | null>
  /** What would go: 'Room 12 of Lakeside'. */
  called: (thing: Thing) => string
  /** Why it cannot go as it stands, and what to do first. */
  obstacle: (thing: Thing, scope: SchoolScope) => string | null | Promise<string | null>
  remove: (scope: SchoolScope, at: At) => Promise<{ ok: true } | { ok: false; reason: Reason }>
  /** What is said when it is refused after all. */
  refusals: Record<Exclude<Reason, 'not-found'>, string>
  removed: (at: At) => string
}

/** Loader and action of the question whether a thing is to be deleted. */
export function deleting<Thing, Reason extends string, At extends Place = { readonly id: string }>(
  deletion: Deletion<At, Thing, Reason>,
) {
  return {
    loader: async ({ context, request, params }: LoaderFunctionArgs) => {
      const { scope } = await requireStaff(context, request, deletion.may)
      const at = placeOf<At>(params)
      const thing = foundOr404(await deletion.find(scope, at))
      return { at, called: deletion.called(thing), obstacle: await deletion.obstacle(thing, scope) }
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
