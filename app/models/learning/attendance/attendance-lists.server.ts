import { number, numbersOf, orNone, selectRow, text, textOrNull } from '~/database/database.server'
import { containing, contains, type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type SessionChoice, sessionChoices } from '~/models/people/academics/queries.server'
import { ownSectionSql, ownSectionValues } from '~/models/people/academics/section-queries.server'
import {
  classSectionColumns,
  describedStudentColumns,
  rollNumber,
} from '~/models/people/students/describe/student-columns.server'
import { attendanceStatuses, sectionRows, watchedPercent } from './options'
import { daysOfMonth } from './rules'
import { Attendance, AttendanceSheet } from './tables.server'

/** Sections to which a teacher's list is restricted; null means no restriction. */
type OwnSections = readonly number[] | null

const dayOf = ({ filters }: { filters: { date: string } }) => filters.date || todayInIndia(new Date())
const sumsOf = (alias: string) =>
  attendanceStatuses.map((status) => `SUM(${alias}.status = '${status}') AS \`${status}\``).join(', ')
const totalsOf = (alias: string) =>
  attendanceStatuses.map((status) => `SUM(${alias}.\`${status}\`) AS \`${status}\``).join(', ')
/** Columns of a month that was entered as a sum: its days by status, in the order of `attendanceStatuses`. */
const sumsOfMonth = attendanceStatuses
  .map((status) => {
    if (status === 'present') return 'm.attended_halves / 2'
    return status === 'absent' ? 'm.days_held - m.attended_halves / 2' : '0'
  })
  .join(', ')
const all = (conditions: readonly string[]) => conditions.filter((one) => one !== '').join(' AND ')
const studentMatches = (search: string) => contains("TRIM(CONCAT(s.first_name, ' ', s.last_name))", search)
const sectionMatches = (search: string) => contains("CONCAT(c.name, ' ', t.name)", search)

const enrolledOnDay = `FROM enrollments e WHERE e.academic_session_id = y.id AND e.section_id = t.id
  AND e.enrolled_on <= :day AND (e.left_on IS NULL OR e.left_on >= :day)`

const sectionColumns = {
  publicId: text('t.public_id'),
  className: text('c.name'),
  name: text('t.name'),
  day: text(':day'),
  students: number(`(SELECT COUNT(*) ${enrolledOnDay})`),
  ...orNone(columnsOf(AttendanceSheet, 'h', 'markedByName')),
  ...numbersOf('n', ...attendanceStatuses),
}

const sectionOrders = {
  class: ['c.position', 'c.name', 't.name', 't.id'],
  absent: ['absent', 'c.position', 'c.name', 't.name', 't.id'],
  marked: ['h.updated_at IS NULL', 'h.updated_at', 'c.position', 't.id'],
}

/** Lists the sections with students on a day (default today), each with its marks and who entered them. */
export function listDay(
  scope: SchoolScope,
  query: FilteredQuery<keyof typeof sectionOrders, 'date' | 'state'>,
  ownSectionIds: OwnSections,
) {
  const conditions = [
    't.school_id = :schoolId',
    query.search && sectionMatches(query.search),
    ownSectionSql(ownSectionIds, { section: 't.id', session: 'y.id' }),
    query.filters.state === 'marked' ? 'h.id IS NOT NULL' : '',
    query.filters.state === 'open' ? 'h.id IS NULL' : '',
    `(h.id IS NOT NULL OR EXISTS (SELECT 1 ${enrolledOnDay}))`,
  ]
  return selectPage(
    {
      columns: sectionColumns,
      from: `sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
       JOIN (SELECT id FROM academic_sessions WHERE school_id = :schoolId AND starts_on <= :day AND ends_on >= :day
         ORDER BY is_current DESC, starts_on DESC LIMIT 1) y
       LEFT JOIN attendance_sheets h ON h.section_id = t.id AND h.academic_session_id = y.id AND h.held_on = :day
       LEFT JOIN (SELECT a.sheet_id, ${sumsOf('a')} FROM attendance a
         WHERE a.school_id = :schoolId AND a.held_on = :day GROUP BY a.sheet_id) n ON n.sheet_id = h.id
       WHERE ${all(conditions)}`,
      order: sectionOrders[query.sort],
      values: {
        schoolId: scope.schoolId,
        day: dayOf(query),
        search: containing(query.search),
        ...ownSectionValues(ownSectionIds),
      },
    },
    { pageSize: sectionRows, ...query },
  )
}

const dayCounts = { ...numbersOf('n', ...attendanceStatuses), sheets: number('n.sheets') }

/** Counts a day's marked sections and its students by status, in the whole school or in a teacher's sections. */
export async function countDay(scope: SchoolScope, day: string, ownSectionIds: OwnSections) {
  const ownCondition = ownSectionSql(ownSectionIds, { section: 'h.section_id', session: 'h.academic_session_id' })
  const counts = await selectRow(
    dayCounts,
    `FROM (SELECT ${sumsOf('a')}, COUNT(DISTINCT h.id) AS sheets
       FROM attendance_sheets h JOIN attendance a ON a.school_id = h.school_id AND a.sheet_id = h.id
       WHERE ${all(['h.school_id = :schoolId', 'h.held_on = :day', ownCondition])}) n`,
    { schoolId: scope.schoolId, day, ...ownSectionValues(ownSectionIds) },
  )
  if (!counts) throw new Error('The count returned no row')
  return counts
}

