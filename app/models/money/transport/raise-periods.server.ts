import { number, selectRows } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { raisingIn } from '~/models/money/subscriptions/raise-due-periods.server'
import { chargesOf, raisePeriod } from './charges.server'
import { lockApplication } from './decide/lock-application.server'
import { daysAhead } from './options'
import { periodBegins, periodsToRaise } from './rules'

/**
 * Finds applications that may have a period to charge on `today` (YYYY-MM-DD), in batches after the id `after`; the
 * worker repeats until none is left.
 */
export function findTransportToCharge(_system: SystemScope, today: string, after: number) {
  return selectRows(
    { id: number('a.id'), schoolId: number('a.school_id') },
    `FROM transport_applications a
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
 * Creates the student's dues for transport periods that begin within the next `daysAhead` days. `today` is the day in
 * IST.
 */
export const raisePeriods = raisingIn({
  lock: lockApplication,
  chargesOf,
  firstDayOf: ({ status, startsOn }) => (status === 'active' ? startsOn : null),
  periodsOf: ({ paymentPlan: plan, ...application }, today) => periodsToRaise({ ...application, plan }, today),
  raise: (scope, application, { startsOn, period, today }) => {
    const begins = periodBegins(startsOn, application.paymentPlan, period)
    // A period that began before it is charged (no worker ran, or the student resumed midway) is due today, so that it
    // is not overdue at once.
    const isLate = begins < today
    return raisePeriod(scope, application, { startsOn, period, dueOn: isLate ? today : begins })
  },
})
