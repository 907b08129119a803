import { execute, instant, number, selectRow } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { logCopy, logsBegun } from './log-copies.server'

export interface Backup {
  fileName: string
  sizeBytes: number
}

/** Records a backup that was just made; the file is complete and on disk. */
export async function recordBackup(_system: SystemScope, { fileName, sizeBytes }: Backup): Promise<void> {
  await execute(
    'INSERT INTO backups (made_at, file_name, size_bytes) VALUES (UTC_TIMESTAMP(3), :fileName, :sizeBytes)',
    { fileName, sizeBytes },
  )
}

/**
 * Latest backup, with its age in seconds; null without one. The table also has two rows about copies of the binary log
 * (`recordLogCopy`), which are not backups.
 */
export function lastBackup(_system: SystemScope) {
  const ageSeconds = number('TIMESTAMPDIFF(SECOND, made_at, UTC_TIMESTAMP(3))')
  return selectRow(
    { madeAt: instant('made_at'), sizeBytes: number('size_bytes'), ageSeconds },
    'FROM backups WHERE file_name NOT IN (:logRows) ORDER BY made_at DESC, id DESC LIMIT 1',
    { logRows: [logCopy, logsBegun] },
  )
}
