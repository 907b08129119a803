import { rename } from 'node:fs/promises'
import path from 'node:path'
import { env } from '~/env.server'
import { Trouble } from '../processes.mjs'
import type { MadeBackup } from './make-backup'

/** One-line summary of a backup's contents. */
export function backupSummary({ manifest: { rows, files } }: MadeBackup): string {
  return `${rows.students?.after} students, ${rows.payments?.after} payments, ${files.count} files`
}

/** File name of an incomplete backup. Each folder keeps one at most; it does not count as a backup. */
export const incompleteBackupName = 'not-whole.tar.age'

/**
 * @throws Trouble when files that the database names are missing. The incomplete backup is kept under `incompleteBackupName`.
 */
export async function requireCompleteBackup(made: MadeBackup): Promise<void> {
  const { missing = 0 } = made.manifest.files
  if (missing === 0) return
  const { STORAGE_URL: store, DATA_DIR: folder } = env()
  const place = store ? 'the store of STORAGE_URL' : path.join(folder, 'files')
  const file = path.join(path.dirname(made.file), incompleteBackupName)
  await rename(made.file, file)
  throw new Trouble(
    `${missing} files that the database names are not in ${place}: the backup is not whole, and kept as ${file}.\nIs this command run with the settings of the portal?`,
  )
}
