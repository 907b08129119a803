import { flag, lockRows, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { matchStudents } from '~/models/people/students/match-students.server'
import { searchStudents } from './list-students.server'
import { enrolledInSql, ownSectionValues } from './section-queries.server'
import { Enrollment } from './tables.server'

/** SQL: enrollments `e` of students `s`, with session `a`, class `c` and section `t`. */
export const enrolledFrom = `enrollments e
  JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
  JOIN academic_sessions a ON a.school_id = e.school_id AND a.id = e.academic_session_id
  JOIN classes c ON c.id = e.class_id
  JOIN sections t ON t.id = e.section_id`

const names = { sessionName: text('a.name'), className: text('c.name'), sectionName: text('t.name') }
export const enrolledColumns = {
  ...columnsOf(Enrollment, 'e', 'publicId', 'rollNumber', 'enrolledOn'),
  ...names,
  isCurrent: flag('a.is_current'),
}

/** Lists a student's enrollments, newest session first. In a student's scope, lists only that student's own. */
export function listEnrollmentsOf(scope: SchoolScope | StudentScope, studentPublicId: string) {
  return selectRows(
    enrolledColumns,
    `FROM ${enrolledFrom} WHERE e.school_id = :schoolId AND s.public_id = :studentPublicId
       AND (:studentId IS NULL OR s.id = :studentId) ORDER BY a.starts_on DESC, a.id DESC`,
    { schoolId: scope.schoolId, studentPublicId, studentId: 'studentId' in scope ? scope.studentId : null },
  )
}

const whole = {
  ...columnsOf(Enrollment, 'e', 'id', 'publicId', 'studentId', 'academicSessionId', 'classId', 'sectionId'),
  ...columnsOf(Enrollment, 'e', 'rollNumber', 'enrolledOn', 'status', 'version'),
  ...names,
  studentPublicId: text('s.public_id'),
  studentName: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  rte: flag('s.rte'),
  sessionPublicId: text('a.public_id'),
  sessionStartsOn: text('a.starts_on'),
  sectionPublicId: text('t.public_id'),
}

/** Finds one enrollment of the school; `lock` locks its row until the transaction ends. */
export async function findEnrollment({ schoolId }: SchoolScope, publicId: string, { lock = false } = {}) {
  const one = 'WHERE e.school_id = :schoolId AND e.public_id = :publicId'
  if (lock) await lockRows(`FROM enrollments e ${one}`, { schoolId, publicId })
  return selectRow(whole, `FROM ${enrolledFrom} ${one}`, { schoolId, publicId })
}

/** Enrollment in a session that has not ended on the requested day. */
export type OpenEnrollment = Awaited<ReturnType<typeof listOpenEnrollments>>[number]

/**
 * Lists a student's enrollments in sessions that end on or after `day`, earliest first. `lock` locks their rows until
 * the transaction ends.
 */
export function listOpenEnrollments({ schoolId }: SchoolScope, studentId: number, day: string, { lock = false } = {}) {
  return selectRows(
    whole,
    `FROM ${enrolledFrom} WHERE e.school_id = :schoolId AND e.student_id = :studentId AND a.ends_on >= :day
     ORDER BY a.starts_on, e.id ${lock ? 'FOR UPDATE' : ''}`,
    { schoolId, studentId, day },
  )
}

const byName = ['s.last_name', 's.first_name']
const byRoll = ['e.roll_number IS NULL', 'e.roll_number']

const listed = {
  ...columnsOf(Enrollment, 'e', 'publicId', 'rollNumber', 'enrolledOn', 'status'),
  studentPublicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  className: names.className,
  sectionName: names.sectionName,
}

const orders = {
  name: byName,
  roll: [...byRoll, ...byName],
  class: ['c.position', 'c.name', 't.name', ...byRoll],
  enrolled: ['-TO_DAYS(e.enrolled_on)', ...byName],
}

export type EnrollmentsQuery = FilteredQuery<keyof typeof orders, 'session' | 'class' | 'section' | 'status'> & {
  /** Sections to which the list is restricted; null or omitted: the whole school. */
  ownSectionIds?: readonly number[] | null
}

/**
 * Lists enrollments of a session (default: the current one). Search matches name, enrollment number and roll number.
 */
export function listEnrollments({ schoolId }: SchoolScope, { ownSectionIds = null, ...query }: EnrollmentsQuery) {
  const { session, class: ofClass, section, status } = query.filters
  const search = searchStudents(query.search)
  const conditions = [
    'e.school_id = :schoolId',
    session === '' ? 'a.is_current = 1' : 'a.public_id = :session',
    ofClass && 'c.public_id = :class',
    section && 't.public_id = :section',
    status && 'e.status = :status',
    search.sql,
    enrolledInSql('s.id', ownSectionIds),
  ]
  return selectPage(
    {
      columns: listed,
      from: `${enrolledFrom} WHERE ${conditions.filter(Boolean).join(' AND ')}`,
      order: [...orders[query.sort], 'e.id'],
      values: { schoolId, ...query.filters, ...search.values, ...ownSectionValues(ownSectionIds) },
    },
    query,
  )
}

const candidate = {
  publicId: text('s.public_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: text('s.enrollment_number'),
  lastSection: textOrNull(
    `(SELECT CONCAT(c.name, ' – ', t.name) FROM enrollments e JOIN academic_sessions b ON b.id = e.academic_session_id
      JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
      WHERE e.student_id = s.id ORDER BY b.starts_on DESC LIMIT 1)`,
  ),
}

/** Page of students that a form offers for enrollment, with at most 100; the user finds the others by search. */
const candidatesShown = { page: 1, pageSize: 100, descending: false }

/**
 * Lists active students not enrolled in the session, by name, with their last class section and the total. `only`
 * restricts the list to these public ids, at most one page of them.
 */
export function listUnenrolled(
  { schoolId }: SchoolScope,
  session: string,
  search: string,
  only: readonly string[] = [],
) {
  const match = matchStudents('s')(search)
  return selectPage(
    {
      columns: candidate,
      from: `students s JOIN academic_sessions a ON a.school_id = s.school_id AND a.public_id = :session
        WHERE s.school_id = :schoolId AND s.status = 'active'
          AND NOT EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.id AND e.academic_session_id = a.id)
          ${only.length > 0 ? 'AND FIND_IN_SET(s.public_id, :only) > 0' : ''} AND ${match.sql}`,
      order: [...byName, 's.id'],
      values: { schoolId, session, only: only.join(','), ...match.values },
    },
    candidatesShown,
  )
}
