import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'

/** A time of day, `09:00` or `13:30:00`, as people read it: `09:00 AM`, `01:30 PM`, and in other languages by the part of the day. */
export function formatClock(clock: string): string {
  return clockIn(currentLanguage(), clock)
}

/** The same in a language, whose own tables divide the day (CLDR). */
export function clockIn(locale: Locale, clock: string): string {
  const hour = Number(clock.slice(0, 2))
  const time = `${String(hour % 12 || 12).padStart(2, '0')}:${clock.slice(3, 5)}`
  const at = [{ time }, { locale }] as const
  if (locale === 'en') return hour < 12 ? m.shared_time_morning(...at) : m.shared_time_afternoon(...at)
  if (hour < 4 || hour >= 20) return m.shared_time_night(...at)
  if (hour < 12) return m.shared_time_morning(...at)
  return hour < 16 ? m.shared_time_afternoon(...at) : m.shared_time_evening(...at)
}
