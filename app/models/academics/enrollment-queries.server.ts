import { select, selectOne, type Tx } from '~/database/connection.server'
import { pageCount } from '~/models/shared/paging'
import type { SchoolScope } from '~/models/shared/scope.server'
import { studentsPerPage } from '~/models/students/options'
import { containing, type Page } from './queries.server'

export interface StudentRow {
  publicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  mobileNumber: string
  status: 'active' | 'inactive'
  /** Place in the session asked for, the current one by default; null when not enrolled in it. */
  className: string | null
  sectionName: string | null
  rollNumber: number | null
}

export const studentSorts = ['name', 'number', 'class'] as const
export type StudentSort = (typeof studentSorts)[number]

export interface StudentsWish {
  /** Name, e-mail, mobile or enrollment number, in part. */
  search: string
  /** Public ids, '' for any. With a session only those enrolled in it are listed. */
  sessionId: string
  classId: string
  sort: StudentSort
  page: number
}

const orders: Record<StudentSort, string> = {
  name: 's.last_name, s.first_name, s.id',
  number: 's.enrollment_number, s.id',
  class:
    'c.position IS NULL, c.position, c.name, sec.name, e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, s.id',
}

/** Students of the school with their place in the chosen session. */
export async function listStudents(scope: SchoolScope, wish: StudentsWish): Promise<Page<StudentRow>> {
  const values = {
    schoolId: scope.schoolId,
    search: containing(wish.search),
    sessionId: wish.sessionId,
    classId: wish.classId,
  }
  const from = `students s
     LEFT JOIN academic_sessions a ON a.school_id = s.school_id
       AND (a.public_id = :sessionId OR (:sessionId = '' AND a.is_current = 1))
     LEFT JOIN enrollments e ON e.student_id = s.id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id
     LEFT JOIN sections sec ON sec.id = e.section_id
     WHERE s.school_id = :schoolId
       ${
         wish.search === ''
           ? ''
           : `AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.email LIKE :search ESCAPE '!'
         OR CONVERT(s.mobile_number USING utf8mb4) LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')`
       }
       ${wish.sessionId === '' ? '' : 'AND e.id IS NOT NULL'}
       ${wish.classId === '' ? '' : 'AND c.public_id = :classId'}`
  const total = (await selectOne<{ total: number }>(`SELECT COUNT(*) AS total FROM ${from}`, values))?.total ?? 0
  const pages = pageCount(total, studentsPerPage)
  const page = Math.min(wish.page, pages)
  const rows = await select<StudentRow>(
    `SELECT s.public_id AS publicId, s.first_name AS firstName, s.last_name AS lastName,
       s.enrollment_number AS enrollmentNumber, s.mobile_number AS mobileNumber, s.status,
       c.name AS className, sec.name AS sectionName, e.roll_number AS rollNumber
     FROM ${from} ORDER BY ${orders[wish.sort]} LIMIT ${studentsPerPage} OFFSET :offset`,
    { ...values, offset: (page - 1) * studentsPerPage },
  )
  return { rows, total, page, pages }
}

export interface EnrollmentView {
  publicId: string
  sessionName: string
  isCurrent: boolean
  className: string
  sectionName: string
  rollNumber: number | null
  enrolledOn: string
}

/** A student's places, the newest session first. */
export async function listEnrollmentsOf(scope: SchoolScope, studentPublicId: string): Promise<EnrollmentView[]> {
  const rows = await select<Omit<EnrollmentView, 'isCurrent'> & { isCurrent: number }>(
    `SELECT e.public_id AS publicId, a.name AS sessionName, a.is_current AS isCurrent, c.name AS className,
       sec.name AS sectionName, e.roll_number AS rollNumber, e.enrolled_on AS enrolledOn
     FROM students s
     JOIN enrollments e ON e.student_id = s.id
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections sec ON sec.id = e.section_id
     WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId
     ORDER BY a.starts_on DESC, a.id DESC`,
    { schoolId: scope.schoolId, studentPublicId },
  )
  return rows.map((row) => ({ ...row, isCurrent: row.isCurrent === 1 }))
}

export interface EnrollmentRecord {
  id: number
  publicId: string
  studentId: number
  studentPublicId: string
  /** 1 or 0 */
  rte: number
  studentName: string
  academicSessionId: number
  sessionPublicId: string
  sessionName: string
  classId: number
  className: string
  sectionId: number
  sectionPublicId: string
  sectionName: string
  rollNumber: number | null
  enrolledOn: string
}

/** One enrollment of the school. */
export function findEnrollment(scope: SchoolScope, publicId: string, tx?: Tx): Promise<EnrollmentRecord | null> {
  return selectOne<EnrollmentRecord>(
    `SELECT e.id, e.public_id AS publicId, s.id AS studentId, s.public_id AS studentPublicId, s.rte,
       a.id AS academicSessionId,
       CONCAT(s.first_name, ' ', s.last_name) AS studentName, a.public_id AS sessionPublicId, a.name AS sessionName,
       c.id AS classId, c.name AS className, sec.id AS sectionId,
       sec.public_id AS sectionPublicId, sec.name AS sectionName, e.roll_number AS rollNumber,
       e.enrolled_on AS enrolledOn
     FROM enrollments e
     JOIN students s ON s.id = e.student_id
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections sec ON sec.id = e.section_id
     WHERE e.school_id = :schoolId AND e.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
    tx,
  )
}
