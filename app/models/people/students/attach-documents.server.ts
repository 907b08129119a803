import { execute, insertRows, number, numberOrNull, selectRow, selectRows } from '~/database/database.server'
import { keepReceived, releaseFiles } from '~/models/core/files/keep-received.server'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { type DocumentKind, maxFilesOf } from './documents.server'

type Scope = SchoolScope | StudentScope

/**
 * Runs in the caller's transaction: attaches received files as the student's papers of this kind. If the kind allows
 * only one paper, it replaces the previous one; marksheets are added. A photo is stored with the student.
 */
export async function attachDocuments(
  scope: Scope,
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
  if (kind === 'student_photo') {
    await setPhoto(scope, student, ids[0] ?? null)
    return 'placed'
  }
  const count = await addPapers(scope, { of: 'student', id: student.id }, kind, ids)
  return count > maxFilesOf(kind) ? 'too-many' : 'placed'
}

type Owner = { of: 'student' | 'admission'; id: number }

/**
 * Runs in the caller's transaction: stores uploaded files as papers of this kind; if the kind allows only one paper, it
 * replaces the previous one. Returns the number of papers afterwards.
 */
export async function addPapers(scope: Scope, owner: Owner, kind: DocumentKind, fileIds: readonly number[]) {
  const { of, id } = owner
  const { schoolId } = scope
  if (maxFilesOf(kind) === 1) await removePapers(scope, owner, { kind })
  const last = await selectRow(
    { position: number('COALESCE(MAX(position), -1)'), count: number('COUNT(*)') },
    `FROM ${of}_documents WHERE school_id = :schoolId AND ${of}_id = :id AND kind = :kind`,
    { schoolId, id, kind },
  )
  const { position = -1, count = 0 } = last ?? {}
  const columns = ['school_id', `${of}_id`, 'kind', 'position', 'file_id', 'created_at']
  const now = new Date()
  await insertRows(
    `${of}_documents`,
    columns,
    fileIds.map((fileId, index) => [schoolId, id, kind, position + 1 + index, fileId, now]),
  )
  return count + fileIds.length
}

/** Runs in the caller's transaction: deletes the owner's papers of one kind, or those with these storage keys. */
export async function removePapers(
  scope: Scope,
  { of, id }: Owner,
  filter: { kind: DocumentKind } | { keys: readonly string[] },
): Promise<void> {
  if ('keys' in filter && filter.keys.length === 0) return
  const { schoolId } = scope
  const rows = await selectRows(
    { id: number('d.id'), fileId: number('d.file_id') },
    `FROM ${of}_documents d JOIN files f ON f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.${of}_id = :id
       AND ${'kind' in filter ? 'd.kind = :kind' : 'f.storage_key IN (:keys)'}`,
    { schoolId, id, ...filter },
  )
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) {
    await execute(`DELETE FROM ${of}_documents WHERE school_id = :schoolId AND id IN (:ids)`, { schoolId, ids })
  }
  await releaseFiles(
    scope,
    rows.map((row) => row.fileId),
  )
}

/** Runs in the caller's transaction: sets or clears the student's photo and releases the previous one. */
export async function setPhoto(scope: Scope, student: { id: number }, fileId: number | null): Promise<void> {
  const owner = { schoolId: scope.schoolId, studentId: student.id }
  const before = await selectRow(
    { fileId: numberOrNull('photo_file_id') },
    'FROM students WHERE school_id = :schoolId AND id = :studentId',
    owner,
  )
  await execute('UPDATE students SET photo_file_id = :fileId WHERE school_id = :schoolId AND id = :studentId', {
    ...owner,
    fileId,
  })
  if (before?.fileId) await releaseFiles(scope, [before.fileId])
}
