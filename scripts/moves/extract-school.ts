import path from 'node:path'
import { execute } from '~/database/database.server'
import { migrate } from '~/database/migrate.server'
import { env } from '~/env.server'
import type { Manifest } from '../backups/manifest'
import { backupEntries, discardContent, restoreTables } from '../backups/restore-backup'
import { type Entry, writeSealed } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import { storedFile, wholeSchool } from './export-school'
import { toTrouble } from './plain-trouble'
import { schoolToMove } from './school-tables'

export interface ExtractedSchool {
  name: string
  /** Time of the backup. */
  madeAt: string
  manifest: Manifest
  /** Number of files that rows name but neither the backup nor the store has. */
  missingFiles: number
}

/**
 * Writes one school of an installation's backup as a sealed file, as `exportSchool` does. The database must be empty
 * and only for this: it gets the backup's tables, migrated to this version. The store is the installation's and is only
 * read.
 * @throws Trouble when the backup is damaged, has another key or is newer, or does not contain the school
 */
export async function extractSchool(
  backup: string,
  publicId: string,
  file: string,
  key: string,
): Promise<ExtractedSchool> {
  const { madeAt } = await restoreTables(backup)
  await migrate(path.join(env().SHALA_BUILD_DIR, 'migrations'))
  // Returns jobs that were running at the time of the backup to the queue.
  await execute(
    "UPDATE jobs SET state = 'waiting', run_at = UTC_TIMESTAMP(3), leased_by = NULL, leased_until = NULL WHERE state = 'running'",
    {},
  )
  const { id, ...school } = await schoolToMove(publicId).catch((error) => {
    throw error instanceof Trouble ? new Trouble(`${path.basename(backup)}: ${error.message}`) : error
  })
  const missing: string[] = []
  let manifest: Manifest | undefined
  const entries = wholeSchool(
    id,
    school,
    (written) => {
      manifest = written
    },
    { evenWithOpenWork: true, filesOf: (keys) => filesOf(backup, keys, missing) },
  )
  await writeSealed(file, key, entries).catch((error) => {
    throw toTrouble(error, path.dirname(file))
  })
  if (!manifest) throw new Error('The file has no manifest')
  return { name: school.name, madeAt, manifest, missingFiles: missing.length }
}

/** Files by key from the backup, otherwise from the store. */
async function* filesOf(backup: string, keys: readonly string[], missing: string[]): AsyncGenerator<Entry> {
  const remainingKeys = new Set(keys)
  for await (const entry of backupEntries(backup)) {
    if (entry.name.startsWith('files/') && remainingKeys.delete(entry.name.slice('files/'.length))) yield entry
    else await discardContent(entry)
  }
  for (const key of remainingKeys) {
    const entry = await storedFile(key)
    if (entry) yield entry
    else missing.push(key)
  }
}
