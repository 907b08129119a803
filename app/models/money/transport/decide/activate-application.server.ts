import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type ChargeDue, hasOpenLink, owedOf } from '~/models/money/subscriptions/charges.server'
import { findTrip } from '~/models/money/vehicles/find-trip.server'
import { isTripOffered } from '~/models/money/vehicles/rules'
import { releaseSeat, takeSeat } from '~/models/money/vehicles/seats.server'
import { chargesOf, endPeriods, withLinksClosed } from '../charges.server'
import { periodsSuspended } from '../rules'
import { type LockedApplication, lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

export interface Activation {
  runId: string
  /** Times at which the vehicle arrives in the morning and in the afternoon, in minutes after midnight. */
  pickupMinute: number
  dropMinute: number
  /** Allows the student to travel with unpaid dues. */
  evenUnpaid: boolean
}

/**
 * Activates an application with a seat and times, changes its seat, or resumes it and cancels dues of missed periods.
 * Only one of concurrent calls gets the last seat. Refuses `not-found`, `not-approved` (undecided or over), `unpaid`,
 * `no-run` (unknown trip), `full` (no free seat, or trip not offered) and `provider-down` (the payment link of a missed
 * period could not be closed).
 */
export function activateApplication(scope: SchoolScope, publicId: string, activation: Activation) {
  return withLinksClosed(scope, publicId, () => activate(scope, publicId, activation))
}

async function activate(
  scope: SchoolScope,
  publicId: string,
  { runId, pickupMinute, dropMinute, evenUnpaid }: Activation,
) {
  const application = await lockApplication(scope, { publicId })
  if (!application) return refused('not-found')
  const { status } = application
  if (status !== 'approved' && status !== 'active' && status !== 'suspended') return refused('not-approved')
  const run = await findTrip(scope, { publicId: runId })
  if (!run) return refused('no-run')
  const charges = await chargesOf(scope, application)
  const today = todayInIndia(new Date())
  const idle = periodsMissed(application, charges, today)
  if (status !== 'active' && !evenUnpaid && owedOf(charges.filter(({ period }) => !idle.includes(period))) > 0)
    return refused('unpaid')
  if (await hasOpenLink(scope, charges, idle)) return refused('link-open')
  if (run.id !== application.runId) {
    if (!(await takeSeat(scope, run.id))) return refused('full')
    if (application.runId !== null) await releaseSeat(scope, application.runId)
  } else if (status !== 'active' && !isTripOffered(run)) {
    return refused('full')
  }
  if (!(await endPeriods(scope, application, charges, idle))) throw new Error('A link was opened in a locked ledger')
  const isBack = status === 'suspended'
  // A student who waited past the first day owes nothing for the periods before activation, so resumed_on is set then,
  // too. Resuming clears the remarks of the suspension. resumed_on is set before activated_at because MariaDB reads
  // values that the same UPDATE has just written.
  await execute(
    `UPDATE transport_applications SET status = 'active', run_id = :run, pickup_minute = :pickupMinute,
       drop_minute = :dropMinute, resumed_on = IF(:isBack OR (activated_at IS NULL AND starts_on < :today), :today, resumed_on),
       activated_at = COALESCE(activated_at, UTC_TIMESTAMP(3)), suspended_at = NULL, remarks = IF(:isBack, NULL, remarks),
       updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    {
      schoolId: scope.schoolId,
      id: application.id,
      run: run.id,
      pickupMinute,
      dropMinute,
      isBack: isBack ? 1 : 0,
      today,
    },
  )
  const { routeName: route, vehicleNumber: vehicle } = run
  await notifyApplicant(scope, application, { kind: 'active', route, vehicle, pickupMinute })
  const facts = { route, vehicle, pickupMinute, dropMinute, evenUnpaid, notOwed: idle.length }
  await noteApplication(scope, application, 'transport-application.activated', facts)
  return done()
}

/** Returns the periods that are already charged and fall wholly within the suspension. */
function periodsMissed(
  { status, startsOn, suspendedAt, paymentPlan: plan }: LockedApplication,
  charges: readonly ChargeDue[],
  today: string,
): number[] {
  if (status !== 'suspended' || startsOn === null || suspendedAt === null) return []
  const raised = charges.map(({ period }) => period)
  return periodsSuspended({ startsOn, plan }, raised, { from: todayInIndia(suspendedAt), before: today })
}
