import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { firstPeriod } from '~/models/money/subscriptions/charges.server'
import { nextMonthOf } from '../apply/other-room.server'
import { lockApplication, noteApplication } from '../decide/lock-application.server'
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
 * day. Meals are charged from the next raised month, at the hostel's current price.
 * Refuses `not-found`, `changed` (saved since `version`), `over` (not approved, or moved out), `moved-in` and
 * `months-raised` (the first day is fixed), as `datesRefusal`, `check-out-past`, and `provider-down` (an open link
 * could not be closed).
 */
export function changeStay(scope: SchoolScope, publicId: string, version: number, changes: StayChange) {
  return withLinksClosed(scope, publicId, async () => {
    const application = await lockApplication(scope, { publicId })
    if (!application) return refused('not-found')
    if (application.version !== version) return refused('changed')
    if (application.status !== 'approved' || !application.holdsBed || application.startsOn === null)
      return refused('over')
    const { checkInDate, checkOutDate, mealPlanRequired } = changes
    const today = todayInIndia(new Date())
    const isOtherDay = checkInDate !== application.checkInDate
    if (isOtherDay && application.checkedInOn !== null) return refused('moved-in')
    const raised = (await chargesOf(scope, application)).map((charge) => charge.period)
    if (isOtherDay && Math.max(firstPeriod, ...raised) > firstPeriod) return refused('months-raised')
    const { startsMonth } = await findTimes(scope)
    const stay = { checkIn: checkInDate, checkOut: checkOutDate, academicYear: application.academicYear }
    // An unchanged first day may be in the past.
    const wrong = datesRefusal(stay, isOtherDay ? today : checkInDate, startsMonth)
    if (wrong) return refused(wrong)
    if (checkOutDate !== null && checkOutDate !== application.checkOutDate && checkOutDate <= today)
      return refused('check-out-past')
    const startsOn = isOtherDay ? checkInDate : application.startsOn
    if (isOtherDay && !(await postponeCharges(scope, application, checkInDate))) return refused('link-open')
    const isOtherMeal = mealPlanRequired !== application.mealPlanRequired
    const nextMealPaise = isOtherMeal ? mealPaise(application, mealPlanRequired) : application.nextMealPaise
    const fields = { ...changes, startsOn, nextMealPaise, version: version + 1 }
    await HostelApplication.update(fields, { where: { schoolId: scope.schoolId, id: application.id } })
    const changed = { ...application, ...fields }
    const { monthlyPaise } = monthlyNow(changed)
    const from = await nextMonthOf(scope, { ...changed, startsOn })
    const until = checkOutDate ?? application.yearEndsOn
    await notifyApplicant(scope, changed, { kind: 'stay-changed', stay: { checkInDate, until }, monthlyPaise, from })
    const facts = { checkInDate, checkOutDate, meals: mealPlanRequired ? 'yes' : 'no', monthlyPaise, from }
    await noteApplication(scope, changed, 'hostel-application.stay-changed', facts)
    return done()
  })
}
