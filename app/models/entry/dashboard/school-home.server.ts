import { flag, number, selectRow, textOrNull } from '~/database/database.server'
import { type Approval, approvalSql } from '~/models/core/schools/approval.server'
import { addDays } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { waitingSql } from '~/models/money/ledger/books/collections.server'
import { paidApplicationsSql } from '~/models/money/transport/decide/applications.server'
import { expiringDays } from '~/models/money/vehicles/options'
import { ownSectionSql, ownSectionValues } from '~/models/people/academics/section-queries.server'
import { factorOfferSql } from '~/models/people/accounts/second-factor/second-factor.server'
import { waitingCountSql } from '~/models/people/second-person/requests.server'

/** SQL: number of rows of a table or join that belong to the school and meet the condition. */
const countOf = (tables: string, so = 'TRUE', countedColumn = '*', alias = '') =>
  number(`(SELECT COUNT(${countedColumn}) FROM ${tables} WHERE ${alias}school_id = :schoolId AND ${so})`)

/** SQL: day in India of the oldest row that meets the condition, or null. */
const oldest = (table: string, so: string, at: string) =>
  textOrNull(`(SELECT DATE_FORMAT(MIN(${at}) + INTERVAL 330 MINUTE, '%Y-%m-%d') FROM ${table}
    WHERE school_id = :schoolId AND ${so})`)

const toPack = "(state = 'paid' OR (state = 'placed' AND method = 'cod'))"

const columns = () => ({
  students: countOf('students', "status = 'active'"),
  classes: countOf('classes'),
  sections: countOf('sections'),
  sessions: countOf('academic_sessions'),
  fees: countOf('fees', 'assigned_at IS NOT NULL'),
  staff: countOf('staff_users', "status = 'active'"),
  currentSession: textOrNull('(SELECT name FROM academic_sessions WHERE school_id = :schoolId AND is_current = 1)'),
  // The school is not public until the operator approves it.
  approval: {
    sql: `COALESCE((SELECT ${approvalSql} FROM schools WHERE id = :schoolId), 'waiting')`,
    read: (stored: unknown) => stored as Approval,
  },
  offersFactor: flag(factorOfferSql),
  // Work that waits for a decision of the office.
  admissionsWaiting: countOf('admissions', "state = 'pending'"),
  admissionsSince: oldest('admissions', "state = 'pending'", 'created_at'),
  changeRequestsWaiting: countOf('change_requests', "state = 'pending'"),
  changeRequestsSince: oldest('change_requests', "state = 'pending'", 'created_at'),
  transfersWaiting: number(waitingSql.transfers),
  // Unanswered grievances past the school's own deadline.
  grievancesLate: countOf('grievances', "state IN ('open','reopened') AND answer_by < :today"),
  // Refunds, corrections and account changes that wait for a second person.
  requestsWaiting: number(waitingCountSql),
  // Payments with an excess that has not been refunded.
  paymentsWithExcess: number(waitingSql.excess),
  // Store orders ready to be packed, and products with low stock in a size.
  ordersToPack: countOf('orders', toPack),
  ordersSince: oldest('orders', toPack, 'placed_at'),
  productsLow: countOf(
    'products p JOIN product_variants v ON v.product_id = p.id AND v.is_active = 1 AND v.stock <= p.low_stock_at',
    'p.is_active = 1',
    'DISTINCT p.id',
    'p.',
  ),
  // Applications without a decision, and ended ones with an open refund decision.
  hostelWaiting: countOf('hostel_applications', "status = 'pending'"),
  hostelSince: oldest('hostel_applications', "status = 'pending'", 'applied_at'),
  hostelRefunds: countOf('hostel_applications', "refund_state = 'open'"),
  transportWaiting: countOf('transport_applications', "status = 'pending'"),
  transportSince: oldest('transport_applications', "status = 'pending'", 'applied_at'),
  // Paid applications without a seat.
  transportPaid: number(paidApplicationsSql()),
  transportRefunds: countOf('transport_applications', "refund_state = 'open'"),
  // Documents that have expired or expire within 30 days, of vehicles in use or in repair.
  vehiclePapers: countOf(
    "vehicle_documents d JOIN vehicles v ON v.id = d.vehicle_id AND v.status <> 'inactive'",
    'd.expires_on <= :papersUntil',
    '*',
    'd.',
  ),
  // Attendance of enrolled students in the current session; `marked` is 0 until attendance is marked today.
  marked: countOf('attendance', 'held_on = :today'),
  halfDays:
    number(`COALESCE((SELECT SUM(CASE status WHEN 'present' THEN 2 WHEN 'late' THEN 2 WHEN 'half_day' THEN 1 ELSE 0 END)
    FROM attendance WHERE school_id = :schoolId AND held_on = :today), 0)`),
  enrolled: countOf(
    `enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
     JOIN students st ON st.id = e.student_id AND st.status <> 'left'`,
    "e.status = 'studying'",
    '*',
    'e.',
  ),
})

export type SchoolHome = Awaited<ReturnType<typeof findSchoolHome>>

/**
 * Returns the figures of the school's home page: counts, pending work with the day of the oldest item (`YYYY-MM-DD`),
 * and input for the first steps of a new school. `today` is India's day; late counts as present and half a day as half.
 * Pending leave is limited to a class teacher's own sections (`ownSectionIds`; null: unrestricted).
 */
export async function findSchoolHome(scope: SchoolScope, today: string, ownSectionIds: readonly number[] | null) {
  const ownJoin =
    ownSectionIds === null ? '' : `JOIN enrollments e ON e.id = l.enrollment_id AND ${ownSectionSql(ownSectionIds)}`
  const row = await selectRow(
    { ...columns(), leaveWaiting: countOf(`leave_applications l ${ownJoin}`, "l.state = 'pending'", '*', 'l.') },
    '',
    {
      schoolId: scope.schoolId,
      staffId: scope.actor.id,
      today,
      papersUntil: addDays(today, expiringDays),
      ...ownSectionValues(ownSectionIds),
    },
  )
  if (!row) throw new Error('A SELECT without FROM answered nothing')
  const { marked, halfDays, enrolled, ...rest } = row
  const { admissionsSince, changeRequestsSince, ordersSince, hostelSince, transportSince, ...counts } = rest
  return {
    ...counts,
    since: {
      admissionsWaiting: admissionsSince,
      changeRequestsWaiting: changeRequestsSince,
      ordersToPack: ordersSince,
      hostelWaiting: hostelSince,
      transportWaiting: transportSince,
    },
    attendance: { marked, present: halfDays / 2, enrolled },
  }
}
