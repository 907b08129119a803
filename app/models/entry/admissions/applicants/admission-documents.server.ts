import { execute, number, selectRows, text, wordOf } from '~/database/database.server'
import { keepReceived } from '~/models/core/files/keep-received.server'
import type { FileRule } from '~/models/core/files/receive-file.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { addPapers } from '~/models/people/students/attach-documents.server'
import { type DocumentKind, documentKinds, documentRules } from '~/models/people/students/documents.server'
import { admissionKinds, registrationKinds } from './admission-options'

export const admissionFiles = rulesOf(admissionKinds)
export const registrationFiles = rulesOf(registrationKinds)

function rulesOf<Kind extends DocumentKind>(kinds: readonly Kind[]): Record<Kind, FileRule> {
  return Object.fromEntries(kinds.map((kind) => [kind, documentRules[kind]])) as Record<Kind, FileRule>
}

export interface NewDocument {
  kind: DocumentKind
  /** Key of an uploaded file that is pending (`receiveFile`). */
  key: string
}

/** Joins the files of all fields, as `parseUploadForm` returns them, into one list. */
export function documentsOf(files: Partial<Record<DocumentKind, readonly { key: string }[]>>): NewDocument[] {
  return documentKinds.flatMap((kind) => (files[kind] ?? []).map(({ key }) => ({ kind, key })))
}

/**
 * Runs in the caller's transaction: attaches the form's pending files to the admission; each replaces an earlier one of
 * its kind, except marksheets, which are added. Returns false when a file is not pending any more: another submission
 * used it, or it expired after a day.
 */
export async function attachDocuments(
  scope: SchoolScope,
  admissionId: number,
  documents: readonly NewDocument[],
): Promise<boolean> {
  const ids = await keepReceived(
    scope,
    documents.map(({ key }) => key),
    { studentId: null },
  )
  if (ids === null) return false
  for (const kind of new Set(documents.map((one) => one.kind))) {
    const ofKind = ids.filter((_, index) => documents[index]?.kind === kind)
    await addPapers(scope, { of: 'admission', id: admissionId }, kind, ofKind)
  }
  return true
}

/**
 * Runs in the caller's transaction on acceptance: moves the documents to the student, who may see them from then on;
 * the photo becomes the student's picture.
 */
export async function handOverDocuments(scope: SchoolScope, admissionId: number, studentId: number): Promise<void> {
  const values = { schoolId: scope.schoolId, admissionId, studentId }
  await execute(
    `INSERT INTO student_documents (school_id, student_id, kind, position, file_id, created_at)
     SELECT school_id, :studentId, kind, position, file_id, UTC_TIMESTAMP(3) FROM admission_documents
     WHERE school_id = :schoolId AND admission_id = :admissionId`,
    values,
  )
  await execute(
    `UPDATE files f JOIN admission_documents d ON d.file_id = f.id SET f.student_id = :studentId, f.visibility = 'student'
     WHERE f.school_id = :schoolId AND d.school_id = :schoolId AND d.admission_id = :admissionId`,
    values,
  )
  await execute(
    `UPDATE students SET photo_file_id =
       (SELECT d.file_id FROM admission_documents d
        WHERE d.school_id = :schoolId AND d.admission_id = :admissionId AND d.kind = 'student_photo')
     WHERE school_id = :schoolId AND id = :studentId`,
    values,
  )
  await execute('DELETE FROM admission_documents WHERE school_id = :schoolId AND admission_id = :admissionId', values)
}

/** Lists the documents of an admission; on acceptance they move to the student. */
export function listAdmissionDocuments(scope: SchoolScope, admissionId: number) {
  return selectRows(
    {
      kind: wordOf<DocumentKind>('d.kind'),
      position: number('d.position'),
      key: text('f.storage_key'),
      fileName: text('f.file_name'),
    },
    `FROM admission_documents d JOIN files f ON f.school_id = d.school_id AND f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.admission_id = :admissionId ORDER BY d.kind, d.position`,
    { schoolId: scope.schoolId, admissionId },
  )
}
