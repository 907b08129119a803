import { execute } from '~/database/database.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { giveBedBack } from './beds.server'
import { endCharges, withLinksClosed } from './charges.server'
import { type LockedApplication, lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'
import { offerFreeBeds } from './offer-beds.server'
import { isUndecided, mayBeCancelled } from './rules'

type ApplicationEnd =
  | { status: 'rejected'; remarks: string | null }
  | { status: 'cancelled'; by: 'student' | 'office'; remarks: string | null }

const actions = { rejected: 'hostel-application.rejected', cancelled: 'hostel-application.cancelled' }

type EndRefusal = 'not-found' | 'over' | 'moved-in' | 'link-open'

/**
 * A step: an application comes to nothing. Its bed is free again and offered to who waits, what it raised is owed no longer, and money
 * that was paid for it opens a refund decision of the school.
 *
 * Refuses `not-found`, `over` (rejected or cancelled already, or approved and to be rejected), `moved-in` (check-out ends a stay) and
 * `link-open`: a payment link has to be closed first.
 */
export async function endApplication(
  scope: LedgerScope,
  which: { id: number } | { publicId: string },
  end: ApplicationEnd,
): Promise<Outcome<LockedApplication, EndRefusal>> {
  const application = await lockApplication(scope, which)
  if (!application) return refused('not-found')
  if (application.status === 'approved' && application.checkedInOn !== null) return refused('moved-in')
  const allowed = end.status === 'rejected' ? isUndecided(application.status) : mayBeCancelled(application)
  if (!allowed) return refused('over')
  const money = await endCharges(scope, application, { from: 0 })
  if (money === null) return refused('link-open')
  const heldPaise = money.toDecidePaise
  await execute(
    `UPDATE hostel_applications SET status = :status, cancelled_by = :by, admin_remarks = COALESCE(:remarks, admin_remarks), version = version + 1,
       holds_bed = 0, offered_until = NULL, decided_at = UTC_TIMESTAMP(3), refund_state = :refund, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    {
      schoolId: scope.schoolId,
      id: application.id,
      status: end.status,
      by: end.status === 'cancelled' ? end.by : null,
      // What a student types for a reason is no remark of the office.
      remarks: end.status === 'cancelled' && end.by === 'student' ? null : end.remarks,
      refund: heldPaise > 0 ? 'open' : 'none',
    },
  )
  if (application.holdsBed) {
    await giveBedBack(scope, application.roomId)
    await offerFreeBeds(scope, application.roomId)
  }
  await notifyApplicant(scope, application, { kind: end.status, remarks: end.remarks })
  await noteApplication(scope, application, actions[end.status], { remarks: end.remarks, heldPaise })
  return done(application)
}

/** The student does not want the place any more. Refuses as `endApplication` does, and `provider-down` (an open link could not be closed). */
export function cancelOwnApplication(scope: StudentScope, publicId: string) {
  return close(scope, publicId, { status: 'cancelled', by: 'student', remarks: null })
}

/** The office takes a place back that nobody has moved into. `remarks` are told to the student. */
export function cancelApplication(scope: SchoolScope, publicId: string, remarks: string | null) {
  return close(scope, publicId, { status: 'cancelled', by: 'office', remarks })
}

/** The office says no. `remarks` are told to the student. */
export function rejectApplication(scope: SchoolScope, publicId: string, remarks: string | null) {
  return close(scope, publicId, { status: 'rejected', remarks })
}

function close(scope: LedgerScope, publicId: string, end: ApplicationEnd) {
  return withLinksClosed(scope, publicId, async () => {
    const ended = await endApplication(scope, { publicId }, end)
    return ended.ok ? done() : ended
  })
}
