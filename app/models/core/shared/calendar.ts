import { afterMonth } from '~/language/language'
import type { Locale } from '~/language/paraglide/runtime'
import { clockIn } from './clock'

// A day is text, `2026-04-05`; an instant is a Date. India has had a single UTC offset without daylight saving since
// 1945, so no time zone tables are needed.
const INDIA_OFFSET_MS = 330 * 60_000
const DAY_MS = 86_400_000

/** Returns the current day in IST, as `YYYY-MM-DD`. */
export function todayInIndia(now: Date): string {
  return new Date(now.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10)
}

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Checks that the text is a valid calendar day, `YYYY-MM-DD`: `2026-02-29` is not. */
function isOfCalendar(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  if (month < 1 || month > 12 || day < 1) return false
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 && !isLeapYear ? 28 : (daysOfMonths[month - 1] ?? 0))
}

/** Last day that a form accepts. A later year is a typing error, and later calculations would exceed the year 9999. */
const lastDay = '2999-12-31'

/** Checks that a form may accept the text: a calendar day, `YYYY-MM-DD`, up to 31 December 2999. */
export function isDay(text: string): boolean {
  return isOfCalendar(text) && text <= lastDay
}

/** Converts a day as typed in India, `31/12/2026` or `31-12-2026`, to `YYYY-MM-DD`; returns other text unchanged. */
export function dayAsTyped(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

function timeOf(day: string): number {
  if (!isOfCalendar(day)) throw new RangeError(`Not a day: ${day}`)
  return Date.parse(`${day}T00:00:00Z`)
}

export function addDays(day: string, days: number): string {
  return new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Adds months and keeps the day of the month, or uses the last day of a shorter month: a month after 31 January is 28
 * February.
 */
export function addMonths(day: string, months: number): string {
  timeOf(day)
  const monthCount = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const month = `${Math.floor(monthCount / 12)}-${String((monthCount % 12) + 1).padStart(2, '0')}`
  for (let last = Number(day.slice(8)); ; last--) {
    const then = `${month}-${String(last).padStart(2, '0')}`
    if (isOfCalendar(then)) return then
  }
}

/** Lists the months from one day to another, both included: `2026-04`, `2026-05`, … */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  let [year = 0, month = 0] = from.split('-').map(Number)
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > to.slice(0, 7)) return months
    months.push(name)
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
}

/** Days from the first to the second; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / DAY_MS
}

/** Indian financial year (April to March) of a day: `2026-27`. */
export function financialYearOf(day: string): string {
  timeOf(day)
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0)
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`
}

/** First and last day of a financial year, `2026-27`. */
export function daysOfFinancialYear(financialYear: string): { from: string; to: string } {
  const start = Number(financialYear.slice(0, 4))
  return { from: `${start}-04-01`, to: `${start + 1}-03-31` }
}

// Not from Intl, whose English abbreviates September as "Sept" and all other months to three letters.
const englishMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const knownMonths = new Map<string, string[]>([['short en', englishMonths]])

/** Names of the twelve months from January on. Cached, because Intl takes almost a millisecond to compute them. */
export function monthNames(locale: Locale, length: 'short' | 'long'): readonly string[] {
  const key = `${length} ${locale}`
  let names = knownMonths.get(key)
  if (!names) {
    const month = new Intl.DateTimeFormat(`${locale}-IN`, { month: length, timeZone: 'UTC' })
    names = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 1)))
    knownMonths.set(key, names)
  }
  return names
}

/** Formats a day: `5 Apr 2026`, `5 अप्रैल 2026`, `5 એપ્રિલ, 2026`. */
export function formatDay(day: string, locale: Locale): string {
  timeOf(day)
  const month = monthNames(locale, 'short')[Number(day.slice(5, 7)) - 1]
  return `${Number(day.slice(8))} ${month}${afterMonth[locale]} ${day.slice(0, 4)}`
}

/** Formats a month, `2026-04`: `Apr 2026`, `अप्रैल 2026`, `એપ્રિલ 2026`. */
export function formatMonth(month: string, locale: Locale): string {
  timeOf(`${month}-01`)
  return `${monthNames(locale, 'short')[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`
}

/** Formats an instant in IST: `5 Apr 2026, 03:05 PM`, `5 अप्रैल 2026, दोपहर 03:05`. */
export function formatInstant(instant: Date, locale: Locale): string {
  return `${formatDay(todayInIndia(instant), locale)}, ${clockIn(locale, clockInIndia(instant))}`
}

/** Time of day in IST at an instant, as `HH:MM`. */
export function clockInIndia(instant: Date): string {
  return new Date(instant.getTime() + INDIA_OFFSET_MS).toISOString().slice(11, 16)
}
