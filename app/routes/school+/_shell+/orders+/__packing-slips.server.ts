import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404 } from '~/http/route.server'
import { findProfile } from '~/models/core/schools/profile.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { PackingSlip } from '~/models/money/shop/orders/office-orders.server'
import { findStoreSettings } from '~/models/money/shop/store-settings.server'

/** File of packing slips, with the school's name and the place of collection. */
export async function packingSlips(scope: SchoolScope, name: string, slips: readonly PackingSlip[]): Promise<Response> {
  const [profile, { collectNote }] = await Promise.all([findProfile(scope), findStoreSettings(scope)])
  const view = { schoolName: foundOr404(profile).name, collectNote, printedOn: todayInIndia(new Date()), slips }
  return pdfResponse(name, await makePaper('packing-slips', [view]))
}
