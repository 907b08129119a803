import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { ownSectionValues, sitsInSql } from './section-queries.server'

export interface EnrollmentRow {
  publicId: string
  studentPublicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  className: string
  sectionName: string
  rollNumber: number | null
  enrolledOn: string
  status: 'studying' | 'left'
}

export const enrollmentSorts = ['name', 'roll', 'class', 'enrolled'] as const
export const enrollmentFilters = { session: 'id', class: 'id', section: 'id', status: ['studying', 'left'] } as const

const orders: Record<(typeof enrollmentSorts)[number], readonly string[]> = {
  name: ['s.last_name', 's.first_name', 's.id', 'e.id'],
  roll: ['e.roll_number IS NULL', 'e.roll_number', 's.last_name', 's.first_name', 'e.id'],
  class: ['c.position', 'c.name', 't.name', 'e.roll_number IS NULL', 'e.roll_number', 'e.id'],
  enrolled: ['-TO_DAYS(e.enrolled_on)', 's.last_name', 's.first_name', 'e.id'],
}

const searched = `(CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!'
  OR e.roll_number = :number)`

/** Places of a session, the current one unless another is asked for. A search finds name, enrollment number and roll number. */
export function listEnrollments(
  scope: SchoolScope,
  query: ListQuery<(typeof enrollmentSorts)[number]> & {
    filters: Record<keyof typeof enrollmentFilters, string>
    /** Only students who sit in one of these sections now; left out or null: all of the school. */
    ownSectionIds?: readonly number[] | null
  },
): Promise<Page<EnrollmentRow>> {
  const { session, class: ofClass, section, status } = query.filters
  const { ownSectionIds = null } = query
  const conditions = [
    'e.school_id = :schoolId',
    session === '' ? 'a.is_current = 1' : 'a.public_id = :session',
    ofClass === '' ? '' : 'c.public_id = :class',
    section === '' ? '' : 't.public_id = :section',
    status === '' ? '' : 'e.status = :status',
    query.search === '' ? '' : searched,
    sitsInSql('s.id', ownSectionIds),
  ].filter((condition) => condition !== '')
  return selectPage<EnrollmentRow>(
    {
      columns: `e.public_id AS publicId, s.public_id AS studentPublicId, s.first_name AS firstName, s.last_name AS lastName,
       s.enrollment_number AS enrollmentNumber, c.name AS className, t.name AS sectionName, e.roll_number AS rollNumber,
       e.enrolled_on AS enrolledOn, e.status`,
      from: `enrollments e
       JOIN academic_sessions a ON a.school_id = e.school_id AND a.id = e.academic_session_id
       JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
       JOIN classes c ON c.id = e.class_id
       JOIN sections t ON t.id = e.section_id
       WHERE ${conditions.join(' AND ')}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        session,
        class: ofClass,
        section,
        status,
        search: containing(query.search),
        ...ownSectionValues(ownSectionIds),
        number: /^\d{1,4}$/.test(query.search) ? Number(query.search) : -1,
      },
    },
    query,
  )
}

export interface Candidate {
  publicId: string
  name: string
  enrollmentNumber: string
  /** Where the student sat last: `Class 6 – A`; null for who was never enrolled. */
  lastPlace: string | null
}

/** More than fit a page are found by searching. */
export const candidatesShown = 100

/** Active students who have no place in the session, by name, and how many there are in all. */
export async function listUnenrolled(
  scope: SchoolScope,
  sessionPublicId: string,
  search: string,
): Promise<{ rows: Candidate[]; total: number }> {
  const from = `students s
     JOIN academic_sessions a ON a.school_id = s.school_id AND a.public_id = :session
     WHERE s.school_id = :schoolId AND s.status = 'active'
       AND NOT EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.id AND e.academic_session_id = a.id)
       AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')`
  const values = { schoolId: scope.schoolId, session: sessionPublicId, search: containing(search) }
  const counted = await selectOne<{ total: number }>(`SELECT COUNT(*) AS total FROM ${from}`, values)
  const rows = await select<Candidate>(
    `SELECT s.public_id AS publicId, CONCAT(s.first_name, ' ', s.last_name) AS name, s.enrollment_number AS enrollmentNumber,
       (SELECT CONCAT(c.name, ' – ', t.name) FROM enrollments e JOIN academic_sessions b ON b.id = e.academic_session_id
        JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
        WHERE e.student_id = s.id ORDER BY b.starts_on DESC LIMIT 1) AS lastPlace
     FROM ${from} ORDER BY s.last_name, s.first_name, s.id LIMIT ${candidatesShown}`,
    values,
  )
  return { rows, total: counted?.total ?? 0 }
}
