import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { AttendanceStatus } from './options'

export interface Sheet {
  id: number
  version: number
  markedByName: string
  updatedAt: Date
}

/** As which a form has seen a sheet; '0' for none. With its id, for a sheet that is made anew counts from 1 again. */
export function seenOf(sheet: Sheet | null): string {
  return sheet ? `${sheet.id}.${sheet.version}` : '0'
}

/** What was marked of a section on a day, or null while nobody has. */
export function findSheet(
  scope: SchoolScope,
  of: { sectionId: number; sessionId: number; day: string },
): Promise<Sheet | null> {
  return selectOne<Sheet>(
    `SELECT id, version, marked_by_name AS markedByName, updated_at AS updatedAt FROM attendance_sheets
     WHERE school_id = :schoolId AND section_id = :sectionId AND academic_session_id = :sessionId AND held_on = :day`,
    { schoolId: scope.schoolId, ...of },
  )
}

export interface RosterRow {
  enrollmentId: number
  /** Of the enrollment. */
  publicId: string
  studentId: number
  studentPublicId: string
  firstName: string
  lastName: string
  rollNumber: number | null
  /** Null while not marked. */
  status: AttendanceStatus | null
  remarks: string | null
  /** Last day of the approved leave that covers the day. */
  leaveUntil: string | null
}

/**
 * Who belongs to a section on a day: enrolled by then and not gone before it, and everybody whom its sheet holds already (a pupil who
 * has changed the section since stays on the sheets of the old one, and is not asked for twice).
 */
export function listRoster(
  scope: SchoolScope,
  of: { sectionId: number; sessionId: number; day: string; sheetId: number | null },
): Promise<RosterRow[]> {
  return select<RosterRow>(
    `SELECT e.id AS enrollmentId, e.public_id AS publicId, e.student_id AS studentId, s.public_id AS studentPublicId,
       s.first_name AS firstName, s.last_name AS lastName, e.roll_number AS rollNumber, a.status, a.remarks,
       (SELECT MAX(l.ends_on) FROM leave_applications l WHERE l.student_id = e.student_id AND l.enrollment_id = e.id
          AND l.state = 'approved' AND l.starts_on <= :day AND l.ends_on >= :day) AS leaveUntil
     FROM (SELECT id FROM enrollments WHERE school_id = :schoolId AND academic_session_id = :sessionId
             AND section_id = :sectionId AND enrolled_on <= :day AND (left_on IS NULL OR left_on >= :day)
           UNION SELECT enrollment_id FROM attendance WHERE school_id = :schoolId AND sheet_id = :sheetId) x
     JOIN enrollments e ON e.id = x.id
     JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     LEFT JOIN attendance a ON a.enrollment_id = e.id AND a.held_on = :day
     WHERE a.id IS NULL OR a.sheet_id IS NULL OR a.sheet_id = :sheetId
     ORDER BY e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, e.id`,
    // No sheet has the id 0.
    { schoolId: scope.schoolId, ...of, sheetId: of.sheetId ?? 0 },
  )
}
