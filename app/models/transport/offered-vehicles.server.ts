import { select, selectOne } from '~/database/database.server'
import { earthRadiusKm, type Point } from '~/models/shared/geo'
import type { StudentScope } from '~/models/shared/scope.server'
import { containing, selectPage } from '~/models/shared/select-page.server'
import type { FeeType, VehicleType } from '~/models/vehicles/vehicle-fields'
import { searchKm, standardTariff, vehiclesPerPage } from './options'
import type { Tariff } from './rules'

/* What a student sees of the school's vehicles: those that drive, with the routes that are driven. */

export interface OfferedVehicle {
  publicId: string
  vehicleNumber: string
  vehicleType: VehicleType
  driverName: string
  capacity: number
  /** Where it drives to on every route; null where each ends at a place of its own. */
  destinationAddress: string | null
  /** On the route that has most of them. */
  freeSeats: number
  feeType: FeeType
  /** Paise; null where the school's tariff counts. */
  amountPaise: number | null
  tariff: Tariff
  /** Key of the picture's small twin, or null. */
  pictureKey: string | null
  /** From the point that was asked for to the nearest start or stop, along the great circle; null where neither has coordinates. */
  nearestKm: number | null
}

export interface VehiclesQuery {
  /** A part of an address that a route begins at or stops at; '' for all. */
  address: string
  /** What stops within 100 km of it is found too. */
  point: Point | null
  page: number
}

/** The great circle of geo.ts, in the words of the database; null where a place has no coordinates. */
const kmTo = (latitude: string, longitude: string) =>
  `2 * ${earthRadiusKm} * ASIN(SQRT(LEAST(1, POW(SIN(RADIANS(${latitude} - :latitude) / 2), 2)
    + COS(RADIANS(:latitude)) * COS(RADIANS(${latitude})) * POW(SIN(RADIANS(${longitude} - :longitude) / 2), 2))))`
const kmToStart = kmTo('t.start_latitude', 't.start_longitude')
const kmToStop = kmTo('p.latitude', 'p.longitude')

/** Stands after everything that has coordinates. */
const nowhereKm = 99_999

const itsRuns = `vehicle_routes r JOIN transport_routes t ON t.school_id = r.school_id AND t.id = r.route_id
  AND t.is_active = 1 AND r.is_active = 1`
const withStops = `${itsRuns} LEFT JOIN route_stops p ON p.school_id = t.school_id AND p.route_id = t.id`
const ofVehicle = 'WHERE r.school_id = v.school_id AND r.vehicle_id = v.id'

const columns = `v.public_id AS publicId, v.vehicle_number AS vehicleNumber, v.vehicle_type AS vehicleType,
  v.driver_name AS driverName, v.capacity, v.destination_address AS destinationAddress, v.fee_type AS feeType,
  v.amount_paise AS amountPaise,
  CAST(COALESCE((SELECT MAX(r.seats - r.seats_taken) FROM ${itsRuns} ${ofVehicle}), 0) AS SIGNED) AS freeSeats,
  (SELECT COALESCE(small.storage_key, i.storage_key) FROM files i LEFT JOIN files small ON small.thumbnail_of = i.id
   WHERE i.id = v.image_file_id LIMIT 1) AS pictureKey,
  COALESCE(f.base_paise, ${standardTariff.basePaise}) AS basePaise,
  COALESCE(f.per_km_paise, ${standardTariff.perKmPaise}) AS perKmPaise,
  COALESCE(f.deposit_paise, ${standardTariff.depositPaise}) AS depositPaise,
  CAST(COALESCE(f.annual_discount_percent, ${standardTariff.annualDiscountPercent}) AS SIGNED) AS annualDiscountPercent`
const offered = `vehicles v LEFT JOIN tariffs f ON f.school_id = v.school_id
  WHERE v.school_id = :schoolId AND v.status = 'active' AND EXISTS (SELECT 1 FROM ${withStops} ${ofVehicle}`

type Row = Omit<OfferedVehicle, 'tariff'> & Tariff

function readVehicle(row: Row): OfferedVehicle {
  const { basePaise, perKmPaise, depositPaise, annualDiscountPercent, nearestKm, ...vehicle } = row
  return {
    ...vehicle,
    nearestKm: nearestKm === nowhereKm ? null : nearestKm,
    tariff: { basePaise, perKmPaise, depositPaise, annualDiscountPercent },
  }
}

