import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockApplication } from './lock-application.server'

/** What the school remarks on an application, for the student to read; null takes it away. Refuses `not-found`. */
export function saveRemarks(
  scope: SchoolScope,
  publicId: string,
  remarks: string | null,
): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    await execute(
      `UPDATE hostel_applications SET admin_remarks = :remarks, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, remarks },
    )
    const subject = { kind: 'hostel-application', id: application.id }
    const details = { hostel: application.hostelName, room: application.roomNumber, remarks }
    await recordAudit(scope, { action: 'hostel-application.remarks-saved', subject, details })
    return done()
  })
}
