import { select, selectOne } from '~/database/connection.server'
import type { Point } from '~/models/shared/geo'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import {
  type ApplicationKind,
  type ApplicationStatus,
  applicationKinds,
  type PaymentPlan,
  type RefundState,
  type ShownStatus,
  shownStatuses,
} from './options'

export interface OfficeRideRow {
  publicId: string
  appliedAt: Date
  kind: ApplicationKind
  studentName: string
  enrollmentNumber: string
  /** 'Class 6 – A' of the current session; null where the student has no place in it. */
  place: string | null
  /** What was applied for: the fare, or the vehicle and route. */
  fareName: string
  /** Where the student has a seat, else the route that was asked for. */
  routeName: string | null
  /** Of the seat. */
  vehicleNumber: string | null
  /** Of a period of the plan, in paise. */
  periodPaise: number
  paymentPlan: PaymentPlan
  owedPaise: number
  sessionName: string
  status: ShownStatus
  refundState: RefundState
}

export const rideSorts = ['date', 'student', 'route'] as const
type RideSort = (typeof rideSorts)[number]

/** What the list may be narrowed by, as `listViewOf` reads it; a refund that waits belongs to several statuses. */
export const rideFilters = {
  kind: applicationKinds,
  status: [...shownStatuses, 'refund'],
  route: 'id',
  session: 'id',
} as const

type RideWish = ListQuery<RideSort> & { filters: Record<keyof typeof rideFilters, string> }

const orders: Record<RideSort, readonly string[]> = {
  // The newest first.
  date: ['-UNIX_TIMESTAMP(a.applied_at)', '-a.id'],
  student: ['st.first_name', 'st.last_name', 'a.id'],
  route: ['t.name', 'v.vehicle_number', 'st.first_name', 'a.id'],
}

const owedSql = `(SELECT CAST(COALESCE(SUM(GREATEST(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise, 0)), 0) AS SIGNED)
  FROM transport_charges k JOIN dues d ON d.school_id = k.school_id AND d.student_id = a.student_id AND d.kind = a.kind
    AND d.source_id = k.id AND d.state = 'open' WHERE k.application_id = a.id)`
/** As `shownStatus` of the rules. */
const statusSql = `IF(a.status = 'approved' AND ${owedSql} = 0, 'payment_completed', a.status)`
/** How many have paid and wait for a seat: the list with status `payment_completed`. */
export function ridesPaidSql(): string {
  return `(SELECT COUNT(*) FROM transport_applications a WHERE a.school_id = :schoolId AND a.status = 'approved' AND ${owedSql} = 0)`
}

const placeSql = `CONCAT(c.name, IF(se.name IS NULL, '', CONCAT(' – ', se.name)))`
const joined = `transport_applications a JOIN students st ON st.id = a.student_id
  JOIN academic_sessions z ON z.id = a.academic_session_id
  LEFT JOIN vehicle_routes r ON r.id = a.run_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
  LEFT JOIN vehicle_routes w ON w.id = a.wanted_run_id
  LEFT JOIN route_stops s ON s.id = a.stop_id
  LEFT JOIN transport_routes t ON t.id = COALESCE(r.route_id, w.route_id, a.wanted_route_id, s.route_id)
  LEFT JOIN academic_sessions y ON y.school_id = a.school_id AND y.is_current = 1
  LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = y.id
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id`

