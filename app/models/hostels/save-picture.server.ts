import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { FileRule } from '~/models/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockThing } from '~/models/shared/table.server'
import { lockRoom, type RoomPlace } from './lock-hostel.server'
import { Hostel } from './tables.server'

/** The picture of a hostel or a room: drawn anew, with a small twin for cards; everybody may see it. */
export const hostelPictureRule: FileRule = {
  types: ['jpeg', 'png', 'webp', 'gif'],
  largestBytes: 5 * 1024 * 1024 - 1,
  folder: 'hostels',
  visibility: 'public',
  longestSide: 1000,
  thumbnailSide: 360,
  messages: {
    wrongType: () => 'Please upload an image file',
    tooLarge: () => 'Image size should be less than 5MB',
  },
}

type SaveRefusal = 'not-found' | 'file-gone'

/** Another picture of a hostel, or none (`key` null). Refuses `not-found` and `file-gone` (the picture waited for more than a day). */
export function saveHostelPicture(
  scope: SchoolScope,
  publicId: string,
  key: string | null,
): Promise<Outcome<undefined, SaveRefusal>> {
  return inTransaction(async () => {
    const hostel = await lockThing(Hostel, scope, publicId)
    if (!hostel) return refused('not-found')
    return replace(scope, { ...hostel, kind: 'hostel', details: { name: hostel.name } }, key)
  })
}

/** The same for a room. */
export function saveRoomPicture(
  scope: SchoolScope,
  place: RoomPlace,
  key: string | null,
): Promise<Outcome<undefined, SaveRefusal>> {
  return inTransaction(async () => {
    const room = await lockRoom(scope, place)
    if (!room) return refused('not-found')
    return replace(scope, { ...room, kind: 'room', details: { hostel: room.hostelName, room: room.roomNumber } }, key)
  })
}

interface Pictured {
  kind: 'hostel' | 'room'
  id: number
  imageFileId: number | null
  details: Record<string, string>
}

const tables = { hostel: 'hostels', room: 'rooms' } as const

async function replace(
  scope: SchoolScope,
  { kind, id, imageFileId, details }: Pictured,
  key: string | null,
): Promise<Outcome<undefined, 'file-gone'>> {
  const kept = key === null ? [] : await keepReceived(scope, [key], { studentId: null })
  if (kept === null) return refused('file-gone')
  const [fileId = null] = kept
  await execute(
    `UPDATE ${tables[kind]} SET image_file_id = :fileId, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id, fileId },
  )
  if (imageFileId !== null) await releaseFiles(scope, [imageFileId])
  const action = `${kind}.${fileId === null ? 'picture-removed' : 'picture-saved'}`
  await recordAudit(scope, { action, subject: { kind, id }, details })
  return done()
}
