import { inTransaction, select } from '~/database/database.server'
import { currentSessionOf } from '~/models/academics/current-session.server'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { firstPeriod } from '~/models/subscriptions/charges.server'
import { chargesOf, raisePeriod } from './charges.server'
import { lockApplication } from './lock-application.server'
import { daysAhead } from './options'
import { periodBegins, periodsToRaise } from './rules'

/** Trips that may have a period to raise on a day (YYYY-MM-DD), some at a time; the worker asks again until there is none. */
export function findTransportToCharge(_system: SystemScope, today: string, after: number) {
  return select<{ id: number; schoolId: number }>(
    `SELECT a.id, a.school_id AS schoolId FROM transport_applications a
       JOIN students s ON s.school_id = a.school_id AND s.id = a.student_id AND s.status <> 'left'
     WHERE a.id > :after AND a.status = 'active'
       AND TIMESTAMPDIFF(MONTH, a.starts_on, :today + INTERVAL ${daysAhead + 3} DAY) DIV
         CASE a.payment_plan WHEN 'monthly' THEN 1 WHEN 'quarterly' THEN 3 ELSE 12 END + 1 >
         (SELECT MAX(c.period) FROM transport_charges c WHERE c.application_id = a.id)
     ORDER BY a.id LIMIT 200`,
    { after, today },
  )
}

/**
 * Raises the periods of a ride that begin within the next days, as dues of the student; those that were missed (no worker ran) as well.
 * Once for each period. `today` is India's day.
 */
export function raisePeriods(scope: SchoolScope, applicationId: number, today: string): Promise<number> {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { id: applicationId })
    if (application?.status !== 'active' || application.startsOn === null) return 0
    const { startsOn, resumedOn, paymentPlan: plan } = application
    const charged = (await chargesOf(scope, application)).map((charge) => charge.period)
    const raised = Math.max(firstPeriod, ...charged)
    const periods = periodsToRaise({ startsOn, resumedOn, plan, raised }, today)
    if (periods.length === 0) return 0
    // A ride may go on into the next session: its fares stand with the fees of that one.
    const academicSessionId = (await currentSessionOf(application)) ?? application.academicSessionId
    for (const period of periods) {
      const begins = periodBegins(startsOn, plan, period)
      // Raised late (no worker ran, or the student came back in the middle), it is not overdue at once.
      const dueOn = begins < today ? today : begins
      await raisePeriod(scope, { ...application, academicSessionId }, { startsOn, period, dueOn })
    }
    return periods.length
  })
}
