import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'

export interface EnrollmentView {
  publicId: string
  sessionName: string
  isCurrent: boolean
  className: string
  sectionName: string
  rollNumber: number | null
  enrolledOn: string
}

/** A student's places, the newest session first; a student has the own ones only. */
export async function listEnrollmentsOf(
  scope: SchoolScope | StudentScope,
  studentPublicId: string,
): Promise<EnrollmentView[]> {
  const rows = await select<Omit<EnrollmentView, 'isCurrent'> & { isCurrent: number }>(
    `SELECT e.public_id AS publicId, a.name AS sessionName, a.is_current AS isCurrent, c.name AS className,
       sec.name AS sectionName, e.roll_number AS rollNumber, e.enrolled_on AS enrolledOn
     FROM students s
     JOIN enrollments e ON e.student_id = s.id
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections sec ON sec.id = e.section_id
     WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId AND (:studentId IS NULL OR s.id = :studentId)
     ORDER BY a.starts_on DESC, a.id DESC`,
    { schoolId: scope.schoolId, studentPublicId, studentId: 'studentId' in scope ? scope.studentId : null },
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
  status: 'studying' | 'left'
}

/** One enrollment of the school. */
export function findEnrollment(scope: SchoolScope, publicId: string): Promise<EnrollmentRecord | null> {
  return selectOne<EnrollmentRecord>(
    `SELECT e.id, e.public_id AS publicId, s.id AS studentId, s.public_id AS studentPublicId, s.rte,
       a.id AS academicSessionId,
       CONCAT(s.first_name, ' ', s.last_name) AS studentName, a.public_id AS sessionPublicId, a.name AS sessionName,
       c.id AS classId, c.name AS className, sec.id AS sectionId,
       sec.public_id AS sectionPublicId, sec.name AS sectionName, e.roll_number AS rollNumber,
       e.enrolled_on AS enrolledOn, e.status
     FROM enrollments e
     JOIN students s ON s.id = e.student_id
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections sec ON sec.id = e.section_id
     WHERE e.school_id = :schoolId AND e.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}
