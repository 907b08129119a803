import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { endCharges } from './charges.server'
import { closeLinksOf } from './close-application.server'
import { lockApplication } from './lock-application.server'
import { offerFreeBeds } from './offer-beds.server'
import { mayLiveIn } from './rules'
import { tellApplicant } from './tell-applicant.server'

export type WaitlistRefusal = 'not-found' | 'over' | 'wrong-gender' | 'provider-down'

/** A payment may be started while the link of the one before is closed; more often than this nobody does. */
const rounds = 3

/**
 * Puts an application on its room's waiting list: nothing is owed for it until there is a bed, and what was paid stays with it. A bed that
 * is free is offered at once. Refuses `not-found`, `over` (not pending), `wrong-gender` and `provider-down` (an open link could not
 * be closed).
 */
export async function waitlistApplication(
  scope: SchoolScope,
  publicId: string,
  remarks: string | null,
): Promise<Outcome<undefined, WaitlistRefusal>> {
  for (let round = 0; round < rounds; round++) {
    const listed = await waitlist(scope, publicId, remarks)
    if (listed.ok || listed.reason !== 'link-open') return listed as Outcome<undefined, WaitlistRefusal>
    const closed = await closeLinksOf(scope, publicId)
    if (!closed.ok) return closed
  }
  return refused('provider-down')
}

function waitlist(
  scope: SchoolScope,
  publicId: string,
  remarks: string | null,
): Promise<Outcome<undefined, Exclude<WaitlistRefusal, 'provider-down'> | 'link-open'>> {
  return inTransaction(async (tx) => {
    const application = await lockApplication(scope, { publicId }, tx)
    if (!application) return refused('not-found')
    if (application.status !== 'pending') return refused('over')
    if (!mayLiveIn(application.genderType, application.studentGender)) return refused('wrong-gender')
    if ((await endCharges(scope, application, { from: 0 }, tx)) === null) return refused('link-open')
    await execute(
      `UPDATE hostel_applications SET status = 'waitlisted', waitlisted_at = UTC_TIMESTAMP(3), decided_at = UTC_TIMESTAMP(3),
         admin_remarks = COALESCE(:remarks, admin_remarks), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, remarks },
      tx,
    )
    await tellApplicant(scope, application, { kind: 'waitlisted' }, tx)
    const subject = { kind: 'hostel-application', id: application.id }
    const details = { hostel: application.hostelName, room: application.roomNumber, remarks }
    await recordAudit(scope, { action: 'hostel-application.waitlisted', subject, details }, tx)
    await offerFreeBeds(scope, application.roomId, tx)
    return done()
  })
}
