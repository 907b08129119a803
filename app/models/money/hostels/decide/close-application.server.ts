import { execute } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { isUndecided, mayCancelStay } from '../rules'
import { giveBedBack } from '../stay/beds.server'
import { endCharges, withLinksClosed } from '../stay/charges.server'
import { type LockedApplication, lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'
import { offerFreeBeds } from './offer-beds.server'

type ApplicationEnd =
  | { status: 'rejected'; remarks: string | null }
  | { status: 'cancelled'; by: 'student' | 'office'; remarks: string | null }

const actions = { rejected: 'hostel-application.rejected', cancelled: 'hostel-application.cancelled' }

type EndRefusal = 'not-found' | 'over' | 'moved-in' | 'link-open'

/**
 * Runs in the caller's transaction: ends an application, frees its bed and offers it to the waiting list, cancels its
 * dues, and opens a refund decision for paid money. Refuses `not-found`, `over` (already ended, or a rejection after
 * approval), `moved-in` (a stay ends by check-out) and `link-open`: a payment link has to be closed first.
 */
export async function endApplication(
  scope: LedgerScope,
  key: { id: number } | { publicId: string },
  end: ApplicationEnd,
): Promise<Outcome<LockedApplication, EndRefusal>> {
  const application = await lockApplication(scope, key)
  if (!application) return refused('not-found')
  if (application.status === 'approved' && application.checkedInOn !== null) return refused('moved-in')
  const allowed = end.status === 'rejected' ? isUndecided(application.status) : mayCancelStay(application)
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
      // Stores only remarks of the office, not the student's own reason.
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

/**
 * Cancels the student's own application. Refuses what `endApplication` refuses, and `provider-down` (an open link could
 * not be closed).
 */
export function cancelOwnApplication(scope: StudentScope, publicId: string) {
  return close(scope, publicId, { status: 'cancelled', by: 'student', remarks: null })
}

/** Cancels an application for the office before the student has moved in. The student is notified of `remarks`. */
export function cancelApplication(scope: SchoolScope, publicId: string, remarks: string | null) {
  return close(scope, publicId, { status: 'cancelled', by: 'office', remarks })
}

/** Rejects an application. The student is notified of `remarks`. */
export function rejectApplication(scope: SchoolScope, publicId: string, remarks: string | null) {
  return close(scope, publicId, { status: 'rejected', remarks })
}

function close(scope: LedgerScope, publicId: string, end: ApplicationEnd) {
  return withLinksClosed(scope, publicId, async () => {
    const ended = await endApplication(scope, { publicId }, end)
    return ended.ok ? done() : ended
  })
}
