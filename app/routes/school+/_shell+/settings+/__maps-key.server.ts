import { isPasswordFresh, parseConfirmed } from '~/http/route.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { type saveMapsKey, settingsVersion } from '~/models/schools/settings.server'
import { mapsKeySchema } from '~/models/schools/settings-schema'
import { savingUnshown } from './__unshown-settings.server'

/** What the form of a maps key has to know besides. */
export async function mapsKeyView(staff: StaffSession, hasKey: boolean) {
  return { hasKey, version: await settingsVersion(staff.scope), asksPassword: !isPasswordFresh(staff) }
}

/** Keeps a posted key of the maps by the use case of its kind. */
export async function keepMapsKey(
  posted: { request: Request; staff: StaffSession; body: FormData },
  name: 'maps_key' | 'maps_browser_key',
  save: typeof saveMapsKey,
  to: string,
) {
  const { scope } = posted.staff
  const form = await parseConfirmed(posted, mapsKeySchema, [name])
  return savingUnshown(scope, form, {
    save: (typed, version) => save(scope, typed[name] ?? null, version),
    refusals: {},
    to,
  })
}
