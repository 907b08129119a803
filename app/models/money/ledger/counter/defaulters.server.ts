import { number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { classColumns, joinEnrollment, lateAfterOf, matchStudent } from '../books/columns.server'
import { Due, FeeReminder } from '../tables.server'

type DefaulterSort = 'amount' | 'oldest' | 'name' | 'class'
/**
 * Filters are public ids and, for `days`, one of `overdueDays`; '' for any. Class and section are those of the current
 * session; with `session`, only the dues of that session count. `search` is a part of the name, enrollment number or
 * mobile. `students` restricts the list to these public ids.
 */
type DefaulterQuery = FilteredQuery<DefaulterSort, 'session' | 'class' | 'section' | 'days'> & {
  students?: readonly string[] | undefined
}
export type DefaulterFilters = Pick<DefaulterQuery, 'search' | 'filters' | 'students'>

const orders: Record<DefaulterSort, readonly string[]> = {
  amount: ['overduePaise', 'o.studentId'],
  oldest: ['oldestOn', 'o.studentId'],
  name: ['st.last_name', 'st.first_name', 'o.studentId'],
  class: ['c.position', 'c.name', 'se.name', 'e.roll_number', 'o.studentId'],
}

const columns = {
  publicId: text('st.public_id'),
  firstName: text('st.first_name'),
  lastName: text('st.last_name'),
  enrollmentNumber: text('st.enrollment_number'),
  mobileNumber: text('st.mobile_number'),
  email: textOrNull('st.email'),
  language: { sql: 'st.language', read: (stored: unknown) => stored as Language },
  fatherName: text("COALESCE(g.father_name, '')"),
  // Class of the current session, null when not enrolled in it.
  ...classColumns,
  // Number of overdue dues, due date of the oldest, and their total balance.
  dues: number('o.dues'),
  oldestOn: text('o.oldestOn'),
  daysOverdue: number('DATEDIFF(:today, o.oldestOn)'),
  overduePaise: number('CAST(o.overduePaise AS SIGNED)'),
  // Last day on which the office sent a reminder, null for never.
  remindedOn: textOrNull(
    '(SELECT MAX(r.reminded_on) FROM fee_reminders r WHERE r.school_id = st.school_id AND r.student_id = st.id)',
  ),
}

/** Students with overdue dues, the largest amount first by default. `today` is the day in India. */
export function listDefaulters(scope: SchoolScope, query: DefaulterQuery, today = todayInIndia(new Date())) {
  return selectPage(
    { columns, order: orders[query.sort], ...defaulterQuery(scope, query, today) },
    { ...query, descending: query.sort === 'amount' ? !query.descending : query.descending },
  )
}

export type Defaulter = Awaited<ReturnType<typeof listDefaulters>>['rows'][number]

const ages = [0, 30, 60, 90] as const

/**
 * Overdue paise and number of students: in total, and for students whose oldest due is overdue by at least 30, 60 and
 * 90 days.
 */
export async function overdueByAge(scope: SchoolScope, today: string) {
  const filters = { session: '', class: '', section: '', days: '' }
  const { counted, values } = defaulterQuery(scope, { search: '', filters }, today)
  const isOverdueBy = (days: number) => `o.oldestOn <= :today - INTERVAL ${days} DAY`
  const sums = ages.flatMap((days) => [
    [`students${days}`, number(`CAST(COALESCE(SUM(${isOverdueBy(days)}), 0) AS SIGNED)`)],
    [`paise${days}`, number(`CAST(COALESCE(SUM(IF(${isOverdueBy(days)}, o.overduePaise, 0)), 0) AS SIGNED)`)],
  ])
  const row: Record<string, number> | null = await selectRow(Object.fromEntries(sums), `FROM ${counted}`, values)
  return ages.map((days) => ({ days, students: row?.[`students${days}`] ?? 0, paise: row?.[`paise${days}`] ?? 0 }))
}

const balance = '(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise)'
const lateAfter = lateAfterOf('d', 'j.enrolled_on')
/** The index on `is_owed` and `due_on` excludes most dues. */
const isOverdue = `d.is_owed = 1 AND d.due_on < :today AND ${lateAfter} < :today`
const joinJoining =
  'LEFT JOIN enrollments j ON j.student_id = d.student_id AND j.academic_session_id = d.academic_session_id'

const overdueColumns = {
  studentPublicId: text('st.public_id'),
  ...columnsOf(Due, 'd', 'name', 'title', 'dueOn', 'finePaise'),
  balancePaise: number(balance),
}

/** Overdue dues of these students, by student, the oldest first; `session` (public id) narrows them to that session. */
export async function listOverdueDues(
  { schoolId }: SchoolScope,
  { publicIds, session }: { publicIds: readonly string[]; session: string },
  today: string,
) {
  if (publicIds.length === 0) return []
  return selectRows(
    overdueColumns,
    `FROM students st JOIN dues d ON d.school_id = st.school_id AND d.student_id = st.id ${joinJoining} ${inSession(session)}
     WHERE st.school_id = :schoolId AND st.public_id IN (:publicIds) AND ${isOverdue}
     ORDER BY st.id, d.due_on, d.id`,
    { schoolId, publicIds, session, today },
  )
}

export type OverdueDue = Awaited<ReturnType<typeof listOverdueDues>>[number]

/**
 * Records today's reminders for at most `max` of these students, without those already reminded today. Returns the
 * public ids of the students recorded now (`fresh`), and how many exceeded `max` (`refused`).
 */
export async function noteReminders(
  scope: SchoolScope,
  students: ReadonlyArray<{ publicId: string; overduePaise: number }>,
  today: string,
  max: number,
) {
  const all = await selectRows(
    { id: number('st.id'), publicId: text('st.public_id') },
    `FROM students st LEFT JOIN fee_reminders r ON r.student_id = st.id AND r.reminded_on = :today
     WHERE st.school_id = :schoolId AND st.public_id IN (:ids) AND r.id IS NULL FOR UPDATE`,
    { schoolId: scope.schoolId, ids: students.map((one) => one.publicId), today },
  )
  const remindedRows = all.slice(0, max)
  const amounts = new Map(students.map((one) => [one.publicId, one.overduePaise]))
  const now = new Date()
  await FeeReminder.bulkCreate(
    remindedRows.map((row) => ({
      schoolId: scope.schoolId,
      studentId: row.id,
      remindedOn: today,
      overduePaise: amounts.get(row.publicId) ?? 0,
      sentBy: scope.actor.kind === 'staff' ? scope.actor.id : null,
      createdAt: now,
    })),
  )
  return { fresh: new Set(remindedRows.map((row) => row.publicId)), refused: all.length - remindedRows.length }
}

const inSession = (session: string) =>
  session === ''
    ? ''
    : 'JOIN academic_sessions ds ON ds.id = d.academic_session_id AND ds.school_id = d.school_id AND ds.public_id = :session'

function defaulterQuery({ schoolId }: SchoolScope, { search, filters, students }: DefaulterFilters, today: string) {
  const ofThese = students?.length === 0 ? 'FALSE' : 'st.public_id IN (:students)'
  const match = matchStudent(search)
  const ofDays = 'o.oldestOn <= :today - INTERVAL :days DAY'
  const conditions = [
    'st.school_id = :schoolId',
    match.sql,
    // Restricts to the school's own enrollments, so that an index finds those of a class.
    ...(filters.class ? ['c.public_id = :class', 'e.school_id = :schoolId'] : []),
    ...(filters.section ? ['se.public_id = :section', 'e.school_id = :schoolId'] : []),
    ...(students ? [ofThese] : []),
    ...(filters.days ? [ofDays] : []),
  ]
  const owing = `(SELECT d.student_id AS studentId, COUNT(*) AS dues, MIN(${lateAfter}) AS oldestOn, SUM(${balance}) AS overduePaise
       FROM dues d ${joinJoining} ${inSession(filters.session)}
       WHERE d.school_id = :schoolId AND ${isOverdue} GROUP BY d.student_id) o`
  const from = `${owing}
     JOIN students st ON st.id = o.studentId
     LEFT JOIN guardians g ON g.student_id = st.id
     LEFT JOIN academic_sessions a ON a.school_id = st.school_id AND a.is_current = 1
     ${joinEnrollment('st.id')}
     WHERE ${conditions.join(' AND ')}`
  // Counts and sums without joining the students, unless a filter needs them.
  const isOfAll = search.trim() === '' && !students && !filters.class && !filters.section
  return {
    from,
    counted: isOfAll ? `${owing} WHERE ${filters.days ? ofDays : 'TRUE'}` : from,
    values: { schoolId, today, ...match.values, ...filters, days: Number(filters.days), students: students ?? [] },
  }
}
