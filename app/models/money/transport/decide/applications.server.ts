import { number, numberOrNull, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import type { FilteredQuery } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  applicant,
  applicantJoins,
  applicantOfOne,
  matchApplicant,
} from '~/models/money/subscriptions/applicant.server'
import { waitingRequestsAbout } from '~/models/people/second-person/requests.server'
import type { ShownStatus } from '../options'
import { TransportApplication } from '../tables.server'

const owedSql = `(SELECT CAST(COALESCE(SUM(GREATEST(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise, 0)), 0) AS SIGNED)
  FROM transport_charges k JOIN dues d ON d.school_id = k.school_id AND d.student_id = a.student_id AND d.kind = a.kind
    AND d.source_id = k.id AND d.state = 'open' WHERE k.application_id = a.id)`
/** Mirrors `shownStatus` in rules.ts. */
const statusSql = `IF(a.status = 'approved' AND ${owedSql} = 0, 'payment_completed', a.status)`
/** SQL that counts paid applications waiting for a seat: those listed with status `payment_completed`. */
export function paidApplicationsSql(): string {
  return `(SELECT COUNT(*) FROM transport_applications a WHERE a.school_id = :schoolId AND a.status = 'approved' AND ${owedSql} = 0)`
}

const from = `transport_applications a JOIN academic_sessions z ON z.id = a.academic_session_id
  LEFT JOIN vehicle_routes r ON r.id = a.run_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
  LEFT JOIN vehicle_routes w ON w.id = a.wanted_run_id
  LEFT JOIN route_stops s ON s.id = a.stop_id LEFT JOIN transport_routes u ON u.id = s.route_id
  LEFT JOIN transport_routes t ON t.id = COALESCE(r.route_id, w.route_id, a.wanted_route_id, s.route_id)
  ${applicantJoins}`

const listed = {
  ...columnsOf(TransportApplication, 'a', 'publicId', 'appliedAt', 'kind', 'fareName', 'periodPaise', 'paymentPlan'),
  ...columnsOf(TransportApplication, 'a', 'refundState'),
  ...applicant,
  /** Route of the seat; before one is assigned, the route applied for. */
  routeName: textOrNull('t.name'),
  /** Vehicle of the assigned seat. */
  vehicleNumber: textOrNull('v.vehicle_number'),
  owedPaise: number(owedSql),
  sessionName: text('z.name'),
}
/**
 * Lists applications of both kinds, newest first by default; searches student, enrollment number, vehicle and address.
 */
export const { list: listTransportApplications } = plainList({
  columns: { ...listed, status: wordOf<ShownStatus>(statusSql) },
  from,
  always: 'a.school_id = :schoolId',
  search: ['v.vehicle_number', 'a.fare_name', 'a.pickup_address'],
  matches: matchApplicant,
  filters: {
    kind: 'a.kind = :kind',
    route: 't.public_id = :route',
    session: 'z.public_id = :session',
    status: `IF(:status = 'refund', a.refund_state = 'open', ${statusSql} = :status)`,
  },
  orders: {
    date: ['-UNIX_TIMESTAMP(a.applied_at)', '-a.id'],
    student: ['st.first_name', 'st.last_name', 'a.id'],
    route: ['t.name', 'v.vehicle_number', 'st.first_name', 'a.id'],
  },
  last: 'a.id',
})

export function listVehicleApplications(
  scope: SchoolScope,
  query: FilteredQuery<'date' | 'student' | 'route', 'status' | 'route' | 'session'>,
) {
  return listTransportApplications(scope, { ...query, filters: { ...query.filters, kind: 'vehicle' } })
}

type Choice = { publicId: string; name: string }

export async function applicationChoices(scope: SchoolScope): Promise<{ routes: Choice[]; sessions: Choice[] }> {
  const values = { schoolId: scope.schoolId }
  const [routes, sessions] = await Promise.all([
    selectRows(
      { publicId: text('public_id'), name: text('name') },
      'FROM transport_routes WHERE school_id = :schoolId ORDER BY name',
      values,
    ),
    selectRows(
      { publicId: text('public_id'), name: text('name') },
      'FROM academic_sessions WHERE school_id = :schoolId ORDER BY starts_on DESC',
      values,
    ),
  ])
  return { routes, sessions }
}

const {
  schoolId,
  academicSessionId,
  fareStructureId,
  wantedRouteId,
  stopId,
  wantedRunId,
  runId,
  approvedAt,
  activatedAt,
  suspendedAt,
  endedAt,
  formKey,
  createdAt,
  updatedAt,
  ...shown
} = columnsOf(TransportApplication, 'a')

const detailSelection = {
  ...listed,
  ...shown,
  ...applicantOfOne,
  routeId: numberOrNull('t.id'),
  routePublicId: textOrNull('t.public_id'),
  wantedRunPublicId: textOrNull('w.public_id'),
  // Stop applied for, if the fare is by stop.
  stopName: textOrNull('s.name'),
  stopRouteId: numberOrNull('s.route_id'),
  stopRoutePublicId: textOrNull('u.public_id'),
  stopRouteName: textOrNull('u.name'),
  stopPickupMinute: numberOrNull('s.pickup_minute'),
  stopDropMinute: numberOrNull('s.drop_minute'),
  // Assigned seat.
  runPublicId: textOrNull('r.public_id'),
  vehiclePublicId: textOrNull('v.public_id'),
  requests: waitingRequestsAbout('a.school_id', 'a.public_id'),
}

/**
 * Returns an application of the school with its student, choices and seat, or null. Times are minutes after midnight,
 * amounts paise.
 */
export async function findTransportApplication(scope: SchoolScope, publicId: string) {
  const condition = 'WHERE a.school_id = :schoolId AND a.public_id = :publicId'
  const row = await selectRow(detailSelection, `FROM ${from} ${condition}`, { schoolId: scope.schoolId, publicId })
  if (!row) return null
  const { pickupLatitude, pickupLongitude, dropLatitude, dropLongitude, ...application } = row
  return {
    ...application,
    pickup: { latitude: Number(pickupLatitude), longitude: Number(pickupLongitude) },
    drop:
      dropLatitude === null || dropLongitude === null
        ? null
        : { latitude: Number(dropLatitude), longitude: Number(dropLongitude) },
  }
}

export type OfficeTransportApplication = NonNullable<Awaited<ReturnType<typeof findTransportApplication>>>
