import { execute, select } from '~/database/connection.server'
import type { SystemScope } from '~/models/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'
import { fileKeptDays, rowsKeptDays } from './options'

const givenUpHours = 3

/**
 * Removes files of imports that nobody ran, and the rows of old ones; the history stays. One that was never run cannot be any more then. An import whose worker never came to an end
 * is told as failed.
 */
export async function sweepImports(_system: SystemScope): Promise<void> {
  await execute(
    `UPDATE imports SET state = 'failed', stopped_because = 'gave-up', finished_at = UTC_TIMESTAMP(3)
     WHERE state IN ('checking','running') AND updated_at < UTC_TIMESTAMP(3) - INTERVAL ${givenUpHours} HOUR`,
    {},
  )
  const files = await select<{ id: number; fileId: number; key: string }>(
    `SELECT i.id, f.id AS fileId, f.storage_key AS \`key\` FROM imports i JOIN files f ON f.id = i.file_id
     WHERE i.state NOT IN ('checking','running') AND i.created_at < UTC_TIMESTAMP(3) - INTERVAL ${fileKeptDays} DAY`,
  )
  for (const { id, fileId, key } of files) {
    await execute('UPDATE imports SET file_id = NULL WHERE id = :id', { id })
    await execute('DELETE FROM files WHERE id = :fileId', { fileId })
    await fileStore().remove(key)
  }
  await execute(
    `UPDATE imports SET state = 'failed', stopped_because = 'rows-gone', finished_at = UTC_TIMESTAMP(3)
     WHERE state IN ('checked','columns') AND created_at < UTC_TIMESTAMP(3) - INTERVAL ${rowsKeptDays} DAY`,
    {},
  )
  await execute(
    `DELETE r FROM import_rows r JOIN imports i ON i.id = r.import_id
     WHERE i.state IN ('done','failed') AND i.created_at < UTC_TIMESTAMP(3) - INTERVAL ${rowsKeptDays} DAY`,
    {},
  )
}
