import { vi } from 'vitest'
import { addDays } from '~/models/shared/calendar'

/* Days and moments at which rules change: tests draw them from the limit itself. */

/** The limit with the day before and the day after: `[['the day before', '2028-02-28'], …]`. */
export function daysAround(limit: string): Array<[label: string, day: string]> {
  return [
    ['the day before', addDays(limit, -1)],
    ['the day itself', limit],
    ['the day after', addDays(limit, 1)],
  ]
}

/** Days on which months, years of books and leap years turn. By UTC each begins five and a half hours late. */
export const hardDays = ['2027-03-31', '2027-04-01', '2028-02-29', '2028-03-01', '2027-12-31'] as const

/** A moment of India's clock: `inIndia('2028-02-29')` is its midnight, 18:30 UTC of the day before. */
export function inIndia(day: string, time = '00:00:00.000'): Date {
  return new Date(`${day}T${time}+05:30`)
}

/** The last and the first moments of a day of India, and those next to it. */
export function edgesOf(day: string) {
  return {
    before: inIndia(addDays(day, -1), '23:59:59.999'),
    first: inIndia(day),
    last: inIndia(day, '23:59:59.999'),
    after: inIndia(addDays(day, 1)),
  }
}

/** Runs `work` while this process reads the moment from its clock; the database and other processes keep theirs. */
export async function at<Result>(moment: Date, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ now: moment, toFake: ['Date'] })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
