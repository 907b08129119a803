import { m } from '~/language/paraglide/messages'

/** A time of day, `09:00` or `13:30:00`, as people read it: `09:00 AM`, `01:30 PM`, and in other languages by the part of the day. */
export function formatClock(clock: string): string {
  const hour = Number(clock.slice(0, 2))
  const time = `${String(hour % 12 || 12).padStart(2, '0')}:${clock.slice(3, 5)}`
  if (hour < 12) return m.shared_time_morning({ time })
  return hour < 16 ? m.shared_time_afternoon({ time }) : m.shared_time_evening({ time })
}
