import path from 'node:path'
import { env } from '~/env.server'
import { Trouble } from '../processes.mjs'
import type { MadeBackup } from './make-backup'

/** What a backup holds, in one line. */
export function contentsOf({ manifest: { rows, files } }: MadeBackup): string {
  return `${rows.students?.after} students, ${rows.payments?.after} payments, ${files.count} files`
}

/** @throws Trouble where files are missing that the database names: such a backup is no way back */
export function requireWhole(made: MadeBackup): void {
  const { missing = 0 } = made.manifest.files
  if (missing === 0) return
  const { STORAGE_URL: store, DATA_DIR: folder } = env()
  const place = store ? 'the store of STORAGE_URL' : path.join(folder, 'files')
  throw new Trouble(
    `${missing} files that the database names are not in ${place}: the backup ${made.file} is not whole.\nIs this command run with the settings of the portal?`,
  )
}
