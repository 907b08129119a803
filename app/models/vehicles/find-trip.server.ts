import { flag, selectRow, text, textOrNull } from '~/database/database.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { columnsOf } from '~/models/shared/table.server'
import { Trip, Vehicle } from './tables.server'

/** A vehicle's run on a route, with all that its fare depends on. Amounts are paise, minutes are after midnight. */
const trip = {
  ...columnsOf(Trip, 'r', 'id', 'publicId', 'vehicleId', 'routeId', 'feePaise', 'seats', 'seatsTaken'),
  ...columnsOf(Trip, 'r', 'departureMinute', 'arrivalMinute', 'returnMinute'),
  ...columnsOf(Vehicle, 'v', 'vehicleNumber', 'vehicleType', 'feeType', 'amountPaise'),
  vehiclePublicId: text('v.public_id'),
  vehicleStatus: columnsOf(Vehicle, 'v', 'status').status,
  routeName: text('t.name'),
  isRouteActive: flag('t.is_active'),
  /** Whether the run itself is offered; `isTripOffered` asks for the vehicle and the route too. */
  isActive: columnsOf(Trip, 'r', 'isActive').isActive,
  // Where the distance of a fare is measured to: the vehicle's destination where it has one, else the start of the route (HT section 9).
  latitude: textOrNull('IF(v.destination_latitude IS NULL, t.start_latitude, v.destination_latitude)'),
  longitude: textOrNull('IF(v.destination_latitude IS NULL, t.start_longitude, v.destination_longitude)'),
  destinationAddress: text("IF(v.destination_latitude IS NULL, t.start_location, COALESCE(v.destination_address, ''))"),
}

/** The run of this public id or row id, or null when the school has none. */
export async function findTrip(scope: LedgerScope, which: { publicId: string } | { id: number }) {
  const by = 'id' in which ? 'r.id = :id' : 'r.public_id = :publicId'
  const row = await selectRow(
    trip,
    `FROM vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
     WHERE r.school_id = :schoolId AND ${by}`,
    { schoolId: scope.schoolId, ...which },
  )
  if (!row) return null
  const { latitude, longitude, ...run } = row
  const isPlaced = latitude !== null && longitude !== null
  return { ...run, destination: isPlaced ? { latitude: Number(latitude), longitude: Number(longitude) } : null }
}
