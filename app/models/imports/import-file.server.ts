import { selectOne } from '~/database/connection.server'
import { keepFile } from '~/models/files/keep-file.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { decryptBytes, encryptBytes } from '~/services/secrets/secrets.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'

// The file may hold Aadhaar numbers, so it lies encrypted for the few days that it lies anywhere.
const contextOf = (scope: SchoolScope) => `imports.file:${scope.schoolId}`

/** Stores an upload; its row is written by `keepUpload` in the transaction that needs it. */
export async function storeUpload(scope: SchoolScope, bytes: Uint8Array): Promise<{ key: string; sizeBytes: number }> {
  const key = newStorageKey('imports', 'bin')
  const sealed = encryptBytes(bytes, contextOf(scope))
  const sizeBytes = await fileStore().put(key, sealed, 'application/octet-stream')
  return { key, sizeBytes }
}

export function keepUpload(
  scope: SchoolScope,
  stored: { key: string; sizeBytes: number },
  fileName: string,
): Promise<number> {
  return keepFile(scope, {
    ...stored,
    fileName,
    contentType: 'application/octet-stream',
    visibility: 'school',
    studentId: null,
  })
}

/** The upload's bytes; null when it has been removed. */
export async function readUpload(scope: SchoolScope, fileId: number | null): Promise<Uint8Array | null> {
  const key = fileId === null ? null : await keyOf(scope, fileId)
  const stored = key === null ? null : await fileStore().get(key)
  if (!stored) return null
  const parts: Buffer[] = []
  for await (const part of stored.stream) parts.push(part as Buffer)
  return decryptBytes(Buffer.concat(parts), contextOf(scope))
}

export async function keyOf(scope: SchoolScope, fileId: number): Promise<string | null> {
  const row = await selectOne<{ key: string }>(
    'SELECT storage_key AS `key` FROM files WHERE school_id = :schoolId AND id = :fileId',
    { schoolId: scope.schoolId, fileId },
  )
  return row?.key ?? null
}
