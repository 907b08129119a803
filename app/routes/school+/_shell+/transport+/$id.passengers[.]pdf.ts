import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { openThing } from '~/kit/pages/form.server'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { byTrip, listPassengers } from '~/models/money/vehicles/passengers.server'
import { routes } from '~/models/money/vehicles/routes.server'

/** Sends the passengers of a route for the staff on board, one list per trip. */
export async function loader(args: LoaderFunctionArgs) {
  const { scope, thing: route } = await openThing(args, { may: 'transport:view', find: routes.find })
  const [{ schoolName }, passengers] = await Promise.all([findMaps(scope), listPassengers(scope, route)])
  const printedOn = todayInIndia(new Date())
  const view = { schoolName, routeName: route.name, printedOn, runs: byTrip(passengers) }
  return pdfResponse('passengers.pdf', await makePaper('passenger-lists', [view]))
}