const absenteeColumns = {
  publicId: text('s.public_id'),
  day: text('a.held_on'),
  ...describedStudentColumns,
  ...classSectionColumns,
  rollNumber,
  ...columnsOf(Attendance, 'a', 'status', 'remarks'),
  /** Ten digits without a country code, like the other numbers here. */
  mobileNumber: text('s.mobile_number'),
  fatherName: text("COALESCE(g.father_name, '')"),
  fatherMobile: textOrNull('g.father_mobile'),
  motherName: text("COALESCE(g.mother_name, '')"),
  motherMobile: textOrNull('g.mother_mobile'),
}

const absenteeOrders = {
  class: ['c.position', 'c.name', 't.name', 'e.roll_number', 'a.id'],
  student: ['s.last_name', 's.first_name', 'a.id'],
}

/** Lists students who were absent on a day, or had the chosen status, with the family's phone numbers. */
export function listAbsentees(
  scope: SchoolScope,
  query: FilteredQuery<keyof typeof absenteeOrders, 'date' | 'status'>,
  ownSectionIds: OwnSections,
) {
  const conditions = [
    'a.school_id = :schoolId AND a.held_on = :day AND a.status = :status',
    ownSectionSql(ownSectionIds),
    query.search && `(${studentMatches(query.search)} OR ${sectionMatches(query.search)})`,
  ]
  return selectPage(
    {
      columns: absenteeColumns,
      from: `attendance a JOIN enrollments e ON e.id = a.enrollment_id
       JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id
       JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
       LEFT JOIN guardians g ON g.student_id = a.student_id WHERE ${all(conditions)}`,
      order: absenteeOrders[query.sort],
      values: {
        schoolId: scope.schoolId,
        day: dayOf(query),
        status: query.filters.status || 'absent',
        search: containing(query.search),
        ...ownSectionValues(ownSectionIds),
      },
    },
    query,
  )
}

const shortageColumns = {
  publicId: text('s.public_id'),
  ...describedStudentColumns,
  ...classSectionColumns,
  rollNumber,
  mobileNumber: text('s.mobile_number'),
  from: text(':from'),
  until: text(':until'),
  ...numbersOf('n', 'days', ...attendanceStatuses),
}

const shortageOrders = {
  percent: ['n.there2 / n.days', 's.last_name', 's.first_name', 'e.id'],
  student: ['s.last_name', 's.first_name', 'e.id'],
  class: ['c.position', 'c.name', 't.name', 'e.roll_number', 'e.id'],
}

type ShortageQuery = FilteredQuery<keyof typeof shortageOrders, 'session' | 'month' | 'section'>

/**
 * Session and days of the list of students below 75 %. The session defaults to the current one, or else the first of
 * `sessions`; the days are those of the chosen month, or else of the whole session. Null if there is no such session.
 */
export function shortageDays(sessions: readonly SessionChoice[], { session: asked, month }: ShortageQuery['filters']) {
  const requestedSession = sessions.find((one) => (asked === '' ? one.isCurrent : one.publicId === asked))
  const session = requestedSession ?? (asked === '' ? sessions[0] : undefined)
  if (!session) return null
  const isIn = month >= session.startsOn.slice(0, 7) && month <= session.endsOn.slice(0, 7)
  const days = isIn ? daysOfMonth(month) : []
  return { session, month: isIn ? month : '', from: days[0] ?? session.startsOn, until: days.at(-1) ?? session.endsOn }
}

/**
 * Lists current students of a session who attended less than 75 % of their marked days in it, or in a month, lowest
 * first. Months that were entered as sums count: their days attended as present, the others as absent. Adds up the
 * marks before joining other tables, so that a year of a large school, a million rows, is read from an index only.
 */
export async function listShortage(scope: SchoolScope, query: ShortageQuery, ownSectionIds: OwnSections) {
  const period = shortageDays(await sessionChoices(scope), query.filters)
  const conditions = [
    'e.academic_session_id = (SELECT b.id FROM academic_sessions b WHERE b.school_id = :schoolId AND b.public_id = :session)',
    "e.status = 'studying'",
    query.filters.section && 't.public_id = :section',
    ownSectionSql(ownSectionIds),
    query.search && `(${studentMatches(query.search)} OR ${contains('s.enrollment_number', query.search)})`,
  ]
  return selectPage(
    {
      columns: shortageColumns,
      from: `(SELECT u.enrollment_id, SUM(u.all_days) AS days, SUM(u.halves) AS there2, ${totalsOf('u')}
         FROM (SELECT a.enrollment_id, COUNT(*) AS all_days, ${sumsOf('a')},
             SUM(CASE a.status WHEN 'present' THEN 2 WHEN 'late' THEN 2 WHEN 'half_day' THEN 1 ELSE 0 END) AS halves
           FROM attendance a WHERE a.school_id = :schoolId AND a.held_on BETWEEN :from AND :until
           GROUP BY a.enrollment_id
           UNION ALL SELECT m.enrollment_id, m.days_held, ${sumsOfMonth}, m.attended_halves
           FROM attendance_months m WHERE m.school_id = :schoolId
             AND m.month_on BETWEEN DATE_FORMAT(:from, '%Y-%m-01') AND :until) u
         GROUP BY u.enrollment_id HAVING there2 * 50 < ${watchedPercent} * days) n
       JOIN enrollments e ON e.id = n.enrollment_id
       JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
       JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
       WHERE ${all(conditions)}`,
      order: shortageOrders[query.sort],
      values: {
        schoolId: scope.schoolId,
        // Without a session, the period is a day in the year 1000, for which there are no marks.
        session: period?.session.publicId ?? '',
        from: period?.from ?? '1000-01-01',
        until: period?.until ?? '1000-01-01',
        section: query.filters.section,
        search: containing(query.search),
        ...ownSectionValues(ownSectionIds),
      },
    },
    query,
  )
}
