import { execute, selectRow, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/core/files/keep-received.server'
import type { FileRule } from '~/models/core/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/**
 * Upload rule for the picture of a thing that students choose, such as a room; stored in `folder`. The picture is
 * public and re-encoded, with a thumbnail for cards.
 */
export function pictureRule(folder: string): FileRule {
  return {
    types: ['jpeg', 'png', 'webp', 'gif'],
    maxBytes: 5 * 1024 * 1024 - 1,
    folder,
    visibility: 'public',
    maxSide: 1000,
    thumbnailSide: 360,
    messages: { wrongType: () => 'Please upload an image file', tooLarge: () => 'Image size should be less than 5MB' },
  }
}

type Pictured = {
  table: 'hostels' | 'rooms' | 'vehicles'
  /** Name and details in the audit log. */
  kind: string
  details: Record<string, string>
  id: number
  imageFileId: number | null
}

/** Storage keys of the new picture (`key`) and of the one that the user saw (`seen`); null for no picture. */
export type PictureChange = { key: string | null; seen: string | null }

/**
 * Runs in the caller's transaction: replaces or removes the picture of a locked thing. Refuses `changed` (another user
 * changed it since `seen`) and `file-gone` (the upload is older than a day).
 */
export async function savePicture(
  scope: SchoolScope,
  { table, kind, details, id, imageFileId }: Pictured,
  { key, seen }: PictureChange,
): Promise<Outcome<undefined, 'changed' | 'file-gone'>> {
  const stored = await selectRow(
    { key: text('storage_key') },
    'FROM files WHERE school_id = :schoolId AND id = :imageFileId',
    { schoolId: scope.schoolId, imageFileId },
  )
  if ((stored?.key ?? null) !== seen) return refused('changed')
  const fileIds = await keepReceived(scope, key === null ? [] : [key], { studentId: null })
  if (fileIds === null) return refused('file-gone')
  const [fileId = null] = fileIds
  await execute(
    `UPDATE ${table} SET image_file_id = :fileId, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id, fileId },
  )
  if (imageFileId !== null) await releaseFiles(scope, [imageFileId])
  const action = `${kind}.${fileId === null ? 'picture-removed' : 'picture-saved'}`
  await recordAudit(scope, { action, subject: { kind, id }, details })
  return done()
}
