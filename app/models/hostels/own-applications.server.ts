import { selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { containing, selectPage } from '~/models/shared/select-page.server'
import type { ChargeDue } from '~/models/subscriptions/charges.server'
import { chargesOf } from './charges.server'
import { type Declaration, declarationsOf } from './declarations.server'
import { type FeeStatus, feeStatusOf } from './fee-status'
import type { ApplicationStatus, GenderType, HostelType, RefundState, RoomType, Semester } from './options'

export interface OwnApplicationRow {
  publicId: string
  status: ApplicationStatus
  appliedAt: Date
  academicYear: string
  semester: Semester
  /** YYYY-MM-DD, as are all days. */
  checkInDate: string
  hostelName: string
  roomNumber: string
  roomType: RoomType
  floorNumber: number
  /** A month's rent as it was when the student applied. */
  rentPaise: number
  guardianName: string
  guardianPhone: string
  specialRequirements: string | null
  adminRemarks: string | null
  /** A bed is held for the student until then. */
  offeredUntil: Date | null
  feeStatus: FeeStatus
}

export interface OwnApplicationsQuery {
  /** A part of the hostel's name or the number of the room; '' for all. */
  search: string
  status: ApplicationStatus | ''
  academicYear: string
  page: number
  pageSize: number
}

const columns = `a.public_id AS publicId, a.status, a.applied_at AS appliedAt, a.academic_year AS academicYear, a.semester,
  a.check_in_date AS checkInDate, h.name AS hostelName, r.room_number AS roomNumber, r.room_type AS roomType,
  r.floor_number AS floorNumber, a.rent_paise AS rentPaise, a.guardian_name AS guardianName, a.guardian_phone AS guardianPhone,
  a.special_requirements AS specialRequirements, a.admin_remarks AS adminRemarks, a.offered_until AS offeredUntil`
const tables = `hostel_applications a JOIN hostels h ON h.school_id = a.school_id AND h.id = a.hostel_id
  JOIN rooms r ON r.school_id = a.school_id AND r.id = a.room_id`
const itsDues = `FROM hostel_charges c JOIN dues d ON d.school_id = c.school_id AND d.student_id = a.student_id
  AND d.kind = 'hostel' AND d.source_id = c.id WHERE c.school_id = a.school_id AND c.application_id = a.id`

/** One page of the student's applications, the newest first. */
export async function listOwnApplications(scope: StudentScope, input: OwnApplicationsQuery) {
  const narrowed = [
    input.search === '' ? '' : ` AND (h.name LIKE :search ESCAPE '!' OR r.room_number LIKE :search ESCAPE '!')`,
    input.status === '' ? '' : ' AND a.status = :status',
    input.academicYear === '' ? '' : ' AND a.academic_year = :academicYear',
  ].join('')
  const list = await selectPage<Omit<OwnApplicationRow, 'feeStatus'> & { owedPaise: number; paidPaise: number }>(
    {
      columns: `${columns},
        CAST(COALESCE((SELECT SUM(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise) ${itsDues}
          AND d.state = 'open'), 0) AS SIGNED) AS owedPaise,
        CAST(COALESCE((SELECT SUM(d.paid_paise) ${itsDues}), 0) AS SIGNED) AS paidPaise`,
      from: `${tables} WHERE a.school_id = :schoolId AND a.student_id = :studentId${narrowed}`,
      order: ['a.applied_at', 'a.id'],
      values: {
        schoolId: scope.schoolId,
        studentId: scope.studentId,
        search: containing(input.search),
        status: input.status,
        academicYear: input.academicYear,
      },
    },
    { page: input.page, descending: true, pageSize: input.pageSize },
  )
  const rows = list.rows.map(({ owedPaise, paidPaise, ...row }) => ({
    ...row,
    feeStatus: feeStatusOf({ owedPaise, paidPaise }),
  }))
  return { ...list, rows }
}

export interface OwnApplication extends OwnApplicationRow {
  id: number
  /** Public ids. */
  hostelId: string
  roomId: string
  hostelAddress: string
  contactNumber: string
  wardenName: string
  wardenEmail: string | null
  genderType: GenderType
  hostelType: HostelType
  /** Where a bank transfer goes; null where the hostel has said none. */
  bank: { name: string; accountNumber: string; ifscCode: string } | null
  checkOutDate: string | null
  mealPlanRequired: boolean
  guardianEmail: string | null
  guardianAddress: string | null
  emergencyContact: string
  /** What was agreed when the student applied, in paise. */
  depositPaise: number
  mealPaise: number
  feePaise: number
  holdsBed: boolean
  /** An offer that was let pass; nothing is offered by itself again. */
  offerLapsedAt: Date | null
  decidedAt: Date | null
  startsOn: string | null
  checkedInOn: string | null
  checkedOutOn: string | null
  cancelledBy: 'student' | 'office' | null
  refundState: RefundState
  refundRemarks: string | null
  /** What the ledger says about it, by month: the deposit first. What is over, `cancelled`, is not owed. */
  charges: ChargeDue[]
  /** Of the open charges together. */
  owedPaise: number
  /** What the school holds for it. */
  paidPaise: number
  /** When money came last. */
  paidAt: Date | null
  /** Transfers and cash that the student has declared and the school has not confirmed, and what came too late. */
  declarations: Declaration[]
  /** Given back, and on its way back. */
  refundedPaise: number
  comingBackPaise: number
}

type Found = Omit<
  OwnApplication,
  'bank' | 'charges' | 'owedPaise' | 'paidPaise' | 'feeStatus' | 'mealPlanRequired' | 'holdsBed' | 'declarations'
> & {
  bankName: string | null
  bankAccountNumber: string | null
  bankIfscCode: string | null
  mealPlanRequired: number
  holdsBed: number
}

const itsLines = `FROM hostel_charges c JOIN dues d ON d.school_id = c.school_id AND d.student_id = a.student_id
  AND d.kind = 'hostel' AND d.source_id = c.id JOIN payment_lines l ON l.due_id = d.id`
const ofIt = 'WHERE c.school_id = a.school_id AND c.application_id = a.id'
const refunds = (state: 'open' | 'settled') =>
  `CAST(COALESCE((SELECT -SUM(l.amount_paise) ${itsLines} ${ofIt} AND l.kind = 'refund' AND l.state = '${state}'), 0) AS SIGNED)`

/** One application of the student with all that the detail page says about it, or null. Three reads. */
export async function findOwnApplication(scope: StudentScope, publicId: string): Promise<OwnApplication | null> {
  const row = await selectOne<Found>(
    `SELECT a.id, ${columns}, h.public_id AS hostelId, r.public_id AS roomId, h.address AS hostelAddress,
       h.contact_number AS contactNumber, h.warden_name AS wardenName, h.warden_email AS wardenEmail,
       h.gender_type AS genderType, h.hostel_type AS hostelType, h.bank_name AS bankName,
       h.bank_account_number AS bankAccountNumber, h.bank_ifsc_code AS bankIfscCode, a.check_out_date AS checkOutDate,
       a.meal_plan_required AS mealPlanRequired, a.guardian_email AS guardianEmail, a.guardian_address AS guardianAddress,
       a.emergency_contact AS emergencyContact, a.deposit_paise AS depositPaise, a.meal_paise AS mealPaise,
       a.fee_paise AS feePaise, a.holds_bed AS holdsBed, a.offer_lapsed_at AS offerLapsedAt, a.decided_at AS decidedAt,
       a.starts_on AS startsOn, a.checked_in_on AS checkedInOn, a.checked_out_on AS checkedOutOn,
       a.cancelled_by AS cancelledBy, a.refund_state AS refundState, a.refund_remarks AS refundRemarks,
       (SELECT MAX(l.settled_at) ${itsLines} ${ofIt} AND l.kind = 'due' AND l.state = 'settled') AS paidAt,
       ${refunds('settled')} AS refundedPaise, ${refunds('open')} AS comingBackPaise
     FROM ${tables} WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.public_id = :publicId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
  if (!row) return null
  const own = { id: row.id, studentId: scope.studentId }
  const [charges, declarations] = await Promise.all([chargesOf(scope, own), declarationsOf(scope, own)])
  const paidPaise = charges.reduce((sum, charge) => sum + charge.paidPaise, 0)
  const owedPaise = charges
    .filter((charge) => charge.state === 'open')
    .reduce((sum, charge) => sum + charge.amountPaise - charge.paidPaise, 0)
  const { bankName: name, bankAccountNumber: accountNumber, bankIfscCode: ifscCode, ...application } = row
  return {
    ...application,
    bank: name && accountNumber && ifscCode ? { name, accountNumber, ifscCode } : null,
    mealPlanRequired: row.mealPlanRequired === 1,
    holdsBed: row.holdsBed === 1,
    charges,
    declarations,
    owedPaise,
    paidPaise,
    feeStatus: feeStatusOf({ owedPaise, paidPaise }),
  }
}
