import { flag, numberOrNull, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Trip, Vehicle } from './tables.server'

/** Student with a seat on a trip of a route. Times are minutes after midnight. */
const columns = {
  runId: text('r.public_id'),
  vehicleId: text('v.public_id'),
  ...columnsOf(Vehicle, 'v', 'vehicleNumber', 'driverName', 'driverPhone', 'attendantName', 'attendantPhone'),
  ...columnsOf(Trip, 'r', 'departureMinute', 'arrivalMinute', 'returnMinute'),
  studentName: text("TRIM(CONCAT(st.first_name, ' ', st.last_name))"),
  enrollmentNumber: text('st.enrollment_number'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('se.name'),
  fatherMobile: textOrNull('g.father_mobile'),
  motherMobile: textOrNull('g.mother_mobile'),
  guardianMobile: textOrNull('g.guardian_mobile'),
  emergencyContact: text('a.emergency_contact'),
  stopName: textOrNull('s.name'),
  pickupAddress: text('a.pickup_address'),
  pickupMinute: numberOrNull('a.pickup_minute'),
  dropMinute: numberOrNull('a.drop_minute'),
  medicalConditions: textOrNull('a.medical_conditions'),
  /** Has a seat but does not travel yet: not activated, or the first day is in the future. */
  isExpected: flag("(a.status = 'approved' OR a.starts_on > :today)"),
}

/** Lists the passengers of a route, trip by trip in order of pickup. */
export function listPassengers(scope: SchoolScope, route: { id: number }) {
  return selectRows(
    columns,
    `FROM vehicle_routes r JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id
       JOIN transport_applications a ON a.school_id = r.school_id AND a.run_id = r.id
       JOIN students st ON st.school_id = a.school_id AND st.id = a.student_id
       LEFT JOIN guardians g ON g.student_id = st.id
       LEFT JOIN route_stops s ON s.school_id = a.school_id AND s.id = a.stop_id
       LEFT JOIN academic_sessions y ON y.school_id = r.school_id AND y.is_current = 1
       LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = y.id AND e.status = 'studying'
       LEFT JOIN sections se ON se.id = e.section_id
       LEFT JOIN classes c ON c.id = e.class_id
     WHERE r.school_id = :schoolId AND r.route_id = :routeId
     ORDER BY r.departure_minute, v.vehicle_number, r.id, COALESCE(a.pickup_minute, s.pickup_minute, 1440), s.position,
       st.first_name, st.last_name, a.id`,
    { schoolId: scope.schoolId, routeId: route.id, today: todayInIndia(new Date()) },
  )
}

export type Passenger = Awaited<ReturnType<typeof listPassengers>>[number]

/** Groups passengers by trip, keeping their order. */
export function byTrip<Row extends { runId: string }>(passengers: readonly Row[]): Row[][] {
  const runs = new Map<string, Row[]>()
  for (const passenger of passengers) runs.set(passenger.runId, [...(runs.get(passenger.runId) ?? []), passenger])
  return [...runs.values()]
}
