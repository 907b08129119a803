import { execute, selectOne } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { FileRule } from '~/models/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The picture of a thing that students choose from, kept in this folder: drawn anew, with a small twin for cards; everybody may see it. */
export function pictureRule(folder: string): FileRule {
  return {
    types: ['jpeg', 'png', 'webp', 'gif'],
    maxBytes: 5 * 1024 * 1024 - 1,
    folder,
    visibility: 'public',
    maxSide: 1000,
    thumbnailSide: 360,
    messages: {
      wrongType: () => 'Please upload an image file',
      tooLarge: () => 'Image size should be less than 5MB',
    },
  }
}

type Pictured = {
  table: 'hostels' | 'rooms' | 'vehicles'
  /** What the audit log calls it, and keeps of it. */
  kind: string
  details: Record<string, string>
  id: number
  imageFileId: number | null
}

/** Another picture (`key`) or none, chosen by somebody who has seen this one (`seen`, its key) or none. */
export type PictureChange = { key: string | null; seen: string | null }

/**
 * A step: a thing that is held by this transaction gets another picture, or none. Refuses `changed` (somebody else changed it since it was
 * seen) and `file-gone` (the picture waited for more than a day).
 */
export async function savePicture(
  scope: SchoolScope,
  { table, kind, details, id, imageFileId }: Pictured,
  { key, seen }: PictureChange,
): Promise<Outcome<undefined, 'changed' | 'file-gone'>> {
  const stored = await selectOne<{ key: string }>(
    'SELECT storage_key AS `key` FROM files WHERE school_id = :schoolId AND id = :imageFileId',
    { schoolId: scope.schoolId, imageFileId },
  )
  if ((stored?.key ?? null) !== seen) return refused('changed')
  const kept = await keepReceived(scope, key === null ? [] : [key], { studentId: null })
  if (kept === null) return refused('file-gone')
  const [fileId = null] = kept
  await execute(
    `UPDATE ${table} SET image_file_id = :fileId, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id, fileId },
  )
  if (imageFileId !== null) await releaseFiles(scope, [imageFileId])
  const action = `${kind}.${fileId === null ? 'picture-removed' : 'picture-saved'}`
  await recordAudit(scope, { action, subject: { kind, id }, details })
  return done()
}
