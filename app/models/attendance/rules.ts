import type { AttendanceStatus, SaturdaysOff } from './options'

export type DayCounts = Record<AttendanceStatus, number>

/** Days that count at all: every day that was marked. Holidays are never marked. */
export function markedDays(counts: DayCounts): number {
  return counts.present + counts.absent + counts.late + counts.half_day + counts.leave
}

/**
 * Share of the marked days that somebody was there, 0 to 100 with one decimal: late counts as present, half a day as half
 * (decisions, section 4). Null when no day was marked.
 */
export function attendancePercent(counts: DayCounts): number | null {
  const days = markedDays(counts)
  if (days === 0) return null
  return Math.round(((counts.present + counts.late + counts.half_day / 2) / days) * 1000) / 10
}

/** Whether the school is closed on a day (`YYYY-MM-DD`) by its week alone: Sundays, and Saturdays as the school says. */
export function isWeeklyOff(day: string, saturdaysOff: SaturdaysOff): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = date.getUTCDay()
  if (weekday === 0) return true
  if (weekday !== 6 || saturdaysOff === 'none') return false
  if (saturdaysOff === 'all') return true
  const week = Math.ceil(date.getUTCDate() / 7)
  return week === 2 || week === 4
}
