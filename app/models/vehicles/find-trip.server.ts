import { selectOne } from '~/database/database.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import type { Point } from '~/models/shared/geo'
import type { FeeType, VehicleStatus, VehicleType } from './vehicle-fields'

/** A vehicle's run on a route, with all that its fare depends on. Amounts are paise, minutes are after midnight. */
export interface Run {
  id: number
  publicId: string
  vehicleId: number
  vehiclePublicId: string
  vehicleNumber: string
  vehicleType: VehicleType
  vehicleStatus: VehicleStatus
  feeType: FeeType
  amountPaise: number | null
  routeId: number
  routeName: string
  isRouteActive: boolean
  feePaise: number | null
  /** Whether the run itself is offered; `isTripOffered` asks for the vehicle and the route too. */
  isActive: boolean
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
  seats: number
  seatsTaken: number
  /** Where the distance of a fare is measured to: the vehicle's destination where it has one, else the start of the route (HT section 9). */
  destination: Point | null
  destinationAddress: string
}

type Row = Omit<Run, 'isActive' | 'isRouteActive' | 'destination'> & {
  isActive: number
  isRouteActive: number
  latitude: string | null
  longitude: string | null
}

/** The run of this public id or row id, or null when the school has none. */
export async function findTrip(scope: LedgerScope, which: { publicId: string } | { id: number }): Promise<Run | null> {
  const by = 'id' in which ? 'r.id = :id' : 'r.public_id = :publicId'
  const row = await selectOne<Row>(
    `SELECT r.id, r.public_id AS publicId, v.id AS vehicleId, v.public_id AS vehiclePublicId, v.vehicle_number AS vehicleNumber,
       v.vehicle_type AS vehicleType, v.status AS vehicleStatus, v.fee_type AS feeType, v.amount_paise AS amountPaise,
       t.id AS routeId, t.name AS routeName, t.is_active AS isRouteActive, r.fee_paise AS feePaise, r.is_active AS isActive,
       r.departure_minute AS departureMinute, r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute, r.seats,
       r.seats_taken AS seatsTaken,
       IF(v.destination_latitude IS NULL, t.start_latitude, v.destination_latitude) AS latitude,
       IF(v.destination_latitude IS NULL, t.start_longitude, v.destination_longitude) AS longitude,
       IF(v.destination_latitude IS NULL, t.start_location, COALESCE(v.destination_address, '')) AS destinationAddress
     FROM vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
     WHERE r.school_id = :schoolId AND ${by}`,
    { schoolId: scope.schoolId, ...which },
  )
  if (!row) return null
  const { latitude, longitude, isActive, isRouteActive, ...run } = row
  const isPlaced = latitude !== null && longitude !== null
  return {
    ...run,
    isActive: isActive === 1,
    isRouteActive: isRouteActive === 1,
    destination: isPlaced ? { latitude: Number(latitude), longitude: Number(longitude) } : null,
  }
}
