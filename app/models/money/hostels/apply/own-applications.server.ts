import { instantOrNull, number, selectRow, text } from '~/database/database.server'
import { containing, contains, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { moneyOf } from '~/models/money/subscriptions/charges.server'
import { declarationsOf } from '../decide/declarations.server'
import { aheadColumn } from '../decide/waiting-list.server'
import type { ApplicationStatus } from '../options'
import { chargesOf, itsDues, moneyColumns } from '../stay/charges.server'
import { feeStatusOf } from '../stay/fee-status'
import { Hostel, HostelApplication, Room } from '../tables.server'

const tables = `hostel_applications a JOIN hostels h ON h.school_id = a.school_id AND h.id = a.hostel_id
  JOIN rooms r ON r.school_id = a.school_id AND r.id = a.room_id`
const roomSelection = { hostelName: text('h.name'), ...columnsOf(Room, 'r', 'roomNumber', 'roomType', 'floorNumber') }

const listed = {
  ...columnsOf(HostelApplication, 'a', 'publicId', 'status', 'appliedAt', 'academicYear', 'semester', 'checkInDate'),
  ...columnsOf(HostelApplication, 'a', 'guardianName', 'guardianPhone', 'specialRequirements'),
  ...columnsOf(HostelApplication, 'a', 'adminRemarks', 'offeredUntil'),
  /** Monthly rent from the next month on. */
  rentPaise: number('COALESCE(a.next_rent_paise, a.rent_paise)'),
  ...roomSelection,
  ...moneyColumns,
}

interface OwnApplicationsQuery {
  /** A part of the hostel's name or the room number; '' for all. */
  search: string
  status: ApplicationStatus | ''
  academicYear: string
  page: number
  pageSize: number
}

export async function listOwnApplications(scope: StudentScope, { page, pageSize, ...narrowed }: OwnApplicationsQuery) {
  const list = await selectPage(
    {
      columns: listed,
      from: `${tables} WHERE a.school_id = :schoolId AND a.student_id = :studentId
        AND (:search = '' OR ${contains('h.name', narrowed.search, 'pattern')} OR ${contains('r.room_number', narrowed.search, 'pattern')})
        AND (:status = '' OR a.status = :status) AND (:academicYear = '' OR a.academic_year = :academicYear)`,
      order: ['a.applied_at', 'a.id'],
      values: {
        schoolId: scope.schoolId,
        studentId: scope.studentId,
        ...narrowed,
        pattern: containing(narrowed.search),
      },
    },
    { page, descending: true, pageSize },
  )
  return { ...list, rows: list.rows.map((row) => ({ ...row, feeStatus: feeStatusOf(row) })) }
}

export type OwnApplicationRow = Awaited<ReturnType<typeof listOwnApplications>>['rows'][number]

const itsLines = itsDues('JOIN payment_lines l ON l.due_id = d.id')
const refunds = (state: 'open' | 'settled') =>
  number(`COALESCE((SELECT -SUM(l.amount_paise) ${itsLines} AND l.kind = 'refund' AND l.state = '${state}'), 0)`)

const detailSelection = {
  ...columnsOf(HostelApplication, 'a'),
  ...roomSelection,
  hostelAddress: text('h.address'),
  ...columnsOf(Hostel, 'h', 'contactNumber', 'wardenName', 'wardenEmail', 'genderType', 'hostelType'),
  isHostelOffered: columnsOf(Hostel, 'h', 'isActive').isActive,
  ...columnsOf(Hostel, 'h', 'bankName', 'bankAccountNumber', 'bankIfscCode'),
  ahead: aheadColumn,
  paidAt: instantOrNull(`(SELECT MAX(l.settled_at) ${itsLines} AND l.kind = 'due' AND l.state = 'settled')`),
  /** Refunds done and in progress. */
  refundedPaise: refunds('settled'),
  comingBackPaise: refunds('open'),
}

/**
 * Finds an application of the student with all data of the detail page; null if there is none. Includes its charges
 * (`cancelled` ones are not owed) and the transfers and cash payments that the student has declared. `bank` is the
 * account for transfers, if the hostel has one. Makes three reads.
 */
export async function findOwnApplication(scope: StudentScope, publicId: string) {
  const row = await selectRow(
    detailSelection,
    `FROM ${tables} WHERE a.school_id = :schoolId AND a.student_id = :studentId AND a.public_id = :publicId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId, today: todayInIndia(new Date()) },
  )
  if (!row) return null
  const [charges, declarations] = await Promise.all([chargesOf(scope, row), declarationsOf(scope, row)])
  const money = moneyOf(charges)
  const { bankName: name, bankAccountNumber: accountNumber, bankIfscCode: ifscCode, ...application } = row
  const bank = name && accountNumber && ifscCode ? { name, accountNumber, ifscCode } : null
  return { ...application, bank, declarations, ...money, feeStatus: feeStatusOf(money) }
}

export type OwnApplication = NonNullable<Awaited<ReturnType<typeof findOwnApplication>>>
