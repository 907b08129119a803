import { isPasswordFresh, parseConfirmed } from '~/http/route.server'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { type saveMapsKey, settingsVersion } from '~/models/core/schools/settings.server'
import { mapsKeySchema } from '~/models/core/schools/settings-schema'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { saveUnshownSettings } from './__unshown-settings.server'

export async function mapsKeyView(staff: StaffSession, hasKey: boolean) {
  return { hasKey, version: await settingsVersion(staff.scope), asksPassword: !isPasswordFresh(staff) }
}

/** Saves a posted maps key with the use case of its kind; an empty field never removes a stored key. */
export async function keepMapsKey(
  posted: { request: Request; staff: StaffSession; body: FormData },
  name: 'maps_key' | 'maps_browser_key',
  save: typeof saveMapsKey,
  to: string,
) {
  const { scope } = posted.staff
  const form = await parseConfirmed(posted, mapsKeySchema, [name])
  const { key, browserKey } = await findMaps(scope)
  const isStored = (name === 'maps_key' ? key : browserKey) !== null
  return saveUnshownSettings(scope, form, {
    save: async (values, version) => {
      const typedKey = values[name] ?? null
      if (typedKey === null && isStored && values.remove === undefined) return { ok: false, reason: 'nothing-typed' }
      return save(scope, typedKey, version)
    },
    refusals: { 'nothing-typed': { [name]: ['Enter a new key, or tick the box to remove the stored one'] } },
    to,
  })
}
