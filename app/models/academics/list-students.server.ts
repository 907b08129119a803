import { flag, text, textOrNull } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { columnsOf } from '~/models/shared/table.server'
import { rollNumber, studentColumns } from '~/models/students/student-columns.server'
import { Student } from '~/models/students/tables.server'
import { ownSectionValues, sitsInSql } from './section-queries.server'

const listed = {
  ...columnsOf(Student, 's', 'publicId', 'status'),
  ...studentColumns,
  mobileNumber: text('s.mobile_number'),
  email: textOrNull('s.email'),
  /** Whether a password of the student's own was chosen. */
  hasPassword: flag('s.password_hash IS NOT NULL'),
  /** Place in the session asked for, the current one by default; null when not enrolled in it. */
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

/** Where a search looks for a student `s`. */
export const searched = `(CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.email LIKE :search ESCAPE '!'
  OR s.mobile_number LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')`

/**
 * Students of the school with their place in the chosen session. Who left mid-session has no place there any more and shows the
 * one that was given up only among those who left. With a session, class or section only those who are enrolled there are listed; with
 * `ownSectionIds` only students who sit in one of these sections now.
 */
export function listStudents(
  scope: SchoolScope,
  query: FilteredQuery<keyof typeof orders, 'session' | 'class' | 'section' | 'status'>,
  ownSectionIds: readonly number[] | null = null,
) {
  const { session, class: ofClass, section, status } = query.filters
  const placed = session !== '' || ofClass !== '' || section !== ''
  const conditions = [
    's.school_id = :schoolId',
    ofClass && 'c.public_id = :class',
    section && 'sec.public_id = :section',
    session && 'e.id IS NOT NULL',
    status === '' || status === 'no-password' ? '' : 's.status = :status',
    status === 'no-password' ? `s.status = 'active' AND s.password_hash IS NULL` : '',
    query.search && searched,
    sitsInSql('s.id', ownSectionIds),
  ].filter((condition) => condition !== '')
  return selectPage(
    {
      columns: listed,
      from: `students s
       LEFT JOIN academic_sessions a ON a.school_id = s.school_id
         AND ${session === '' ? 'a.is_current = 1' : 'a.public_id = :session'}
       LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id
         ${status === 'left' ? '' : `AND e.status = 'studying'`}
       ${placed ? 'JOIN' : 'LEFT JOIN'} classes c ON c.id = e.class_id
       ${placed ? 'JOIN' : 'LEFT JOIN'} sections sec ON sec.id = e.section_id
       WHERE ${conditions.join(' AND ')}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        search: containing(query.search),
        ...query.filters,
        ...ownSectionValues(ownSectionIds),
      },
    },
    query,
  )
}
