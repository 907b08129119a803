import { selectOne } from '~/database/connection.server'
import { type LedgerScope, lockLedger, studentOf } from '~/models/ledger/locks.server'
import type { ApplicationStatus, GenderType, RefundState, Semester } from './options'
import type { PlannedStay } from './rules'
import { HostelApplication } from './tables.server'
import { yearEndSql } from './year-end.server'

export interface LockedApplication extends PlannedStay {
  id: number
  publicId: string
  schoolId: number
  studentId: number
  studentGender: string
  hostelId: number
  hostelName: string
  genderType: GenderType
  roomId: number
  roomNumber: string
  academicSessionId: number
  academicYear: string
  semester: Semester
  /** YYYY-MM-DD, as are all days. */
  checkInDate: string
  status: ApplicationStatus
  holdsBed: boolean
  rentPaise: number
  depositPaise: number
  mealPaise: number
  feePaise: number
  offeredUntil: Date | null
  startsOn: string | null
  checkedInOn: string | null
  checkedOutOn: string | null
  refundState: RefundState
}

/**
 * The application, held by this transaction with its student's ledger (locked first, as everywhere), or null when the scope has no such
 * application.
 */
export async function lockApplication(
  scope: LedgerScope,
  which: { id: number } | { publicId: string },
): Promise<LockedApplication | null> {
  const own = studentOf(scope)
  const where = { ...which, schoolId: scope.schoolId, ...(own === null ? {} : { studentId: own }) }
  const found = await HostelApplication.findOne({
    attributes: ['id', 'studentId'],
    where,
    raw: true,
  })
  if (!found) return null
  await lockLedger(scope, found.studentId)
  const values = { id: found.id, schoolId: scope.schoolId }
  await selectOne('SELECT id FROM hostel_applications WHERE id = :id AND school_id = :schoolId FOR UPDATE', values)
  const row = await selectOne<Omit<LockedApplication, 'holdsBed'> & { holdsBed: number }>(
    `SELECT a.id, a.public_id AS publicId, a.school_id AS schoolId, a.student_id AS studentId, s.gender AS studentGender,
       a.hostel_id AS hostelId, h.name AS hostelName, h.gender_type AS genderType, a.room_id AS roomId,
       r.room_number AS roomNumber, a.academic_session_id AS academicSessionId, a.academic_year AS academicYear, a.semester,
       a.check_in_date AS checkInDate, a.check_out_date AS checkOutDate, ${yearEndSql('a')} AS yearEndsOn, a.status, a.holds_bed AS holdsBed,
       a.rent_paise AS rentPaise, a.deposit_paise AS depositPaise, a.meal_paise AS mealPaise, a.fee_paise AS feePaise,
       a.offered_until AS offeredUntil, a.starts_on AS startsOn, a.checked_in_on AS checkedInOn,
       a.checked_out_on AS checkedOutOn, a.refund_state AS refundState
     FROM hostel_applications a JOIN students s ON s.id = a.student_id JOIN hostels h ON h.id = a.hostel_id
     JOIN rooms r ON r.id = a.room_id WHERE a.id = :id AND a.school_id = :schoolId`,
    values,
  )
  return row && { ...row, holdsBed: row.holdsBed === 1 }
}
