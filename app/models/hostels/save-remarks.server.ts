import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockApplication } from './lock-application.server'
import { HostelApplication } from './tables.server'

/**
 * What the school remarks on an application, for the student to read; null takes it away. Refuses `not-found` and `changed` (something of it
 * was saved by somebody else since `version`).
 */
export function saveRemarks(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { adminRemarks }: { adminRemarks: string | null },
): Promise<Outcome<undefined, 'not-found' | 'changed'>> {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.version !== version) return refused('changed')
    await HostelApplication.update({ adminRemarks, version: version + 1 }, { where: { id: application.id } })
    const subject = { kind: 'hostel-application', id: application.id }
    const details = { hostel: application.hostelName, room: application.roomNumber, remarks: adminRemarks }
    await recordAudit(scope, { action: 'hostel-application.remarks-saved', subject, details })
    return done()
  })
}
