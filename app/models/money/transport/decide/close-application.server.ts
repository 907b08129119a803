import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { releaseSeat } from '~/models/money/vehicles/seats.server'
import { endCharges, withLinksClosed } from '../charges.server'
import { firstPeriodFrom, mayCancelTransport, officeMayCancel } from '../rules'
import { type LockedApplication, lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

type ApplicationEnd =
  | { kind: 'rejected'; remarks: string }
  | { kind: 'cancelled'; by: 'student' | 'office'; remarks: string | null }
  /** First day without transport for an active or suspended application (YYYY-MM-DD). */
  | { kind: 'ended'; day: string; remarks: string | null }

type EndRefusal = 'not-found' | 'over' | 'uses-transport' | 'not-riding' | 'day-wrong' | 'link-open'

/**
 * Runs in the caller's transaction: rejects, cancels or ends an application, frees its seat, cancels dues that are no
 * longer owed and opens a refund decision. Refuses `not-found`, `over` (already ended, or a rejection after approval),
 * `uses-transport` (already activated: only the office can end it, on a given day), `not-riding` (to be ended, but
 * neither active nor suspended), `day-wrong` (before travel begins, or in the future) and `link-open` (close the payment
 * link first).
 */
export async function endApplication(
  scope: LedgerScope,
  key: { id: number } | { publicId: string },
  end: ApplicationEnd,
): Promise<Outcome<LockedApplication, EndRefusal>> {
  const application = await lockApplication(scope, key)
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
      // A reason typed by the student is not an office remark.
      remarks: end.kind === 'cancelled' && end.by === 'student' ? null : end.remarks,
      refund: heldPaise > 0 ? 'open' : 'none',
    },
  )
  if (application.runId !== null) await releaseSeat(scope, application.runId)
  const news =
    end.kind === 'ended' ? { kind: 'ended' as const, endedOn: end.day } : { kind: end.kind, remarks: end.remarks }
  await notifyApplicant(scope, application, news)
  await noteApplication(scope, application, `transport-application.${end.kind}`, { remarks: end.remarks, heldPaise })
  return done(application)
}

/**
 * Returns the day from which nothing is owed: the day on which travel ends, or the day of the suspension if that was
 * earlier.
 */
function transportUntil({ suspendedAt }: LockedApplication, day: string): string {
  const suspendedOn = suspendedAt === null ? day : todayInIndia(suspendedAt)
  return suspendedOn < day ? suspendedOn : day
}

function refusalOf(application: LockedApplication, end: ApplicationEnd): EndRefusal | null {
  const { status, startsOn } = application
  const today = todayInIndia(new Date())
  const usesTransport = status === 'active' || status === 'suspended'
  if (end.kind === 'ended') {
    if (!usesTransport) return 'not-riding'
    return startsOn === null || end.day < startsOn || end.day > today ? 'day-wrong' : null
  }
  if (end.kind === 'rejected') return status === 'pending' ? null : usesTransport ? 'uses-transport' : 'over'
  const allowed = end.by === 'office' ? officeMayCancel(application, today) : mayCancelTransport(status)
  return allowed ? null : usesTransport ? 'uses-transport' : 'over'
}

export type CloseRefusal = Exclude<EndRefusal, 'link-open'> | 'provider-down'

/**
 * Cancels the student's own application. Refuses as `endApplication` does, and `provider-down` (an open payment link
 * could not be closed).
 */
export function cancelOwnApplication(scope: StudentScope, publicId: string) {
  return close(scope, publicId, { kind: 'cancelled', by: 'student', remarks: null })
}

/** Rejects, cancels or ends an application for the office. Closes an open payment link first. */
export function endByOffice(scope: SchoolScope, publicId: string, end: Exclude<ApplicationEnd, { by: 'student' }>) {
  return close(scope, publicId, end)
}

function close(scope: LedgerScope, publicId: string, end: ApplicationEnd) {
  return withLinksClosed(scope, publicId, async () => {
    const ended = await endApplication(scope, { publicId }, end)
    return ended.ok ? done() : ended
  })
}
