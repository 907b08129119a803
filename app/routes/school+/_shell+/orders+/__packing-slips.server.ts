import { foundOr404 } from '~/http/guards.server'
import { findProfile } from '~/models/schools/profile.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { PackingSlip } from '~/models/shop/packing-slips.server'
import { findStoreSettings } from '~/models/shop/store-settings.server'

/** What a file of these slips shows: the school and where goods are collected come to what the orders say. */
export async function packingSlipsView(scope: SchoolScope, slips: readonly PackingSlip[]) {
  const [profile, settings] = await Promise.all([findProfile(scope), findStoreSettings(scope)])
  const schoolName = foundOr404(profile).name
  return { schoolName, collectNote: settings.collectNote, printedOn: todayInIndia(new Date()), slips }
}
