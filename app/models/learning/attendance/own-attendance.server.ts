import { number, type RowOf, selectRows, text, wordOf } from '~/database/database.server'
import { containing, contains } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { formatMonth } from '~/models/core/shared/calendar'
import { pageCount } from '~/models/core/shared/paging'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { classSectionColumns, teacherName } from '~/models/people/students/describe/student-columns.server'
import { type AttendanceStatus, attendanceRows, attendanceStatuses } from './options'
import { attendancePercent, type DayCounts, markedDays, noDays } from './rules'
import { Attendance } from './tables.server'
import { statusWord } from './words'

export interface OwnAttendanceQuery {
  search: string
  /** 1 to 12, null for all. */
  month: number | null
  status: AttendanceStatus | null
  /** Public id of a session; '' for the newest. */
  session: string
  page: number
  language: Language
}

const count = {
  publicId: text('b.public_id'),
  name: text('b.name'),
  month: number('d.month'),
  status: wordOf<AttendanceStatus>('d.status'),
  /** A multiple of 0.5: a month that was entered as a sum may contain half days. */
  days: number('d.days'),
}
type Count = RowOf<typeof count>

/**
 * Lists the student's attendance in a session, in two reads: totals of all days by month, and one page of days, newest
 * first. The statistics depend on session and month; status and search (remarks, teacher, date and status label) only
 * filter the list.
 */
export async function listOwnAttendance(scope: StudentScope, query: OwnAttendanceQuery) {
  const [counts, found] = await Promise.all([countOwnDays(scope), readRecords(scope, query, query.page)])
  const sessions = [...new Map(counts.map(({ publicId, name }) => [publicId, { publicId, name }])).values()]
  const session = sessions.some((one) => one.publicId === query.session) ? query.session : (sessions[0]?.publicId ?? '')
  const statistics = statisticsOf(
    counts.filter((one) => one.publicId === session && (query.month === null || one.month === query.month)),
  )
  // A page past the end has no rows and therefore no total: then the total is read with the first page.
  const first = found.length === 0 && query.page > 1 ? await readRecords(scope, query, 1) : found
  const pages = pageCount(first[0]?.total ?? 0, attendanceRows)
  const page = Math.min(query.page, pages)
  const rows = first === found ? found : page === 1 ? first : await readRecords(scope, query, page)
  const records = rows.map(({ total: _total, ...record }) => record)
  return { sessions, session, statistics, records, page, pages }
}

