import { number, selectRows } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { raisingIn } from '~/models/money/subscriptions/raise-due-periods.server'
import { lockApplication } from '../decide/lock-application.server'
import { daysAhead } from '../options'
import { monthsToRaise } from '../rules'
import { chargesOf, raiseMonth } from './charges.server'
import { yearEndSql } from './year-end.server'

/**
 * Finds stays that have a month to charge on `today` (YYYY-MM-DD), in batches; the worker repeats until none is left.
 * Applies the rule of `monthsToRaise` in SQL, so that the worker does not lock the other stays every minute.
 */
export function findStaysToCharge(_system: SystemScope, today: string, after: number) {
  return selectRows(
    { id: number('s.id'), schoolId: number('s.schoolId') },
    `FROM (SELECT a.id, a.school_id AS schoolId, a.checked_in_on AS checkedInOn,
         COALESCE(a.check_out_date, ${yearEndSql('a')} + INTERVAL 1 DAY) AS plannedEnd,
         a.starts_on + INTERVAL (SELECT MAX(c.month) FROM hostel_charges c WHERE c.application_id = a.id) MONTH AS begins
       FROM hostel_applications a WHERE a.id > :after AND a.status = 'approved' AND a.holds_bed = 1) s
     WHERE s.begins <= :until AND (s.checkedInOn IS NOT NULL OR s.begins < s.plannedEnd)
     ORDER BY s.id LIMIT 200`,
    { after, until: addDays(today, daysAhead) },
  )
}

/**
 * Charges the months of a stay that begin within the next `daysAhead` days: creates the student's dues. `today` is the
 * day in India.
 */
export const raiseMonths = raisingIn({
  lock: lockApplication,
  chargesOf,
  firstDayOf: ({ status, holdsBed, startsOn }) => (status === 'approved' && holdsBed ? startsOn : null),
  periodsOf: monthsToRaise,
  raise: (scope, application, { startsOn, period: month }) => raiseMonth(scope, application, { startsOn, month }),
})
