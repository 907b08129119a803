import { execute, numbersOf } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { contains } from '~/kit/tables/select-page.server'
import { refuseAbroad } from './abroad.server'
import { checkLocations } from './locations'
import { routeForm, routeLocations } from './route-fields'
import { TransportRoute } from './tables.server'

/** Routes with the numbers of their stops, vehicles and passengers (students with a seat on a trip of the route). */
const reads = plainReads(TransportRoute, routeForm, {
  listed: ['name', 'startLocation', 'endLocation', 'distanceMetres', 'isActive'],
  joins: `LEFT JOIN (SELECT route_id, COUNT(*) AS stops FROM route_stops WHERE school_id = :schoolId GROUP BY route_id) s ON s.route_id = t.id
    LEFT JOIN (SELECT route_id, COUNT(DISTINCT IF(is_active = 1, vehicle_id, NULL)) AS vehicles, SUM(seats_taken) AS passengers
      FROM vehicle_routes WHERE school_id = :schoolId GROUP BY route_id) r ON r.route_id = t.id`,
  counts: { ...numbersOf('s', 'stops'), ...numbersOf('r', 'vehicles', 'passengers') },
  more: {},
  search: [
    't.name',
    't.start_location',
    't.end_location',
    (searchText) =>
      `EXISTS (SELECT 1 FROM route_stops x WHERE x.school_id = t.school_id AND x.route_id = t.id AND ${contains('x.name', searchText, 'pattern')})`,
  ],
  filters: { state: "t.is_active = (:state = 'active')" },
  orders: { name: 't.name', distance: 't.distance_metres', stops: 'stops', passengers: 'passengers' },
})

const maxRouteMetres = 300_000

const records = plainRecords(TransportRoute, routeForm, {
  kind: 'route',
  details: ({ name, startLocation: from, endLocation: to, distanceMetres: metres, isActive: offered }) => ({
    name,
    from,
    to,
    metres,
    offered,
  }),
  check: (values, say) => {
    const metres = values.distanceMetres
    if (metres !== undefined && (metres === 0 || metres > maxRouteMetres))
      say('distanceMetres', 'A route must be from 0.1 km to 300 km long')
    checkLocations(values, routeLocations, say)
  },
  accept: (values) => refuseAbroad(values, routeLocations),
  taken: { transport_routes_name: 'name-taken' },
  removeParts: async (_, { schoolId, id }) => {
    await execute('DELETE FROM route_stops WHERE school_id = :schoolId AND route_id = :id', { schoolId, id })
    return []
  },
  // A route cannot be deleted while trips or applications refer to it or to one of its stops.
  held: {
    vehicle_routes_route: 'has-trips',
    transport_applications_route: 'applied-for',
    transport_applications_stop: 'applied-for',
  },
})

/** Routes of a school; passengers keep their seats on a withdrawn route. */
export const routes = { ...reads, ...records }
