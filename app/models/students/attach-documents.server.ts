import { execute, select, selectOne } from '~/database/database.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { ReceivedFile } from '~/models/files/receive-file.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { DocumentKind } from './documents.server'
import { maxFilesOf } from './documents.server'

/**
 * A step: makes received files the student's papers of this kind. A single paper takes the place of the one before;
 * marksheets are added. The photo has its home with the student.
 */
export async function attachDocuments(
  scope: SchoolScope | StudentScope,
  student: { id: number },
  kind: DocumentKind,
  files: readonly ReceivedFile[],
): Promise<'placed' | 'files-gone' | 'too-many'> {
  if (files.length === 0) return 'placed'
  const ids = await keepReceived(
    scope,
    files.map((file) => file.key),
    { studentId: student.id },
  )
  if (ids === null) return 'files-gone'
  const owner = { schoolId: scope.schoolId, studentId: student.id }
  if (kind === 'student_photo') {
    await setPhoto(scope, student, ids[0] ?? null)
    return 'placed'
  }
  const most = maxFilesOf(kind)
  if (most === 1) await removeDocuments(scope, student, { kind })
  const last = await selectOne<{ position: number; count: number }>(
    `SELECT CAST(COALESCE(MAX(position), -1) AS SIGNED) AS position, COUNT(*) AS count FROM student_documents
     WHERE school_id = :schoolId AND student_id = :studentId AND kind = :kind`,
    { ...owner, kind },
  )
  if ((last?.count ?? 0) + ids.length > most) return 'too-many'
  const rows = ids.map((_, n) => `(:schoolId, :studentId, :kind, :position${n}, :file${n}, UTC_TIMESTAMP(3))`)
  await execute(
    `INSERT INTO student_documents (school_id, student_id, kind, position, file_id, created_at) VALUES ${rows.join(', ')}`,
    {
      ...owner,
      kind,
      ...Object.fromEntries(
        ids.flatMap((id, n) => [
          [`file${n}`, id],
          [`position${n}`, (last?.position ?? -1) + 1 + n],
        ]),
      ),
    },
  )
  return 'placed'
}

/** A step: removes papers of one kind, or those with these storage keys. */
export async function removeDocuments(
  scope: SchoolScope | StudentScope,
  student: { id: number },
  which: { kind: DocumentKind } | { keys: readonly string[] },
): Promise<void> {
  if ('keys' in which && which.keys.length === 0) return
  const owner = { schoolId: scope.schoolId, studentId: student.id }
  const rows = await select<{ id: number; fileId: number }>(
    `SELECT d.id, d.file_id AS fileId FROM student_documents d JOIN files f ON f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.student_id = :studentId
       AND ${'kind' in which ? 'd.kind = :kind' : 'f.storage_key IN (:keys)'}`,
    { ...owner, ...which },
  )
  if (rows.length > 0) {
    await execute('DELETE FROM student_documents WHERE school_id = :schoolId AND id IN (:ids)', {
      schoolId: scope.schoolId,
      ids: rows.map((row) => row.id),
    })
  }
  await releaseFiles(
    scope,
    rows.map((row) => row.fileId),
  )
}

/** A step: the student's photo from now on, or none; the one before is forgotten. */
export async function setPhoto(
  scope: SchoolScope | StudentScope,
  student: { id: number },
  fileId: number | null,
): Promise<void> {
  const owner = { schoolId: scope.schoolId, studentId: student.id }
  const before = await selectOne<{ fileId: number | null }>(
    'SELECT photo_file_id AS fileId FROM students WHERE school_id = :schoolId AND id = :studentId',
    owner,
  )
  await execute('UPDATE students SET photo_file_id = :fileId WHERE school_id = :schoolId AND id = :studentId', {
    ...owner,
    fileId,
  })
  if (before?.fileId) await releaseFiles(scope, [before.fileId])
}
