import { execute, select, selectOne } from '~/database/database.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { FileRule } from '~/models/files/receive-file.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type DocumentKind, documentKinds, documentRules, maxFilesOf } from '~/models/students/documents.server'
import { admissionKinds, registrationKinds } from './admission-options'

/** What the file fields of the office's form take, and those of an online registration. */
export const admissionFiles = rulesOf(admissionKinds)
export const registrationFiles = rulesOf(registrationKinds)

function rulesOf<Kind extends DocumentKind>(kinds: readonly Kind[]): Record<Kind, FileRule> {
  return Object.fromEntries(kinds.map((kind) => [kind, documentRules[kind]])) as Record<Kind, FileRule>
}

export interface NewDocument {
  kind: DocumentKind
  /** Of a file that arrived with the form and waits (`receiveFile`). */
  key: string
}

/** Files by their field, as `parseUploadForm` answers them, in one list. */
export function documentsOf(files: Partial<Record<DocumentKind, readonly { key: string }[]>>): NewDocument[] {
  return documentKinds.flatMap((kind) => (files[kind] ?? []).map(({ key }) => ({ kind, key })))
}

/**
 * A step: the files that arrived with the form become the admission's, each in the place of an earlier one of its kind
 * (marksheets are added). False when one is no longer waiting: another post of the form has it, or a day went by.
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
  const replaced = [...new Set(documents.map(({ kind }) => kind))].filter((kind) => maxFilesOf(kind) === 1)
  await removeDocuments(scope, admissionId, { kinds: replaced })
  const last = await selectOne<{ position: number }>(
    `SELECT CAST(COALESCE(MAX(position), -1) AS SIGNED) AS position FROM admission_documents
     WHERE school_id = :schoolId AND admission_id = :admissionId AND kind = 'marksheet'`,
    { schoolId: scope.schoolId, admissionId },
  )
  let marksheet = last?.position ?? -1
  for (const [index, { kind }] of documents.entries()) {
    if (maxFilesOf(kind) > 1) marksheet += 1
    await execute(
      `INSERT INTO admission_documents (school_id, admission_id, kind, position, file_id, created_at)
       VALUES (:schoolId, :admissionId, :kind, :position, :fileId, UTC_TIMESTAMP(3))`,
      {
        schoolId: scope.schoolId,
        admissionId,
        kind,
        position: maxFilesOf(kind) > 1 ? marksheet : 0,
        fileId: ids[index] ?? 0,
      },
    )
  }
  return true
}

/** A step: these documents are the admission's no longer, by kind or by the file's key; the bytes go with the next sweep. */
export async function removeDocuments(
  scope: SchoolScope,
  admissionId: number,
  which: { kinds: readonly DocumentKind[] } | { keys: readonly string[] },
): Promise<void> {
  const [column, wanted] = 'kinds' in which ? ['d.kind', which.kinds] : ['f.storage_key', which.keys]
  if (wanted.length === 0) return
  const rows = await select<{ id: number; fileId: number }>(
    `SELECT d.id, d.file_id AS fileId FROM admission_documents d JOIN files f ON f.school_id = d.school_id AND f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.admission_id = :admissionId AND ${column} IN (:wanted)`,
    { schoolId: scope.schoolId, admissionId, wanted },
  )
  if (rows.length === 0) return
  await execute('DELETE FROM admission_documents WHERE school_id = :schoolId AND id IN (:ids)', {
    schoolId: scope.schoolId,
    ids: rows.map(({ id }) => id),
  })
  await releaseFiles(
    scope,
    rows.map(({ fileId }) => fileId),
  )
}

/** A step of accepting: the documents become the student's, who may see them from then on; the photo is the student's picture. */
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

export interface AdmissionDocument {
  kind: DocumentKind
  position: number
  /** In `/storage/…`. */
  key: string
  fileName: string
  sizeBytes: number
}

/** The documents that came with a pending or refused admission. */
export function listAdmissionDocuments(scope: SchoolScope, admissionId: number): Promise<AdmissionDocument[]> {
  return select<AdmissionDocument>(
    `SELECT d.kind, d.position, f.storage_key AS \`key\`, f.file_name AS fileName, f.size_bytes AS sizeBytes
     FROM admission_documents d JOIN files f ON f.school_id = d.school_id AND f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.admission_id = :admissionId ORDER BY d.kind, d.position`,
    { schoolId: scope.schoolId, admissionId },
  )
}
