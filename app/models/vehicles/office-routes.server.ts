import { select, selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { VehicleStatus } from './options'
import type { StopPlace } from './save-stop.server'

/** A route with what belongs to it counted. Riders are the students with a seat on one of its runs. */
export interface RouteRow {
  publicId: string
  name: string
  startLocation: string
  endLocation: string
  distanceMetres: number
  isActive: boolean
  stops: number
  vehicles: number
  riders: number
}

export const routeSorts = ['name', 'distance', 'stops', 'riders'] as const
type RouteSort = (typeof routeSorts)[number]

export const routeFilters = { state: ['active', 'inactive'] } as const

const orders: Record<RouteSort, readonly string[]> = {
  name: ['t.name', 't.id'],
  distance: ['t.distance_metres', 't.name', 't.id'],
  stops: ['stops', 't.name', 't.id'],
  riders: ['riders', 't.name', 't.id'],
}

const columns = `t.public_id AS publicId, t.name, t.start_location AS startLocation, t.end_location AS endLocation,
  t.distance_metres AS distanceMetres, t.is_active AS isActive, COALESCE(s.stops, 0) AS stops, COALESCE(r.vehicles, 0) AS vehicles,
  CAST(COALESCE(r.riders, 0) AS SIGNED) AS riders`

const counted = `transport_routes t
  LEFT JOIN (SELECT route_id, COUNT(*) AS stops FROM route_stops WHERE school_id = :schoolId GROUP BY route_id) s ON s.route_id = t.id
  LEFT JOIN (SELECT route_id, COUNT(DISTINCT IF(is_active = 1, vehicle_id, NULL)) AS vehicles, SUM(seats_taken) AS riders FROM vehicle_routes
    WHERE school_id = :schoolId GROUP BY route_id) r ON r.route_id = t.id`

/** Routes of the school; searched by name, where they begin and end, and their stops. */
export function listRoutes(
  scope: SchoolScope,
  query: ListQuery<RouteSort> & { filters: { state: string } },
): Promise<Page<RouteRow>> {
  return selectPage<Stored<RouteRow>, RouteRow>(
    {
      columns,
      from: `${counted} WHERE t.school_id = :schoolId AND (:state = '' OR t.is_active = (:state = 'active'))
        AND (:search = '' OR t.name LIKE :pattern ESCAPE '!' OR t.start_location LIKE :pattern ESCAPE '!'
          OR t.end_location LIKE :pattern ESCAPE '!' OR EXISTS (SELECT 1 FROM route_stops x
            WHERE x.school_id = t.school_id AND x.route_id = t.id AND x.name LIKE :pattern ESCAPE '!'))`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        state: query.filters.state,
        search: query.search,
        pattern: containing(query.search),
      },
      read: (row) => ({ ...row, isActive: Boolean(row.isActive) }),
    },
    query,
  )
}

/** Everything that the office knows of a route. Degrees are texts, as they were typed. */
export interface OfficeRoute extends RouteRow {
  id: number
  startLatitude: string | null
  startLongitude: string | null
  endLatitude: string | null
  endLongitude: string | null
  version: number
}

/** A route of the school, or null. */
export async function findRoute(scope: SchoolScope, publicId: string): Promise<OfficeRoute | null> {
  const row = await selectOne<Omit<OfficeRoute, 'isActive'> & { isActive: number }>(
    `SELECT t.id, ${columns}, t.start_latitude AS startLatitude, t.start_longitude AS startLongitude,
       t.end_latitude AS endLatitude, t.end_longitude AS endLongitude, t.version
     FROM ${counted} WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, isActive: row.isActive === 1 }
}

export interface OfficeStop {
  publicId: string
  name: string
  place: string | null
  latitude: string | null
  longitude: string | null
  pickupMinute: number
  dropMinute: number
  farePaise: number | null
}

const stopColumns = `s.public_id AS publicId, s.name, s.place, s.latitude, s.longitude, s.pickup_minute AS pickupMinute,
  s.drop_minute AS dropMinute, s.fare_paise AS farePaise`

/** The stops of a route in their order. */
export function listStops(scope: SchoolScope, route: { id: number }): Promise<OfficeStop[]> {
  return select<OfficeStop>(
    `SELECT ${stopColumns} FROM route_stops s WHERE s.school_id = :schoolId AND s.route_id = :routeId ORDER BY s.position, s.id`,
    { schoolId: scope.schoolId, routeId: route.id },
  )
}

/** A stop with the name of its route, or null when this route of the school has no such stop. */
export async function findStop(
  scope: SchoolScope,
  place: StopPlace,
): Promise<(OfficeStop & { version: number; routeName: string; isAppliedFor: boolean }) | null> {
  const row = await selectOne<OfficeStop & { version: number; routeName: string; isAppliedFor: number }>(
    `SELECT ${stopColumns}, s.version, t.name AS routeName,
       EXISTS (SELECT 1 FROM transport_applications a WHERE a.school_id = s.school_id AND a.stop_id = s.id) AS isAppliedFor
     FROM route_stops s JOIN transport_routes t ON t.school_id = s.school_id AND t.id = s.route_id
     WHERE s.school_id = :schoolId AND t.public_id = :routeId AND s.public_id = :stopId`,
    { schoolId: scope.schoolId, ...place },
  )
  return row && { ...row, isAppliedFor: row.isAppliedFor === 1 }
}

export interface RunOfRoute {
  publicId: string
  vehicleId: string
  vehicleNumber: string
  vehicleStatus: VehicleStatus
  isActive: boolean
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
  seats: number
  seatsTaken: number
}

/** The vehicles that drive a route, by the time they depart. */
export async function listRunsOfRoute(scope: SchoolScope, route: { id: number }): Promise<RunOfRoute[]> {
  const rows = await select<Omit<RunOfRoute, 'isActive'> & { isActive: number }>(
    `SELECT r.public_id AS publicId, v.public_id AS vehicleId, v.vehicle_number AS vehicleNumber, v.status AS vehicleStatus,
       r.is_active AS isActive, r.departure_minute AS departureMinute, r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute, r.seats,
       r.seats_taken AS seatsTaken
     FROM vehicle_routes r JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id
     WHERE r.school_id = :schoolId AND r.route_id = :routeId ORDER BY r.departure_minute, v.vehicle_number`,
    { schoolId: scope.schoolId, routeId: route.id },
  )
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1 }))
}
