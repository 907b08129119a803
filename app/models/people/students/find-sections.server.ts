import { select, selectOne } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { readableColumns, type SectionValues, storedText } from './describe/sections.server'
import type { DocumentKind } from './documents.server'
import type { StudentStatus } from './register/status-options'

export interface StudentSections {
  id: number
  publicId: string
  /** Number of saves; a form carries the one it was loaded with. */
  version: number
  status: StudentStatus
  /** YYYY-MM-DD; null unless the student left. */
  leftOn: string | null
  leavingReason: string | null
  /** False until the student has chosen a password; the date of birth is the initial one. */
  hasPassword: boolean
  /** Public id of the student's admission, if any. */
  admissionId: string | null
  values: SectionValues
}

/** Reads all sections of a student in one query; null for another school's student, and for a student anyone else's. */
export async function findSections(
  scope: SchoolScope | StudentScope,
  publicId: string,
): Promise<StudentSections | null> {
  const row = await selectOne<Standing & { hasPassword: number } & Record<string, string | number | null>>(
    `SELECT students.id, students.version, students.status, students.left_on AS leftOn,
       students.leaving_reason AS leavingReason, students.password_hash IS NOT NULL AS hasPassword,
       admissions.public_id AS admissionId, ${readableColumns}
     FROM students
     LEFT JOIN guardians ON guardians.student_id = students.id
     LEFT JOIN student_addresses ON student_addresses.student_id = students.id
     LEFT JOIN academic_infos ON academic_infos.student_id = students.id
     LEFT JOIN additional_infos ON additional_infos.student_id = students.id
     LEFT JOIN admissions ON admissions.student_id = students.id
     WHERE students.school_id = :schoolId AND students.public_id = :publicId
       AND (:studentId IS NULL OR students.id = :studentId)`,
    { schoolId: scope.schoolId, publicId, studentId: 'studentId' in scope ? scope.studentId : null },
  )
  if (!row) return null
  const { id, version, status, leftOn, leavingReason, hasPassword, admissionId, ...values } = row
  return {
    id,
    publicId,
    version,
    status,
    leftOn,
    leavingReason,
    admissionId,
    hasPassword: hasPassword === 1,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, storedText(value)])),
  }
}

type Standing = Omit<StudentSections, 'publicId' | 'hasPassword' | 'values'>

export interface StudentDocument {
  kind: DocumentKind
  key: string
  fileName: string
  sizeBytes: number
}

/** Lists a student's papers, marksheets in order, including the photo. */
export function listDocuments(scope: SchoolScope | StudentScope, student: { id: number }): Promise<StudentDocument[]> {
  return select<StudentDocument & { place: string }>(
    `SELECT 'student_photo' AS kind, f.storage_key AS \`key\`, f.file_name AS fileName, f.size_bytes AS sizeBytes, 0 AS place
     FROM students s JOIN files f ON f.id = s.photo_file_id
     WHERE s.school_id = :schoolId AND s.id = :studentId
     UNION ALL
     SELECT d.kind, f.storage_key, f.file_name, f.size_bytes, d.position
     FROM student_documents d JOIN files f ON f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.student_id = :studentId
     ORDER BY kind, place`,
    { schoolId: scope.schoolId, studentId: student.id },
  )
}
