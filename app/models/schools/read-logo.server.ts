import { buffer } from 'node:stream/consumers'
import { selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { fileStore } from '~/services/storage/file-store.server'

/** The school's logo for a document (PNG or JPEG), or null; one whose bytes are gone keeps no document from being made. */
export async function readLogo(scope: SchoolScope | StudentScope): Promise<Uint8Array | null> {
  const row = await selectOne<{ key: string }>(
    'SELECT f.storage_key AS `key` FROM schools s JOIN files f ON f.id = s.logo_file_id WHERE s.id = :schoolId',
    { schoolId: scope.schoolId },
  )
  const stored = row && (await fileStore().get(row.key))
  return stored ? buffer(stored.stream) : null
}
