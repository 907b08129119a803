import { execute, select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { releaseSeat } from './enroll.server'

/** A place in a session that has not ended on the day asked about. */
export interface OpenEnrollment {
  id: number
  publicId: string
  academicSessionId: number
  sessionName: string
  sessionStartsOn: string
  classId: number
  className: string
  sectionId: number
  sectionPublicId: string
  sectionName: string
  rollNumber: number | null
  enrolledOn: string
  status: 'studying' | 'left'
}

/** A student's places in sessions that go on after `day`, the earliest first; past years stay as they were. `lock` holds their rows. */
export function listOpenEnrollments(
  scope: SchoolScope,
  studentId: number,
  day: string,
  { lock = false } = {},
): Promise<OpenEnrollment[]> {
  return select<OpenEnrollment>(
    `SELECT e.id, e.public_id AS publicId, a.id AS academicSessionId, a.name AS sessionName,
       a.starts_on AS sessionStartsOn, c.id AS classId, c.name AS className, s.id AS sectionId,
       s.public_id AS sectionPublicId, s.name AS sectionName, e.roll_number AS rollNumber,
       e.enrolled_on AS enrolledOn, e.status
     FROM enrollments e JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id JOIN sections s ON s.id = e.section_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND a.ends_on >= :day
     ORDER BY a.starts_on, e.id ${lock ? 'FOR UPDATE' : ''}`,
    { schoolId: scope.schoolId, studentId, day },
  )
}

/** A step of leaving: gives the seat back. Row and roll number stay for the register. */
export async function withdrawEnrollment(scope: SchoolScope, place: OpenEnrollment, leftOn: string): Promise<void> {
  await execute(
    `UPDATE enrollments SET status = 'left', left_on = :leftOn, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND status = 'studying'`,
    { schoolId: scope.schoolId, id: place.id, leftOn },
  )
  await releaseSeat(scope, { sectionId: place.sectionId, academicSessionId: place.academicSessionId })
}
