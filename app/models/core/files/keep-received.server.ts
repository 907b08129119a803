import { execute, number, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import type { ReceivedFile } from './receive-file.server'
import { StoredFile } from './tables.server'

type Owner = { studentId: number | null }

function ownerOf(scope: SchoolScope | StudentScope, owner: Owner): number | null {
  return 'studentId' in scope ? scope.studentId : owner.studentId
}

/**
 * Finds the pending files among `keys`, which an earlier submission of this form received. Finds only files that belong
 * to this school and to the same student, or to no student if the owner is not a student yet.
 */
export async function findReceived(
  scope: SchoolScope | StudentScope,
  keys: readonly string[],
  owner: Owner,
): Promise<ReceivedFile[]> {
  if (keys.length === 0) return []
  return selectRows(
    { key: text('storage_key'), ...columnsOf(StoredFile, 'files', 'fileName', 'contentType', 'sizeBytes') },
    `FROM files
     WHERE school_id = :schoolId AND student_id <=> :studentId AND state = 'pending' AND storage_key IN (:keys)
     ORDER BY id`,
    { schoolId: scope.schoolId, studentId: ownerOf(scope, owner), keys },
  )
}

/**
 * Assigns received files to `owner`, in the transaction of the change that they belong to. Returns their row ids in the
 * order of `keys`, or null when one is no longer pending (kept by another submission of the form, or deleted after a
 * day).
 */
export async function keepReceived(
  scope: SchoolScope | StudentScope,
  keys: readonly string[],
  owner: Owner,
): Promise<number[] | null> {
  if (keys.length === 0) return []
  const studentId = ownerOf(scope, owner)
  const values = { schoolId: scope.schoolId, studentId, keys }
  const rows = await selectRows(
    { id: number('id'), key: text('storage_key') },
    `FROM files
     WHERE school_id = :schoolId AND (student_id IS NULL OR student_id <=> :studentId) AND state = 'pending'
       AND storage_key IN (:keys) FOR UPDATE`,
    values,
  )
  const ids = keys.flatMap((key) => rows.find((row) => row.key === key)?.id ?? [])
  if (ids.length !== keys.length) return null
  await execute(
    `UPDATE files SET state = 'kept', student_id = :studentId
     WHERE school_id = :schoolId AND (id IN (:ids) OR thumbnail_of IN (:ids))`,
    { schoolId: scope.schoolId, studentId, ids },
  )
  return ids
}

/**
 * Deletes pending files at once, with their bytes: the form has refused them, and they must not be kept for another
 * submission.
 */
export async function refuseReceived(
  scope: SchoolScope | StudentScope,
  files: readonly ReceivedFile[],
  owner: Owner,
): Promise<void> {
  const waiting = await findReceived(
    scope,
    files.map(({ key }) => key),
    owner,
  )
  if (waiting.length === 0) return
  const keys = waiting.map(({ key }) => key)
  await execute(`DELETE FROM files WHERE school_id = :schoolId AND state = 'pending' AND storage_key IN (:keys)`, {
    schoolId: scope.schoolId,
    keys,
  })
  for (const key of keys) await fileStore().remove(key)
}

/** Deletes the rows of unreferenced files and their thumbnails; the sweep deletes their bytes within a day. */
export async function releaseFiles(scope: SchoolScope | StudentScope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await execute('DELETE FROM files WHERE school_id = :schoolId AND id IN (:ids)', { schoolId: scope.schoolId, ids })
}
