import { flag, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { enrolledInSql, ownSectionValues } from '~/models/people/academics/section-queries.server'
import type { Audience } from './options'

/**
 * SQL condition: the notice or event `row` (an alias) is addressed to the student `student` (SQL of an id): to the
 * whole school, to this student, or to the student's class or section of the current session. Needs `:schoolId`, and
 * `:studentId` unless another `student` (and `school`) is passed. Does not exclude former students: they cannot sign
 * in.
 */
export function addressedToSql(row: string, student = ':studentId', school = ':schoolId'): string {
  const currentEnrollment = `SELECT 1 FROM enrollments ae JOIN academic_sessions aa ON aa.id = ae.academic_session_id AND aa.is_current = 1
    WHERE ae.school_id = ${school} AND ae.student_id = ${student} AND ae.status = 'studying'`
  return `(${row}.audience = 'school' OR (${row}.audience = 'student' AND ${row}.student_id = ${student})
    OR (${row}.audience = 'class' AND EXISTS (${currentEnrollment} AND ae.class_id = ${row}.class_id))
    OR (${row}.audience = 'section' AND EXISTS (${currentEnrollment} AND ae.section_id = ${row}.section_id)))`
}

/**
 * SQL condition: the staff user may see the notice or event `row`. A teacher (`ownSectionIds`) sees those for the
 * school, for their own sections, classes and students, and those that they wrote; all other staff (null) see
 * everything. Use with `staffValues`.
 */
function visibleToStaffSql(row: string, ownSectionIds: readonly number[] | null): string {
  if (ownSectionIds === null) return '1 = 1'
  return `(${row}.audience = 'school' OR ${row}.created_by = :writerId OR ${row}.section_id IN (:ownSectionIds)
    OR ${row}.class_id IN (SELECT own.class_id FROM sections own WHERE own.school_id = :schoolId AND own.id IN (:ownSectionIds))
    OR (${row}.audience = 'student' AND ${enrolledInSql(`${row}.student_id`, ownSectionIds)}))`
}

function staffValues(scope: SchoolScope, ownSectionIds: readonly number[] | null) {
  return { schoolId: scope.schoolId, writerId: scope.actor.id ?? 0, ...ownSectionValues(ownSectionIds) }
}

/**
 * Joins of the notice or event `n` with its audience: class `c`, or section `t` of class `tc`, or student `s`. The
 * constants and functions below use these aliases.
 */
export const addressJoins = `LEFT JOIN classes c ON c.id = n.class_id LEFT JOIN sections t ON t.id = n.section_id
  LEFT JOIN classes tc ON tc.id = t.class_id LEFT JOIN students s ON s.id = n.student_id`

/** Audience of the notice or event, with names for a page; a section's name includes its class. */
export const addressColumns = {
  audience: { sql: 'n.audience', read: (stored: unknown) => stored as Audience },
  classPublicId: textOrNull('c.public_id'),
  className: textOrNull('c.name'),
  sectionPublicId: textOrNull('t.public_id'),
  sectionName: textOrNull("CONCAT(tc.name, ' – ', t.name)"),
  studentName: textOrNull("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  enrollmentNumber: textOrNull('s.enrollment_number'),
  writer: text('n.created_by_name'),
}

/**
 * Column that is true when this staff user may change the notice or event: a teacher (`ownSectionIds`) may change only
 * those that they wrote.
 */
export const mayEdit = (ownSectionIds: readonly number[] | null) =>
  flag(ownSectionIds === null ? '1' : 'COALESCE(n.created_by = :writerId, 0)')

/**
 * Search, filters and orders of the list of notices or events.
 * @param firstDay SQL of the first day, such as `n.starts_on`
 * @param lastDay SQL of the last day
 * @param words SQL of the text, which is searched as well as the title
 */
export const announcementList = (firstDay: string, lastDay: string, words: string) => ({
  search: ['n.title', words, "TRIM(CONCAT(s.first_name, ' ', s.last_name))"],
  filters: {
    audience: 'n.audience = :audience',
    state: `:state = CASE WHEN ${firstDay} > :today THEN 'coming' WHEN ${lastDay} < :today THEN 'over' ELSE 'now' END`,
  },
  orders: {
    newest: [`-TO_DAYS(${firstDay})`, '-CAST(n.id AS SIGNED)'],
    title: ['n.title', 'n.id'],
    priority: ['n.priority', `-TO_DAYS(${firstDay})`, '-CAST(n.id AS SIGNED)'],
  },
  last: 'n.id',
})

/** SQL condition, and its values, for the notices or events that a staff user may see. */
export const visibleToStaff = (scope: SchoolScope, ownSectionIds: readonly number[] | null) => ({
  condition: visibleToStaffSql('n', ownSectionIds),
  values: staffValues(scope, ownSectionIds),
})
