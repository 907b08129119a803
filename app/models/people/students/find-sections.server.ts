import {
  flag,
  number,
  type RowOf,
  type Selection,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { readableColumns, type SectionValues, storedText, studentsWithFields } from './describe/sections.server'
import type { DocumentKind } from './documents.server'
import { Student } from './tables.server'

const stateColumns = {
  /** `version` counts the saves; a form carries the one it was loaded with. */
  ...columnsOf(Student, 'students', 'id', 'version', 'status', 'leftOn', 'leavingReason'),
  /** False until the student has chosen a password; the date of birth is the initial one. */
  hasPassword: flag('students.password_hash IS NOT NULL'),
  /** Public id of the student's admission, if any. */
  admissionId: textOrNull('admissions.public_id'),
}
type StudentState = RowOf<typeof stateColumns>
const columns: Selection<StudentState & Record<string, string | number | boolean | null>> = {
  ...stateColumns,
  ...readableColumns,
}

export type StudentSections = StudentState & { publicId: string; values: SectionValues }

/**
 * Reads all sections of a student in one query; null for another school's student and, in a student's scope, for any
 * other student.
 */
export async function findSections(
  scope: SchoolScope | StudentScope,
  publicId: string,
): Promise<StudentSections | null> {
  const row = await selectRow(
    columns,
    `FROM ${studentsWithFields} LEFT JOIN admissions ON admissions.student_id = students.id
     WHERE students.school_id = :schoolId AND students.public_id = :publicId
       AND (:studentId IS NULL OR students.id = :studentId)`,
    { schoolId: scope.schoolId, publicId, studentId: 'studentId' in scope ? scope.studentId : null },
  )
  if (!row) return null
  const { id, version, status, leftOn, leavingReason, hasPassword, admissionId, ...values } = row
  return {
    ...{ id, publicId, version, status, leftOn, leavingReason, hasPassword, admissionId },
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storedText(value)])),
  }
}

const paper = {
  kind: wordOf<DocumentKind>('d.kind'),
  key: text('d.storage_key'),
  fileName: text('d.file_name'),
  sizeBytes: number('d.size_bytes'),
}
export type StudentDocument = RowOf<typeof paper>

/** Lists a student's documents by kind, including the photo. Several marksheets are listed by position. */
export function listDocuments(scope: SchoolScope | StudentScope, student: { id: number }): Promise<StudentDocument[]> {
  return selectRows(
    paper,
    `FROM (
       SELECT 'student_photo' AS kind, f.storage_key, f.file_name, f.size_bytes, 0 AS place
       FROM students s JOIN files f ON f.id = s.photo_file_id WHERE s.school_id = :schoolId AND s.id = :studentId
       UNION ALL
       SELECT d.kind, f.storage_key, f.file_name, f.size_bytes, d.position
       FROM student_documents d JOIN files f ON f.id = d.file_id WHERE d.school_id = :schoolId AND d.student_id = :studentId
     ) d ORDER BY d.kind, d.place`,
    { schoolId: scope.schoolId, studentId: student.id },
  )
}
