import { select, selectOne } from '~/database/connection.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { type PlaceMoney, type Standing, standingFilters } from './office-options'
import type { ApplicationStatus, GenderType, RefundState, RoomStatus, RoomType, Semester } from './options'
import { yearsToApplyFor, yearsToFilterBy } from './rules'
import { periodOverSql, yearEndSql } from './year-end.server'

export interface OfficeApplicationRow {
  publicId: string
  appliedAt: Date
  studentName: string
  enrollmentNumber: string
  /** 'Class 6 – A' of the current session; null where the student has no place in it. */
  place: string | null
  hostelName: string
  roomNumber: string
  academicYear: string
  semester: Semester
  /** YYYY-MM-DD */
  checkInDate: string
  standing: Standing
  refundState: RefundState
  money: PlaceMoney
}

export const applicationSorts = ['date', 'student', 'check-in', 'room'] as const
type ApplicationSort = (typeof applicationSorts)[number]

/** What the list may be narrowed by, as `listViewOf` reads it. `today` is India's day, `startsMonth` when the school's years begin. */
export function applicationFilters(today: string, startsMonth: number) {
  return { status: standingFilters, hostel: 'id', year: officeYears(today, startsMonth) } as const
}

/** The years that applications can be for, the newest first: those of the form and the two before. */
export function officeYears(today: string, startsMonth: number): string[] {
  return [...new Set([...yearsToApplyFor(today, startsMonth).reverse(), ...yearsToFilterBy(today, startsMonth)])]
}

type ApplicationWish = ListQuery<ApplicationSort> & { filters: Record<'status' | 'hostel' | 'year', string> }

const orders: Record<ApplicationSort, readonly string[]> = {
  // The newest first.
  date: ['-UNIX_TIMESTAMP(a.applied_at)', '-a.id'],
  student: ['st.first_name', 'st.last_name', 'a.id'],
  'check-in': ['a.check_in_date', 'a.id'],
  room: ['h.name', 'r.room_number', 'a.id'],
}

const standingSql = `CASE WHEN a.status = 'waitlisted' AND a.holds_bed = 1 THEN 'offered'
  WHEN a.status = 'approved' AND a.checked_out_on IS NOT NULL THEN 'left'
  WHEN a.status = 'approved' AND a.checked_in_on IS NOT NULL THEN 'staying' ELSE a.status END`
const ofApplication = `hostel_charges k JOIN dues d ON d.school_id = k.school_id AND d.student_id = a.student_id
  AND d.kind = 'hostel' AND d.source_id = k.id WHERE k.application_id = a.id`
const moneySql = `COALESCE((SELECT CASE
    WHEN COALESCE(SUM(IF(d.state = 'open', d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise, 0)), 0) > 0
      THEN IF(SUM(d.paid_paise) > 0, 'part', 'unpaid')
    WHEN COALESCE(SUM(d.paid_paise), 0) > 0 THEN 'paid' ELSE 'nothing' END FROM ${ofApplication}), 'nothing')`
const placeSql = `CONCAT(c.name, IF(se.name IS NULL, '', CONCAT(' – ', se.name)))`
const joined = `hostel_applications a JOIN students st ON st.id = a.student_id JOIN rooms r ON r.id = a.room_id
  JOIN hostels h ON h.id = a.hostel_id
  LEFT JOIN academic_sessions y ON y.school_id = a.school_id AND y.is_current = 1
  LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = y.id
  LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id`

/** Applications of the school, the newest first unless asked otherwise; searched by student, enrollment number and room. */
export function listApplications(
  scope: SchoolScope,
  { filters, ...query }: ApplicationWish,
): Promise<Page<OfficeApplicationRow>> {
  const { status, hostel, year } = filters
  return selectPage<OfficeApplicationRow>(
    {
      columns: `a.public_id AS publicId, a.applied_at AS appliedAt, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
        st.enrollment_number AS enrollmentNumber, ${placeSql} AS place, h.name AS hostelName, r.room_number AS roomNumber,
        a.academic_year AS academicYear, a.semester, a.check_in_date AS checkInDate, ${standingSql} AS standing,
        a.refund_state AS refundState, ${moneySql} AS money`,
      from: `${joined} WHERE a.school_id = :schoolId AND (:hostel = '' OR h.public_id = :hostel)
        AND (:year = '' OR a.academic_year = :year)
        AND (:status = '' OR IF(:status = 'refund', a.refund_state = 'open', ${standingSql} = :status))
        AND (:search = '' OR CONCAT(st.first_name, ' ', st.last_name) LIKE :pattern ESCAPE '!'
          OR st.enrollment_number LIKE :pattern ESCAPE '!' OR r.room_number LIKE :pattern ESCAPE '!')`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        status,
        hostel,
        year,
        search: query.search,
        pattern: containing(query.search),
      },
    },
    query,
  )
}

