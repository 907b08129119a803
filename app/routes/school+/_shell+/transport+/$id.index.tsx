import { mapGeometry } from '~/components/maps/map-geometry.server'
import { SmallMap } from '~/components/maps/small-map'
import { Alert, Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { aloneOf, type ShownColumn, shownTable, showPage } from '~/kit/pages/show-page'
import { formatPaise } from '~/models/core/shared/money'
import { clockOf } from '~/models/core/shared/time-of-day'
import { routes } from '~/models/money/vehicles/routes.server'
import { isTripOffered, kmWords } from '~/models/money/vehicles/rules'
import { listStops } from '~/models/money/vehicles/stops.server'
import { listTripsOfRoute } from '~/models/money/vehicles/trips.server'
import { vehicleStatusTones, vehicleStatusWords } from '~/models/money/vehicles/vehicle-fields'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ route }) => route.name)

export const loader = showLoader({ may: 'transport:view', find: routes.find }, async (thing, { scope, may }) => {
  const { id, ...route } = thing
  const [stops, drives] = await Promise.all([listStops(scope, { id }), listTripsOfRoute(scope, { id })])
  const trips = drives.map((trip) => ({ ...trip, isOffered: isTripOffered(trip) }))
  return { route, stops, trips, map: mapOf(route, stops), mayEdit: may('transport:edit') }
})

type Ends = Record<'startLatitude' | 'startLongitude' | 'endLatitude' | 'endLongitude', string | null>
type Point = Record<'latitude' | 'longitude', string | null>

/**
 * Map of the route if at least two of its points are known; stops show their list number, since names would overlap.
 */
function mapOf(route: Ends, stops: readonly Point[]) {
  const at = (label: string, latitude: string | null, longitude: string | null) =>
    latitude === null || longitude === null
      ? []
      : [{ label, point: { latitude: Number(latitude), longitude: Number(longitude) } }]
  const labelledPoints = [
    ...at('Start', route.startLatitude, route.startLongitude),
    ...stops.flatMap((stop, index) => at(String(index + 1), stop.latitude, stop.longitude)),
    ...at('End', route.endLatitude, route.endLongitude),
  ]
  const points = labelledPoints.filter(({ label, point }, index) => {
    const next = labelledPoints[index + 1]?.point
    // A route that begins at its first stop shows only that stop's label.
    return label !== 'Start' || point.latitude !== next?.latitude || point.longitude !== next.longitude
  })
  return points.length < 2 ? null : mapGeometry(points, (km) => `${km} km`)
}

type Stop = Shown['stops'][number] & { number: number }
type Trip = Shown['trips'][number]

function stopColumns(routeId: string, mayEdit: boolean): ShownColumn<Stop>[] {
  return [
    {
      label: 'Stop',
      role: 'title',
      value: (stop) => `${stop.number}. ${stop.name}`,
      href: (stop) => (mayEdit ? schoolPaths.editStop(routeId, stop.publicId) : null),
    },
    { label: 'Location', value: 'place' },
    { label: 'Pickup', align: 'end', cell: (stop) => clockOf(stop.pickupMinute) },
    { label: 'Drop', align: 'end', cell: (stop) => clockOf(stop.dropMinute) },
    {
      label: 'Monthly fare',
      align: 'end',
      cell: (stop) => (stop.farePaise === null ? '–' : formatPaise(stop.farePaise, { style: 'short' })),
    },
    { label: 'On the map', cell: (stop) => (stop.latitude === null ? 'No' : 'Yes') },
  ]
}

const tripColumns: ShownColumn<Trip>[] = [
  { label: 'Vehicle', role: 'title', value: 'vehicleNumber', href: (trip) => schoolPaths.vehicle(trip.vehicleId) },
  {
    label: 'Status',
    value: (trip) => vehicleStatusWords[trip.vehicleStatus],
    tone: (trip) => vehicleStatusTones[trip.vehicleStatus],
  },
  { label: 'Departure', align: 'end', cell: (trip) => clockOf(trip.departureMinute) },
  { label: 'Arrival', align: 'end', cell: (trip) => clockOf(trip.arrivalMinute) },
  { label: 'Return', align: 'end', cell: (trip) => (trip.returnMinute === null ? '–' : clockOf(trip.returnMinute)) },
  { label: 'Seats taken', align: 'end', value: 'seatsTaken' },
  { label: 'Free', align: 'end', cell: (trip) => trip.seats - trip.seatsTaken },
  {
    label: 'Offered to students',
    value: (trip) => (trip.isOffered ? 'Offered' : 'Not offered'),
    tone: (trip) => (trip.isOffered ? 'good' : 'neutral'),
  },
]

export default showPage<typeof loader>(({ route, stops, trips, map, mayEdit }) => {
  const id = route.publicId
  return {
    title: route.name,
    context: (
      <Badge tone={route.isActive ? 'good' : 'neutral'}>{route.isActive ? 'Offered to students' : 'Not offered'}</Badge>
    ),
    action: { label: 'Passengers', href: schoolPaths.passengers(id), variant: 'secondary' },
    parts: [
      route.isActive && !trips.some((trip) => trip.isOffered) && (
        <Alert tone="warn" title="No vehicle runs on this route">
          <p>Students cannot choose this route. It needs an active vehicle with times offered to students.</p>
        </Alert>
      ),
      {
        title: 'Route',
        aside: mayEdit && { label: 'Edit route', href: schoolPaths.editRoute(id) },
        facts: {
          Start: route.startLocation,
          End: route.endLocation,
          Length: kmWords(route.distanceMetres),
          Students: String(route.passengers),
        },
        content: map && (
          <SmallMap map={map} label={`Map of ${route.name}: its start, its numbered stops, and its end`} />
        ),
      },
      {
        title: 'Stops',
        aside: mayEdit && (
          <span className="actions">
            {stops.length > 1 ? aloneOf({ label: 'Change the order', href: schoolPaths.stopOrder(id) }) : null}
            {aloneOf({ label: 'Add stop', href: schoolPaths.newStop(id) })}
          </span>
        ),
        content: shownTable({
          caption: 'Stops of the route',
          rows: stops.map((stop, index) => ({ ...stop, number: index + 1 })),
          columns: stopColumns(id, mayEdit),
          empty: 'No stops yet. Students of this route are picked up at its stops.',
        }),
      },
      {
        title: 'Vehicles on it',
        content: shownTable({
          caption: 'Vehicles on the route',
          rows: trips,
          columns: tripColumns,
          empty: (
            <p>
              None yet. Open a <a href={schoolPaths.vehicles}>vehicle</a> and add this route to it.
            </p>
          ),
        }),
      },
    ],
    footer: mayEdit && [{ label: 'Delete route', href: schoolPaths.deleteRoute(id) }],
  }
})
