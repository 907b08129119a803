import { isDay, todayInIndia } from '~/models/shared/calendar'

// The office types days and times of an Indian wall; India has one offset and no summer time, so it is said outright.
const indiaOffsetMs = 330 * 60_000

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The instant at which an Indian wall shows this day and time (`2026-09-10`, `09:30`); null for what is no day or no time. */
export function instantInIndia(day: string, time: string): Date | null {
  return isDay(day) && isTime(time) ? new Date(`${day}T${time}:00.000+05:30`) : null
}

/** Day and time of an instant as an Indian wall shows them, for the fields of a form; seconds are left out. */
export function wallClockInIndia(instant: Date): { day: string; time: string } {
  const time = new Date(instant.getTime() + indiaOffsetMs).toISOString().slice(11, 16)
  return { day: todayInIndia(instant), time }
}
