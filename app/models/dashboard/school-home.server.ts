import { selectOne } from '~/database/connection.server'
import { isOwnSql, ownSectionValues } from '~/models/academics/section-queries.server'
import { waitingSql } from '~/models/ledger/collections.server'
import { type Approval, approvalSql } from '~/models/schools/approval.server'
import { addDays } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { ridesPaidSql } from '~/models/transport/office-applications.server'
import { expiringDays } from '~/models/vehicles/options'

export interface SchoolHome {
  students: number
  classes: number
  sections: number
  sessions: number
  fees: number
  currentSession: string | null
  staff: number
  /** Until the operator's yes the public does not see the school. */
  approval: Approval
  /** What waits for a decision of the office. */
  admissionsWaiting: number
  changeRequestsWaiting: number
  leaveWaiting: number
  transfersWaiting: number
  /** Payments with money that was paid too much and not given back yet. */
  paymentsWithExcess: number
  /** Orders of the store whose goods can be packed, and products of which a size is low. */
  ordersToPack: number
  productsLow: number
  /** Hostel applications that nobody has decided about, and places that are over with money to decide about. */
  hostelWaiting: number
  hostelRefunds: number
  /** Transport applications of both kinds: undecided, paid and without a seat yet, and over with money to decide about. */
  transportWaiting: number
  transportPaid: number
  transportRefunds: number
  /** Papers of vehicles that have ended or end within 30 days; of vehicles that drive or are being repaired. */
  vehiclePapers: number
  /** Of the enrolled students of the current session; marked is 0 while nobody has taken attendance today. */
  attendance: { marked: number; present: number; enrolled: number }
}

type Row = Omit<SchoolHome, 'attendance'> & {
  marked: number
  /** In halves of a day. */
  present: number
  enrolled: number
}

/**
 * What the school's home page tells: counts, what waits for somebody, and what the first steps are computed from. `today` is India's
 * day; late counts as present and half a day as half (decisions, section 4). Leave
 * waits for a class teacher in the own sections only (`ownSectionIds`; null for those who see all).
 */
export async function findSchoolHome(
  scope: SchoolScope,
  today: string,
  ownSectionIds: readonly number[] | null,
): Promise<SchoolHome> {
  const waiting = waitingSql
  const ridesPaid = ridesPaidSql()
  const own =
    ownSectionIds === null ? '' : `JOIN enrollments e ON e.id = l.enrollment_id AND ${isOwnSql(ownSectionIds)}`
  const row = await selectOne<Row>(
    `SELECT
       (SELECT COUNT(*) FROM students WHERE school_id = :schoolId AND status = 'active') AS students,
       (SELECT COUNT(*) FROM classes WHERE school_id = :schoolId) AS classes,
       (SELECT COUNT(*) FROM sections WHERE school_id = :schoolId) AS sections,
       (SELECT COUNT(*) FROM academic_sessions WHERE school_id = :schoolId) AS sessions,
       (SELECT COUNT(*) FROM fees WHERE school_id = :schoolId AND assigned_at IS NOT NULL) AS fees,
       (SELECT name FROM academic_sessions WHERE school_id = :schoolId AND is_current = 1) AS currentSession,
       (SELECT COUNT(*) FROM staff_users WHERE school_id = :schoolId AND status = 'active') AS staff,
       COALESCE((SELECT ${approvalSql} FROM schools WHERE id = :schoolId), 'waiting') AS approval,
       (SELECT COUNT(*) FROM admissions WHERE school_id = :schoolId AND state = 'pending') AS admissionsWaiting,
       (SELECT COUNT(*) FROM change_requests WHERE school_id = :schoolId AND state = 'pending') AS changeRequestsWaiting,
       (SELECT COUNT(*) FROM leave_applications l ${own} WHERE l.school_id = :schoolId AND l.state = 'pending') AS leaveWaiting,
       ${waiting.transfers} AS transfersWaiting,
       ${waiting.excess} AS paymentsWithExcess,
       (SELECT COUNT(*) FROM orders WHERE school_id = :schoolId AND (state = 'paid' OR (state = 'placed' AND method = 'cod'))) AS ordersToPack,
       (SELECT COUNT(DISTINCT p.id) FROM products p JOIN product_variants v ON v.product_id = p.id AND v.is_active = 1
          AND v.stock <= p.low_stock_at WHERE p.school_id = :schoolId AND p.is_active = 1) AS productsLow,
       (SELECT COUNT(*) FROM hostel_applications WHERE school_id = :schoolId AND status = 'pending') AS hostelWaiting,
       (SELECT COUNT(*) FROM hostel_applications WHERE school_id = :schoolId AND refund_state = 'open') AS hostelRefunds,
       (SELECT COUNT(*) FROM transport_applications WHERE school_id = :schoolId AND status = 'pending') AS transportWaiting,
       ${ridesPaid} AS transportPaid,
       (SELECT COUNT(*) FROM transport_applications WHERE school_id = :schoolId AND refund_state = 'open') AS transportRefunds,
       (SELECT COUNT(*) FROM vehicle_documents d JOIN vehicles v ON v.id = d.vehicle_id AND v.status <> 'inactive'
          WHERE d.school_id = :schoolId AND d.expires_on <= :papersUntil) AS vehiclePapers,
       (SELECT COUNT(*) FROM attendance WHERE school_id = :schoolId AND held_on = :today) AS marked,
       (SELECT CAST(COALESCE(SUM(CASE status WHEN 'present' THEN 2 WHEN 'late' THEN 2 WHEN 'half_day' THEN 1 ELSE 0 END), 0) AS SIGNED)
          FROM attendance WHERE school_id = :schoolId AND held_on = :today) AS present,
       (SELECT COUNT(*) FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id AND a.is_current = 1
          JOIN students st ON st.id = e.student_id AND st.status <> 'left'
          WHERE e.school_id = :schoolId AND e.status = 'studying') AS enrolled`,
    { schoolId: scope.schoolId, today, papersUntil: addDays(today, expiringDays), ...ownSectionValues(ownSectionIds) },
  )
  if (!row) throw new Error('A SELECT without FROM answered nothing')
  const { marked, present, enrolled, ...counts } = row
  return {
    ...counts,
    attendance: { marked, present: present / 2, enrolled },
  }
}
