import { rename } from 'node:fs/promises'
import path from 'node:path'
import { env } from '~/env.server'
import { counted } from '~/models/core/shared/counted'
import { Trouble } from '../processes.mjs'
import type { MadeBackup } from './make-backup'
import type { Manifest } from './manifest'

/** One-line summary of what a backup or a school's file contains. */
export function summaryOf({ rows, files }: Pick<Manifest, 'rows' | 'files'>): string {
  return `${summaryOfRows(rows.students?.after ?? 0, rows.payments?.after ?? 0)}, ${counted(files.count, 'file')}`
}

export function summaryOfRows(students = 0, payments = 0): string {
  return `${counted(students, 'student')}, ${counted(payments, 'payment')}`
}

/** File name of an incomplete backup. Each folder keeps one at most; it does not count as a backup. */
export const incompleteBackupName = 'not-whole.tar.age'

/** Maximum number of missing files that the error lists. */
const namedFiles = 5

/**
 * @param lost number of files that the operator knows to be lost
 * @throws Trouble when more than `lost` of the files named in the database are missing. The incomplete backup is kept
 * as `incompleteBackupName`.
 */
export async function requireCompleteBackup(backup: MadeBackup, lost = 0): Promise<void> {
  const { missing } = backup
  if (missing.length <= lost) return
  const { STORAGE_URL: store, DATA_DIR: folder } = env()
  const storeName = store ? 'the store of STORAGE_URL' : path.join(folder, 'files')
  const file = path.join(path.dirname(backup.file), incompleteBackupName)
  await rename(backup.file, file)
  throw new Trouble(
    `Files that the database names but that are missing from ${storeName}: ${missing.length}. The backup is incomplete and kept as ${file}.\nDoes this command run with the settings of the portal? These are missing: ${missing.slice(0, namedFiles).join(', ')}${missing.length > namedFiles ? ' …' : ''}`,
  )
}
