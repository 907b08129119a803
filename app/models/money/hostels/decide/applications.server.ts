import { selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  applicant,
  applicantJoins,
  applicantOfOne,
  matchApplicant,
} from '~/models/money/subscriptions/applicant.server'
import { waitingRequestsAbout } from '~/models/people/second-person/requests.server'
import { yearsToApplyFor, yearsToFilterBy } from '../rules'
import { yearEndSql } from '../stay/year-end.server'
import { Hostel, HostelApplication, Room } from '../tables.server'
import type { PaidPart, ShownStatus } from './decision-rules'
import { aheadColumn } from './waiting-list.server'

/**
 * Academic years for which applications can exist, the newest first: those that the application form offers and the two
 * years before. `today` is the day in India, `startsMonth` the month in which the school's years begin.
 */
export function applicationYears(today: string, startsMonth: number): string[] {
  return [...new Set([...yearsToApplyFor(today, startsMonth).reverse(), ...yearsToFilterBy(today, startsMonth)])]
}

/** `shownStatusOf` of the rules, as SQL. */
const shownStatusSql = `CASE WHEN a.status = 'waitlisted' AND a.holds_bed = 1 THEN 'offered'
  WHEN a.status = 'approved' AND a.checked_out_on IS NOT NULL THEN 'left'
  WHEN a.status = 'approved' AND a.checked_in_on IS NOT NULL THEN 'staying' ELSE a.status END`
const paidPartSql = `COALESCE((SELECT CASE
    WHEN COALESCE(SUM(IF(d.state = 'open', d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise, 0)), 0) > 0
      THEN IF(SUM(d.paid_paise) > 0, 'part', 'unpaid')
    WHEN SUM(EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.kind = 'refund' AND l.state = 'settled')) > 0
      THEN IF(SUM(d.paid_paise) > 0, 'part-refunded', 'refunded')
    WHEN COALESCE(SUM(d.paid_paise), 0) > 0 THEN 'paid' ELSE 'nothing' END
  FROM hostel_charges k JOIN dues d ON d.school_id = k.school_id AND d.student_id = a.student_id
    AND d.kind = 'hostel' AND d.source_id = k.id WHERE k.application_id = a.id), 'nothing')`
const from = `hostel_applications a JOIN rooms r ON r.id = a.room_id JOIN hostels h ON h.id = a.hostel_id ${applicantJoins}`
const room = { hostelName: text('h.name'), roomNumber: text('r.room_number') }

const requestColumns = ['publicId', 'appliedAt', 'academicYear', 'semester', 'checkInDate', 'refundState'] as const

export const { list: listHostelApplications } = plainList({
  columns: {
    ...columnsOf(HostelApplication, 'a', ...requestColumns),
    ...applicant,
    ...room,
    shownStatus: wordOf<ShownStatus>(shownStatusSql),
    paidPart: wordOf<PaidPart>(paidPartSql),
  },
  from,
  always: 'a.school_id = :schoolId',
  search: ['h.name', 'r.room_number'],
  matches: matchApplicant,
  filters: {
    status: `IF(:status = 'refund', a.refund_state = 'open', ${shownStatusSql} = :status)`,
    hostel: 'h.public_id = :hostel',
    year: 'a.academic_year = :year',
  },
  orders: {
    // Newest first.
    date: ['-UNIX_TIMESTAMP(a.applied_at)', '-a.id'],
    student: ['st.first_name', 'st.last_name', 'a.id'],
    'check-in': ['a.check_in_date', 'a.id'],
    room: ['h.name', 'r.room_number', 'a.id'],
  },
  last: 'a.id',
})

export function listHostelNames(scope: SchoolScope): Promise<Array<{ publicId: string; name: string }>> {
  return selectRows(
    { publicId: text('public_id'), name: text('name') },
    'FROM hostels WHERE school_id = :schoolId ORDER BY name',
    { schoolId: scope.schoolId },
  )
}

const { offeredUntil, schoolId, roomId, academicSessionId, waitlistedAt, formKey, ...shown } = columnsOf(
  HostelApplication,
  'a',
)
const detailSelection = {
  ...shown,
  offeredUntil,
  ...applicantOfOne,
  ...room,
  studentGender: text('st.gender'),
  hostelPublicId: text('h.public_id'),
  roomPublicId: text('r.public_id'),
  ...columnsOf(Hostel, 'h', 'genderType', 'mealPlanIncluded', 'mealPlanFeePaise'),
  ...columnsOf(Room, 'r', 'roomType', 'capacity', 'occupiedCount'),
  roomStatus: columnsOf(Room, 'r', 'status').status,
  yearEndsOn: text(yearEndSql('a')),
  ahead: aheadColumn,
  requests: waitingRequestsAbout('a.school_id', 'a.public_id'),
}

export function findHostelApplication(scope: SchoolScope, publicId: string) {
  const values = { schoolId: scope.schoolId, publicId, today: todayInIndia(new Date()) }
  return selectRow(detailSelection, `FROM ${from} WHERE a.school_id = :schoolId AND a.public_id = :publicId`, values)
}

export type OfficeHostelApplication = NonNullable<Awaited<ReturnType<typeof findHostelApplication>>>
