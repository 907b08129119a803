import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'

/**
 * Formats a time, `09:00` or `13:30:00`: `09:00 AM`, `01:30 PM` in English, with the part of the day in other
 * languages.
 */
export function formatClock(clock: string): string {
  return clockIn(currentLanguage(), clock)
}

/** Formats a time in a language; the parts of the day follow CLDR. */
export function clockIn(locale: Locale, clock: string): string {
  const hour = Number(clock.slice(0, 2))
  const time = `${String(hour % 12 || 12).padStart(2, '0')}:${clock.slice(3, 5)}`
  const at = [{ time }, { locale }] as const
  if (locale === 'en') return hour < 12 ? m.shared_time_morning(...at) : m.shared_time_afternoon(...at)
  if (hour < 4 || hour >= 20) return m.shared_time_night(...at)
  if (hour < 12) return m.shared_time_morning(...at)
  return hour < 16 ? m.shared_time_afternoon(...at) : m.shared_time_evening(...at)
}
