import { execute, select } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import { m } from '~/language/paraglide/messages'
import { lockLedgers } from '~/models/ledger/locks.server'
import { notifyStudent } from '~/models/notices/notify-student.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { clockOf } from '~/models/shared/time-of-day'
import { type StopTimes, type TripTimes, timesAfter } from './trip-times'

interface Passenger {
  id: number
  studentId: number
  pickupMinute: number | null
  dropMinute: number | null
  routeName: string
  vehicleNumber: string
  trip: TripTimes
  stop: StopTimes | null
}

type Row = Omit<Passenger, 'trip' | 'stop'> &
  TripTimes &
  Joined<{ stopRouteId: number; stopPickupMinute: number; stopDropMinute: number }>

/**
 * A step: the students who ride from a stop or on a run (public id), held by this transaction. Their ledgers and applications are taken
 * before the stop, the route and the vehicle: everybody who gives a seat takes them in this order.
 */
export async function lockPassengers(
  scope: SchoolScope,
  which: { stopId: string } | { tripId: string },
): Promise<Passenger[]> {
  const of = 'stopId' in which ? 's.public_id = :stopId' : 'r.public_id = :tripId'
  const from = `transport_applications a JOIN vehicle_routes r ON r.school_id = a.school_id AND r.id = a.run_id
    LEFT JOIN route_stops s ON s.school_id = a.school_id AND s.id = a.stop_id`
  const found = await select<{ id: number; studentId: number }>(
    `SELECT a.id, a.student_id AS studentId FROM ${from} WHERE a.school_id = :schoolId AND a.status = 'active' AND ${of} ORDER BY a.id`,
    { schoolId: scope.schoolId, ...which },
  )
  if (found.length === 0) return []
  const values = { schoolId: scope.schoolId, ids: found.map(({ id }) => id) }
  const students = found.map(({ studentId }) => studentId)
  await lockLedgers(scope, students)
  await select(
    'SELECT id FROM transport_applications WHERE school_id = :schoolId AND id IN (:ids) ORDER BY id FOR UPDATE',
    values,
  )
  const rows = await select<Row>(
    `SELECT a.id, a.student_id AS studentId, a.pickup_minute AS pickupMinute, a.drop_minute AS dropMinute, t.name AS routeName,
       v.vehicle_number AS vehicleNumber, r.route_id AS routeId, r.departure_minute AS departureMinute,
       r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute, s.route_id AS stopRouteId,
       s.pickup_minute AS stopPickupMinute, s.drop_minute AS stopDropMinute
     FROM ${from} JOIN transport_routes t ON t.id = r.route_id JOIN vehicles v ON v.id = r.vehicle_id
     WHERE a.school_id = :schoolId AND a.id IN (:ids) AND a.status = 'active' AND ${of} ORDER BY a.id`,
    { ...values, ...which },
  )
  return rows.map(passengerOf)
}

function passengerOf(row: Row): Passenger {
  const { routeId, departureMinute, arrivalMinute, returnMinute, ...more } = row
  const { stopRouteId, stopPickupMinute, stopDropMinute, ...passenger } = more
  return {
    ...passenger,
    trip: { routeId, departureMinute, arrivalMinute, returnMinute },
    stop:
      stopRouteId === null
        ? null
        : { routeId: stopRouteId, pickupMinute: stopPickupMinute, dropMinute: stopDropMinute },
  }
}

/** A step: passengers follow what has moved, and those for whom a time is another now are told. Answers how many these are. */
export async function movePassengers(
  scope: SchoolScope,
  passengers: readonly Passenger[],
  moved: { stop: Omit<StopTimes, 'routeId'> } | { trip: Omit<TripTimes, 'routeId'> },
): Promise<number> {
  let told = 0
  for (const { id, studentId, routeName: route, vehicleNumber: vehicle, trip, stop, ...now } of passengers) {
    const after = {
      trip: 'trip' in moved ? { ...trip, ...moved.trip } : trip,
      stop: stop && 'stop' in moved ? { ...stop, ...moved.stop } : stop,
    }
    const { pickupMinute, dropMinute } = timesAfter(now, { trip, stop }, after)
    if (pickupMinute === null || dropMinute === null) continue
    if (pickupMinute === now.pickupMinute && dropMinute === now.dropMinute) continue
    await execute(
      `UPDATE transport_applications SET pickup_minute = :pickupMinute, drop_minute = :dropMinute, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id, pickupMinute, dropMinute },
    )
    const words = { route, vehicle, time: clockOf(pickupMinute), back: clockOf(dropMinute) }
    await notifyStudent(scope, studentId, (locale) => ({
      title: m.transport_news_moved({}, { locale }),
      body: m.transport_news_moved_text(words, { locale }),
    }))
    told += 1
  }
  return told
}
