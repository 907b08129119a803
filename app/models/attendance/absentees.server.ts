import { isOwnSql, ownSectionValues } from '~/models/academics/section-queries.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { AttendanceStatus } from './options'

export interface AbsenteeRow {
  studentPublicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  className: string
  sectionName: string
  rollNumber: number | null
  status: AttendanceStatus
  remarks: string | null
  /** Ten digits. */
  mobileNumber: string
  fatherName: string
  fatherMobile: string | null
  motherName: string
  motherMobile: string | null
}

export const absenteeSorts = ['class', 'student'] as const

const orders: Record<(typeof absenteeSorts)[number], readonly string[]> = {
  class: ['c.position', 'c.name', 't.name', 'e.roll_number', 'a.id'],
  student: ['s.last_name', 's.first_name', 'a.id'],
}

/** Who was away on a day, with the numbers at which the family can be reached. */
export function listAbsentees(
  scope: SchoolScope,
  query: ListQuery<(typeof absenteeSorts)[number]> & {
    day: string
    status: AttendanceStatus
    ownSectionIds: readonly number[] | null
  },
): Promise<Page<AbsenteeRow>> {
  const own = query.ownSectionIds === null ? '' : `AND ${isOwnSql(query.ownSectionIds)}`
  const searched =
    query.search === ''
      ? ''
      : `AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!'
           OR CONCAT(c.name, ' ', t.name) LIKE :search ESCAPE '!')`
  return selectPage<AbsenteeRow>(
    {
      columns: `s.public_id AS studentPublicId, s.first_name AS firstName, s.last_name AS lastName,
       s.enrollment_number AS enrollmentNumber, c.name AS className, t.name AS sectionName, e.roll_number AS rollNumber,
       a.status, a.remarks, s.mobile_number AS mobileNumber, COALESCE(g.father_name, '') AS fatherName, g.father_mobile AS fatherMobile,
       COALESCE(g.mother_name, '') AS motherName, g.mother_mobile AS motherMobile`,
      from: `attendance a JOIN enrollments e ON e.id = a.enrollment_id
       JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id
       JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
       LEFT JOIN guardians g ON g.student_id = a.student_id
       WHERE a.school_id = :schoolId AND a.held_on = :day AND a.status = :status ${own} ${searched}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        day: query.day,
        status: query.status,
        search: containing(query.search),
        ...ownSectionValues(query.ownSectionIds),
      },
    },
    query,
  )
}
