import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { redirectWithToast } from '~/http/toast.server'
import type { Permission } from '~/models/accounts/permissions'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { type Form, nameOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type Place, placeOf } from './form.server'

type Deletion<At extends Place, Thing, Reason extends string, More> = {
  may: Permission
  find: (scope: SchoolScope, at: At, staff: StaffSession) => Promise<Thing | null>
  form: Form
  /** What the page says besides. */
  more?: (thing: Thing) => More
  /** What would go: 'Room 12 of Lakeside'; its name where nothing is said. */
  called?: (thing: Thing) => string
  /** Why it would be refused as it stands: a reason, or words of its own. */
  obstacle?: (thing: Thing) => Exclude<Reason, 'not-found'> | { words: string | null } | null
  remove: (scope: SchoolScope, at: At, staff: StaffSession) => Promise<{ ok: true } | { ok: false; reason: Reason }>
  /** What is said when it is refused, and what to do first. */
  refusals: Record<Exclude<Reason, 'not-found'>, string>
  removed: (at: At, thing: Thing) => string
}

/** Loader and action of the question whether a thing is to be deleted. */
export function deleting<Thing extends object, Reason extends string, At extends Place = string, More = undefined>(
  deletion: Deletion<At, Thing, Reason, More>,
) {
  const opening = async ({ context, request, params }: LoaderFunctionArgs) => {
    const staff = await requireStaff(context, request, deletion.may)
    const at = placeOf<At>(params)
    return { staff, at, thing: foundOr404(await deletion.find(staff.scope, at, staff)) }
  }
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const { at, thing } = await opening(args)
      const reason = deletion.obstacle?.(thing) ?? null
      const obstacle = typeof reason === 'string' ? deletion.refusals[reason] : (reason?.words ?? null)
      const called = deletion.called?.(thing) ?? nameOf(deletion.form, thing)
      return { at, called, obstacle, more: deletion.more?.(thing) as More }
    },
    action: async (args: ActionFunctionArgs) => {
      const { staff, at, thing } = await opening(args)
      const outcome = await deletion.remove(staff.scope, at, staff)
      if (outcome.ok) return redirectWithToast(deletion.removed(at, thing), { type: 'success', title: 'Deleted!' })
      if (outcome.reason === 'not-found') return foundOr404(null)
      return data({ obstacle: deletion.refusals[outcome.reason as Exclude<Reason, 'not-found'>] }, { status: 422 })
    },
  }
}
