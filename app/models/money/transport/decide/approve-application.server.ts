import { execute, inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findTrip } from '~/models/money/vehicles/find-trip.server'
import { takeSeat } from '~/models/money/vehicles/seats.server'
import { raiseFirstCharges } from '../charges.server'
import { startDaysAhead, startDaysBack } from '../options'
import { lockApplication, noteApplication } from './lock-application.server'
import { notifyApplicant } from './notify-applicant.server'

export interface Approval {
  /** First day of travel, from which the periods are counted (YYYY-MM-DD). */
  startsOn: string
  /** Public id of the trip on which a seat is reserved at once; null when the office chooses the vehicle later. */
  runId: string | null
  remarks: string | null
}

/**
 * Approves an application: creates the dues for the deposit and the first period, and reserves a seat on the trip. Only
 * one of concurrent approvals gets the last seat. Refuses `not-found`, `over` (already decided), `day-wrong` (too far
 * back or ahead), `no-run` (unknown trip, or none for a vehicle application) and `full` (no free seat, or trip not
 * offered).
 */
export function approveApplication(scope: SchoolScope, publicId: string, { startsOn, runId, remarks }: Approval) {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.status !== 'pending') return refused('over')
    const today = todayInIndia(new Date())
    if (startsOn < addDays(today, -startDaysBack) || startsOn > addDays(today, startDaysAhead))
      return refused('day-wrong')
    const run = runId === null ? null : await findTrip(scope, { publicId: runId })
    if (run === null && (runId !== null || application.kind === 'vehicle')) return refused('no-run')
    if (run && !(await takeSeat(scope, run.id))) return refused('full')
    await execute(
      `UPDATE transport_applications SET status = 'approved', run_id = :run, starts_on = :startsOn,
         approved_at = UTC_TIMESTAMP(3), remarks = :remarks, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, run: run?.id ?? null, startsOn, remarks },
    )
    const dueOn = startsOn < today ? today : startsOn
    await raiseFirstCharges(scope, application, { startsOn, dueOn })
    const firstPaise = application.periodPaise + application.depositPaise
    await notifyApplicant(scope, application, { kind: 'approved', firstPaise, startsOn })
    const facts = { startsOn, firstPaise, vehicle: run?.vehicleNumber ?? null, remarks }
    await noteApplication(scope, application, 'transport-application.approved', facts)
    return done()
  })
}
