import { execute, number, selectRow, selectRows, text } from '~/database/database.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import { decryptBytes, encryptBytes } from '~/services/secrets/secrets.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { fileKeptDays, rowsKeptDays } from './options'
import { sweepTraces } from './undo/trace.server'

// The file may contain Aadhaar numbers, so it is encrypted for the few days that it is stored.
const contextOf = (scope: SchoolScope) => `imports.file:${scope.schoolId}`
const contentType = 'application/octet-stream'

/** Stores the bytes of an upload, encrypted; `keepUpload` then writes its row in the caller's transaction. */
export async function storeUpload(scope: SchoolScope, bytes: Uint8Array): Promise<{ key: string; sizeBytes: number }> {
  const key = newStorageKey('imports', 'bin')
  return { key, sizeBytes: await fileStore().put(key, encryptBytes(bytes, contextOf(scope)), contentType) }
}

export function keepUpload(scope: SchoolScope, stored: { key: string; sizeBytes: number }, fileName: string) {
  return keepFile(scope, { ...stored, fileName, contentType, visibility: 'school', studentId: null })
}

/** Reads the upload's bytes; null when it has been removed. */
export async function readUpload(scope: SchoolScope, fileId: number | null): Promise<Uint8Array | null> {
  const key = fileId === null ? null : await keyOf(scope, fileId)
  const stored = key === null ? null : await fileStore().get(key)
  if (!stored) return null
  const parts: Buffer[] = []
  for await (const part of stored.stream) parts.push(part as Buffer)
  return decryptBytes(Buffer.concat(parts), contextOf(scope))
}

async function keyOf(scope: SchoolScope, fileId: number): Promise<string | null> {
  const row = await selectRow({ key: text('storage_key') }, 'FROM files WHERE school_id = :schoolId AND id = :fileId', {
    schoolId: scope.schoolId,
    fileId,
  })
  return row?.key ?? null
}

/**
 * Deletes the row of an upload that is no longer referenced. Returns the storage key of its bytes, to be removed after
 * the transaction.
 */
export async function dropUpload(scope: SchoolScope, fileId: number | null): Promise<string | null> {
  if (fileId === null) return null
  const key = await keyOf(scope, fileId)
  await execute('DELETE FROM files WHERE school_id = :schoolId AND id = :fileId', { schoolId: scope.schoolId, fileId })
  return key
}

const givenUpHours = 3

/**
 * Marks imports as failed when their worker never finished or when they were never run. Removes files of imports after
 * some days, rows of old imports, and sealed values of imports that can no longer be undone. Keeps the history.
 */
export async function sweepImports(_system: SystemScope): Promise<void> {
  const fail = (reason: string, states: string, before: string) =>
    execute(
      `UPDATE imports SET state = 'failed', stopped_because = :reason, finished_at = UTC_TIMESTAMP(3)
       WHERE state IN (${states}) AND ${before}`,
      { reason },
    )
  const older = (column: string, time: string) => `${column} < UTC_TIMESTAMP(3) - INTERVAL ${time}`
  await fail('gave-up', "'checking','running'", older('updated_at', `${givenUpHours} HOUR`))
  await execute(
    `UPDATE imports SET state = IF(undone_at IS NULL, 'done', 'undone'), undo_stopped = 'gave-up'
     WHERE state = 'undoing' AND ${older('updated_at', `${givenUpHours} HOUR`)}`,
    {},
  )
  const files = await selectRows(
    { id: number('i.id'), schoolId: number('i.school_id'), fileId: number('f.id'), key: text('f.storage_key') },
    `FROM imports i JOIN files f ON f.id = i.file_id
     WHERE i.state NOT IN ('checking','running') AND ${older('i.created_at', `${fileKeptDays} DAY`)}`,
  )
  for (const { id, schoolId, fileId, key } of files) {
    await execute('UPDATE imports SET file_id = NULL WHERE id = :id', { id })
    await execute('DELETE FROM files WHERE id = :fileId AND school_id = :schoolId', { fileId, schoolId })
    await fileStore().remove(key)
  }
  await fail('rows-gone', "'checked','columns'", older('created_at', `${rowsKeptDays} DAY`))
  // Answers and columns contain sample values of the file.
  await execute(
    `UPDATE imports SET answers = NULL, sheet_columns = NULL
     WHERE (answers IS NOT NULL OR sheet_columns IS NOT NULL) AND ${older('created_at', `${rowsKeptDays} DAY`)}`,
    {},
  )
  await execute(
    `DELETE r FROM import_rows r JOIN imports i ON i.id = r.import_id
     WHERE i.state IN ('done','failed','undone') AND ${older('i.created_at', `${rowsKeptDays} DAY`)}`,
    {},
  )
  await sweepTraces()
}
