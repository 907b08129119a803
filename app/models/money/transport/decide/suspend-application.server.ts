import { execute, inTransaction } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { releaseSeat } from '~/models/money/vehicles/seats.server'
import { lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

/**
 * Suspends an application until further notice: releases the seat, and no further periods are charged. The notification
 * to the student includes `remarks`. Refuses `not-found` and `not-active`.
 */
export function suspendApplication(scope: SchoolScope, publicId: string, remarks: string) {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.status !== 'active' || application.runId === null) return refused('not-active')
    await execute(
      `UPDATE transport_applications SET status = 'suspended', run_id = NULL, suspended_at = UTC_TIMESTAMP(3), remarks = :remarks,
         updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, remarks },
    )
    await releaseSeat(scope, application.runId)
    await notifyApplicant(scope, application, { kind: 'suspended', remarks })
    await noteApplication(scope, application, 'transport-application.suspended', { remarks })
    return done()
  })
}
