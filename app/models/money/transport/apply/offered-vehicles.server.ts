import { number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { containing, contains, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { earthRadiusKm, type Point } from '~/models/core/shared/geo'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { TransportRoute, Trip, Vehicle } from '~/models/money/vehicles/tables.server'
import { searchKm, standardTariff, vehiclesPerPage } from '../options'

/* Vehicles as students see them: active ones, with their active routes. */

export interface VehiclesQuery {
  /** Part of an address at which a route begins or stops; '' for all. */
  address: string
  /** Also finds vehicles with a start or stop within 100 km of this point; null to search by address only. */
  point: Point | null
  page: number
}

/** SQL of the great circle formula in geo.ts; null for a location without coordinates. */
const kmTo = (latitude: string, longitude: string) =>
  `2 * ${earthRadiusKm} * ASIN(SQRT(LEAST(1, POW(SIN(RADIANS(${latitude} - :latitude) / 2), 2)
    + COS(RADIANS(:latitude)) * COS(RADIANS(${latitude})) * POW(SIN(RADIANS(${longitude} - :longitude) / 2), 2))))`
const kmToStart = kmTo('t.start_latitude', 't.start_longitude')
const kmToStop = kmTo('p.latitude', 'p.longitude')

/** Distance that sorts a vehicle without coordinates after all others. */
const nowhereKm = 99_999

const itsRuns = `vehicle_routes r JOIN transport_routes t ON t.school_id = r.school_id AND t.id = r.route_id
  AND t.is_active = 1 AND r.is_active = 1`
const withStops = `${itsRuns} LEFT JOIN route_stops p ON p.school_id = t.school_id AND p.route_id = t.id`
const ofVehicle = 'WHERE r.school_id = v.school_id AND r.vehicle_id = v.id'

const vehicleSelection = {
  ...columnsOf(Vehicle, 'v', 'publicId', 'vehicleNumber', 'vehicleType', 'driverName', 'capacity', 'feeType'),
  /** Destination on every route; null when each route has its own. */
  destinationAddress: columnsOf(Vehicle, 'v', 'destinationAddress').destinationAddress,
  /** Paise; null when the school's tariff applies. */
  amountPaise: columnsOf(Vehicle, 'v', 'amountPaise').amountPaise,
  /** Largest number of free seats on any of its routes. */
  freeSeats: number(`COALESCE((SELECT MAX(r.seats - r.seats_taken) FROM ${itsRuns} ${ofVehicle}), 0)`),
  /** Storage key of the picture's thumbnail, or of the picture if it has none; null without a picture. */
  pictureKey: textOrNull(`(SELECT COALESCE(small.storage_key, i.storage_key) FROM files i
    LEFT JOIN files small ON small.thumbnail_of = i.id WHERE i.id = v.image_file_id LIMIT 1)`),
  basePaise: number(`COALESCE(f.base_paise, ${standardTariff.basePaise})`),
  perKmPaise: number(`COALESCE(f.per_km_paise, ${standardTariff.perKmPaise})`),
  depositPaise: number(`COALESCE(f.deposit_paise, ${standardTariff.depositPaise})`),
  annualDiscountPercent: number(`COALESCE(f.annual_discount_percent, ${standardTariff.annualDiscountPercent})`),
}

/**
 * Matches in both directions: the typed text within a location's name, and a location's name within a typed whole
 * address.
 */
const matchesAddress = (address: string) =>
  ['t.start_location', 'p.name', 'p.place']
    .map((column) => `${contains(column, address, 'typed')} OR INSTR(:address, ${column}) > 0`)
    .join(' OR ')

/** SQL of the distance in km from the searched point to the vehicle's nearest start or stop. */
const nearestKmSql = `(SELECT MIN(LEAST(COALESCE(${kmToStart}, ${nowhereKm}), COALESCE(${kmToStop}, ${nowhereKm})))
  FROM ${withStops} ${ofVehicle})`

/**
 * Great circle distance in km from the searched point to the nearest start or stop; null where neither has coordinates.
 */
const kmOrNowhere = (km: unknown) => (km === null || Number(km) === nowhereKm ? null : Number(km))

/**
 * SQL of the school's active vehicles with an offered trip; with `conditions`, a trip or stop must meet one of them.
 */
function offeredVehicles(conditions: readonly string[] = []): string {
  const meetsCondition = conditions.length === 0 ? '' : ` AND (${conditions.join(' OR ')})`
  return `vehicles v LEFT JOIN tariffs f ON f.school_id = v.school_id
    WHERE v.school_id = :schoolId AND v.status = 'active'
      AND EXISTS (SELECT 1 FROM ${withStops} ${ofVehicle}${meetsCondition})`
}

/**
 * Lists one page of the offered vehicles. With an address or point, only those whose routes begin or stop there, or
 * within 100 km of the point (hostel and transport specification, section 9), nearest first. Leaves out vehicles in
 * maintenance, out of service or without an offered trip.
 */
export function listOfferedVehicles(scope: StudentScope, { address, point, page }: VehiclesQuery) {
  const conditions = [
    ...(address === '' ? [] : [matchesAddress(address)]),
    ...(point === null ? [] : [`${kmToStart} <= ${searchKm}`, `${kmToStop} <= ${searchKm}`]),
  ]
  return selectPage(
    {
      columns: { ...vehicleSelection, nearestKm: { sql: point === null ? 'NULL' : nearestKmSql, read: kmOrNowhere } },
      from: offeredVehicles(conditions),
      order: [...(point === null ? [] : ['nearestKm']), 'v.vehicle_number', 'v.id'],
      values: { schoolId: scope.schoolId, address, typed: containing(address), ...point },
    },
    { page, descending: false, pageSize: vehiclesPerPage },
  )
}

export function findOfferedVehicle(scope: StudentScope, publicId: string) {
  const values = { schoolId: scope.schoolId, publicId }
  return selectRow(vehicleSelection, `FROM ${offeredVehicles()} AND v.public_id = :publicId`, values)
}

export type OfferedVehicle = NonNullable<Awaited<ReturnType<typeof findOfferedVehicle>>>

/** Trip of an offered vehicle. Amounts are paise per month, times minutes after midnight. */
const trip = {
  ...columnsOf(Trip, 'r', 'publicId', 'departureMinute', 'arrivalMinute', 'returnMinute'),
  /** Price of this trip; overrides the vehicle's own. */
  feePaise: columnsOf(Trip, 'r', 'feePaise').feePaise,
  vehicleId: text('v.public_id'),
  ...columnsOf(Vehicle, 'v', 'vehicleNumber', 'vehicleType'),
  routeId: number('t.id'),
  routeName: text('t.name'),
  ...columnsOf(TransportRoute, 't', 'startLocation', 'endLocation', 'distanceMetres'),
  freeSeats: number('r.seats - r.seats_taken'),
}

/** Lists the offered trips of one vehicle (public id) or of all, by vehicle and departure time. */
export function listOfferedTrips(scope: StudentScope, vehicleId: string | null) {
  return selectRows(
    trip,
    `FROM ${itsRuns} JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id AND v.status = 'active'
     WHERE r.school_id = :schoolId${vehicleId === null ? '' : ' AND v.public_id = :vehicleId'}
     ORDER BY v.vehicle_number, v.id, r.departure_minute, r.id`,
    { schoolId: scope.schoolId, vehicleId },
  )
}

export type OfferedTrip = Awaited<ReturnType<typeof listOfferedTrips>>[number]

/** Returns the stop names of routes (by row id), in driving order. */
export async function listStopNames(scope: StudentScope, routeIds: readonly number[]): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>()
  if (routeIds.length === 0) return names
  const stops = await selectRows(
    { routeId: number('route_id'), name: text('name') },
    'FROM route_stops WHERE school_id = :schoolId AND route_id IN (:routeIds) ORDER BY route_id, position, id',
    { schoolId: scope.schoolId, routeIds },
  )
  for (const { routeId, name } of stops) names.set(routeId, [...(names.get(routeId) ?? []), name])
  return names
}
