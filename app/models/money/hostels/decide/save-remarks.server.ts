import { inTransaction } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { HostelApplication } from '../tables.server'
import { lockApplication, noteApplication } from './lock-application.server'

/**
 * Saves the school's remarks on an application, for the student to read; null removes them. Refuses `not-found` and
 * `changed` (saved by another user since `version`).
 */
export function saveRemarks(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { adminRemarks }: { adminRemarks: string | null },
) {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.version !== version) return refused('changed')
    await HostelApplication.update({ adminRemarks, version: version + 1 }, { where: { id: application.id } })
    await noteApplication(scope, application, 'hostel-application.remarks-saved', { remarks: adminRemarks })
    return done()
  })
}
