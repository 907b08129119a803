import { flag, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import type { Option, ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockPassengers, movePassengers } from './move-passengers.server'
import { maxTripsOfAVehicle } from './options'
import { tripForm } from './route-fields'
import { doTripsCollide } from './rules'
import { Trip, Vehicle } from './tables.server'

type TripValues = ValuesOf<typeof tripForm>
/** Public ids of a trip and its vehicle, as in the URL. */
export type TripIds = { id: string; tripId: string }

export const tripSchema = schemaOf(tripForm, (values, say) => {
  const { departureMinute: departure, arrivalMinute: arrival, returnMinute: back } = values
  if (departure !== undefined && arrival !== undefined && arrival <= departure)
    say('arrivalMinute', 'The arrival must be after the departure')
  if (arrival !== undefined && typeof back === 'number' && back < arrival)
    say('returnMinute', 'The return must be after the arrival')
})

const times = {
  ...columnsOf(Trip, 't', 'publicId', 'isActive', 'version'),
  ...columnsOf(Trip, 't', 'departureMinute', 'arrivalMinute', 'returnMinute'),
}
const tables = `FROM vehicle_routes t JOIN transport_routes r ON r.school_id = t.school_id AND r.id = t.route_id
  JOIN vehicles v ON v.school_id = t.school_id AND v.id = t.vehicle_id WHERE t.school_id = :schoolId`

const columns = {
  ...times,
  ...columnsOf(Trip, 't', 'feePaise', 'seats', 'seatsTaken'),
  route: text('r.public_id'),
  routeName: text('r.name'),
  isRouteActive: flag('r.is_active'),
  vehicleId: text('v.public_id'),
  vehicleNumber: text('v.vehicle_number'),
  vehicleStatus: columnsOf(Vehicle, 'v', 'status').status,
  isAppliedFor:
    flag(`(EXISTS (SELECT 1 FROM transport_applications a WHERE a.school_id = t.school_id AND a.wanted_run_id = t.id)
    OR EXISTS (SELECT 1 FROM transport_applications a WHERE a.school_id = t.school_id AND a.run_id = t.id))`),
}

export function listTripsOfVehicle({ schoolId }: SchoolScope, vehicle: { id: number }) {
  const fromClause = `${tables} AND t.vehicle_id = :vehicleId ORDER BY t.departure_minute, t.id`
  return selectRows(columns, fromClause, { schoolId, vehicleId: vehicle.id })
}

export function listTripsOfRoute({ schoolId }: SchoolScope, route: { id: number }) {
  const fromClause = `${tables} AND t.route_id = :routeId ORDER BY t.departure_minute, v.vehicle_number`
  return selectRows(columns, fromClause, { schoolId, routeId: route.id })
}

export function findTripOfVehicle({ schoolId }: SchoolScope, ids: TripIds) {
  return selectRow(columns, `${tables} AND v.public_id = :id AND t.public_id = :tripId`, { schoolId, ...ids })
}

/** Lists the routes that a trip may have: active ones, and the trip's current one (public id) even if inactive. */
export function routeChoices({ schoolId }: SchoolScope, currentRouteId: string | null): Promise<Option[]> {
  return selectRows(
    { value: text('public_id'), label: text('name') },
    'FROM transport_routes WHERE school_id = :schoolId AND (is_active = 1 OR public_id = :own) ORDER BY name',
    { schoolId, own: currentRouteId },
  )
}

/**
 * Adds a trip with the seats of the vehicle; once per form key. Refuses `not-found` (unknown vehicle), `no-route`
 * (unknown route), `same-trip` (same route and departure) and, for an active trip, `too-many` (the vehicle has 10
 * already) and `overlap` with the conflicting trip of this vehicle.
 */
export function createTrip(
  scope: SchoolScope,
  formKey: string,
  { route: routeId, ...trip }: TripValues,
  vehicleId: string,
) {
  return inTransaction(async () => {
    const vehicle = await lockThing(Vehicle, scope, vehicleId)
    if (!vehicle) return refused('not-found')
    const filter = { schoolId: scope.schoolId, formKey }
    if (await Trip.findOne({ attributes: ['id'], where: filter, raw: true })) return done()
    const route = await routeOf(scope, routeId)
    if (!route) return refused('no-route')
    const obstacle = obstacleOf(await tripsOf(scope, vehicle), route, trip)
    if (obstacle) return obstacle
    const keys = {
      publicId: newPublicId(),
      schoolId: scope.schoolId,
      vehicleId: vehicle.id,
      routeId: route.id,
      formKey,
    }
    const { id } = await Trip.create({ ...trip, ...keys, seats: vehicle.capacity })
    await note(scope, 'created', { id, vehicle, route, trip })
    return done()
  })
}

/**
 * Updates a trip; applications keep their fare and passengers their seats. Adjusts passengers' times (`timesAfter`),
 * notifies them and returns their number. Refuses `not-found`, `changed` (saved since `version`), `in-use` (a new route
 * for a trip with passengers or applications), and as `createTrip` does.
 */
export function updateTrip(scope: SchoolScope, ids: TripIds, version: number, { route: routeId, ...trip }: TripValues) {
  return inTransaction(async () => {
    const passengers = await lockPassengers(scope, { tripId: ids.tripId })
    const locked = await lockTrip(scope, ids)
    if (!locked) return refused('not-found')
    const { vehicle, trips, trip: before } = locked
    if (before.version !== version) return refused('changed')
    const route = await routeOf(scope, routeId)
    if (!route) return refused('no-route')
    if (route.id !== before.routeId && before.isAppliedFor) return refused('in-use')
    const others = trips.filter(({ id }) => id !== before.id)
    const obstacle = obstacleOf(others, route, trip)
    if (obstacle) return obstacle
    await Trip.update({ ...trip, routeId: route.id, version: version + 1 }, { where: { id: before.id } })
    await note(scope, 'updated', { id: before.id, vehicle, route, trip })
    return done(await movePassengers(scope, passengers, { trip }))
  })
}

/** Deletes a trip. Refuses `not-found` and `applied-for` (an application refers to it). */
export function deleteTrip(scope: SchoolScope, ids: TripIds) {
  return inTransaction(
    async () => {
      const locked = await lockTrip(scope, ids)
      if (!locked) return refused('not-found')
      const { vehicle, trip } = locked
      await Trip.destroy({ where: { id: trip.id } })
      const details = { vehicle: vehicle.vehicleNumber, route: trip.routeName }
      await recordAudit(scope, { action: 'trip.deleted', subject: { kind: 'trip', id: trip.id }, details })
      return done()
    },
    { transport_applications_wanted: 'applied-for', transport_applications_run: 'applied-for' },
  )
}

type KnownTrip = Awaited<ReturnType<typeof tripsOf>>[number]
type Obstacle = { ok: false; reason: 'same-trip' | 'too-many' } | { ok: false; reason: 'overlap'; other: KnownTrip }

/** Returns the conflict with other trips of the vehicle. An inactive trip occupies no time. */
function obstacleOf(
  others: readonly KnownTrip[],
  route: { id: number },
  trip: Omit<TripValues, 'route'>,
): Obstacle | null {
  const { departureMinute } = trip
  if (others.some((other) => other.routeId === route.id && other.departureMinute === departureMinute))
    return refused('same-trip')
  if (!trip.isActive) return null
  const offered = others.filter(({ isActive }) => isActive)
  if (offered.length >= maxTripsOfAVehicle) return refused('too-many')
  const other = offered.find((one) => doTripsCollide(one, trip))
  return other ? { ...refused('overlap'), other } : null
}

const tripSelection = {
  ...times,
  ...columnsOf(Trip, 't', 'id', 'routeId'),
  routeName: columns.routeName,
  isAppliedFor: columns.isAppliedFor,
}

/** Reads all trips of a vehicle, which the caller has locked so that no trip is added in between. */
function tripsOf({ schoolId }: SchoolScope, vehicle: { id: number }) {
  return selectRows(tripSelection, `${tables} AND t.vehicle_id = :vehicleId ORDER BY t.departure_minute`, {
    schoolId,
    vehicleId: vehicle.id,
  })
}

async function lockTrip(scope: SchoolScope, { id, tripId }: TripIds) {
  const vehicle = await lockThing(Vehicle, scope, id)
  const trips = vehicle ? await tripsOf(scope, vehicle) : []
  const trip = trips.find(({ publicId }) => publicId === tripId)
  return vehicle && trip ? { vehicle, trips, trip } : null
}

function routeOf(scope: SchoolScope, publicId: string): Promise<{ id: number; name: string } | null> {
  return selectRow(
    { id: number('id'), name: text('name') },
    'FROM transport_routes WHERE school_id = :schoolId AND public_id = :publicId',
    { schoolId: scope.schoolId, publicId },
  )
}

function note(
  scope: SchoolScope,
  verb: 'created' | 'updated',
  change: { id: number; vehicle: { vehicleNumber: string }; route: { name: string }; trip: Omit<TripValues, 'route'> },
): Promise<void> {
  const { departureMinute, arrivalMinute, feePaise: farePaise, isActive: offered } = change.trip
  const facts = { departureMinute, arrivalMinute, farePaise, offered }
  const details = { vehicle: change.vehicle.vehicleNumber, route: change.route.name, ...facts }
  return recordAudit(scope, { action: `trip.${verb}`, subject: { kind: 'trip', id: change.id }, details })
}
