import { select } from '~/database/database.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'

/** A student with a seat on a run of a route. Times are minutes after midnight. */
export interface Passenger {
  runId: string
  vehicleNumber: string
  driverName: string
  driverPhone: string
  attendantName: string | null
  attendantPhone: string | null
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
  studentName: string
  enrollmentNumber: string
  className: string | null
  sectionName: string | null
  fatherMobile: string | null
  motherMobile: string | null
  guardianMobile: string | null
  emergencyContact: string
  stopName: string | null
  pickupAddress: string
  pickupMinute: number | null
  dropMinute: number | null
  medicalConditions: string | null
  /** Has the seat, and does not ride yet: it is not activated, or the first day is to come. */
  isExpected: boolean
}

/** Who has a seat on the runs of a route: run by run, and on each in the order in which they are picked up. */
export async function listPassengers(scope: SchoolScope, route: { id: number }): Promise<Passenger[]> {
  const rows = await select<Omit<Passenger, 'isExpected'> & { isExpected: number | null }>(
    `SELECT r.public_id AS runId, v.vehicle_number AS vehicleNumber, v.driver_name AS driverName, v.driver_phone AS driverPhone,
       v.attendant_name AS attendantName, v.attendant_phone AS attendantPhone, r.departure_minute AS departureMinute,
       r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute,
       CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.enrollment_number AS enrollmentNumber, c.name AS className,
       se.name AS sectionName, g.father_mobile AS fatherMobile, g.mother_mobile AS motherMobile,
       g.guardian_mobile AS guardianMobile, a.emergency_contact AS emergencyContact, s.name AS stopName,
       a.pickup_address AS pickupAddress, a.pickup_minute AS pickupMinute, a.drop_minute AS dropMinute,
       a.medical_conditions AS medicalConditions, (a.status = 'approved' OR a.starts_on > :today) AS isExpected
     FROM vehicle_routes r JOIN vehicles v ON v.school_id = r.school_id AND v.id = r.vehicle_id
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
  return rows.map((row) => ({ ...row, isExpected: row.isExpected === 1 }))
}

/** The passengers of each run, in their order. */
export function byTrip<Row extends { runId: string }>(passengers: readonly Row[]): Row[][] {
  const runs = new Map<string, Row[]>()
  for (const passenger of passengers) runs.set(passenger.runId, [...(runs.get(passenger.runId) ?? []), passenger])
  return [...runs.values()]
}