/**
 * One page of the vehicles that are offered: with an address or a point those whose routes begin or stop there, or within 100 km of it
 * (HT section 9), the nearest first. A vehicle in maintenance, out of service or without a run that is offered is not.
 */
export async function listOfferedVehicles(scope: StudentScope, { address, point, page }: VehiclesQuery) {
  const matches = [
    ...(address === '' ? [] : [matchesAddress]),
    ...(point === null ? [] : [`${kmToStart} <= ${searchKm}`, `${kmToStop} <= ${searchKm}`]),
  ]
  const list = await selectPage<Row>(
    {
      columns: `${columns}, ${point === null ? 'NULL' : nearest} AS nearestKm`,
      from: `${offered}${matches.length === 0 ? '' : ` AND (${matches.join(' OR ')})`})`,
      order: [...(point === null ? [] : ['nearestKm']), 'v.vehicle_number', 'v.id'],
      values: { schoolId: scope.schoolId, address, typed: containing(address), ...point },
    },
    { page, descending: false, pageSize: vehiclesPerPage },
  )
  return { ...list, rows: list.rows.map(readVehicle) }
}

/** A part of an address is looked for in the names of the places, and they in a whole address that was typed. */
const matchesAddress = ['t.start_location', 'p.name', 'p.place']
  .map((place) => `${place} LIKE :typed ESCAPE '!' OR INSTR(:address, ${place}) > 0`)
  .join(' OR ')

const nearest = `(SELECT MIN(LEAST(COALESCE(${kmToStart}, ${nowhereKm}), COALESCE(${kmToStop}, ${nowhereKm})))
  FROM ${withStops} ${ofVehicle})`

/** A vehicle that is offered, or null. */
export async function findOfferedVehicle(scope: StudentScope, publicId: string): Promise<OfferedVehicle | null> {
  const row = await selectOne<Row>(
    `SELECT ${columns}, NULL AS nearestKm FROM ${offered}) AND v.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && readVehicle(row)
}

/** A route of a vehicle that is offered. Paise of a month, minutes after midnight. */
export interface OfferedTrip {
  publicId: string
  vehicleId: string
  vehicleNumber: string
  vehicleType: VehicleType
  routeId: number
  routeName: string
  startLocation: string
  endLocation: string
  distanceMetres: number
  /** The price on this route, before the vehicle's own. */
  feePaise: number | null
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
  freeSeats: number
}

/** What can be applied for: of one vehicle (public id), or of all; vehicle by vehicle, in the order of the day. */
export function listOfferedTrips(scope: StudentScope, vehicleId: string | null): Promise<OfferedTrip[]> {
  return select<OfferedTrip>(
    `SELECT r.public_id AS publicId, v.public_id AS vehicleId, v.vehicle_number AS vehicleNumber,
       v.vehicle_type AS vehicleType, t.id AS routeId, t.name AS routeName, t.start_location AS startLocation,
       t.end_location AS endLocation, t.distance_metres AS distanceMetres, r.fee_paise AS feePaise,
       r.departure_minute AS departureMinute, r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute,
       r.seats - r.seats_taken AS freeSeats
     FROM ${itsRuns} JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id AND v.status = 'active'
     WHERE r.school_id = :schoolId${vehicleId === null ? '' : ' AND v.public_id = :vehicleId'}
     ORDER BY v.vehicle_number, v.id, r.departure_minute, r.id`,
    { schoolId: scope.schoolId, vehicleId },
  )
}

/** Where routes (by row id) stop, by name, in the order they are driven to. */
export async function listStopNames(scope: StudentScope, routeIds: readonly number[]): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>()
  if (routeIds.length === 0) return names
  const stops = await select<{ routeId: number; name: string }>(
    `SELECT route_id AS routeId, name FROM route_stops WHERE school_id = :schoolId AND route_id IN (:routeIds)
     ORDER BY route_id, position, id`,
    { schoolId: scope.schoolId, routeIds },
  )
  for (const { routeId, name } of stops) names.set(routeId, [...(names.get(routeId) ?? []), name])
  return names
}
