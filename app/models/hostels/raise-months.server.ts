import { select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { chargesOf, firstMonth, raiseMonth } from './charges.server'
import { lockApplication } from './lock-application.server'
import { daysAhead } from './options'
import { monthsToRaise } from './rules'

/** Stays that may have a month to raise on a day (YYYY-MM-DD), some at a time; the worker asks again until there is none. */
export function findStaysToCharge(
  _system: SystemScope,
  today: string,
  after: number,
): Promise<Array<{ id: number; schoolId: number }>> {
  return select(
    `SELECT a.id, a.school_id AS schoolId FROM hostel_applications a
     WHERE a.id > :after AND a.status = 'approved' AND a.holds_bed = 1
       AND TIMESTAMPDIFF(MONTH, a.starts_on, :today + INTERVAL ${daysAhead + 3} DAY) + 1 >
         (SELECT MAX(c.month) FROM hostel_charges c WHERE c.application_id = a.id)
     ORDER BY a.id LIMIT 200`,
    { after, today },
  )
}

/**
 * Raises the months of a stay that begin within the next days, as dues of the student; months that were missed (no worker ran) as well.
 * Once for each month. `today` is India's day.
 */
export function raiseMonths(scope: SchoolScope, applicationId: number, today: string): Promise<number> {
  return inTransaction(async (tx) => {
    const application = await lockApplication(scope, { id: applicationId }, tx)
    if (application?.status !== 'approved' || !application.holdsBed || application.startsOn === null) return 0
    const { startsOn, checkOutDate } = application
    const charged = (await chargesOf(scope, application, tx)).map((charge) => charge.month)
    const raised = Math.max(firstMonth, ...charged)
    const months = monthsToRaise({ startsOn, checkOut: checkOutDate, raised }, today)
    for (const month of months) await raiseMonth(scope, application, { startsOn, month }, tx)
    return months.length
  })
}
