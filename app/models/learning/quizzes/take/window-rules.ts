import { isDay, todayInIndia } from '~/models/core/shared/calendar'

// The office types days and times in IST; India has a single offset without daylight saving, so it is a constant.
const indiaOffsetMs = 330 * 60_000

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Converts a day and time in IST (`2026-09-10`, `09:30`) to an instant; null if invalid. */
export function instantInIndia(day: string, time: string): Date | null {
  return isDay(day) && isTime(time) ? new Date(`${day}T${time}:00.000+05:30`) : null
}

/** Day and time of an instant in IST, for form fields; omits seconds. */
export function wallClockInIndia(instant: Date): { day: string; time: string } {
  const time = new Date(instant.getTime() + indiaOffsetMs).toISOString().slice(11, 16)
  return { day: todayInIndia(instant), time }
}
