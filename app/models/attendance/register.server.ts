import { orNone, select, selectRows, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { rollNumber, studentColumns } from '~/models/students/student-columns.server'
import type { SaturdaysOff } from './holiday-fields'
import type { AttendanceStatus } from './options'
import { attendancePercent, type DayCounts, daysOfMonth, isWeeklyOff, markedDays, noDays } from './rules'
import { Attendance } from './tables.server'

const columns = {
  publicId: text('s.public_id'),
  ...studentColumns,
  rollNumber,
  day: textOrNull('a.held_on'),
  ...orNone(columnsOf(Attendance, 'a', 'status')),
}

interface RegisterDay {
  day: string
  /** Marked, free by week or holiday, or simply not marked. */
  kind: 'marked' | 'off' | 'open'
  /** Who was there: late counts, half a day is half. */
  there: number
}

/** A student of the register: one status a day of the month, null where nothing was marked. */
type RegisterStudent = Omit<Row, 'day' | 'status'> & {
  statuses: Array<AttendanceStatus | null>
  counts: DayCounts
  days: number
  percent: number | null
}

export interface Register {
  days: RegisterDay[]
  students: RegisterStudent[]
  /** Of the section in the month. */
  percent: number | null
}

interface Asked {
  sectionId: number
  sessionId: number
  /** `2026-07` */
  month: string
}

/**
 * The register of a section for a month: its students with every day that was marked, totals by student and by day. Who changed the
 * section keeps the days marked in it.
 */
export async function readRegister(scope: SchoolScope, { month, ...of }: Asked): Promise<Register> {
  const days = daysOfMonth(month)
  const values = { schoolId: scope.schoolId, ...of, from: days[0] ?? '', until: days.at(-1) ?? '' }
  const [rows, closed] = await Promise.all([readRows(values), closedDays(scope, values.from, values.until)])
  return registerOf(rows, days, closed)
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

function readRows(values: Record<string, string | number>) {
  return selectRows(
    columns,
    `FROM (SELECT id FROM enrollments WHERE school_id = :schoolId AND academic_session_id = :sessionId
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
  )
}

/** How much of a day somebody was there. */
const thereOn: Record<AttendanceStatus, number> = { present: 1, late: 1, half_day: 0.5, absent: 0, leave: 0 }

function registerOf(rows: readonly Row[], days: readonly string[], closed: (day: string) => boolean): Register {
  const indexOf = new Map(days.map((day, index) => [day, index]))
  const students = new Map<string, RegisterStudent>()
  const there = days.map(() => 0)
  const marked = new Set<string>()
  const all = { ...noDays }
  for (const { day, status, ...person } of rows) {
    const known = students.get(person.publicId)
    const student = known ?? {
      ...person,
      statuses: days.map(() => null),
      counts: { ...noDays },
      days: 0,
      percent: null,
    }
    if (!known) students.set(person.publicId, student)
    const index = indexOf.get(day ?? '')
    if (index === undefined || day === null || status === null) continue
    marked.add(day)
    student.statuses[index] = status
    student.counts[status] += 1
    all[status] += 1
    there[index] = (there[index] ?? 0) + thereOn[status]
  }
  for (const student of students.values()) {
    student.days = markedDays(student.counts)
    student.percent = attendancePercent(student.counts)
  }
  return {
    days: days.map((day, index) => ({
      day,
      kind: marked.has(day) ? 'marked' : closed(day) ? 'off' : 'open',
      there: there[index] ?? 0,
    })),
    students: [...students.values()],
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
