import { paths } from '~/addresses/paths'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { clockOf } from '~/models/core/shared/time-of-day'
import { applyForVehicle, type VehicleRefusal } from '~/models/money/transport/apply/apply.server'
import { vehicleApplicationSchema, vehicleFeeSchema } from '~/models/money/transport/apply/apply-schema'
import type { DraftFields } from '~/models/money/transport/apply/draft-options'
import { pointOfDraft } from '~/models/money/transport/apply/location-choice'
import { listOfferedTrips, type OfferedTrip } from '~/models/money/transport/apply/offered-vehicles.server'
import { quoteVehicle } from '~/models/money/transport/apply/quote-fare.server'
import { vehicleTrouble, vehicleTypeWord } from '~/models/money/transport/vehicle-words.server'
import type { FieldErrors } from './forms.server'
import type { SeatForm } from './seat-form.server'

export const vehicleForm: SeatForm<NonNullable<ReturnType<typeof wantedTrip>>, VehicleRefusal> = {
  kind: 'vehicle',
  path: paths.student.applyForVehicle(),
  locationPath: paths.student.vehicleLocation,
  sentPath: paths.student.vehicleApplications,
  pricedBy: ['vehicle_id', 'route_id'],
  asks: [],
  fareSchema: vehicleFeeSchema,
  schema: vehicleApplicationSchema,
  // Drop a route that does not belong to the vehicle chosen now; eligibility is checked on the saved values.
  settle: async (scope, fields, form) => {
    const run = (await listOfferedTrips(scope, null)).find(({ publicId }) => publicId === fields.route_id)
    const settled = run && run.vehicleId !== fields.vehicle_id ? { ...fields, route_id: '' } : fields
    form.set('route_id', settled.route_id ?? '')
    return settled
  },
  // An address alone can match several locations: one must be chosen, typed as coordinates, or found by the device.
  missing: (fields): FieldErrors => {
    const isTyped = (fields.pickup_address ?? '').trim() !== ''
    return isTyped && !pointOfDraft(fields, 'pickup') ? { pickup_address: [m.vehicles_coordinates()] } : {}
  },
  wantedIn: wantedTrip,
  quote: quoteVehicle,
  send: applyForVehicle,
  trouble: vehicleTrouble,
  words: { failed: m.vehicles_fee_failed, away: m.vehicles_fee_failed, applied: m.vehicles_applied },
}

/** Requested trip (public id) and pickup location. */
function wantedTrip(fields: DraftFields) {
  const pickup = pointOfDraft(fields, 'pickup')
  return pickup && isPublicId(fields.route_id) ? { pickup, runId: fields.route_id } : null
}

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
