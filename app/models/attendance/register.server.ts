import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { AttendanceStatus, SaturdaysOff } from './options'
import { attendancePercent, type DayCounts, daysOfMonth, isWeeklyOff, markedDays, noDays } from './rules'

export interface RegisterDay {
  day: string
  /** Marked, free by week or holiday, or simply not marked. */
  kind: 'marked' | 'off' | 'open'
  /** Who was there: late counts, half a day is half. */
  there: number
}

export interface RegisterPupil {
  studentPublicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  rollNumber: number | null
  /** One a day of the month; null where nothing was marked. */
  statuses: Array<AttendanceStatus | null>
  counts: DayCounts
  days: number
  percent: number | null
}

export interface Register {
  days: RegisterDay[]
  pupils: RegisterPupil[]
  /** Of the section in the month. */
  percent: number | null
}

interface Row {
  studentPublicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  rollNumber: number | null
  day: string | null
  status: AttendanceStatus | null
}

/**
 * The register of a section for a month (`2026-07`): its pupils with every day that was marked, totals by pupil and by day. Who changed
 * the section keeps the days marked in it.
 */
export async function readRegister(
  scope: SchoolScope,
  of: { sectionId: number; sessionId: number; month: string },
): Promise<Register> {
  const days = daysOfMonth(of.month)
  const values = {
    schoolId: scope.schoolId,
    sectionId: of.sectionId,
    sessionId: of.sessionId,
    from: days[0] ?? '',
    until: days.at(-1) ?? '',
  }
  const [rows, closed] = await Promise.all([
    select<Row>(
      `SELECT s.public_id AS studentPublicId, s.first_name AS firstName, s.last_name AS lastName,
         s.enrollment_number AS enrollmentNumber, e.roll_number AS rollNumber, a.held_on AS day, a.status
       FROM (SELECT id FROM enrollments WHERE school_id = :schoolId AND academic_session_id = :sessionId
               AND section_id = :sectionId AND enrolled_on <= :until AND (left_on IS NULL OR left_on >= :from)
             UNION SELECT r.enrollment_id FROM attendance_sheets h JOIN attendance r ON r.school_id = h.school_id
               AND r.sheet_id = h.id WHERE h.school_id = :schoolId AND h.section_id = :sectionId
               AND h.academic_session_id = :sessionId AND h.held_on BETWEEN :from AND :until) x
       JOIN enrollments e ON e.id = x.id
       JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
       LEFT JOIN (attendance_sheets h JOIN attendance a ON a.school_id = h.school_id AND a.sheet_id = h.id)
         ON h.section_id = :sectionId AND h.academic_session_id = :sessionId AND h.held_on BETWEEN :from AND :until
         AND a.enrollment_id = e.id
       ORDER BY e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, e.id, a.held_on`,
      values,
    ),
    closedDays(scope, values.from, values.until),
  ])
  return registerOf(rows, days, closed)
}

function registerOf(rows: readonly Row[], days: readonly string[], closed: (day: string) => boolean): Register {
  const place = new Map(days.map((day, index) => [day, index]))
  const pupils = new Map<string, RegisterPupil>()
  const there = days.map(() => 0)
  const marked = new Set<string>()
  const all = { ...noDays }
  for (const { day, status, ...person } of rows) {
    const known = pupils.get(person.studentPublicId)
    const pupil = known ?? { ...person, statuses: days.map(() => null), counts: { ...noDays }, days: 0, percent: null }
    if (!known) pupils.set(person.studentPublicId, pupil)
    const index = place.get(day ?? '')
    if (index === undefined || day === null || status === null) continue
    marked.add(day)
    pupil.statuses[index] = status
    pupil.counts[status] += 1
    all[status] += 1
    there[index] =
      (there[index] ?? 0) + (status === 'half_day' ? 0.5 : status === 'present' || status === 'late' ? 1 : 0)
  }
  for (const pupil of pupils.values()) {
    pupil.days = markedDays(pupil.counts)
    pupil.percent = attendancePercent(pupil.counts)
  }
  return {
    days: days.map((day, index) => ({
      day,
      kind: marked.has(day) ? 'marked' : closed(day) ? 'off' : 'open',
      there: there[index] ?? 0,
    })),
    pupils: [...pupils.values()],
    percent: attendancePercent(all),
  }
}

/** Whether the school is closed on a day of the span: by week or holiday. */
async function closedDays(scope: SchoolScope, from: string, until: string): Promise<(day: string) => boolean> {
  const rows = await select<{ saturdaysOff: SaturdaysOff; startsOn: string | null; endsOn: string | null }>(
    `SELECT COALESCE(t.saturdays_off, 'none') AS saturdaysOff, h.starts_on AS startsOn, h.ends_on AS endsOn
     FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id
     LEFT JOIN holidays h ON h.school_id = s.id AND h.starts_on <= :until AND h.ends_on >= :from
     WHERE s.id = :schoolId`,
    { schoolId: scope.schoolId, from, until },
  )
  const saturdays = rows[0]?.saturdaysOff ?? 'none'
  return (day) =>
    isWeeklyOff(day, saturdays) ||
    rows.some(({ startsOn, endsOn }) => startsOn !== null && endsOn !== null && startsOn <= day && day <= endsOn)
}
