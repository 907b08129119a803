import { execute, flag, number, selectRow } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'

/**
 * Names of two rows in `backups` about the copies of the database's binary log: the time up to which it is copied, and
 * the time since which the copies have no gap.
 */
export const [logCopy, logsBegun] = ['logs', 'logs begun']

/**
 * A copy of the database's binary log up to `until`. `begins`: reason why the copies start, or start again after a gap;
 * null if they continue.
 */
interface LogCopy {
  until: Date
  bytes: number
  begins: string | null
}

/**
 * Records how far the binary log is copied. Writing this row also adds to the binary log, so that its copies advance
 * even when the portal is idle; if they do not advance, copying is stuck.
 */
export async function recordLogCopy(_system: SystemScope, { until, bytes, begins }: LogCopy): Promise<void> {
  if (begins) await note(logsBegun, until, 0)
  await note(logCopy, until, bytes)
}

async function note(name: string, at: Date, bytes: number): Promise<void> {
  const row = { name, at, bytes }
  const changed = await execute('UPDATE backups SET made_at = :at, size_bytes = :bytes WHERE file_name = :name', row)
  if (changed > 0) return
  await execute('INSERT INTO backups (made_at, file_name, size_bytes) VALUES (:at, :name, :bytes)', row)
}

/**
 * Age of the newest copied change in seconds; null without copies. `hasBackup`: a backup was made after the last gap in
 * the copies.
 */
export function logCopies(_system: SystemScope): Promise<{ ageSeconds: number; hasBackup: boolean } | null> {
  return selectRow(
    {
      ageSeconds: number('TIMESTAMPDIFF(SECOND, l.made_at, UTC_TIMESTAMP(3))'),
      hasBackup: flag(`EXISTS (SELECT b.id FROM backups b JOIN backups begun ON begun.file_name = :logsBegun
         WHERE b.file_name NOT IN (:logsBegun, :logCopy) AND b.made_at > begun.made_at)`),
    },
    'FROM backups l WHERE l.file_name = :logCopy',
    { logCopy, logsBegun },
  )
}
