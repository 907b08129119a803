import { flag, selectRow, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { Trip, Vehicle } from './tables.server'

/**
 * Trip of a vehicle on a route, with everything its fare depends on. Amounts are paise, times minutes after midnight.
 */
const trip = {
  ...columnsOf(Trip, 'r', 'id', 'publicId', 'vehicleId', 'routeId', 'feePaise', 'seats', 'seatsTaken'),
  ...columnsOf(Trip, 'r', 'departureMinute', 'arrivalMinute', 'returnMinute'),
  ...columnsOf(Vehicle, 'v', 'vehicleNumber', 'vehicleType', 'feeType', 'amountPaise'),
  vehiclePublicId: text('v.public_id'),
  vehicleStatus: columnsOf(Vehicle, 'v', 'status').status,
  routeName: text('t.name'),
  isRouteActive: flag('t.is_active'),
  /** The trip itself is offered; `isTripOffered` also checks vehicle and route. */
  isActive: columnsOf(Trip, 'r', 'isActive').isActive,
  // Destination for the distance of a fare: the vehicle's destination if set, otherwise the start of the route (hostel
  // and transport specification, section 9).
  latitude: textOrNull('IF(v.destination_latitude IS NULL, t.start_latitude, v.destination_latitude)'),
  longitude: textOrNull('IF(v.destination_latitude IS NULL, t.start_longitude, v.destination_longitude)'),
  destinationAddress: text("IF(v.destination_latitude IS NULL, t.start_location, COALESCE(v.destination_address, ''))"),
}

export async function findTrip(scope: LedgerScope, key: { publicId: string } | { id: number }) {
  const condition = 'id' in key ? 'r.id = :id' : 'r.public_id = :publicId'
  const row = await selectRow(
    trip,
    `FROM vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
     WHERE r.school_id = :schoolId AND ${condition}`,
    { schoolId: scope.schoolId, ...key },
  )
  if (!row) return null
  const { latitude, longitude, ...run } = row
  const isPlaced = latitude !== null && longitude !== null
  return { ...run, destination: isPlaced ? { latitude: Number(latitude), longitude: Number(longitude) } : null }
}
