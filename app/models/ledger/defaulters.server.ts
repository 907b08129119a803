import { select, selectOne } from '~/database/connection.server'
import type { Language } from '~/language/language'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { FeeReminder } from './tables.server'

export const defaulterSorts = ['amount', 'oldest', 'name', 'class'] as const
export type DefaulterSort = (typeof defaulterSorts)[number]

export interface DefaulterFilters {
  /** Name, enrollment number or mobile, in part; '' for all. */
  search: string
  /** Public ids, '' for any. Class and section are those of the current session; with a session only its dues count. */
  session: string
  class: string
  section: string
  /** One of `overdueDays`, '' for any. */
  days: string
}

export interface Defaulter {
  publicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  mobileNumber: string
  email: string | null
  language: Language
  fatherName: string
  /** Place in the current session, null when not enrolled in it. */
  className: string | null
  sectionName: string | null
  /** How many dues are overdue, since which day the oldest is, and what is owed of them in all (paise). */
  dues: number
  oldestOn: string
  overduePaise: number
  /** The last day the office wrote a reminder, null for never. */
  remindedOn: string | null
}

const orders: Record<DefaulterSort, readonly string[]> = {
  amount: ['overduePaise', 'o.studentId'],
  oldest: ['oldestOn', 'o.studentId'],
  name: ['st.last_name', 'st.first_name', 'o.studentId'],
  class: ['c.position', 'c.name', 'sec.name', 'e.roll_number', 'o.studentId'],
}

const columns = `st.public_id AS publicId, st.first_name AS firstName, st.last_name AS lastName,
  st.enrollment_number AS enrollmentNumber, st.mobile_number AS mobileNumber, st.email, st.language,
  COALESCE(g.father_name, '') AS fatherName, c.name AS className, sec.name AS sectionName,
  o.dues, o.oldestOn, CAST(o.overduePaise AS SIGNED) AS overduePaise,
  (SELECT MAX(r.reminded_on) FROM fee_reminders r WHERE r.school_id = st.school_id AND r.student_id = st.id) AS remindedOn`

/** Students who have not paid in time, with the largest amount first unless another order is chosen. `today` is India's day. */
export function listDefaulters(
  scope: SchoolScope,
  query: ListQuery<DefaulterSort> & DefaulterFilters,
  today: string,
): Promise<Page<Defaulter>> {
  return selectPage<Defaulter>(
    { columns, order: orders[query.sort], ...defaulterQuery(scope, query, today) },
    { ...query, descending: query.sort === 'amount' ? !query.descending : query.descending },
  )
}

/** What all of them owe in all, in paise. */
export async function sumOverdue(scope: SchoolScope, filters: DefaulterFilters, today: string): Promise<number> {
  const { from, values } = defaulterQuery(scope, filters, today)
  const row = await selectOne<{ paise: number }>(
    `SELECT CAST(COALESCE(SUM(o.overduePaise), 0) AS SIGNED) AS paise FROM ${from}`,
    values,
  )
  return row?.paise ?? 0
}

/** The overdue instalments of everyone the filters find, by student, the oldest first. */
export interface OverdueDue {
  studentPublicId: string
  name: string
  title: string
  dueOn: string
  balancePaise: number
  finePaise: number
}

export function listOverdueDues(
  scope: SchoolScope,
  students: { publicIds: readonly string[]; session: string },
  today: string,
): Promise<OverdueDue[]> {
  if (students.publicIds.length === 0) return Promise.resolve([])
  return select<OverdueDue>(
    `SELECT st.public_id AS studentPublicId, d.name, d.title, d.due_on AS dueOn,
       ${balance} AS balancePaise, d.fine_paise AS finePaise
     FROM students st JOIN dues d ON d.school_id = st.school_id AND d.student_id = st.id
     ${inSession(students.session)}
     WHERE st.school_id = :schoolId AND st.public_id IN (:publicIds) AND ${isOverdue}
     ORDER BY st.id, d.due_on, d.id`,
    { schoolId: scope.schoolId, publicIds: [...students.publicIds], session: students.session, today },
  )
}

/** Writes down that these students were reminded today; answers those who had not been yet. */
export async function noteReminders(
  scope: SchoolScope,
  students: ReadonlyArray<{ publicId: string; overduePaise: number }>,
  today: string,
  most: number,
): Promise<{ fresh: Set<string>; refused: number }> {
  const all = await select<{ id: number; publicId: string }>(
    `SELECT st.id, st.public_id AS publicId FROM students st
     LEFT JOIN fee_reminders r ON r.student_id = st.id AND r.reminded_on = :today
     WHERE st.school_id = :schoolId AND st.public_id IN (:ids) AND r.id IS NULL FOR UPDATE`,
    { schoolId: scope.schoolId, ids: students.map((one) => one.publicId), today },
  )
  const found = all.slice(0, most)
  const amounts = new Map(students.map((one) => [one.publicId, one.overduePaise]))
  const now = new Date()
  await FeeReminder.bulkCreate(
    found.map((row) => ({
      schoolId: scope.schoolId,
      studentId: row.id,
      remindedOn: today,
      overduePaise: amounts.get(row.publicId) ?? 0,
      sentBy: scope.actor.kind === 'staff' ? scope.actor.id : null,
      createdAt: now,
    })),
  )
  return { fresh: new Set(found.map((row) => row.publicId)), refused: all.length - found.length }
}

const balance = '(d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise)'
const isOverdue = `d.state = 'open' AND d.due_on < :today AND ${balance} > 0`

function inSession(session: string): string {
  return session === ''
    ? ''
    : 'JOIN academic_sessions ds ON ds.id = d.academic_session_id AND ds.school_id = d.school_id AND ds.public_id = :session'
}

function defaulterQuery(scope: SchoolScope, filters: DefaulterFilters, today: string) {
  const conditions = [
    'st.school_id = :schoolId',
    ...(filters.search
      ? [
          `(CONCAT(st.first_name, ' ', st.last_name) LIKE :search ESCAPE '!' OR st.enrollment_number LIKE :search ESCAPE '!'
            OR st.mobile_number LIKE :search ESCAPE '!')`,
        ]
      : []),
    ...(filters.class ? ['c.public_id = :class'] : []),
    ...(filters.section ? ['sec.public_id = :section'] : []),
    ...(filters.days ? ['o.oldestOn <= :today - INTERVAL :days DAY'] : []),
  ]
  const from = `(SELECT d.student_id AS studentId, COUNT(*) AS dues, MIN(d.due_on) AS oldestOn, SUM(${balance}) AS overduePaise
       FROM dues d ${inSession(filters.session)}
       WHERE d.school_id = :schoolId AND ${isOverdue} GROUP BY d.student_id) o
     JOIN students st ON st.id = o.studentId
     LEFT JOIN guardians g ON g.student_id = st.id
     LEFT JOIN academic_sessions a ON a.school_id = st.school_id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id
     LEFT JOIN sections sec ON sec.id = e.section_id
     WHERE ${conditions.join(' AND ')}`
  const values = {
    schoolId: scope.schoolId,
    today,
    search: containing(filters.search),
    session: filters.session,
    class: filters.class,
    section: filters.section,
    days: filters.days === '' ? 0 : Number(filters.days),
  }
  return { from, values }
}
