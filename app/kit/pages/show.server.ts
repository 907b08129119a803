import type { LoaderFunctionArgs } from '@remix-run/node'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { mayStaff, type Permission } from '~/models/people/accounts/staff/permissions'
import { type AddressIds, type Opening, openThing } from './form.server'

type Opened<At> = { scope: SchoolScope; staff: StaffSession; at: At; may: (permission: Permission) => boolean }

/** Loader of a page about one thing: guards, finds the thing or answers 404, and returns its `view`. */
export function showLoader<Thing, View, At extends AddressIds = string>(
  opening: Opening<At, Thing>,
  view: (thing: Thing, opened: Opened<At>) => View | Promise<View>,
) {
  return async (args: LoaderFunctionArgs): Promise<View> => {
    const { thing, ...opened } = await openThing(args, opening)
    return view(thing, { ...opened, may: (permission) => mayStaff(opened.staff.role, permission) })
  }
}
