import { flag, number, selectRow, textOrNull } from '~/database/database.server'
import { isOwnSql, ownSectionValues } from '~/models/academics/section-queries.server'
import { factorOfferSql } from '~/models/accounts/second-factor.server'
import { waitingSql } from '~/models/ledger/collections.server'
import { type Approval, approvalSql } from '~/models/schools/approval.server'
import { waitingCountSql } from '~/models/second-person/requests.server'
import { addDays } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { paidApplicationsSql } from '~/models/transport/applications.server'
import { expiringDays } from '~/models/vehicles/options'

/** How many of a table, or of joined tables, are the school's and are so. */
const countOf = (tables: string, so = 'TRUE', counted = '*', alias = '') =>
  number(`(SELECT COUNT(${counted}) FROM ${tables} WHERE ${alias}school_id = :schoolId AND ${so})`)

/** Since which day of India the oldest of them waits; null where none does. */
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
  // Until the operator's yes the public does not see the school.
  approval: {
    sql: `COALESCE((SELECT ${approvalSql} FROM schools WHERE id = :schoolId), 'waiting')`,
    read: (stored: unknown) => stored as Approval,
  },
  offersFactor: flag(factorOfferSql),
  // What waits for a decision of the office.
  admissionsWaiting: countOf('admissions', "state = 'pending'"),
  admissionsSince: oldest('admissions', "state = 'pending'", 'created_at'),
  changeRequestsWaiting: countOf('change_requests', "state = 'pending'"),
  changeRequestsSince: oldest('change_requests', "state = 'pending'", 'created_at'),
  transfersWaiting: number(waitingSql.transfers),
  // Grievances past the school's own day to answer.
  grievancesLate: countOf('grievances', "state IN ('open','reopened') AND answer_by < :today"),
  // Refunds, corrections and changed accounts that one person asked for.
  requestsWaiting: number(waitingCountSql),
  // Payments with money that was paid too much and not given back yet.
  paymentsWithExcess: number(waitingSql.excess),
  // Orders of the store whose goods can be packed, and products of which a size is low.
  ordersToPack: countOf('orders', toPack),
  ordersSince: oldest('orders', toPack, 'placed_at'),
  productsLow: countOf(
    'products p JOIN product_variants v ON v.product_id = p.id AND v.is_active = 1 AND v.stock <= p.low_stock_at',
    'p.is_active = 1',
    'DISTINCT p.id',
    'p.',
  ),
  // Applications that nobody has decided about, and those that are over with money to decide about.
  hostelWaiting: countOf('hostel_applications', "status = 'pending'"),
  hostelSince: oldest('hostel_applications', "status = 'pending'", 'applied_at'),
  hostelRefunds: countOf('hostel_applications', "refund_state = 'open'"),
  transportWaiting: countOf('transport_applications', "status = 'pending'"),
  transportSince: oldest('transport_applications', "status = 'pending'", 'applied_at'),
  // Paid, and without a seat yet.
  transportPaid: number(paidApplicationsSql()),
  transportRefunds: countOf('transport_applications', "refund_state = 'open'"),
  // Documents that have ended or end within 30 days; of vehicles that drive or are being repaired.
  vehiclePapers: countOf(
    "vehicle_documents d JOIN vehicles v ON v.id = d.vehicle_id AND v.status <> 'inactive'",
    'd.expires_on <= :papersUntil',
    '*',
    'd.',
  ),
  // Of the enrolled students of the current session; marked is 0 while nobody has taken attendance today.
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
 * What the school's home page tells: counts, what waits for somebody and since when (`YYYY-MM-DD`, the oldest), and what the first steps are computed from. `today` is India's
 * day; late counts as present and half a day as half (decisions, section 4). Leave
 * waits for a class teacher in the teacher's sections only (`ownSectionIds`; null for those who see all).
 */
export async function findSchoolHome(scope: SchoolScope, today: string, ownSectionIds: readonly number[] | null) {
  const own =
    ownSectionIds === null ? '' : `JOIN enrollments e ON e.id = l.enrollment_id AND ${isOwnSql(ownSectionIds)}`
  const row = await selectRow(
    { ...columns(), leaveWaiting: countOf(`leave_applications l ${own}`, "l.state = 'pending'", '*', 'l.') },
    '',
    {
      ...{ schoolId: scope.schoolId, staffId: scope.actor.id, today, papersUntil: addDays(today, expiringDays) },
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
