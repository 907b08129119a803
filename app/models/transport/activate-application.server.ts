import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findRun } from '~/models/vehicles/find-run.server'
import { giveSeatBack, takeSeat } from '~/models/vehicles/seats.server'
import { chargesOf, owedOf } from './charges.server'
import { lockApplication } from './lock-application.server'
import { tellRider } from './tell-rider.server'

export interface Activation {
  /** Public id of the run on which the student has a seat. */
  runId: string
  /** When the vehicle comes in the morning and in the afternoon: minutes after midnight. */
  pickupMinute: number
  dropMinute: number
  /** The student may ride although not everything is paid. */
  evenUnpaid: boolean
}

export type ActivateRefusal = 'not-found' | 'not-approved' | 'unpaid' | 'no-run' | 'full'

/**
 * The student rides: the application has a seat on a run, with the times at which the vehicle comes. Also for one that rides already and
 * changes its seat, and for one that was suspended. Of fifty for the last seat one gets it; the seat that was held before is given back.
 *
 * Refuses `not-found`, `not-approved` (not decided, or over), `unpaid` (something is owed, and nobody said that it may be), `no-run` and
 * `full` (no free seat, or the run is not offered).
 */
export function activateApplication(
  scope: SchoolScope,
  publicId: string,
  { runId, pickupMinute, dropMinute, evenUnpaid }: Activation,
): Promise<Outcome<undefined, ActivateRefusal>> {
  return inTransaction(async (tx) => {
    const application = await lockApplication(scope, { publicId }, tx)
    if (!application) return refused('not-found')
    const { status } = application
    if (status !== 'approved' && status !== 'active' && status !== 'suspended') return refused('not-approved')
    if (status !== 'active' && !evenUnpaid && owedOf(await chargesOf(scope, application, tx)) > 0)
      return refused('unpaid')
    const run = await findRun(scope, { publicId: runId }, tx)
    if (!run) return refused('no-run')
    if (run.id !== application.runId) {
      if (!(await takeSeat(scope, run.id, tx))) return refused('full')
      if (application.runId !== null) await giveSeatBack(scope, application.runId, tx)
    }
    const isBack = status === 'suspended'
    await execute(
      `UPDATE transport_applications SET status = 'active', run_id = :run, pickup_minute = :pickupMinute,
         drop_minute = :dropMinute, activated_at = COALESCE(activated_at, UTC_TIMESTAMP(3)), suspended_at = NULL,
         resumed_on = IF(:isBack, :today, resumed_on), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      {
        schoolId: scope.schoolId,
        id: application.id,
        run: run.id,
        pickupMinute,
        dropMinute,
        isBack: isBack ? 1 : 0,
        today: todayInIndia(new Date()),
      },
      tx,
    )
    const { routeName: route, vehicleNumber: vehicle } = run
    await tellRider(scope, application, { kind: 'active', route, vehicle, pickupMinute }, tx)
    const subject = { kind: 'transport-application', id: application.id }
    const details = { fare: application.fareName, route, vehicle, pickupMinute, dropMinute, evenUnpaid }
    await recordAudit(scope, { action: 'transport-application.activated', subject, details }, tx)
    return done()
  })
}
