import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { firstPeriod } from '~/models/money/subscriptions/charges.server'
import { nextMonthOf } from '../apply/other-room.server'
import { type LockedApplication, lockApplication, noteApplication } from '../decide/lock-application.server'
import { notifyApplicant } from '../decide/notify-applicant.server'
import { findTimes } from '../periods.server'
import { datesRefusal, mealPaise, monthlyNow } from '../rules'
import { HostelApplication } from '../tables.server'
import { chargesOf, postponeCharges, withLinksClosed } from './charges.server'

export interface StayChange {
  /** YYYY-MM-DD */
  checkInDate: string
  checkOutDate: string | null
  mealPlanRequired: boolean
}

/**
 * Changes days or meals of an approved application. Before the student moves in, months and unpaid dues follow the new
 * first day. A change of meals applies from the next month without a due, at the hostel's current price. Refuses
 * `not-found`, `changed` (saved since `version`), `over` (not approved, or moved out), the reasons of `firstDayRefusal`
 * and `datesRefusal`, `check-out-past`, and `provider-down` (an open link could not be closed).
 */
export function changeStay(scope: SchoolScope, publicId: string, version: number, changes: StayChange) {
  return withLinksClosed(scope, publicId, async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.version !== version) return refused('changed')
    if (application.status !== 'approved' || !application.holdsBed || application.startsOn === null)
      return refused('over')
    const { checkInDate, checkOutDate } = changes
    const today = todayInIndia(new Date())
    const isNewFirstDay = checkInDate !== application.checkInDate
    const isNewLastDay = checkOutDate !== application.checkOutDate
    const firstDayError = isNewFirstDay ? await firstDayRefusal(scope, application) : null
    if (firstDayError) return refused(firstDayError)
    const { startsMonth } = await findTimes(scope)
    const stay = { checkIn: checkInDate, checkOut: checkOutDate, academicYear: application.academicYear }
    // An unchanged first day may be in the past.
    const datesError = datesRefusal(stay, isNewFirstDay ? today : checkInDate, startsMonth)
    if (datesError) return refused(datesError)
    if (isNewLastDay && checkOutDate !== null && checkOutDate <= today) return refused('check-out-past')
    // `withLinksClosed` closes the open link and runs this function again.
    if (isNewFirstDay && !(await postponeCharges(scope, application, checkInDate))) return refused('link-open')
    return saveStay(scope, application, { ...changes, startsOn: isNewFirstDay ? checkInDate : application.startsOn })
  })
}

/** Returns why the first day is fixed: `moved-in`, or `months-raised` (later months are charged); null if it is not. */
async function firstDayRefusal(scope: SchoolScope, application: LockedApplication) {
  if (application.checkedInOn !== null) return 'moved-in'
  const raisedMonths = (await chargesOf(scope, application)).map((charge) => charge.period)
  return Math.max(firstPeriod, ...raisedMonths) > firstPeriod ? 'months-raised' : null
}

/** Saves the valid change, and notifies the applicant of the days and of the new monthly amount. */
async function saveStay(
  scope: SchoolScope,
  application: LockedApplication,
  changes: StayChange & { startsOn: string },
) {
  const { checkInDate, checkOutDate, mealPlanRequired, startsOn } = changes
  const isNewMealPlan = mealPlanRequired !== application.mealPlanRequired
  const nextMealPaise = isNewMealPlan ? mealPaise(application, mealPlanRequired) : application.nextMealPaise
  const fields = { ...changes, nextMealPaise, version: application.version + 1 }
  await HostelApplication.update(fields, { where: { schoolId: scope.schoolId, id: application.id } })
  const changed = { ...application, ...fields }
  const { monthlyPaise } = monthlyNow(changed)
  /** First day of the month from which the monthly amount applies. */
  const from = await nextMonthOf(scope, { ...changed, startsOn })
  const until = checkOutDate ?? application.yearEndsOn
  await notifyApplicant(scope, changed, { kind: 'stay-changed', stay: { checkInDate, until }, monthlyPaise, from })
  const facts = { checkInDate, checkOutDate, meals: mealPlanRequired ? 'yes' : 'no', monthlyPaise, from }
  await noteApplication(scope, changed, 'hostel-application.stay-changed', facts)
  return done()
}
