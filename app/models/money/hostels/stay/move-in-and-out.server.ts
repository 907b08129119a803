import { execute, inTransaction } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { firstPeriod } from '~/models/money/subscriptions/charges.server'
import { type LockedApplication, lockApplication, noteApplication } from '../decide/lock-application.server'
import { notifyApplicant } from '../decide/notify-applicant.server'
import { offerFreeBeds } from '../decide/offer-beds.server'
import { findTimes } from '../periods.server'
import { academicYearOf, monthBegins } from '../rules'
import { giveBedBack } from './beds.server'
import { chargesOf, endCharges, withLinksClosed } from './charges.server'

/**
 * Records that the student moved in on a day (YYYY-MM-DD), today or before. Months are counted from this day if it is
 * earlier than the requested one. Refuses `not-found`, `not-approved`, `in-already`, `future-date`, `too-early` (before
 * the academic year begins) and `months-raised` (a second month is already owed, so the first day is fixed).
 */
export function checkIn(scope: SchoolScope, publicId: string, day: string) {
  return inTransaction(async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.status !== 'approved') return refused('not-approved')
    if (application.checkedInOn !== null) return refused('in-already')
    if (day > todayInIndia(new Date())) return refused('future-date')
    const isEarly = day < application.checkInDate
    const { startsMonth } = await findTimes(scope)
    if (isEarly && academicYearOf(day, startsMonth) !== application.academicYear) return refused('too-early')
    const raised = (await chargesOf(scope, application)).map((charge) => charge.period)
    if (isEarly && Math.max(firstPeriod, ...raised) > firstPeriod) return refused('months-raised')
    await execute(
      `UPDATE hostel_applications SET checked_in_on = :day, check_in_date = LEAST(check_in_date, :day),
         starts_on = IF(:isEarly = 1, :day, starts_on), updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: application.id, day, isEarly: isEarly ? 1 : 0 },
    )
    await notifyApplicant(scope, application, { kind: 'checked-in' })
    await noteApplication(scope, application, 'hostel-application.checked-in', { day })
    return done()
  })
}

/**
 * Records that the student moved out on a day (YYYY-MM-DD, not in the future): offers the bed to the waiting list,
 * cancels later months, and opens a decision about refunding the deposit and the payments for those months. Refuses
 * `not-found`, `not-in`, `out-already`, `future-date`, `before-check-in` and `provider-down` (an open link could not be
 * closed).
 */
export function checkOut(scope: SchoolScope, publicId: string, day: string) {
  return withLinksClosed(scope, publicId, () => checkOutStep(scope, { publicId }, day))
}

/** `checkOut` in the caller's transaction. Refuses `link-open` instead of calling the provider. */
export async function checkOutStep(scope: SchoolScope, key: { id: number } | { publicId: string }, day: string) {
  const application = await lockApplication(scope, key)
  if (!application) return refused('not-found')
  if (application.checkedOutOn !== null) return refused('out-already')
  if (application.status !== 'approved' || application.checkedInOn === null) return refused('not-in')
  if (day > todayInIndia(new Date())) return refused('future-date')
  if (day < application.checkedInOn) return refused('before-check-in')
  const money = await endCharges(scope, application, { from: await firstUnused(scope, application, day) })
  if (money === null) return refused('link-open')
  await execute(
    `UPDATE hostel_applications SET checked_out_on = :day, holds_bed = 0, refund_state = :refund, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id`,
    { schoolId: scope.schoolId, id: application.id, day, refund: money.toDecidePaise > 0 ? 'open' : 'none' },
  )
  await giveBedBack(scope, application.roomId)
  await offerFreeBeds(scope, application.roomId)
  await notifyApplicant(scope, application, { kind: 'ended', money })
  await noteApplication(scope, application, 'hostel-application.checked-out', { day, heldPaise: money.toDecidePaise })
  return done()
}

/** First month that begins on or after the day of moving out. The very first month stays owed. */
async function firstUnused(scope: SchoolScope, application: LockedApplication, day: string): Promise<number> {
  const { startsOn } = application
  const months = (await chargesOf(scope, application)).map((charge) => charge.period)
  const newest = Math.max(firstPeriod, ...months)
  if (startsOn === null) return newest + 1
  for (let month = firstPeriod + 1; month <= newest; month++) {
    if (monthBegins(startsOn, month) >= day) return month
  }
  return newest + 1
}
