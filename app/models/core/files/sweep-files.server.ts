import { execute, number, selectRows, text } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { isStorageKey } from '~/services/storage/key'
import type { FileStore } from '~/services/storage/port'

const dayMs = 24 * 3600 * 1000
const batch = 500

/**
 * Deletes uploads whose form was never completed, and stored bytes without a row (after a crash), both older than a
 * day. The row is deleted first: a crash in between leaves bytes for the next sweep, never a row without its file.
 * @returns the number of deleted files
 */
export async function sweepFiles(_system: SystemScope, store: FileStore = fileStore()): Promise<number> {
  return (await sweepPending(store)) + (await sweepOrphans(store))
}

async function sweepPending(store: FileStore): Promise<number> {
  const pending = await selectRows(
    { id: number('id'), schoolId: number('school_id'), key: text('storage_key') },
    `FROM files WHERE state = 'pending' AND created_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY`,
  )
  let removed = 0
  for (const { key, ...row } of pending) {
    // Deletes only a row that is still pending: its form may have been completed since.
    const deletedCount = await execute(
      `DELETE FROM files WHERE id = :id AND school_id = :schoolId AND state = 'pending'`,
      row,
    )
    if (deletedCount === 0) continue
    await store.remove(key)
    removed++
  }
  return removed
}

async function sweepOrphans(store: FileStore): Promise<number> {
  let removed = 0
  let old: string[] = []
  for await (const { key, modifiedAt } of store.list()) {
    // Files with other names were not stored by the portal.
    if (isStorageKey(key) && Date.now() - modifiedAt.getTime() > dayMs) old.push(key)
    if (old.length === batch) {
      removed += await removeUnowned(store, old)
      old = []
    }
  }
  return removed + (await removeUnowned(store, old))
}

async function removeUnowned(store: FileStore, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const rows = await selectRows(
    { key: text('x.storage_key') },
    `FROM (SELECT storage_key FROM files WHERE storage_key IN (:keys)
     UNION ALL SELECT storage_key FROM sealed_files WHERE storage_key IN (:keys) AND sealed_key IS NULL
     UNION ALL SELECT COALESCE(sealed_key, '') FROM sealed_files WHERE sealed_key IN (:keys)) x`,
    { keys },
  )
  const owned = new Set(rows.map((row) => row.key))
  const orphans = keys.filter((key) => !owned.has(key))
  for (const key of orphans) await store.remove(key)
  return orphans.length
}
