/** Monday to Saturday, as stored (student portal specification, section 9). */
export const weekdays = [1, 2, 3, 4, 5, 6] as const
export type Weekday = (typeof weekdays)[number]

/**
 * Periods of a school that has entered none: hourly, 08:00-09:00 to 15:00-16:00 (student portal specification, section
 * 9).
 */
export const defaultPeriods = Array.from({ length: 8 }, (_, index) => ({
  name: `Period ${index + 1}`,
  startsAt: `${String(8 + index).padStart(2, '0')}:00`,
  endsAt: `${String(9 + index).padStart(2, '0')}:00`,
  isBreak: false,
}))

/** Maximum number of periods in a day: more than any school has, and few enough for one page of the timetable. */
export const maxPeriods = 14

/** Day names for the office; students see them in their language. */
export const dayNames: Record<Weekday, string> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
}
