import { rename } from 'node:fs/promises'
import path from 'node:path'
import { env } from '~/env.server'
import { Trouble } from '../processes.mjs'
import type { MadeBackup } from './make-backup'

/** What a backup holds, in one line. */
export function contentsOf({ manifest: { rows, files } }: MadeBackup): string {
  return `${rows.students?.after} students, ${rows.payments?.after} payments, ${files.count} files`
}

/** One such file of a folder is kept: it is better than nothing, counts as none of the backups and fills no disk. */
export const notWholeName = 'not-whole.tar.age'

/** @throws Trouble where files are missing that the database names: such a backup is no way back. It is kept under a name of its own. */
export async function requireWhole(made: MadeBackup): Promise<void> {
  const { missing = 0 } = made.manifest.files
  if (missing === 0) return
  const { STORAGE_URL: store, DATA_DIR: folder } = env()
  const place = store ? 'the store of STORAGE_URL' : path.join(folder, 'files')
  const file = path.join(path.dirname(made.file), notWholeName)
  await rename(made.file, file)
  throw new Trouble(
    `${missing} files that the database names are not in ${place}: the backup is not whole, and kept as ${file}.\nIs this command run with the settings of the portal?`,
  )
}
