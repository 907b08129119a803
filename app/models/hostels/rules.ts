import { addDays, addMonths } from '~/models/shared/calendar'
import { type ApplicationStatus, daysAhead, type GenderType, processingFeePercent, type RoomStatus } from './options'

/** What a place costs, in paise: as the hostel and room say it, or as it was when somebody applied. */
export interface RoomPrice {
  rentPaise: number
  depositPaise: number
  /** A month's meals; 0 where none are taken. */
  mealPaise: number
}

export interface RoomCost extends RoomPrice {
  feePaise: number
  /** Rent, deposit, meals and the processing fee. */
  firstPaise: number
  /** Every month after the first: rent and meals. */
  monthlyPaise: number
}

/** What a place costs each month from the next one on: as agreed, or as it was changed since. */
export function monthlyNow(place: {
  rentPaise: number
  mealPaise: number
  nextRentPaise: number | null
  nextMealPaise: number | null
}) {
  const rentPaise = place.nextRentPaise ?? place.rentPaise
  const mealPaise = place.nextMealPaise ?? place.mealPaise
  return { rentPaise, mealPaise, monthlyPaise: rentPaise + mealPaise }
}

/** Meals are charged when the plan is part of the hostel or the student takes it (HT section 9). */
export function mealPaise(
  hostel: { mealPlanIncluded: boolean; mealPlanFeePaise: number },
  mealPlanRequired: boolean,
): number {
  return hostel.mealPlanIncluded || mealPlanRequired ? hostel.mealPlanFeePaise : 0
}

/**
 * What has to be paid for a place: the processing fee is 2 % of rent, deposit and meals, rounded to the rupee (HT section 9; a rent of
 * ₹6,000, a deposit of ₹10,000 and meals for ₹2,500 make a fee of ₹370, ₹18,870 at first and ₹8,500 a month).
 */
export function roomCost({ rentPaise, depositPaise, mealPaise }: RoomPrice): RoomCost {
  const basePaise = rentPaise + depositPaise + mealPaise
  const feePaise = Math.round((basePaise * processingFeePercent) / 100 / 100) * 100
  return {
    rentPaise,
    depositPaise,
    mealPaise,
    feePaise,
    firstPaise: basePaise + feePaise,
    monthlyPaise: rentPaise + mealPaise,
  }
}

/** A room is offered while it is available and has a free bed (HT section 4). */
export function isRoomFree(room: { status: RoomStatus; occupiedCount: number; capacity: number }): boolean {
  return room.status === 'available' && room.occupiedCount < room.capacity
}

/** A room that is offered and has no free bed: one can wait for it. */
export function isRoomFull(room: { status: RoomStatus; occupiedCount: number; capacity: number }): boolean {
  return room.status === 'available' && room.occupiedCount >= room.capacity
}

/** Whether somebody may live in a hostel. Who is neither a boy nor a girl by the school's register lives in a mixed one. */
export function mayLiveIn(genderType: GenderType, gender: string): boolean {
  if (genderType === 'mixed') return true
  return genderType === 'boys' ? gender === 'Male' : gender === 'Female'
}

/** The school year begins in April, unless the school's settings name another month. */
const april = 4

/** `2026-2027`: the school year of a day. `startsMonth`: the month in which the school's years begin, 1 to 12. */
export function academicYearOf(day: string, startsMonth = april): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < startsMonth ? 1 : 0)
  return `${year}-${year + 1}`
}

function yearsFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${first + index}-${first + index + 1}`)
}

/** This school year and the next three: what one may apply for. `today` is India's day. */
export function yearsToApplyFor(today: string, startsMonth = april): string[] {
  return yearsFrom(Number(academicYearOf(today, startsMonth).slice(0, 4)), 4)
}

/** This school year and the two before, the newest first: what the own applications may be narrowed to. */
export function yearsToFilterBy(today: string, startsMonth = april): string[] {
  return yearsFrom(Number(academicYearOf(today, startsMonth).slice(0, 4)) - 2, 3).reverse()
}

export type DatesRefusal = 'check-in-past' | 'check-in-outside-year' | 'check-out-before'

/**
 * Checks the days (`YYYY-MM-DD`) of an application; null when they are right. A stay must begin within its academic year, and applications for
 * that year must be open.
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

/** The time that an application is for: days `YYYY-MM-DD`, the last of its academic year among them. */
export interface PlannedStay {
  checkOutDate: string | null
  yearEndsOn: string
}

/** Nobody moves in any more: the day of moving out has come, or the academic year is over. */
export function isPeriodOver({ checkOutDate, yearEndsOn }: PlannedStay, today: string): boolean {
  return yearEndsOn < today || (checkOutDate !== null && checkOutDate <= today)
}

/** Whether a full year and a semester, or the same semester twice, stand in each other's way. */
export function isSamePeriod(one: string, other: string): boolean {
  return one === other || one === 'full_year' || other === 'full_year'
}

/** The months of a stay are counted from its first day: month 2 of a stay from 31 January begins on 28 February. */
export function monthBegins(startsOn: string, month: number): string {
  return addMonths(startsOn, month - 1)
}

/** The last day of a month of a stay. */
export function monthEnds(startsOn: string, month: number): string {
  return addDays(monthBegins(startsOn, month + 1), -1)
}

/**
 * The months after the first that are to be raised on a day: each so many days before it begins. Of somebody who has moved in, until the
 * real check-out ends it: a stay that outlasts its plan is not free. Of somebody who has not, none that begins on or after the planned
 * end. `raised` is the newest that there is.
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

/** What a student may take back without asking: a place that nobody has moved into yet. */
export function mayBeCancelled(application: { status: ApplicationStatus; checkedInOn: string | null }): boolean {
  if (application.checkedInOn !== null) return false
  return application.status === 'pending' || application.status === 'waitlisted' || application.status === 'approved'
}

/** Somebody waits for a decision of the office. */
export function isUndecided(status: ApplicationStatus): boolean {
  return status === 'pending' || status === 'waitlisted'
}
