import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mapGeometry } from '~/components/maps/map-geometry.server'
import { SmallMap } from '~/components/maps/small-map'
import { Alert, Badge, ButtonLink, Card, type Column, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatPaise } from '~/models/core/shared/money'
import { clockOf } from '~/models/core/shared/time-of-day'
import { routes } from '~/models/money/vehicles/routes.server'
import { isTripOffered, kmWords } from '~/models/money/vehicles/rules'
import { listStops } from '~/models/money/vehicles/stops.server'
import { listTripsOfRoute } from '~/models/money/vehicles/trips.server'
import { vehicleStatusTones, vehicleStatusWords } from '~/models/money/vehicles/vehicle-fields'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ route }) => route.name)

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, thing } = await openThing(args, { may: 'transport:view', find: routes.find })
  const { id, ...route } = thing
  const [stops, drives] = await Promise.all([listStops(scope, { id }), listTripsOfRoute(scope, { id })])
  const trips = drives.map((trip) => ({ ...trip, isOffered: isTripOffered(trip) }))
  return { route, stops, trips, map: mapOf(route, stops), mayEdit: mayStaff(staff.role, 'transport:edit') }
}

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
  const named = [
    ...at('Start', route.startLatitude, route.startLongitude),
    ...stops.flatMap((stop, index) => at(String(index + 1), stop.latitude, stop.longitude)),
    ...at('End', route.endLatitude, route.endLongitude),
  ]
  const points = named.filter(({ label, point }, index) => {
    const next = named[index + 1]?.point
    // A route that begins at its first stop shows only that stop's label.
    return label !== 'Start' || point.latitude !== next?.latitude || point.longitude !== next.longitude
  })
  return points.length < 2 ? null : mapGeometry(points, (km) => `${km} km`)
}

type Stop = Shown['stops'][number] & { number: number }
type Trip = Shown['trips'][number]

function stopColumns(routeId: string, mayEdit: boolean): Column<Stop>[] {
  return [
    {
      label: 'Stop',
      role: 'title',
      cell: (stop) => {
        const name = `${stop.number}. ${stop.name}`
        return mayEdit ? <a href={schoolPaths.editStop(routeId, stop.publicId)}>{name}</a> : name
      },
    },
    { label: 'Location', cell: (stop) => stop.place ?? '–' },
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

const tripColumns: Column<Trip>[] = [
  {
    label: 'Vehicle',
    role: 'title',
    cell: (trip) => <a href={schoolPaths.vehicle(trip.vehicleId)}>{trip.vehicleNumber}</a>,
  },
  {
    label: 'Status',
    cell: (trip) => (
      <Badge tone={vehicleStatusTones[trip.vehicleStatus]}>{vehicleStatusWords[trip.vehicleStatus]}</Badge>
    ),
  },
  { label: 'Departure', align: 'end', cell: (trip) => clockOf(trip.departureMinute) },
  { label: 'Arrival', align: 'end', cell: (trip) => clockOf(trip.arrivalMinute) },
  { label: 'Return', align: 'end', cell: (trip) => (trip.returnMinute === null ? '–' : clockOf(trip.returnMinute)) },
  { label: 'Seats taken', align: 'end', cell: (trip) => trip.seatsTaken },
  { label: 'Free', align: 'end', cell: (trip) => trip.seats - trip.seatsTaken },
  {
    label: 'To students',
    cell: (trip) => (
      <Badge tone={trip.isOffered ? 'good' : 'neutral'}>{trip.isOffered ? 'Offered' : 'Not offered'}</Badge>
    ),
  },
]

export default function RoutePage() {
  const { route, stops, trips, map, mayEdit } = useLoaderData<typeof loader>()
  const id = route.publicId
  const change = (href: string, words: string) =>
    mayEdit ? (
      <a className="alone" href={href}>
        {words}
      </a>
    ) : undefined
  return (
    <>
      <PageHead
        title={route.name}
        context={
          <Badge tone={route.isActive ? 'good' : 'neutral'}>
            {route.isActive ? 'Offered to students' : 'Not offered'}
          </Badge>
        }
        action={
          <ButtonLink href={schoolPaths.passengers(id)} variant="secondary">
            Passengers
          </ButtonLink>
        }
      />
      <div className="stack">
        {route.isActive && !trips.some((trip) => trip.isOffered) ? (
          <Alert tone="warn" title="No vehicle runs on this route">
            <p>Students are not offered this route. It needs an active vehicle with times that are offered.</p>
          </Alert>
        ) : null}
        <Card title="Route" aside={change(schoolPaths.editRoute(id), 'Edit route')}>
          <DefinitionList
            items={[
              { label: 'Start', value: route.startLocation },
              { label: 'End', value: route.endLocation },
              { label: 'Length', value: kmWords(route.distanceMetres) },
              { label: 'Students', value: String(route.passengers) },
            ]}
          />
          {map ? (
            <SmallMap
              map={map}
              label={`A drawing of ${route.name}: its start, its stops by their numbers, and its end`}
            />
          ) : null}
        </Card>
        <Card
          title="Stops"
          aside={
            mayEdit ? (
              <span className="actions">
                {stops.length > 1 ? change(schoolPaths.stopOrder(id), 'Change the order') : null}
                {change(schoolPaths.newStop(id), 'Add stop')}
              </span>
            ) : undefined
          }
        >
          {stops.length > 0 ? (
            <DataTable
              caption="Stops of the route"
              rows={stops.map((stop, index) => ({ ...stop, number: index + 1 }))}
              rowKey={(stop) => stop.publicId}
              columns={stopColumns(id, mayEdit)}
            />
          ) : (
            <p>None yet. Students of this route are picked up at its stops.</p>
          )}
        </Card>
        <Card title="Vehicles on it">
          {trips.length > 0 ? (
            <DataTable
              caption="Vehicles on the route"
              rows={trips}
              rowKey={(trip) => trip.publicId}
              columns={tripColumns}
            />
          ) : (
            <p>
              None yet. Open a <a href={schoolPaths.vehicles}>vehicle</a> and add this route to it.
            </p>
          )}
        </Card>
        {mayEdit ? (
          <p className="actions">
            <ButtonLink href={schoolPaths.deleteRoute(id)} variant="secondary">
              Delete route
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </>
  )
}
