import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { type FileVisibility, StoredFile } from './tables.server'

export interface NewFile {
  /** Where it lies in the file store already (`newStorageKey`): the bytes come first, so that no row points to nothing. */
  key: string
  fileName: string
  contentType: string
  sizeBytes: number
  visibility: FileVisibility
  /** Whose it is, of the school's students. A student's own scope says it already. */
  studentId?: number | null
  /** Received with a form that is not complete yet: removed after a day unless it is kept by then. */
  pending?: boolean
  /** Row id of the picture that this is the small twin of: it is kept and goes with it. */
  thumbnailOf?: number
}

/** Notes the owner of a stored file in the transaction of the change that it belongs to; answers the row's id. */
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
