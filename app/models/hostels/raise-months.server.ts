import { inTransaction, select } from '~/database/database.server'
import { currentSessionOf } from '~/models/academics/current-session.server'
import { addDays } from '~/models/shared/calendar'
import type { SchoolScope, SystemScope } from '~/models/shared/scope.server'
import { firstPeriod } from '~/models/subscriptions/charges.server'
import { chargesOf, raiseMonth } from './charges.server'
import { lockApplication } from './lock-application.server'
import { daysAhead } from './options'
import { monthsToRaise } from './rules'
import { yearEndSql } from './year-end.server'

/**
 * Stays with a month to raise on a day (YYYY-MM-DD), some at a time; the worker asks again until there is none. The same rule as
 * `monthsToRaise`: what it could not raise for is not found, and so not locked, minute after minute.
 */
export function findStaysToCharge(_system: SystemScope, today: string, after: number) {
  return select<{ id: number; schoolId: number }>(
    `SELECT s.id, s.schoolId FROM (
       SELECT a.id, a.school_id AS schoolId, a.checked_in_on AS checkedInOn,
         COALESCE(a.check_out_date, ${yearEndSql('a')} + INTERVAL 1 DAY) AS plannedEnd,
         a.starts_on + INTERVAL (SELECT MAX(c.month) FROM hostel_charges c WHERE c.application_id = a.id) MONTH AS begins
       FROM hostel_applications a WHERE a.id > :after AND a.status = 'approved' AND a.holds_bed = 1) s
     WHERE s.begins <= :until AND (s.checkedInOn IS NOT NULL OR s.begins < s.plannedEnd)
     ORDER BY s.id LIMIT 200`,
    { after, until: addDays(today, daysAhead) },
  )
}

/**
 * Raises the months of a stay that begin within the next days, as dues of the student; months that were missed (no worker ran) as well.
 * Once for each month. `today` is India's day.
 */
export function raiseMonths(scope: SchoolScope, applicationId: number, today: string): Promise<number> {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { id: applicationId })
    if (application?.status !== 'approved' || !application.holdsBed || application.startsOn === null) return 0
    const { startsOn } = application
    const charged = (await chargesOf(scope, application)).map((charge) => charge.period)
    const raised = Math.max(firstPeriod, ...charged)
    const months = monthsToRaise({ ...application, startsOn, raised }, today)
    if (months.length === 0) return 0
    // A stay may go on into the next session: its months stand with the fees of that one.
    const academicSessionId = (await currentSessionOf(application)) ?? application.academicSessionId
    for (const month of months) await raiseMonth(scope, { ...application, academicSessionId }, { startsOn, month })
    return months.length
  })
}
