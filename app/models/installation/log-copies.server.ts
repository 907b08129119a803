import { execute, selectOne } from '~/database/database.server'
import type { SystemScope } from '~/models/shared/scope.server'

/** Names under which the table of backups keeps copies of the binary log: how far they reach, and since when they have no gap. */
export const [logCopy, logsBegun] = ['logs', 'logs begun']

/** A copy of the database's binary log: it reaches to a moment, and may have begun anew. */
interface LogCopy {
  until: Date
  bytes: number
  begins: string | null
}

/** Notes how far the binary log is copied. The note is itself a change of the database: a log that stands still is told from one that is quiet. */
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
 * How old the newest copied change may be, and whether the copies serve the last backup; null where no copies are made.
 * `hasBackup`: a backup was made since the copies have no gap.
 */
export async function logCopies(_system: SystemScope): Promise<{ ageSeconds: number; hasBackup: boolean } | null> {
  const row = await selectOne<{ ageSeconds: number; hasBackup: number }>(
    `SELECT TIMESTAMPDIFF(SECOND, l.made_at, UTC_TIMESTAMP(3)) AS ageSeconds,
       EXISTS (SELECT b.id FROM backups b JOIN backups begun ON begun.file_name = :logsBegun
         WHERE b.file_name NOT IN (:logsBegun, :logCopy) AND b.made_at > begun.made_at) AS hasBackup
     FROM backups l WHERE l.file_name = :logCopy`,
    { logCopy, logsBegun },
  )
  return row && { ageSeconds: row.ageSeconds, hasBackup: row.hasBackup === 1 }
}
