import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type FilteredQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { StudentStatus } from '~/models/students/status-options'
import { ownSectionValues, sitsInSql } from './section-queries.server'

interface StudentRow {
  publicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  mobileNumber: string
  email: string | null
  status: StudentStatus
  /** Whether a password of the student's own was chosen. */
  hasPassword: boolean
  /** Place in the session asked for, the current one by default; null when not enrolled in it. */
  className: string | null
  sectionName: string | null
  rollNumber: number | null
}

type StudentSort = 'name' | 'number' | 'class'

const orders: Record<StudentSort, readonly string[]> = {
  name: ['s.last_name', 's.first_name', 's.id'],
  number: ['s.enrollment_number', 's.id'],
  class: [
    'c.position IS NULL',
    'c.position',
    'c.name',
    'sec.name',
    'e.roll_number IS NULL',
    'e.roll_number',
    's.last_name',
    's.first_name',
    's.id',
  ],
}

/**
 * Students of the school with their place in the chosen session. Who left mid-session has no place there any more and shows the
 * one that was given up only among those who left. With a session, class or section only those who are enrolled there are listed; with
 * `ownSectionIds` only students who sit in one of these sections now.
 */
export function listStudents(
  scope: SchoolScope,
  query: FilteredQuery<StudentSort, 'session' | 'class' | 'section' | 'status'>,
  ownSectionIds: readonly number[] | null = null,
): Promise<Page<StudentRow>> {
  const { session, class: ofClass, section, status } = query.filters
  const placed = session !== '' || ofClass !== '' || section !== ''
  const conditions = [
    's.school_id = :schoolId',
    ofClass === '' ? '' : 'c.public_id = :class',
    section === '' ? '' : 'sec.public_id = :section',
    session === '' ? '' : 'e.id IS NOT NULL',
    status === '' || status === 'no-password' ? '' : 's.status = :status',
    status === 'no-password' ? `s.status = 'active' AND s.password_hash IS NULL` : '',
    query.search === '' ? '' : searched,
    sitsInSql('s.id', ownSectionIds),
  ].filter((condition) => condition !== '')
  return selectPage<Stored<StudentRow>, StudentRow>(
    {
      columns: `s.public_id AS publicId, s.first_name AS firstName, s.last_name AS lastName,
       s.enrollment_number AS enrollmentNumber, s.mobile_number AS mobileNumber, s.email, s.status,
       s.password_hash IS NOT NULL AS hasPassword, c.name AS className, sec.name AS sectionName,
       e.roll_number AS rollNumber`,
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
        session,
        class: ofClass,
        section,
        status,
        ...ownSectionValues(ownSectionIds),
      },
      read: (row) => ({ ...row, hasPassword: Number(row.hasPassword) === 1 }),
    },
    query,
  )
}

const searched = `(CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.email LIKE :search ESCAPE '!'
  OR s.mobile_number LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')`
