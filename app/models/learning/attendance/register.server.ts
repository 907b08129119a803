import { flag, number, orNone, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { quotientOf } from '~/models/core/shared/fraction'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  describedStudentColumns,
  rollNumber,
  teacherName,
} from '~/models/people/students/describe/student-columns.server'
import { registerNumberSql } from '~/models/people/students/next-numbers.server'
import { saturdaysOff } from './day-facts.server'
import { daysOfEnrollments } from './enrollment-days.server'
import type { AttendanceStatus } from './options'
import {
  attendancePercent,
  attendedDays,
  attendedPart,
  type DayCounts,
  daysOfMonth,
  isWeeklyOff,
  markedDays,
  noDays,
} from './rules'
import { Attendance, Holiday } from './tables.server'

const sectionSql = '(SELECT t.id FROM sections t WHERE t.school_id = :schoolId AND t.public_id = :section)'

const columns = {
  enrollmentId: number('e.id'),
  publicId: text('s.public_id'),
  ...describedStudentColumns,
  rollNumber,
  admissionNumber: textOrNull(registerNumberSql('s')),
  gender: wordOf<'Male' | 'Female' | 'Other'>('s.gender'),
  /** First day of a student who enrolled after the session and the month had begun; otherwise null. */
  joinedOn: textOrNull('IF(e.enrolled_on > GREATEST(:from, y.starts_on), e.enrolled_on, NULL)'),
  /** Last day of a student who left by the end of the month; otherwise null. */
  leftOn: textOrNull('IF(e.left_on <= :until, e.left_on, NULL)'),
  /** The student is currently in this section. */
  isIn: flag(`e.section_id = ${sectionSql}`),
  day: textOrNull('a.held_on'),
  /** The day was marked in this section. */
  isHere: flag(`h.section_id = ${sectionSql}`),
  ...orNone(columnsOf(Attendance, 'a', 'status')),
  startsOn: text('y.starts_on'),
  endsOn: text('y.ends_on'),
}

/** Students present on a day, with half days as halves; `all` includes those of another gender. */
interface PresentCounts {
  boys: number
  girls: number
  all: number
}

interface RegisterDay {
  day: string
  /** The day was marked, is outside the session, is off (weekly rule or holiday), or is not marked yet. */
  kind: 'marked' | 'outside' | 'off' | 'open'
  /** Name of the holiday; null if the day is off by the weekly rule. */
  holiday: string | null
  there: PresentCounts
}

/** Student of the register: one status per day of the month, null if not marked. */
type RegisterStudent = Omit<Row, 'enrollmentId' | 'isIn' | 'day' | 'isHere' | 'status' | 'startsOn' | 'endsOn'> & {
  /**
   * True if the student was in another section at the month's end: the last marked day of the month decides. Without
   * marks, or before the month is over, today's section decides.
   */
  isElsewhere: boolean
  statuses: Array<AttendanceStatus | null>
  /** Counts of the month in this section. */
  counts: DayCounts
  days: number
  attended: number
  percent: number | null
  /** Days attended in the session up to the month's end, in any section. */
  attendedInAll: number
  /** Part of `attendedInAll` from before the month, or in another section. */
  broughtForward: number
  /** Days marked up to the month's end. */
  daysInAll: number
}

export interface Register {
  days: RegisterDay[]
  students: RegisterStudent[]
  /** Students in the section at the month's end, so that no student is on two rolls. */
  onRoll: { boys: number; girls: number; all: number }
  /** Days of the month on which the section was marked. */
  workingDays: number
  /** Students present per working day, with one decimal; null without working days. */
  average: number | null
  percent: number | null
}

interface RegisterQuery {
  /** Public id */
  section: string
  sessionId: number
  /** `2026-07` */
  month: string
}

/**
 * Reads the register of a section for a month: its students with every marked day, totals by student and by day, and
 * the days attended in the session so far, without months that were entered as sums. A student who changed section
 * keeps the days marked here, and is on the roll of the section that last marked the student.
 */
