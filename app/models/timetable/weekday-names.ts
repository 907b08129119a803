import type { Locale } from '~/language/paraglide/runtime'
import { type Weekday, weekdays } from './options'

const known = new Map<string, string[]>()

/** A weekday as people say it: `Monday`, `सोमवार`, `સોમવાર`; short `Mon`, `सोम`, `સોમ`. For loaders: browsers' own words differ. */
export function weekdayName(day: Weekday, locale: Locale, style: 'long' | 'short' = 'long'): string {
  const key = `${locale} ${style}`
  let names = known.get(key)
  if (!names) {
    const format = new Intl.DateTimeFormat(`${locale}-IN`, { weekday: style, timeZone: 'UTC' })
    // The first of January 2024 was a Monday.
    names = weekdays.map((number) => format.format(Date.UTC(2024, 0, number)))
    known.set(key, names)
  }
  return names[day - 1] ?? ''
}