/** Counts the student's days by session, month and status, newest session first: some sixty rows for three years. */
function countOwnDays(scope: StudentScope): Promise<Count[]> {
  return selectRows(
    count,
    `FROM (SELECT a.enrollment_id, MONTH(a.held_on) AS month, a.status, COUNT(*) AS days FROM attendance a
       WHERE a.school_id = :schoolId AND a.student_id = :studentId GROUP BY a.enrollment_id, MONTH(a.held_on), a.status
       UNION ALL SELECT m.enrollment_id, MONTH(m.month_on), 'present', m.attended_halves / 2 FROM attendance_months m
       WHERE m.school_id = :schoolId AND m.student_id = :studentId
       UNION ALL SELECT m.enrollment_id, MONTH(m.month_on), 'absent', m.days_held - m.attended_halves / 2
       FROM attendance_months m WHERE m.school_id = :schoolId AND m.student_id = :studentId) d
     JOIN enrollments e ON e.id = d.enrollment_id
     JOIN academic_sessions b ON b.school_id = e.school_id AND b.id = e.academic_session_id
     ORDER BY b.starts_on DESC, b.id DESC`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

const hasDays = `(EXISTS (SELECT 1 FROM attendance z WHERE z.enrollment_id = x.id)
  OR EXISTS (SELECT 1 FROM attendance_months z WHERE z.enrollment_id = x.id))`

/**
 * SQL: the requested session, or the newest one with a day of the student; another student's session counts as not
 * requested.
 */
const inSession = `e.academic_session_id = COALESCE(
  (SELECT x.academic_session_id FROM enrollments x JOIN academic_sessions y ON y.id = x.academic_session_id
   WHERE x.school_id = :schoolId AND x.student_id = :studentId AND y.public_id = :session
     AND ${hasDays}),
  (SELECT x.academic_session_id FROM enrollments x JOIN academic_sessions y ON y.id = x.academic_session_id
   WHERE x.school_id = :schoolId AND x.student_id = :studentId
     AND ${hasDays} ORDER BY y.starts_on DESC, y.id DESC LIMIT 1))`

const recordColumns = {
  day: text('a.held_on'),
  ...columnsOf(Attendance, 'a', 'status', 'remarks'),
  ...classSectionColumns,
  /** Class teacher on that day. */
  teacher: teacherName,
  total: number('COUNT(*) OVER ()'),
}

function readRecords(scope: StudentScope, query: OwnAttendanceQuery, page: number) {
  const narrowed = [
    query.month === null ? '' : 'AND MONTH(a.held_on) = :month',
    query.status === null ? '' : 'AND a.status = :status',
    query.search === ''
      ? ''
      : `AND (a.status IN (:named) OR ${contains('a.remarks', query.search)} OR ${contains("TRIM(CONCAT(h.first_name, ' ', h.last_name))", query.search)}
           OR DATE_FORMAT(a.held_on, '%Y-%m-%d') LIKE :date ESCAPE '!' OR DATE_FORMAT(a.held_on, '%e %b %Y') LIKE :date ESCAPE '!'
           OR DATE_FORMAT(a.held_on, '%d-%m-%Y') LIKE :date ESCAPE '!' OR DATE_FORMAT(a.held_on, '%d/%m/%Y') LIKE :date ESCAPE '!')`,
  ]
  return selectRows(
    recordColumns,
    `FROM attendance a JOIN enrollments e ON e.id = a.enrollment_id
     LEFT JOIN attendance_sheets s ON s.school_id = a.school_id AND s.id = a.sheet_id
     JOIN sections t ON t.id = COALESCE(s.section_id, e.section_id) JOIN classes c ON c.id = t.class_id
     LEFT JOIN teachers h ON h.school_id = s.school_id AND h.id = s.teacher_id
     WHERE a.school_id = :schoolId AND a.student_id = :studentId AND ${inSession} ${narrowed.join(' ')}
     ORDER BY a.held_on DESC LIMIT :pageSize OFFSET :offset`,
    {
      schoolId: scope.schoolId,
      studentId: scope.studentId,
      session: query.session,
      month: query.month,
      status: query.status,
      named: ['', ...statusesCalled(query.search)],
      search: containing(query.search),
      date: containing(inEnglishMonths(query.search, query.language)),
      pageSize: attendanceRows,
      offset: (page - 1) * attendanceRows,
    },
  )
}

/** Returns the statuses whose label in the reader's language begins with the text. */
function statusesCalled(text: string): AttendanceStatus[] {
  const prefix = text.toLowerCase()
  return attendanceStatuses.filter((status) => statusWord(status).toLowerCase().startsWith(prefix))
}

/**
 * Replaces the month name of the reader's language, `5 जुल॰ 2026`, with the English one that the database formats: `5
 * Jul 2026`.
 */
export function inEnglishMonths(text: string, language: Language): string {
  let english = text
  for (let month = 1; month <= 12 && language !== 'en'; month += 1) {
    const [own, name] = ([language, 'en'] as const).map(
      (one) => formatMonth(`2026-${String(month).padStart(2, '0')}`, one).split(' ')[0] ?? '',
    )
    if (own && name && english.includes(own)) english = english.replace(own, name)
  }
  return english.replace(',', '')
}

/** Statistics that the student specification requires (section 3), plus the days of the other statuses. */
function statisticsOf(counts: readonly Count[]) {
  const days: DayCounts = { ...noDays }
  for (const one of counts) days[one.status] += one.days
  return {
    totalDays: markedDays(days),
    presentDays: days.present,
    absentDays: days.absent,
    lateDays: days.late,
    halfDays: days.half_day,
    leaveDays: days.leave,
    percentage: attendancePercent(days),
  }
}
