import { number, orNone, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { rollNumber } from '~/models/people/students/describe/student-columns.server'
import { Attendance, AttendanceSheet } from './tables.server'

/** Key of a sheet: a section on a day (`YYYY-MM-DD`) of a session. */
export interface SheetKey {
  sectionId: number
  sessionId: number
  day: string
}

const sheetColumns = columnsOf(AttendanceSheet, 'h', 'id', 'version', 'markedByName', 'updatedAt')

/** Finds the sheet of a section on a day, or null if not marked. */
export function findSheet(scope: SchoolScope, key: SheetKey) {
  return selectRow(
    sheetColumns,
    `FROM attendance_sheets h WHERE h.school_id = :schoolId AND h.section_id = :sectionId
       AND h.academic_session_id = :sessionId AND h.held_on = :day`,
    { schoolId: scope.schoolId, ...key },
  )
}

export type Sheet = NonNullable<Awaited<ReturnType<typeof findSheet>>>

/**
 * Returns the version that a form is opened with; '0' without a sheet. Includes the id, because a recreated sheet
 * counts from 1 again.
 */
export function sheetVersion(sheet: Sheet | null): string {
  return sheet ? `${sheet.id}.${sheet.version}` : '0'
}

const rosterColumns = {
  enrollmentId: number('e.id'),
  /** Public id of the enrollment. */
  publicId: text('e.public_id'),
  studentId: number('e.student_id'),
  firstName: text('s.first_name'),
  lastName: text('s.last_name'),
  rollNumber,
  ...orNone(columnsOf(Attendance, 'a', 'status', 'remarks')),
  /** Last day of the approved leave that covers the day. */
  leaveUntil: textOrNull(`(SELECT MAX(l.ends_on) FROM leave_applications l WHERE l.student_id = e.student_id
    AND l.enrollment_id = e.id AND l.state = 'approved' AND l.starts_on <= :day AND l.ends_on >= :day)`),
}

/**
 * Lists the students of a section on a day: those enrolled on that day, and all others on the section's sheet of the
 * day. A student who has since changed section stays on the old section's sheets and is not listed twice.
 */
export function listRoster(scope: SchoolScope, key: SheetKey, sheet: { id: number } | null) {
  return selectRows(
    rosterColumns,
    `FROM (SELECT id FROM enrollments WHERE school_id = :schoolId AND academic_session_id = :sessionId
             AND section_id = :sectionId AND enrolled_on <= :day AND (left_on IS NULL OR left_on >= :day)
           UNION SELECT enrollment_id FROM attendance WHERE school_id = :schoolId AND sheet_id = :sheetId) x
     JOIN enrollments e ON e.id = x.id
     JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
     LEFT JOIN attendance a ON a.enrollment_id = e.id AND a.held_on = :day
     WHERE a.id IS NULL OR a.sheet_id IS NULL OR a.sheet_id = :sheetId
     ORDER BY e.roll_number IS NULL, e.roll_number, s.last_name, s.first_name, e.id`,
    // No sheet has the id 0.
    { schoolId: scope.schoolId, ...key, sheetId: sheet?.id ?? 0 },
  )
}

export type RosterRow = Awaited<ReturnType<typeof listRoster>>[number]
