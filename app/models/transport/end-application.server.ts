import { execute } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { giveSeatBack } from '~/models/vehicles/seats.server'
import { endCharges } from './charges.server'
import { type LockedApplication, lockApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'
import { firstPeriodFrom, mayBeCancelled, officeMayCancel } from './rules'

export type ApplicationEnd =
  | { kind: 'rejected'; remarks: string }
  | { kind: 'cancelled'; by: 'student' | 'office'; remarks: string | null }
  /** Whoever rides, or was suspended, does so no longer from this day on (YYYY-MM-DD). */
  | { kind: 'ended'; day: string; remarks: string | null }

export type EndRefusal = 'not-found' | 'over' | 'rides' | 'not-riding' | 'day-wrong' | 'link-open'

/**
 * A step: an application comes to nothing, or riding ends. The seat is free again, what would be for later is owed no longer, and money
 * that is held opens a refund decision of the school.
 *
 * Refuses `not-found`, `over` (rejected or cancelled already, or approved and to be rejected), `rides` (only the office ends that, on a
 * day; before the first day of riding it cancels it instead), `not-riding`, `day-wrong` (before the first day, or in the future) and `link-open`: a payment link has to be closed first.
 */
export async function endApplication(
  scope: LedgerScope,
  which: { id: number } | { publicId: string },
  end: ApplicationEnd,
): Promise<Outcome<LockedApplication, EndRefusal>> {
  const application = await lockApplication(scope, which)
  if (!application) return refused('not-found')
  const refusal = refusalOf(application, end)
  if (refusal) return refused(refusal)
  const { startsOn, paymentPlan } = application
  const from =
    end.kind === 'ended' && startsOn !== null
      ? firstPeriodFrom(startsOn, paymentPlan, transportUntil(application, end.day))
      : 0
  const money = await endCharges(scope, application, { from })
  if (money === null) return refused('link-open')
  const heldPaise = money.paidPaise
  await execute(
    `UPDATE transport_applications SET status = :status, cancelled_by = :by, run_id = NULL, ended_at = UTC_TIMESTAMP(3),
       ended_on = :endedOn, remarks = COALESCE(:remarks, remarks), refund_state = :refund, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    {
      schoolId: scope.schoolId,
      id: application.id,
      status: end.kind === 'rejected' ? 'rejected' : 'cancelled',
      by: end.kind === 'rejected' ? null : end.kind === 'ended' ? 'office' : end.by,
      endedOn: end.kind === 'ended' ? end.day : null,
      // What a student types for a reason is no remark of the office.
      remarks: end.kind === 'cancelled' && end.by === 'student' ? null : end.remarks,
      refund: heldPaise > 0 ? 'open' : 'none',
    },
  )
  if (application.runId !== null) await giveSeatBack(scope, application.runId)
  const news =
    end.kind === 'ended' ? { kind: 'ended' as const, endedOn: end.day } : { kind: end.kind, remarks: end.remarks }
  await notifyApplicant(scope, application, news)
  const subject = { kind: 'transport-application', id: application.id }
  const details = { fare: application.fareName, remarks: end.remarks, heldPaise }
  await recordAudit(scope, { action: `transport-application.${end.kind}`, subject, details })
  return done(application)
}

/** Of somebody who was suspended nothing is owed from that day on, of others from the day on which the rides end. */
function transportUntil({ suspendedAt }: LockedApplication, day: string): string {
  const suspendedOn = suspendedAt === null ? day : todayInIndia(suspendedAt)
  return suspendedOn < day ? suspendedOn : day
}

function refusalOf(application: LockedApplication, end: ApplicationEnd): EndRefusal | null {
  const { status, startsOn } = application
  const today = todayInIndia(new Date())
  const rides = status === 'active' || status === 'suspended'
  if (end.kind === 'ended') {
    if (!rides) return 'not-riding'
    return startsOn === null || end.day < startsOn || end.day > today ? 'day-wrong' : null
  }
  if (end.kind === 'rejected') return status === 'pending' ? null : rides ? 'rides' : 'over'
  const allowed = end.by === 'office' ? officeMayCancel(application, today) : mayBeCancelled(status)
  return allowed ? null : rides ? 'rides' : 'over'
}
