import { flag, selectRows, text, textOrNull } from '~/database/database.server'
import { type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { latinDigits } from '~/language/language'
import { comparableText } from '~/models/core/shared/clean-text'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { describedStudentColumns, rollNumber } from '~/models/people/students/describe/student-columns.server'
import { matchStudents, type StudentMatch, typedMobile } from '~/models/people/students/match-students.server'
import { Student } from '~/models/people/students/tables.server'
import { enrolledInSql, ownSectionValues } from './section-queries.server'

const listed = {
  ...columnsOf(Student, 's', 'publicId', 'status'),
  ...describedStudentColumns,
  mobileNumber: text('s.mobile_number'),
  email: textOrNull('s.email'),
  hasPassword: flag('s.password_hash IS NOT NULL'),
  /** Class section in the requested session (default: the current one); null if not enrolled in it. */
  className: textOrNull('c.name'),
  sectionName: textOrNull('sec.name'),
  rollNumber,
}

const byName = ['s.last_name', 's.first_name', 's.id']
const byRoll = ['e.roll_number IS NULL', 'e.roll_number']
const orders = {
  name: byName,
  number: ['s.enrollment_number', 's.id'],
  class: ['c.position IS NULL', 'c.position', 'c.name', 'sec.name', ...byRoll, ...byName],
}

/** Conditions of filters on students `s`, by filter name; `rte` is 'yes' or 'no'. */
const factFilters = { gender: 's.gender = :gender', category: 's.category = :category', rte: "s.rte = (:rte = 'yes')" }

/** Values of these filters, '' if off. */
export type FactFilters = Record<keyof typeof factFilters, string>

export function activeFactConditions(filters: FactFilters): string[] {
  return Object.entries(factFilters).flatMap(([name, asks]) => (filters[name as keyof FactFilters] ? [asks] : []))
}

/** Matches students `s` by search text, also by the roll number of the enrollment `e`. */
export function searchStudents(searchText: string): StudentMatch & { isByRoll: boolean } {
  const match = matchStudents('s')(searchText)
  const roll = /^\d{1,4}$/.exec(latinDigits(comparableText(searchText)))?.[0]
  return roll === undefined
    ? { ...match, isByRoll: false }
    : { sql: `(${match.sql} OR e.roll_number = :roll)`, values: { ...match.values, roll }, isByRoll: true }
}

/** Finds the only student with this complete enrollment, admission or mobile number; null if none or several match. */
export async function findStudentByNumber(
  { schoolId }: SchoolScope,
  searchText: string,
  ownSectionIds: readonly number[] | null = null,
): Promise<string | null> {
  const rows = await selectRows(
    { publicId: text('s.public_id') },
    `FROM students s WHERE s.school_id = :schoolId AND (s.enrollment_number = :typed OR s.mobile_number = :mobile
       OR EXISTS (SELECT 1 FROM academic_infos i WHERE i.student_id = s.id AND i.admission_number = :typed))
       AND ${enrolledInSql('s.id', ownSectionIds) || 'TRUE'} LIMIT 2`,
    // Text that is not a number becomes null, which matches no student; '' would match those whose number was removed.
    {
      schoolId,
      typed: comparableText(searchText),
      mobile: typedMobile(searchText),
      ...ownSectionValues(ownSectionIds),
    },
  )
  return rows.length === 1 ? (rows[0]?.publicId ?? null) : null
}

const tickedStudentColumns = {
  ...columnsOf(Student, 's', 'publicId'),
  ...describedStudentColumns,
  className: textOrNull('c.name'),
  sectionName: textOrNull('sec.name'),
}

/**
 * Lists these students with their class section in the current session, by class and name; omits those of other schools
 * or outside `ownSectionIds`.
 */
export async function listTicked(
  { schoolId }: SchoolScope,
  publicIds: readonly string[],
  ownSectionIds: readonly number[] | null = null,
) {
  if (publicIds.length === 0) return []
  return selectRows(
    tickedStudentColumns,
    `FROM students s LEFT JOIN academic_sessions a ON a.school_id = s.school_id AND a.is_current = 1
     LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id AND e.status = 'studying'
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections sec ON sec.id = e.section_id
     WHERE s.school_id = :schoolId AND s.public_id IN (:publicIds) AND ${enrolledInSql('s.id', ownSectionIds) || 'TRUE'}
     ORDER BY ${orders.class.join(', ')}`,
    { schoolId, publicIds: [...publicIds], ...ownSectionValues(ownSectionIds) },
  )
}

/**
 * Lists the school's students with their class section in the chosen session. Students who left mid-session have no
 * section, except in the list of those who left. A session, class or section filter lists only enrolled students;
 * `ownSectionIds` only current students of these sections.
 */
export function listStudents(
  scope: SchoolScope,
  query: FilteredQuery<keyof typeof orders, 'session' | 'class' | 'section' | 'status' | keyof FactFilters>,
  ownSectionIds: readonly number[] | null = null,
) {
  const { session, class: ofClass, section, status } = query.filters
  const search = searchStudents(query.search)
  const placed = session !== '' || ofClass !== '' || section !== ''
  const conditions = [
    's.school_id = :schoolId',
    ofClass && 'c.public_id = :class',
    section && 'sec.public_id = :section',
    session && 'e.id IS NOT NULL',
    status === '' || status === 'no-password' ? '' : 's.status = :status',
    status === 'no-password' ? `s.status = 'active' AND s.password_hash IS NULL` : '',
    ...activeFactConditions(query.filters),
    search.sql,
    enrolledInSql('s.id', ownSectionIds),
  ].filter((condition) => condition !== '')
  const whereClause = `WHERE ${conditions.join(' AND ')}`
  return selectPage(
    {
      columns: listed,
      from: `students s
       LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = (SELECT a.id FROM academic_sessions a
           WHERE a.school_id = :schoolId AND ${session === '' ? 'a.is_current = 1' : 'a.public_id = :session'})
         ${status === 'left' ? '' : `AND e.status = 'studying'`}
       ${placed ? 'JOIN' : 'LEFT JOIN'} classes c ON c.id = e.class_id
       ${placed ? 'JOIN' : 'LEFT JOIN'} sections sec ON sec.id = e.section_id
       ${whereClause}`,
      // A student has at most one enrollment per session, so the joins change the count only when a filter uses them.
      ...(placed || search.isByRoll ? {} : { counted: `students s ${whereClause}` }),
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, ...search.values, ...query.filters, ...ownSectionValues(ownSectionIds) },
    },
    query,
  )
}
