import { execute, lockRows, number, numberOrNull, orNone, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { m } from '~/language/paraglide/messages'
import { notifyStudent } from '~/models/contact/notices/notify-student.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { clockOf } from '~/models/core/shared/time-of-day'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import { RouteStop, Trip } from './tables.server'
import { type StopTimes, type TripTimes, timesAfter } from './trip-times'

const ofStop = orNone(columnsOf(RouteStop, 's', 'routeId', 'pickupMinute', 'dropMinute'))

const columns = {
  id: number('a.id'),
  studentId: number('a.student_id'),
  pickupMinute: numberOrNull('a.pickup_minute'),
  dropMinute: numberOrNull('a.drop_minute'),
  routeName: text('t.name'),
  vehicleNumber: text('v.vehicle_number'),
  ...columnsOf(Trip, 'r', 'routeId', 'departureMinute', 'arrivalMinute', 'returnMinute'),
  stopRouteId: ofStop.routeId,
  stopPickupMinute: ofStop.pickupMinute,
  stopDropMinute: ofStop.dropMinute,
}

/**
 * Runs in the caller's transaction: reads and locks the active passengers of a stop or trip (public id). Their ledgers
 * and applications are locked before stop, route and vehicle, the same order as when a seat is assigned.
 */
export async function lockPassengers(scope: SchoolScope, key: { stopId: string } | { tripId: string }) {
  const condition = 'stopId' in key ? 's.public_id = :stopId' : 'r.public_id = :tripId'
  const from = `transport_applications a JOIN vehicle_routes r ON r.school_id = a.school_id AND r.id = a.run_id
    LEFT JOIN route_stops s ON s.school_id = a.school_id AND s.id = a.stop_id`
  const passengerRows = await selectRows(
    { id: number('a.id'), studentId: number('a.student_id') },
    `FROM ${from} WHERE a.school_id = :schoolId AND a.status = 'active' AND ${condition} ORDER BY a.id`,
    { schoolId: scope.schoolId, ...key },
  )
  if (passengerRows.length === 0) return []
  const values = { schoolId: scope.schoolId, ids: passengerRows.map(({ id }) => id) }
  const students = passengerRows.map(({ studentId }) => studentId)
  await lockLedgers(scope, students)
  await lockRows('FROM transport_applications WHERE school_id = :schoolId AND id IN (:ids) ORDER BY id', values)
  const rows = await selectRows(
    columns,
    `FROM ${from} JOIN transport_routes t ON t.id = r.route_id JOIN vehicles v ON v.id = r.vehicle_id
     WHERE a.school_id = :schoolId AND a.id IN (:ids) AND a.status = 'active' AND ${condition} ORDER BY a.id`,
    { ...values, ...key },
  )
  return rows.map(({ routeId, departureMinute, arrivalMinute, returnMinute, ...row }) => {
    const { stopRouteId, stopPickupMinute: pickup, stopDropMinute: drop, ...passenger } = row
    const isAtStop = stopRouteId !== null && pickup !== null && drop !== null
    const stop: StopTimes | null = isAtStop ? { routeId: stopRouteId, pickupMinute: pickup, dropMinute: drop } : null
    return { ...passenger, trip: { routeId, departureMinute, arrivalMinute, returnMinute }, stop }
  })
}

/**
 * Runs in the caller's transaction after the times of a stop or trip changed: updates the passengers' times, and
 * notifies those with a new time. Returns the number of notified passengers.
 */
export async function movePassengers(
  scope: SchoolScope,
  passengers: Awaited<ReturnType<typeof lockPassengers>>,
  moved: { stop: Omit<StopTimes, 'routeId'> } | { trip: Omit<TripTimes, 'routeId'> },
): Promise<number> {
  let notifiedCount = 0
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
    notifiedCount += 1
  }
  return notifiedCount
}