export async function readRegister(scope: SchoolScope, { month, ...of }: RegisterQuery): Promise<Register> {
  const days = daysOfMonth(month)
  const until = days.at(-1) ?? ''
  const values = { schoolId: scope.schoolId, ...of, from: days[0] ?? '', until }
  const [rows, closed] = await Promise.all([readRows(values), closedDays(scope, values.from, until)])
  const soFar = await daysOfEnrollments(scope, [...new Set(rows.map(({ enrollmentId }) => enrollmentId))], until)
  return registerOf(rows, days, closed, soFar)
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

function readRows(values: Record<string, string | number>) {
  return selectRows(
    columns,
    `FROM (SELECT id FROM enrollments WHERE school_id = :schoolId AND academic_session_id = :sessionId
             AND section_id = ${sectionSql} AND enrolled_on <= :until AND (left_on IS NULL OR left_on >= :from)
           UNION SELECT r.enrollment_id FROM attendance_sheets h JOIN attendance r ON r.school_id = h.school_id
             AND r.sheet_id = h.id WHERE h.school_id = :schoolId AND h.section_id = ${sectionSql}
             AND h.academic_session_id = :sessionId AND h.held_on BETWEEN :from AND :until) x
     JOIN enrollments e ON e.id = x.id
     JOIN academic_sessions y ON y.id = e.academic_session_id
     JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     LEFT JOIN academic_infos i ON i.student_id = s.id
     LEFT JOIN (attendance a JOIN attendance_sheets h ON h.school_id = a.school_id AND h.id = a.sheet_id)
       ON a.school_id = e.school_id AND a.enrollment_id = e.id AND a.held_on BETWEEN :from AND :until
     ORDER BY e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, e.id, a.held_on`,
    values,
  )
}

type Closed = (day: string) => { holiday: string | null } | null

function registerOf(
  rows: readonly Row[],
  days: readonly string[],
  closed: Closed,
  soFar: ReadonlyMap<number, DayCounts>,
): Register {
  const indexOf = new Map(days.map((day, index) => [day, index]))
  const students = new Map<string, RegisterStudent>()
  const present = days.map((): PresentCounts => ({ boys: 0, girls: 0, all: 0 }))
  const marked = new Set<string>()
  const all = { ...noDays }
  const isOver = (days.at(-1) ?? '') < todayInIndia(new Date())
  for (const { day, status, isHere, isIn, startsOn: _first, endsOn: _last, enrollmentId, ...person } of rows) {
    const existingStudent = students.get(person.publicId)
    const counts = soFar.get(enrollmentId) ?? noDays
    const student = existingStudent ?? {
      ...person,
      isElsewhere: !isIn,
      statuses: days.map(() => null),
      counts: { ...noDays },
      days: 0,
      attended: 0,
      percent: null,
      attendedInAll: attendedDays(counts),
      broughtForward: 0,
      daysInAll: markedDays(counts),
    }
    if (!existingStudent) students.set(person.publicId, student)
    // A student's rows are sorted by day, so that the last one decides.
    if (isOver && day !== null) student.isElsewhere = !isHere
    if (!isHere) continue
    const index = indexOf.get(day ?? '')
    const ofDay = index === undefined ? undefined : present[index]
    if (index === undefined || !ofDay || day === null || status === null) continue
    marked.add(day)
    student.statuses[index] = status
    student.counts[status] += 1
    all[status] += 1
    ofDay.all += attendedPart[status]
    if (person.gender === 'Male') ofDay.boys += attendedPart[status]
    if (person.gender === 'Female') ofDay.girls += attendedPart[status]
  }
  for (const [publicId, student] of students) {
    student.days = markedDays(student.counts)
    student.attended = attendedDays(student.counts)
    student.percent = attendancePercent(student.counts)
    student.broughtForward = student.attendedInAll - student.attended
    // Removes a student who joined this section after the month: the earlier section's register has the student.
    if (student.isElsewhere && student.days === 0) students.delete(publicId)
  }
  const [session] = rows
  const atEnd = [...students.values()].filter(({ leftOn, isElsewhere }) => leftOn === null && !isElsewhere)
  const ofGender = (wantedGender: RegisterStudent['gender']) =>
    atEnd.filter(({ gender }) => gender === wantedGender).length
  return {
    days: days.map((day, index) => {
      const isOutside = session !== undefined && (day < session.startsOn || day > session.endsOn)
      const off = marked.has(day) || isOutside ? null : closed(day)
      const kind = marked.has(day) ? 'marked' : isOutside ? 'outside' : off ? 'off' : 'open'
      return { day, kind, holiday: off?.holiday ?? null, there: present[index] ?? { boys: 0, girls: 0, all: 0 } }
    }),
    students: [...students.values()],
    onRoll: { boys: ofGender('Male'), girls: ofGender('Female'), all: atEnd.length },
    workingDays: marked.size,
    average: quotientOf(attendedDays(all), marked.size, 1),
    percent: attendancePercent(all),
  }
}

/**
 * Returns a function for the days of the period. It returns null if the school is open; otherwise an object whose
 * `holiday` is the holiday's name, or null if the school is closed by the weekly rule.
 */
async function closedDays(scope: SchoolScope, from: string, until: string): Promise<Closed> {
  const rows = await selectRows(
    { saturdaysOff, holiday: textOrNull('h.name'), ...orNone(columnsOf(Holiday, 'h', 'startsOn', 'endsOn')) },
    `FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id
     LEFT JOIN holidays h ON h.school_id = s.id AND h.starts_on <= :until AND h.ends_on >= :from
     WHERE s.id = :schoolId ORDER BY h.starts_on`,
    { schoolId: scope.schoolId, from, until },
  )
  const saturdays = rows[0]?.saturdaysOff ?? 'none'
  return (day) => {
    const on = rows.find(
      ({ startsOn, endsOn }) => startsOn !== null && endsOn !== null && startsOn <= day && day <= endsOn,
    )
    if (on) return { holiday: on.holiday }
    return isWeeklyOff(day, saturdays) ? { holiday: null } : null
  }
}

/** The class teacher is named for the current session only, because earlier class teachers are not stored. */
const head = { sessionName: text('y.name'), classTeacher: teacherName }

/** Finds the heading of the printed register; null if the school has no such section or session. */
export function findRegisterHead({ schoolId }: SchoolScope, { section, sessionId }: Omit<RegisterQuery, 'month'>) {
  return selectRow(
    head,
    `FROM sections t JOIN academic_sessions y ON y.school_id = t.school_id AND y.id = :sessionId
     LEFT JOIN teachers h ON h.school_id = t.school_id AND h.id = t.class_teacher_id AND y.is_current = 1
     WHERE t.school_id = :schoolId AND t.public_id = :section`,
    { schoolId, section, sessionId },
  )
}
