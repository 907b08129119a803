import { addDays, addMonths } from '~/models/core/shared/calendar'
import { roundFraction } from '~/models/core/shared/fraction'
import { type ApplicationStatus, daysAhead, type GenderType, processingFeePercent, type RoomStatus } from './options'

/** Price of a room in paise, as of now or as of the application. */
export interface RoomPrice {
  rentPaise: number
  depositPaise: number
  /** Monthly meals; 0 without meals. */
  mealPaise: number
}

export interface RoomCost extends RoomPrice {
  feePaise: number
  /** Rent, deposit, meals and the processing fee. */
  firstPaise: number
  /** Each month after the first: rent and meals. */
  monthlyPaise: number
}

/** Monthly price from the next month on: as agreed, or as changed since. */
export function monthlyNow(prices: {
  rentPaise: number
  mealPaise: number
  nextRentPaise: number | null
  nextMealPaise: number | null
}) {
  const rentPaise = prices.nextRentPaise ?? prices.rentPaise
  const mealPaise = prices.nextMealPaise ?? prices.mealPaise
  return { rentPaise, mealPaise, monthlyPaise: rentPaise + mealPaise }
}

/** Meals are charged when the plan is part of the hostel or the student takes it (hostel specification, section 9). */
export function mealPaise(
  hostel: { mealPlanIncluded: boolean; mealPlanFeePaise: number },
  mealPlanRequired: boolean,
): number {
  return hostel.mealPlanIncluded || mealPlanRequired ? hostel.mealPlanFeePaise : 0
}

/**
 * Cost of a bed: the processing fee is 2 % of rent, deposit and meals, rounded to the rupee (hostel specification,
 * section 9; a rent of ₹6,000, a deposit of ₹10,000 and meals for ₹2,500 give a fee of ₹370, a first payment of ₹18,870
 * and ₹8,500 a month).
 */
export function roomCost({ rentPaise, depositPaise, mealPaise }: RoomPrice): RoomCost {
  const basePaise = rentPaise + depositPaise + mealPaise
  const feePaise = roundFraction(BigInt(basePaise * processingFeePercent), 100_00n) * 100
  return {
    rentPaise,
    depositPaise,
    mealPaise,
    feePaise,
    firstPaise: basePaise + feePaise,
    monthlyPaise: rentPaise + mealPaise,
  }
}

/** A room is offered while it is available and has a free bed (hostel specification, section 4). */
export function isRoomFree(room: { status: RoomStatus; occupiedCount: number; capacity: number }): boolean {
  return room.status === 'available' && room.occupiedCount < room.capacity
}

/** An available room without a free bed has a waiting list. */
export function isRoomFull(room: { status: RoomStatus; occupiedCount: number; capacity: number }): boolean {
  return room.status === 'available' && room.occupiedCount >= room.capacity
}

/**
 * Returns true when a student may live in a hostel. A student whose gender is neither Male nor Female in the register
 * lives in a mixed one.
 */
export function mayLiveIn(genderType: GenderType, gender: string): boolean {
  if (genderType === 'mixed') return true
  return genderType === 'boys' ? gender === 'Male' : gender === 'Female'
}

/** Default start of the academic year, unless the school's settings name another month. */
const april = 4

/** Academic year of a day, as `2026-2027`. `startsMonth`: the month in which the school's years begin, 1 to 12. */
export function academicYearOf(day: string, startsMonth = april): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < startsMonth ? 1 : 0)
  return `${year}-${year + 1}`
}

function yearsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${first + index}-${first + index + 1}`)
}

/** Academic years open for applications: this one and the next three. `today` is the day in India. */
export function yearsToApplyFor(today: string, startsMonth = april): string[] {
  return yearsFrom(Number(academicYearOf(today, startsMonth).slice(0, 4)), 4)
}

export function yearsToFilterBy(today: string, startsMonth = april): string[] {
  return yearsFrom(Number(academicYearOf(today, startsMonth).slice(0, 4)) - 2, 3).reverse()
}

export type DatesRefusal = 'check-in-past' | 'check-in-outside-year' | 'check-out-before'

/**
 * Checks the days (`YYYY-MM-DD`) of an application; null when valid. A stay must begin within its academic year, and
 * applications for that year must be open.
 */
export function datesRefusal(
  stay: { checkIn: string; checkOut: string | null; academicYear: string },
  today: string,
  startsMonth = april,
): DatesRefusal | null {
  if (stay.checkIn < today) return 'check-in-past'
  const { academicYear } = stay
  const isForIt = academicYearOf(stay.checkIn, startsMonth) === academicYear
  if (!isForIt || !yearsToApplyFor(today, startsMonth).includes(academicYear)) return 'check-in-outside-year'
  return stay.checkOut !== null && stay.checkOut <= stay.checkIn ? 'check-out-before' : null
}

/**
 * Planned end of a stay: day of moving out (null if not chosen) and last day of its academic year, both `YYYY-MM-DD`.
 */
export interface PlannedStay {
  checkOutDate: string | null
  yearEndsOn: string
}

/** Returns true when it is too late to move in: the day of moving out has come, or the academic year is over. */
export function isPeriodOver({ checkOutDate, yearEndsOn }: PlannedStay, today: string): boolean {
  return yearEndsOn < today || (checkOutDate !== null && checkOutDate <= today)
}

/** Returns true when two periods of a year overlap: they are equal, or one of them is the full year. */
export function isSamePeriod(one: string, other: string): boolean {
  return one === other || one === 'full_year' || other === 'full_year'
}

/** Months of a stay are counted from its first day: month 2 of a stay from 31 January begins on 28 February. */
export function monthBegins(startsOn: string, month: number): string {
  return addMonths(startsOn, month - 1)
}

export function monthEnds(startsOn: string, month: number): string {
  return addDays(monthBegins(startsOn, month + 1), -1)
}

/**
 * Months after the first to charge by `today`: each is charged from `daysAhead` days before it begins. Once the student
 * has moved in, months continue until the actual check-out, so a stay beyond its plan is charged. Before that, months
 * that begin on or after the planned end are left out. `raised` is the newest month charged so far.
 */
export function monthsToRaise(
  stay: PlannedStay & { startsOn: string; checkedInOn: string | null; raised: number },
  today: string,
): number[] {
  const end = stay.checkedInOn === null ? (stay.checkOutDate ?? addDays(stay.yearEndsOn, 1)) : null
  const months: number[] = []
  for (let month = Math.max(2, stay.raised + 1); ; month++) {
    const begins = monthBegins(stay.startsOn, month)
    if (begins > addDays(today, daysAhead)) return months
    if (end !== null && begins >= end) return months
    months.push(month)
  }
}

/** Returns true when the student may cancel without the office: before moving in. */
export function mayCancelStay(application: { status: ApplicationStatus; checkedInOn: string | null }): boolean {
  if (application.checkedInOn !== null) return false
  return application.status === 'pending' || application.status === 'waitlisted' || application.status === 'approved'
}

export function isUndecided(status: ApplicationStatus): boolean {
  return status === 'pending' || status === 'waitlisted'
}
