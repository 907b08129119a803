import {
  execute,
  inTransaction,
  number,
  type RowOf,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { hasKey, keyValues, shapeOf } from '~/models/core/shared/row-shapes.server'
import { decryptOrNull, decryptWithToken, encrypt, encryptWithToken, newToken } from '~/services/secrets/secrets.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { type Removal, sealDeletions } from './seal-removed.server'

const binary = 'application/octet-stream'
const keyContext = (fileId: number) => `sealed_files.data_key:${fileId}`

/**
 * Runs in the caller's transaction: deletes rows of files and thumbnails, so that they can no longer be read. The bytes
 * stay where they were until `sealFiles` has sealed them. `bundles` maps each file to its owner.
 */
export async function dropSealedFiles(removal: Removal, bundles: ReadonlyMap<number, string>): Promise<void> {
  if (bundles.size === 0) return
  const ofIt = [...bundles]
    .map(([id, bundle]) => `WHEN ${Number(id)} THEN '${bundle.replace(/[^a-z0-9:]/g, '')}'`)
    .join(' ')
  const values = { schoolId: removal.scope.schoolId, fileIds: [...bundles.keys()] }
  const shape = shapeOf(removal.shapes, 'files')
  // Thumbnails go first, because a restore runs in reverse and must restore the picture before its thumbnail.
  for (const column of ['thumbnail_of', 'id']) {
    const rows = await sealDeletions(removal, {
      table: 'files',
      where: `t.school_id = :schoolId AND t.${column} IN (:fileIds)`,
      values,
      owner: `CASE t.${column} ${ofIt} END`,
    })
    if (rows.length === 0) continue
    await execute(`DELETE t FROM files t WHERE ${hasKey(shape)}`, { ...values, keys: keyValues(shape, rows) })
    for (const { id, storage_key: key, size_bytes: size } of rows)
      removal.files.push({ id: Number(id), key: String(key), sizeBytes: Number(size) })
  }
}

const openRow = { id: number('t.file_id'), key: text('t.storage_key') }
type OpenFile = RowOf<typeof openRow>

/**
 * Encrypts the bytes of files whose rows are deleted, one file at a time, and removes the originals. May be interrupted
 * and run again: an original stays until its sealed copy is recorded, and the sweep removes unrecorded copies.
 */
export async function sealFiles(run: { schoolId: number; runId: number } | null): Promise<void> {
  const runCondition = run ? 'AND t.school_id = :schoolId AND t.run_id = :runId' : ''
  for (let after = 0; ; ) {
    const open = await selectRows(
      openRow,
      `FROM sealed_files t
       WHERE t.sealed_key IS NULL AND t.file_id > :after ${runCondition} ORDER BY t.file_id LIMIT 50`,
      { after, ...run },
    )
    for (const file of open) await sealFile(file)
    const last = open.at(-1)
    if (!last) return
    after = last.id
  }
}

async function sealFile({ id, key }: OpenFile): Promise<void> {
  const store = fileStore()
  const bytes = await bytesOf(key)
  if (!bytes) {
    // The file was already missing before the removal, so there is nothing to seal.
    await execute('DELETE FROM sealed_files WHERE file_id = :id AND sealed_key IS NULL', { id })
    return
  }
  const token = newToken()
  const sealedKey = newStorageKey('sealed', 'bin')
  await store.put(sealedKey, encryptWithToken(bytes, token), binary)
  const noted = await execute(
    'UPDATE sealed_files SET sealed_key = :sealedKey, data_key = :dataKey WHERE file_id = :id AND sealed_key IS NULL',
    { id, sealedKey, dataKey: encrypt(token, keyContext(id)) },
  )
  // The file was restored, or sealed by another worker, in the meantime.
  if (noted === 0) return store.remove(sealedKey)
  // Holds the row lock, because a restore may be about to write the bytes back.
  await inTransaction(async () => {
    const row = await selectRow(
      { id: number('file_id') },
      'FROM sealed_files WHERE file_id = :id AND sealed_key = :sealedKey FOR UPDATE',
      { id, sealedKey },
    )
    if (row) await store.remove(key)
  })
}

async function bytesOf(key: string): Promise<Buffer | null> {
  const stored = await fileStore().get(key)
  if (!stored) return null
  const parts: Buffer[] = []
  for await (const part of stored.stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const sealedRow = { ...openRow, sealedKey: textOrNull('t.sealed_key'), dataKey: textOrNull('t.data_key') }
export type SealedFile = RowOf<typeof sealedRow>

/** Reads and locks the sealed copies of these files for the transaction. */
export function lockSealedFiles(schoolId: number, fileIds: readonly number[]): Promise<SealedFile[]> {
  if (fileIds.length === 0) return Promise.resolve([])
  return selectRows(
    sealedRow,
    'FROM sealed_files t WHERE t.school_id = :schoolId AND t.file_id IN (:fileIds) FOR UPDATE',
    { schoolId, fileIds },
  )
}

/**
 * Restores the bytes of a file to their original key.
 * @returns false if the sealed copy is missing, or cannot be decrypted because its key is lost
 */
export async function openFile({ id, key, sealedKey, dataKey }: SealedFile, contentType: string): Promise<boolean> {
  if (sealedKey === null) return true
  const token = decryptOrNull(String(dataKey), keyContext(id))
  const sealed = await bytesOf(sealedKey)
  if (token === null || sealed === null) return false
  await fileStore().put(key, decryptWithToken(sealed, token), contentType)
  return true
}

/** Destroys sealed files, bytes before rows, in batches; `condition` is a condition on `sealed_files t`. */
export async function destroyFiles(condition: string, values: Record<string, string | number>): Promise<void> {
  for (;;) {
    const rest = `FROM sealed_files t WHERE ${condition} ORDER BY t.file_id LIMIT 100`
    const some = await selectRows(sealedRow, rest, values)
    if (some.length === 0) return
    for (const { key, sealedKey } of some) {
      if (sealedKey !== null) await fileStore().remove(sealedKey)
      // Removes the original of a file that was never sealed; otherwise it is already gone.
      await fileStore().remove(key)
    }
    await execute('DELETE FROM sealed_files WHERE file_id IN (:ids)', { ids: some.map(({ id }) => id) })
  }
}