/** Applications of both kinds, the newest first unless asked otherwise; searched by student, enrollment number, vehicle and address. */
export function listRides(scope: SchoolScope, { filters, ...query }: RideWish): Promise<Page<OfficeRideRow>> {
  return selectPage<OfficeRideRow>(
    {
      columns: `a.public_id AS publicId, a.applied_at AS appliedAt, a.kind, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
        st.enrollment_number AS enrollmentNumber, ${placeSql} AS place, a.fare_name AS fareName, t.name AS routeName,
        v.vehicle_number AS vehicleNumber, a.period_paise AS periodPaise, a.payment_plan AS paymentPlan, ${owedSql} AS owedPaise,
        z.name AS sessionName, ${statusSql} AS status, a.refund_state AS refundState`,
      from: `${joined} WHERE a.school_id = :schoolId AND (:kind = '' OR a.kind = :kind)
        AND (:route = '' OR t.public_id = :route) AND (:session = '' OR z.public_id = :session)
        AND (:status = '' OR IF(:status = 'refund', a.refund_state = 'open', ${statusSql} = :status))
        AND (:search = '' OR CONCAT(st.first_name, ' ', st.last_name) LIKE :pattern ESCAPE '!'
          OR st.enrollment_number LIKE :pattern ESCAPE '!' OR v.vehicle_number LIKE :pattern ESCAPE '!'
          OR a.fare_name LIKE :pattern ESCAPE '!' OR a.pickup_address LIKE :pattern ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, ...filters, search: query.search, pattern: containing(query.search) },
    },
    query,
  )
}

export interface NamedChoice {
  publicId: string
  name: string
}

/** Routes and academic sessions of the school, for filters. */
export async function rideChoices(scope: SchoolScope): Promise<{ routes: NamedChoice[]; sessions: NamedChoice[] }> {
  const values = { schoolId: scope.schoolId }
  const [routes, sessions] = await Promise.all([
    select<NamedChoice>(
      'SELECT public_id AS publicId, name FROM transport_routes WHERE school_id = :schoolId ORDER BY name',
      values,
    ),
    select<NamedChoice>(
      'SELECT public_id AS publicId, name FROM academic_sessions WHERE school_id = :schoolId ORDER BY starts_on DESC',
      values,
    ),
  ])
  return { routes, sessions }
}

/** Minutes are after midnight, days are YYYY-MM-DD, amounts are paise. */
export interface OfficeRide extends Omit<OfficeRideRow, 'status'> {
  id: number
  studentId: number
  studentPublicId: string
  status: ApplicationStatus
  pickupAddress: string
  pickup: Point
  dropAddress: string
  drop: Point | null
  /** Of the seat, else of what was asked for. */
  routeId: number | null
  routePublicId: string | null
  /** The vehicle's run that was applied for. */
  wantedRunPublicId: string | null
  /** What was applied for with a fare by stop. */
  stopName: string | null
  stopRouteId: number | null
  stopRoutePublicId: string | null
  stopRouteName: string | null
  stopPickupMinute: number | null
  stopDropMinute: number | null
  /** The seat that the student has. */
  runPublicId: string | null
  vehiclePublicId: string | null
  pickupMinute: number | null
  dropMinute: number | null
  distanceMetres: number
  /** Along the straight line, because the school's maps service did not answer. */
  isStraight: boolean
  monthPaise: number
  depositPaise: number
  emergencyContact: string
  medicalConditions: string | null
  specialRequirements: string | null
  startsOn: string | null
  resumedOn: string | null
  endedOn: string | null
  cancelledBy: 'student' | 'office' | null
  remarks: string | null
  refundRemarks: string | null
}

interface Degrees {
  pickupLatitude: string
  pickupLongitude: string
  dropLatitude: string | null
  dropLongitude: string | null
}

/** One application of the school with its student, what was asked for and the seat, or null. */
export async function findRide(scope: SchoolScope, publicId: string): Promise<OfficeRide | null> {
  const row = await selectOne<Omit<OfficeRide, 'pickup' | 'drop' | 'isStraight'> & Degrees & { isStraight: number }>(
    `SELECT a.id, a.public_id AS publicId, a.applied_at AS appliedAt, a.kind, a.status, a.student_id AS studentId,
       st.public_id AS studentPublicId, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
       st.enrollment_number AS enrollmentNumber, ${placeSql} AS place, a.fare_name AS fareName, t.id AS routeId,
       t.public_id AS routePublicId, t.name AS routeName, w.public_id AS wantedRunPublicId,
       s.name AS stopName, s.route_id AS stopRouteId, u.public_id AS stopRoutePublicId, u.name AS stopRouteName, s.pickup_minute AS stopPickupMinute, s.drop_minute AS stopDropMinute,
       r.public_id AS runPublicId, v.public_id AS vehiclePublicId, v.vehicle_number AS vehicleNumber,
       a.pickup_minute AS pickupMinute, a.drop_minute AS dropMinute, a.pickup_address AS pickupAddress,
       a.pickup_latitude AS pickupLatitude, a.pickup_longitude AS pickupLongitude, a.drop_address AS dropAddress,
       a.drop_latitude AS dropLatitude, a.drop_longitude AS dropLongitude, a.payment_plan AS paymentPlan,
       a.distance_metres AS distanceMetres, a.is_straight AS isStraight, a.month_paise AS monthPaise, a.period_paise AS periodPaise,
       a.deposit_paise AS depositPaise, ${owedSql} AS owedPaise, z.name AS sessionName,
       a.emergency_contact AS emergencyContact, a.medical_conditions AS medicalConditions,
       a.special_requirements AS specialRequirements, a.starts_on AS startsOn, a.resumed_on AS resumedOn,
       a.ended_on AS endedOn, a.cancelled_by AS cancelledBy, a.remarks, a.refund_state AS refundState,
       a.refund_remarks AS refundRemarks
     FROM ${joined} LEFT JOIN transport_routes u ON u.id = s.route_id
     WHERE a.school_id = :schoolId AND a.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!row) return null
  const { pickupLatitude, pickupLongitude, dropLatitude, dropLongitude, isStraight, ...ride } = row
  return {
    ...ride,
    isStraight: isStraight === 1,
    pickup: { latitude: Number(pickupLatitude), longitude: Number(pickupLongitude) },
    drop:
      dropLatitude === null || dropLongitude === null
        ? null
        : { latitude: Number(dropLatitude), longitude: Number(dropLongitude) },
  }
}
