import { flag, instantOrNull, number, selectRow, text, textOrNull, wordOf } from '~/database/database.server'
import { containing, contains, type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { RoomType } from '../options'
import { yearEndSql } from './year-end.server'

/**
 * State of a bed: `in` (occupied), `expected` (approved), `offered` (held for an applicant, or accepted before the
 * office has decided), `free`, or `off` (its room is closed or under repair).
 */
export type BedState = 'in' | 'expected' | 'offered' | 'free' | 'off'

const columns = {
  /** Number of beds of the row: one, or all free beds of a room. */
  beds: number('b.beds'),
  roomId: text('b.roomId'),
  roomNumber: text('b.roomNumber'),
  roomType: wordOf<RoomType>('b.roomType'),
  state: wordOf<BedState>('b.state'),
  applicationId: textOrNull('b.applicationId'),
  studentName: textOrNull('b.studentName'),
  enrollmentNumber: textOrNull('b.enrollmentNumber'),
  /** YYYY-MM-DD: day of moving in, or planned first day. */
  since: textOrNull('b.since'),
  /** YYYY-MM-DD: the student's planned last day, or the last day of the academic year if none is planned. */
  until: textOrNull('b.until'),
  offeredUntil: instantOrNull('b.offeredUntil'),
  /** True when `until` has passed and the bed is still held for the student. */
  isLate: flag('b.isLate'),
}

const byRoom = ['CHAR_LENGTH(b.roomNumber)', 'b.roomNumber', 'b.place']

const orders = {
  room: byRoom,
  student: ['b.studentName IS NULL', 'b.studentName', ...byRoom],
  since: ['b.since IS NULL', 'b.since', ...byRoom],
  until: ['b.until IS NULL', 'b.until', ...byRoom],
}

const plannedEnd = `COALESCE(a.check_out_date, ${yearEndSql('a')})`

// `place` orders the beds of a room: held beds by the application's id, all others last.
const allBeds = `(
  SELECT 1 AS beds, r.public_id AS roomId, r.room_number AS roomNumber, r.room_type AS roomType,
    CASE WHEN a.status <> 'approved' THEN 'offered' WHEN a.checked_in_on IS NULL THEN 'expected' ELSE 'in' END AS state,
    a.public_id AS applicationId, TRIM(CONCAT(s.first_name, ' ', s.last_name)) AS studentName,
    s.enrollment_number AS enrollmentNumber, COALESCE(a.checked_in_on, a.starts_on) AS since, ${plannedEnd} AS until,
    a.offered_until AS offeredUntil, (a.status = 'approved' AND ${plannedEnd} < :today) AS isLate, a.id AS place
  FROM rooms r JOIN hostel_applications a ON a.room_id = r.id AND a.holds_bed = 1 JOIN students s ON s.id = a.student_id
  WHERE r.school_id = :schoolId AND r.hostel_id = :hostelId
  UNION ALL
  SELECT r.capacity - r.occupied_count, r.public_id, r.room_number, r.room_type, IF(r.status = 'available', 'free', 'off'),
    NULL, NULL, NULL, NULL, NULL, NULL, 0, ~0
  FROM rooms r WHERE r.school_id = :schoolId AND r.hostel_id = :hostelId AND r.occupied_count < r.capacity) b`

/** Beds of a hostel with their residents; searched by room, name and enrollment number. */
export function listBeds(
  scope: SchoolScope,
  hostel: { id: number },
  query: FilteredQuery<keyof typeof orders, 'state'>,
) {
  return selectPage(
    {
      columns,
      from: `${allBeds}
        WHERE (:state = '' OR b.state = :state OR (:state = 'late' AND b.isLate = 1))
          AND (:search = '' OR ${contains("CONCAT_WS(' / ', b.roomNumber, b.studentName, b.enrollmentNumber)", query.search, 'pattern')})`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        hostelId: hostel.id,
        today: todayInIndia(new Date()),
        state: query.filters.state,
        search: query.search,
        pattern: containing(query.search),
      },
    },
    query,
  )
}

/** Counts a hostel's beds that are occupied, expected, held for an applicant, and overdue. */
export async function countBeds({ schoolId }: SchoolScope, { id: hostelId }: { id: number }) {
  const count = (so: string) => number(`COALESCE(SUM(${so}), 0)`)
  const bedCounts = await selectRow(
    {
      in: count("status = 'approved' AND checked_in_on IS NOT NULL"),
      expected: count("status = 'approved' AND checked_in_on IS NULL"),
      offered: count("status <> 'approved'"),
      late: count(`status = 'approved' AND ${plannedEnd} < :today`),
    },
    'FROM hostel_applications a WHERE school_id = :schoolId AND hostel_id = :hostelId AND holds_bed = 1',
    { schoolId, hostelId, today: todayInIndia(new Date()) },
  )
  return bedCounts ?? { in: 0, expected: 0, offered: 0, late: 0 }
}