/** All hostels of the school by name, for a filter. */
export function listHostelNames(scope: SchoolScope): Promise<Array<{ publicId: string; name: string }>> {
  return select('SELECT public_id AS publicId, name FROM hostels WHERE school_id = :schoolId ORDER BY name', {
    schoolId: scope.schoolId,
  })
}

export interface OfficeApplication {
  id: number
  publicId: string
  studentId: number
  studentPublicId: string
  studentName: string
  studentGender: string
  enrollmentNumber: string
  place: string | null
  hostelPublicId: string
  hostelName: string
  genderType: GenderType
  roomNumber: string
  roomType: RoomType
  roomStatus: RoomStatus
  capacity: number
  occupiedCount: number
  academicYear: string
  semester: Semester
  /** YYYY-MM-DD, as are all days. */
  checkInDate: string
  checkOutDate: string | null
  /** The last day of the academic year. */
  yearEndsOn: string
  mealPlanRequired: boolean
  guardianName: string
  guardianPhone: string
  guardianEmail: string | null
  guardianAddress: string | null
  emergencyContact: string
  specialRequirements: string | null
  status: ApplicationStatus
  holdsBed: boolean
  rentPaise: number
  depositPaise: number
  mealPaise: number
  feePaise: number
  appliedAt: Date
  offeredUntil: Date | null
  offerLapsedAt: Date | null
  adminRemarks: string | null
  startsOn: string | null
  checkedInOn: string | null
  checkedOutOn: string | null
  cancelledBy: 'student' | 'office' | null
  refundState: RefundState
  refundRemarks: string | null
  /** How many are offered the next free bed of the room before this one. */
  ahead: number
}

type ApplicationRow = Omit<OfficeApplication, 'mealPlanRequired' | 'holdsBed'> & {
  mealPlanRequired: number
  holdsBed: number
}

/** One application of the school with its student, room and place on the waiting list, or null. */
export async function findApplication(scope: SchoolScope, publicId: string): Promise<OfficeApplication | null> {
  const row = await selectOne<ApplicationRow>(
    `SELECT a.id, a.public_id AS publicId, a.student_id AS studentId, st.public_id AS studentPublicId,
       CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.gender AS studentGender,
       st.enrollment_number AS enrollmentNumber, ${placeSql} AS place, h.public_id AS hostelPublicId, h.name AS hostelName,
       h.gender_type AS genderType, r.room_number AS roomNumber, r.room_type AS roomType, r.status AS roomStatus, r.capacity,
       r.occupied_count AS occupiedCount, a.academic_year AS academicYear, a.semester, a.check_in_date AS checkInDate,
       a.check_out_date AS checkOutDate, ${yearEndSql('a')} AS yearEndsOn, a.meal_plan_required AS mealPlanRequired, a.guardian_name AS guardianName,
       a.guardian_phone AS guardianPhone, a.guardian_email AS guardianEmail, a.guardian_address AS guardianAddress,
       a.emergency_contact AS emergencyContact, a.special_requirements AS specialRequirements, a.status,
       a.holds_bed AS holdsBed, a.rent_paise AS rentPaise, a.deposit_paise AS depositPaise, a.meal_paise AS mealPaise,
       a.fee_paise AS feePaise, a.applied_at AS appliedAt, a.offered_until AS offeredUntil,
       a.offer_lapsed_at AS offerLapsedAt, a.admin_remarks AS adminRemarks, a.starts_on AS startsOn,
       a.checked_in_on AS checkedInOn, a.checked_out_on AS checkedOutOn, a.cancelled_by AS cancelledBy,
       a.refund_state AS refundState, a.refund_remarks AS refundRemarks,
       (SELECT COUNT(*) FROM hostel_applications w WHERE w.room_id = a.room_id AND w.status = 'waitlisted' AND w.holds_bed = 0
          AND w.offer_lapsed_at IS NULL AND NOT ${periodOverSql('w')} AND (w.waitlisted_at, w.id) < (a.waitlisted_at, a.id)) AS ahead
     FROM ${joined} WHERE a.school_id = :schoolId AND a.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId, today: todayInIndia(new Date()) },
  )
  return row && { ...row, mealPlanRequired: row.mealPlanRequired === 1, holdsBed: row.holdsBed === 1 }
}
