import { addDays, addMonths } from '~/models/shared/calendar'
import type { FeeType } from '~/models/vehicles/vehicle-fields'
import {
  type ApplicationStatus,
  daysAhead,
  type PaymentPlan,
  quarterlyDiscountPercent,
  type ShownStatus,
} from './options'

/** What a school takes for a vehicle without a rate of its own; paise, of a month, and per km. */
export interface Tariff {
  basePaise: number
  perKmPaise: number
  depositPaise: number
  annualDiscountPercent: number
}

/** Fares are in whole rupees (HT section 9). */
function toRupee(paise: number): number {
  return Math.round(paise / 100) * 100
}

/** Distances are told, and paid for, in tenths of a km. */
export function kmOf(metres: number): number {
  return Math.round(metres / 100) / 10
}

/** Whoever lives at the destination pays something too: an application is for a fare. */
const leastFarePaise = 100

/** A month by distance, ₹1 at least: ₹1,000 and ₹50 for each of 12.4 km make ₹1,620. */
export function distanceFare(fare: { basePaise: number; perKmPaise: number }, metres: number): number {
  return Math.max(leastFarePaise, toRupee(fare.basePaise + fare.perKmPaise * kmOf(metres)))
}

/** By which rule a vehicle's fare came to be: the run's own price, the vehicle's price of a month, its rate per km, or the school's tariff. */
export type Calculation = 'route' | 'fixed' | 'per_km' | 'tariff'

/**
 * A month in a vehicle (HT section 9): a run's own price goes before all; `fixed` is the vehicle's price of a month; a rate per km of the
 * vehicle's own has no base; a vehicle without an amount costs the school's tariff.
 */
export function vehicleFare(
  run: { feePaise: number | null; feeType: FeeType; amountPaise: number | null },
  tariff: Tariff,
  metres: number,
): { monthPaise: number; basePaise: number; calculation: Calculation } {
  if (run.feePaise !== null) return { monthPaise: run.feePaise, basePaise: run.feePaise, calculation: 'route' }
  if (run.amountPaise === null) {
    const { basePaise } = tariff
    return { monthPaise: distanceFare(tariff, metres), basePaise, calculation: 'tariff' }
  }
  if (run.feeType === 'fixed') return { monthPaise: run.amountPaise, basePaise: run.amountPaise, calculation: 'fixed' }
  const monthPaise = distanceFare({ basePaise: 0, perKmPaise: run.amountPaise }, metres)
  return { monthPaise, basePaise: 0, calculation: 'per_km' }
}

const monthsOf: Record<PaymentPlan, number> = { monthly: 1, quarterly: 3, annual: 12 }

/** A way to pay a month's fare; paise. */
export interface PlanPrice {
  plan: PaymentPlan
  /** Months that one payment is for. */
  months: number
  discountPercent: number
  /** One payment before and after the discount. */
  fullPaise: number
  periodPaise: number
  savedPaise: number
  /** Payments of a year, and what the year costs so. */
  instalments: number
  yearPaise: number
}

/** A plan's price: ₹1,620 a month make a quarter of ₹4,617 (5 % less) and a year of ₹17,496 (10 % less). */
export function planPrice(plan: PaymentPlan, monthPaise: number, annualDiscountPercent: number): PlanPrice {
  const months = monthsOf[plan]
  const discounts = { monthly: 0, quarterly: quarterlyDiscountPercent, annual: annualDiscountPercent }
  const discountPercent = discounts[plan]
  const fullPaise = monthPaise * months
  const periodPaise = discountPercent === 0 ? fullPaise : toRupee((fullPaise * (100 - discountPercent)) / 100)
  const instalments = 12 / months
  return {
    plan,
    months,
    discountPercent,
    fullPaise,
    periodPaise,
    savedPaise: fullPaise - periodPaise,
    instalments,
    yearPaise: periodPaise * instalments,
  }
}

/** Periods are counted from the first day of riding: the second quarter of one from 30 November begins on 28 February. */
export function periodBegins(startsOn: string, plan: PaymentPlan, period: number): string {
  return addMonths(startsOn, (period - 1) * monthsOf[plan])
}

/** The last day of a period. */
export function periodEnds(startsOn: string, plan: PaymentPlan, period: number): string {
  return addDays(periodBegins(startsOn, plan, period + 1), -1)
}

/**
 * The periods after the first that are to be raised on a day: each so many days before it begins. What had passed when somebody came back
 * from a suspension is left out. `raised` is the newest that there is.
 */
export function periodsToRaise(
  application: { startsOn: string; resumedOn: string | null; plan: PaymentPlan; raised: number },
  today: string,
): number[] {
  const periods: number[] = []
  for (let period = Math.max(2, application.raised + 1); ; period++) {
    if (periodBegins(application.startsOn, application.plan, period) > addDays(today, daysAhead)) return periods
    if (
      application.resumedOn === null ||
      periodEnds(application.startsOn, application.plan, period) >= application.resumedOn
    )
      periods.push(period)
  }
}

/**
 * The periods that lie wholly in the days of a suspension, from its first day on and before the day of coming back (YYYY-MM-DD): what was
 * raised for them before is not owed, since nobody rode.
 */
export function periodsSuspended(
  application: { startsOn: string; plan: PaymentPlan },
  raised: readonly number[],
  { from, before }: { from: string; before: string },
): number[] {
  return raised.filter(
    (period) =>
      period > 0 &&
      periodBegins(application.startsOn, application.plan, period) >= from &&
      periodEnds(application.startsOn, application.plan, period) < before,
  )
}

/** The first period that begins on a day or after it: from it on nothing is owed by somebody who stops riding on that day. */
export function firstPeriodFrom(startsOn: string, plan: PaymentPlan, day: string): number {
  let period = 1
  while (periodBegins(startsOn, plan, period) < day) period++
  return period
}

/** An approved application whose dues are all paid waits for its first ride. */
export function shownStatus(status: ApplicationStatus, owedPaise: number): ShownStatus {
  return status === 'approved' && owedPaise === 0 ? 'payment_completed' : status
}

/** A price as a page shows it, the period and the deposit each: what an application is compared with. Paise. */
export function shownPrice(periodPaise: number, depositPaise: number): string {
  return `${periodPaise}+${depositPaise}`
}

/** What a student may take back without asking: before the first ride. */
export function mayBeCancelled(status: ApplicationStatus): boolean {
  return status === 'pending' || status === 'approved'
}

/** On the day `today` (YYYY-MM-DD): the student has a seat, or was suspended from one, and the first day of riding has come. */
export function hasBegun(application: { status: ApplicationStatus; startsOn: string | null }, today: string): boolean {
  const rides = application.status === 'active' || application.status === 'suspended'
  return rides && application.startsOn !== null && application.startsOn <= today
}

/** What the office may cancel: until the first day of riding, whether a seat was given already or not; later the rides end on a day. */
export function officeMayCancel(
  application: { status: ApplicationStatus; startsOn: string | null },
  today: string,
): boolean {
  return isLive(application.status) && !hasBegun(application, today)
}

export function isLive(status: ApplicationStatus): boolean {
  return status !== 'rejected' && status !== 'cancelled'
}
