/** Monday to Saturday as the database keeps them (SP section 9). */
export const weekdays = [1, 2, 3, 4, 5, 6] as const
export type Weekday = (typeof weekdays)[number]

/** The periods of a school that made none of its own: hourly, 08:00-09:00 to 15:00-16:00 (SP section 9). */
export const defaultPeriods = Array.from({ length: 8 }, (_, index) => ({
  name: `Period ${index + 1}`,
  startsAt: `${String(8 + index).padStart(2, '0')}:00`,
  endsAt: `${String(9 + index).padStart(2, '0')}:00`,
  isBreak: false,
}))
