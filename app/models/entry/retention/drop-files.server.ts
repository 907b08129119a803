import { afterCommit, execute, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'

/**
 * Runs in the caller's transaction: deletes the rows of files and their thumbnails; the bytes are deleted after the
 * commit.
 */
export async function dropFiles({ schoolId }: SchoolScope, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return
  const values = { schoolId, fileIds }
  const all = await selectRows(
    { key: text('storage_key') },
    'FROM files WHERE school_id = :schoolId AND (id IN (:fileIds) OR thumbnail_of IN (:fileIds))',
    values,
  )
  await execute('DELETE FROM files WHERE school_id = :schoolId AND thumbnail_of IN (:fileIds)', values)
  await execute('DELETE FROM files WHERE school_id = :schoolId AND id IN (:fileIds)', values)
  afterCommit(async () => {
    for (const { key } of all) await fileStore().remove(key)
  })
}
