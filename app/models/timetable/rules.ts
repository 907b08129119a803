import { type Weekday, weekdays } from './options'

/** The weekday (1 Monday … 6 Saturday) of a day `YYYY-MM-DD`; null on Sunday, when no school teaches. */
export function weekdayOf(day: string): Weekday | null {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekdays.find((weekday) => weekday === number) ?? null
}

/** How a period's time is written (SP section 2): `08:00-09:00`. */
export function slotOf(period: { startsAt: string; endsAt: string }): string {
  return `${period.startsAt}-${period.endsAt}`
}

/** The number in the name of a period that nobody named: 3 of `Period 3`, null of `Games`. */
export function plainNumber(name: string): number | null {
  const digits = /^Period (\d{1,2})$/.exec(name)?.[1]
  return digits === undefined ? null : Number(digits)
}

export interface WeekDay<Lesson> {
  day: Weekday
  /** One place a period, in the order of the periods; null where nothing is taught. */
  lessons: Array<Lesson | null>
}

/** Monday to Saturday, each day with the lesson of each period. */
export function weekOf<Lesson extends { day: number; periodId: number }>(
  periods: ReadonlyArray<{ id: number }>,
  lessons: readonly Lesson[],
): Array<WeekDay<Lesson>> {
  const placed = new Map(lessons.map((lesson) => [`${lesson.day} ${lesson.periodId}`, lesson]))
  return weekdays.map((day) => ({
    day,
    lessons: periods.map((period) => placed.get(`${day} ${period.id}`) ?? null),
  }))
}
