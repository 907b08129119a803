import { paths } from '~/addresses/paths'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { applyForTransport, type TransportRefusal } from '~/models/money/transport/apply/apply.server'
import { applicationSchema, fareSchema } from '~/models/money/transport/apply/apply-schema'
import type { DraftFields } from '~/models/money/transport/apply/draft-options'
import { pointOfDraft } from '~/models/money/transport/apply/location-choice'
import { quoteTransport } from '~/models/money/transport/apply/quote-fare.server'
import {
  listOfferedFares,
  listOfferedRoutes,
  type OfferedFare,
  type OfferedRoute,
} from '~/models/money/transport/apply/transport-form.server'
import { transportTrouble } from '~/models/money/transport/words.server'
import { nullOnError, type SeatForm } from './seat-form.server'

export const transportForm: SeatForm<NonNullable<ReturnType<typeof wantedTransport>>, TransportRefusal> = {
  kind: 'transport',
  path: paths.student.transport(),
  locationPath: paths.student.transportLocation,
  sentPath: paths.student.transportStatus,
  pricedBy: ['fare_structure_id', 'stop_id'],
  asks: ['preferred_route_id'],
  fareSchema,
  schema: applicationSchema,
  wantedIn: wantedTransport,
  quote: quoteTransport,
  send: applyForTransport,
  trouble: transportTrouble,
  words: { failed: m.transport_fare_failed, away: m.shared_problem, applied: m.transport_applied },
}

function wantedTransport(fields: DraftFields) {
  const [pickup, fare] = [pointOfDraft(fields, 'pickup'), wantedFare(fields)]
  const { preferred_route_id: route } = fields
  return pickup && fare && { ...fare, pickup, preferredRouteId: isPublicId(route) ? route : null }
}

/** The chosen fare and stop, by public id; null when none is chosen. */
export function wantedFare({ fare_structure_id: fareStructureId, stop_id: stopId }: DraftFields) {
  return isPublicId(fareStructureId) ? { fareStructureId, stopId: isPublicId(stopId) ? stopId : null } : null
}

const money = (paise: number) => formatPaise(paise, { style: 'short' })

/** Fares and routes to choose from. When one of them cannot be read, the page still loads and reports it. */
export async function transportChoices(scope: StudentScope) {
  const [fares, routes] = await Promise.all([
    nullOnError(listOfferedFares(scope), 'the fares could not be read'),
    nullOnError(listOfferedRoutes(scope), 'the routes could not be read'),
  ])
  const troubles = [
    ...(fares === null ? [m.transport_fares_failed()] : []),
    ...(routes === null ? [m.transport_routes_failed()] : []),
  ]
  return { troubles, isClosed: fares?.length === 0, ...fareOptions(fares ?? [], routes ?? []) }
}

export function fareOptions(fares: readonly OfferedFare[], routes: readonly OfferedRoute[]) {
  return {
    fares: fares.map((fare) => ({ value: fare.publicId, label: fareLabel(fare) })),
    defaultFare: fares.find((fare) => fare.isDefault)?.publicId ?? '',
    routes: routes.map(({ publicId, name, startLocation, endLocation }) => ({
      value: publicId,
      label: m.transport_route_option({ name, start: startLocation, end: endLocation }),
    })),
    stops: fares.some(({ basis }) => basis === 'stop') ? stopOptions(routes) : [],
  }
}

function fareLabel({ name, basis, basePaise, perKmPaise }: OfferedFare): string {
  return basis === 'stop'
    ? m.transport_fare_by_stop({ name })
    : m.transport_fare_by_km({ name, base: money(basePaise), rate: money(perKmPaise) })
}

function stopOptions(routes: readonly OfferedRoute[]) {
  return routes.flatMap((route) =>
    route.stops.map(({ publicId, name, farePaise }) => ({
      value: publicId,
      label: m.transport_stop_option({ stop: name, route: route.name, fare: money(farePaise) }),
    })),
  )
}
