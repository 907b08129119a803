import { m } from '~/language/paraglide/messages'
import type { Point } from '~/models/shared/geo'
import { isPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { clockOf } from '~/models/shared/time-of-day'
import type { VehicleRefusal } from '~/models/transport/apply.server'
import type { DraftField, DraftFields } from '~/models/transport/draft-options'
import { pointOfDraft } from '~/models/transport/location-choice'
import { listOfferedTrips, type OfferedTrip } from '~/models/transport/offered-vehicles.server'
import { quoteVehicle, type VehicleQuote } from '~/models/transport/quote-fare.server'
import { calculationWord, vehicleTypeWord } from '~/models/transport/vehicle-words.server'
import { fareView } from '~/models/transport/words.server'
import { firstPayments, transportTrouble, typedApplication } from './transport-form.server'

const typedFields = [
  'pickup_address',
  'drop_address',
  'drop_same',
  'vehicle_id',
  'route_id',
  'payment_plan',
  'emergency_contact',
  'medical_conditions',
  'special_requirements',
] as const satisfies readonly DraftField[]

/**
 * The form as it was typed, with the points of the places that were chosen before. A route of another vehicle than the one that is chosen
 * by now has not been chosen.
 */
export async function typedVehicle(scope: StudentScope, form: FormData, before: DraftFields): Promise<DraftFields> {
  const typed = typedApplication(form, before, typedFields)
  const runs = await listOfferedTrips(scope, null)
  const run = runs.find(({ publicId }) => publicId === typed.route_id)
  return run && run.vehicleId !== typed.vehicle_id ? { ...typed, route_id: '' } : typed
}

/** What a vehicle's fee was calculated for: what was calculated for something else has not been calculated. */
export function feeKey({ pickup_lat, pickup_lng, vehicle_id, route_id }: DraftFields): string {
  return [pickup_lat, pickup_lng, vehicle_id, route_id].join(' ')
}

/** Which route from where, by public id; null until both have been chosen. */
export function wantedTrip(fields: DraftFields) {
  const pickup = pointOfDraft(fields, 'pickup')
  return pickup && isPublicId(fields.route_id) ? { pickup, runId: fields.route_id } : null
}

/** The fee of a draft as of now; null where none has been calculated for these answers, or it is refused by now. */
export async function feeOfDraft(scope: StudentScope, fields: DraftFields) {
  const wanted = wantedTrip(fields)
  if (!wanted || fields.calculated_for !== feeKey(fields)) return null
  const quote = await quoteVehicle(scope, wanted)
  return quote.ok ? { fare: feeView(quote.value, wanted.pickup), seen: firstPayments(quote.value) } : null
}

function feeView(quote: VehicleQuote, pickup: Point) {
  return { ...fareView(quote, pickup), calculation: calculationWord(quote.calculation) }
}

/** The vehicles to choose from, and the routes of the one that is chosen. */
export async function vehicleChoices(scope: StudentScope, vehicleId: string | undefined) {
  const runs = await listOfferedTrips(scope, null)
  const vehicles = new Map(runs.map((run) => [run.vehicleId, vehicleOption(run)]))
  return {
    vehicles: [...vehicles].map(([value, label]) => ({ value, label })),
    routes: runs
      .filter((run) => run.vehicleId === vehicleId)
      .map((run) => ({ value: run.publicId, label: routeOption(run) })),
  }
}

function vehicleOption({ vehicleNumber, vehicleType }: OfferedTrip): string {
  return m.vehicles_option({ number: vehicleNumber, type: vehicleTypeWord(vehicleType) })
}

function routeOption({ routeName, startLocation, endLocation, departureMinute, freeSeats }: OfferedTrip): string {
  return m.vehicles_route_option({
    route: routeName,
    start: startLocation,
    end: endLocation,
    time: clockOf(departureMinute),
    count: freeSeats,
  })
}

/** Why a fee cannot be told or an application cannot be sent, and the field that it belongs to; '' for what belongs to none. */
export function vehicleTrouble(reason: VehicleRefusal): { field: DraftField | ''; message: string } {
  switch (reason) {
    case 'vehicle-gone':
      return { field: 'route_id', message: m.vehicles_gone() }
    case 'full':
      return { field: 'route_id', message: m.vehicles_full() }
    case 'no-destination':
      return { field: '', message: m.vehicles_no_destination() }
    default:
      return transportTrouble(reason)
  }
}
