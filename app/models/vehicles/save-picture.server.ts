import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { keepReceived, releaseFiles } from '~/models/files/keep-received.server'
import type { FileRule } from '~/models/files/receive-file.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockVehicle } from './lock-rows.server'

/** The picture of a vehicle: drawn anew, with a small twin for cards; everybody may see it. */
export const vehiclePictureRule: FileRule = {
  types: ['jpeg', 'png', 'webp', 'gif'],
  largestBytes: 5 * 1024 * 1024 - 1,
  folder: 'vehicles',
  visibility: 'public',
  longestSide: 1000,
  thumbnailSide: 360,
  messages: {
    wrongType: () => 'Please upload an image file',
    tooLarge: () => 'Image size should be less than 5MB',
  },
}

/** Another picture of a vehicle, or none (`key` null). Refuses `not-found` and `file-gone` (the picture waited for more than a day). */
export function saveVehiclePicture(
  scope: SchoolScope,
  publicId: string,
  key: string | null,
): Promise<Outcome<undefined, 'not-found' | 'file-gone'>> {
  return inTransaction(async () => {
    const vehicle = await lockVehicle(scope, publicId)
    if (!vehicle) return refused('not-found')
    const kept = key === null ? [] : await keepReceived(scope, [key], { studentId: null })
    if (kept === null) return refused('file-gone')
    const [fileId = null] = kept
    await execute(
      `UPDATE vehicles SET image_file_id = :fileId, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: vehicle.id, fileId },
    )
    if (vehicle.imageFileId !== null) await releaseFiles(scope, [vehicle.imageFileId])
    const action = fileId === null ? 'vehicle.picture-removed' : 'vehicle.picture-saved'
    const details = { number: vehicle.vehicleNumber }
    await recordAudit(scope, { action, subject: { kind: 'vehicle', id: vehicle.id }, details })
    return done()
  })
}
