import { addDays, addMonths } from '~/models/core/shared/calendar'
import { roundFraction } from '~/models/core/shared/fraction'
import type { FeeType } from '~/models/money/vehicles/vehicle-fields'
import {
  type ApplicationStatus,
  daysAhead,
  type PaymentPlan,
  quarterlyDiscountPercent,
  type ShownStatus,
} from './options'

/** The school's rates for vehicles without their own; paise per month and per km. */
export interface Tariff {
  basePaise: number
  perKmPaise: number
  depositPaise: number
  annualDiscountPercent: number
}

/**
 * Rounds an amount in parts of a paisa to whole rupees, as fares are rounded (hostel and transport specification,
 * section 9). Returns paise.
 */
function toRupee(parts: number, partsOfAPaisa: number): number {
  return roundFraction(BigInt(parts), BigInt(partsOfAPaisa) * 100n) * 100
}

/** Distances are shown and charged in tenths of a km. */
const tenthsOfKm = (metres: number) => Math.round(metres / 100)

export function kmOf(metres: number): number {
  return tenthsOfKm(metres) / 10
}

/** Minimum fare in paise: a pickup at the destination costs something too, because every application has a fare. */
const leastFarePaise = 100

/** Monthly fare by distance, at least ₹1: ₹1,000 plus ₹50 for each of 12.4 km is ₹1,620. */
export function distanceFare(fare: { basePaise: number; perKmPaise: number }, metres: number): number {
  return Math.max(leastFarePaise, toRupee(10 * fare.basePaise + fare.perKmPaise * tenthsOfKm(metres), 10))
}

/**
 * Rule that sets a vehicle's fare: the price of the trip, the vehicle's monthly price, its rate per km, or the school's
 * tariff.
 */
export type Calculation = 'route' | 'fixed' | 'per_km' | 'tariff'

/**
 * Monthly fare of a vehicle (hostel and transport specification, section 9): the price of the trip if it has one, else
 * the vehicle's monthly price (`fixed`) or rate per km without a base fare, else the school's tariff.
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

/** Payment plan with its price; paise. */
export interface PlanPrice {
  plan: PaymentPlan
  /** Months covered by one payment. */
  months: number
  discountPercent: number
  /** Amount of one payment before and after the discount. */
  fullPaise: number
  periodPaise: number
  savedPaise: number
  /** Number of payments in a year, and their total. */
  instalments: number
  yearPaise: number
}

/**
 * Price of a plan: the monthly fare of its months, less the plan's discount. At 10 % a year, ₹1,620 a month gives
 * ₹4,617 a quarter (5 % less) and ₹17,496 a year.
 */
export function planPrice(plan: PaymentPlan, monthPaise: number, annualDiscountPercent: number): PlanPrice {
  const months = monthsOf[plan]
  const discounts = { monthly: 0, quarterly: quarterlyDiscountPercent, annual: annualDiscountPercent }
  const discountPercent = discounts[plan]
  const fullPaise = monthPaise * months
  const periodPaise = discountPercent === 0 ? fullPaise : toRupee(fullPaise * (100 - discountPercent), 100)
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

/**
 * First day of a period. Periods count from the first day of travel: from 30 November, the second quarter begins on 28
 * February.
 */
export function periodBegins(startsOn: string, plan: PaymentPlan, period: number): string {
  return addMonths(startsOn, (period - 1) * monthsOf[plan])
}

export function periodEnds(startsOn: string, plan: PaymentPlan, period: number): string {
  return addDays(periodBegins(startsOn, plan, period + 1), -1)
}

/**
 * Returns the periods to charge today, from the second period on: each is charged `daysAhead` days before it begins.
 * Leaves out periods that ended before the student resumed travel. `raised` is the last period already charged.
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
 * Returns the periods that are already charged (`raised`) and fall wholly within a suspension: `from` is its first day,
 * `before` the day on which travel resumed (YYYY-MM-DD). They are not owed, because the student did not travel.
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

/** First period that begins on or after a day: a student who stops on that day owes nothing from this period on. */
export function firstPeriodFrom(startsOn: string, plan: PaymentPlan, day: string): number {
  let period = 1
  while (periodBegins(startsOn, plan, period) < day) period++
  return period
}

export function shownStatus(status: ApplicationStatus, owedPaise: number): ShownStatus {
  return status === 'approved' && owedPaise === 0 ? 'payment_completed' : status
}

/** Price that a form submits as shown, period and deposit in paise, so that a change since then is noticed. */
export function shownPrice(periodPaise: number, depositPaise: number): string {
  return `${periodPaise}+${depositPaise}`
}

/** Returns whether the student may cancel without the office: before activation. */
export function mayCancelTransport(status: ApplicationStatus): boolean {
  return status === 'pending' || status === 'approved'
}

/**
 * Returns whether travel has begun by `today` (YYYY-MM-DD): the application is active or suspended, and its first day
 * has come.
 */
export function hasBegun(application: { status: ApplicationStatus; startsOn: string | null }, today: string): boolean {
  const isTravelling = application.status === 'active' || application.status === 'suspended'
  return isTravelling && application.startsOn !== null && application.startsOn <= today
}

/**
 * Returns whether the office may cancel: before the first day of travel, even with a seat. From then on, it chooses a
 * day on which the transport ends.
 */
export function officeMayCancel(
  application: { status: ApplicationStatus; startsOn: string | null },
  today: string,
): boolean {
  return isLive(application.status) && !hasBegun(application, today)
}

export function isLive(status: ApplicationStatus): boolean {
  return status !== 'rejected' && status !== 'cancelled'
}
