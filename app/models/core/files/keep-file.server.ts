import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { type FileVisibility, StoredFile } from './tables.server'

export interface NewFile {
  /** Key in the file store (`newStorageKey`). The bytes are stored first, so that no row points to a missing file. */
  key: string
  fileName: string
  contentType: string
  sizeBytes: number
  visibility: FileVisibility
  /** Student who owns the file, when a school's scope stores it; a student's scope already determines the owner. */
  studentId?: number | null
  /** Received with an incomplete form: deleted after a day unless kept. */
  pending?: boolean
  /** Row id of the picture of which this is the thumbnail; both are kept and deleted together. */
  thumbnailOf?: number
}

/** Writes the row of a stored file, in the transaction of the change that it belongs to; returns the row's id. */
export async function keepFile(
  scope: SchoolScope | StudentScope,
  { key, pending, studentId = null, ...file }: NewFile,
): Promise<number> {
  const row = await StoredFile.create({
    ...file,
    schoolId: scope.schoolId,
    studentId: 'studentId' in scope ? scope.studentId : studentId,
    storageKey: key,
    state: pending ? 'pending' : 'kept',
  })
  return row.id
}
