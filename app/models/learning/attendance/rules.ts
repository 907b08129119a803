import { addDays, daysBetween } from '~/models/core/shared/calendar'
import { percentOf } from '~/models/core/shared/fraction'
import type { SaturdaysOff } from './holiday-fields'
import { type AttendanceStatus, attendanceStatuses } from './options'

export type DayCounts = Record<AttendanceStatus, number>

export const noDays: DayCounts = { present: 0, absent: 0, late: 0, half_day: 0, leave: 0 }

/** Sums the days of all statuses: marked days, and the days of months entered as sums. Holidays are never marked. */
export function markedDays(counts: DayCounts): number {
  return counts.present + counts.absent + counts.late + counts.half_day + counts.leave
}

/** Part of a day that counts as attended, by status: late as present, half a day as half. */
export const attendedPart: Record<AttendanceStatus, number> = {
  present: 1,
  late: 1,
  half_day: 0.5,
  absent: 0,
  leave: 0,
}

/**
 * Returns the days attended, as register, report card and certificate print them.
 * @returns a multiple of 0.5
 */
export function attendedDays(counts: DayCounts): number {
  return attendanceStatuses.reduce((sum, status) => sum + counts[status] * attendedPart[status], 0)
}

/** Returns the percentage of marked days attended, 0 to 100 with one decimal; null without marked days. */
export function attendancePercent(counts: DayCounts): number | null {
  return percentOf(attendedDays(counts), markedDays(counts), 1)
}

/** Returns whether the school is closed on a weekday: on Sundays, and on Saturdays by its rule. `day`: `YYYY-MM-DD`. */
export function isWeeklyOff(day: string, saturdaysOff: SaturdaysOff): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = date.getUTCDay()
  if (weekday === 0) return true
  if (weekday !== 6 || saturdaysOff === 'none') return false
  if (saturdaysOff === 'all') return true
  const week = Math.ceil(date.getUTCDate() / 7)
  return week === 2 || week === 4
}

export type ClosedReason = 'future' | 'outside-session' | 'holiday' | 'sunday' | 'saturday'

export function whyClosed(
  day: string,
  facts: { today: string; hasSession: boolean; saturdaysOff: SaturdaysOff; holiday: string | null },
): ClosedReason | null {
  if (day > facts.today) return 'future'
  if (!facts.hasSession) return 'outside-session'
  if (facts.holiday !== null) return 'holiday'
  if (!isWeeklyOff(day, facts.saturdaysOff)) return null
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? 'sunday' : 'saturday'
}

/** Attendance of an earlier day can be corrected only with a reason. */
export function needsReason(day: string, today: string): boolean {
  return day < today
}

/** Absence on a day of approved leave becomes leave, whether the mark or the leave is entered first. */
export function storedStatus(status: AttendanceStatus, onLeave: boolean): AttendanceStatus {
  return status === 'absent' && onLeave ? 'leave' : status
}

export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`
  const next = addDays(first, 31).slice(0, 7)
  return Array.from({ length: daysBetween(first, `${next}-01`) }, (_, index) => addDays(first, index))
}

/** Groups the holidays of a period by name, each with its first and last day. */
export function holidaysAmong(days: ReadonlyArray<{ day: string; holiday: string | null }>) {
  const names = new Map<string, string[]>()
  for (const { day, holiday } of days) if (holiday !== null) names.set(holiday, [...(names.get(holiday) ?? []), day])
  return [...names].map(([name, on]) => ({ name, from: on[0] ?? '', until: on.at(-1) ?? '' }))
}

/** Returns the months of a session until today, in order, in the format `2026-04`. */
export function monthsSoFar(session: { startsOn: string; endsOn: string }, today: string): string[] {
  const months: string[] = []
  const isOver = (day: string) => day > session.endsOn || day > today
  for (let day = `${session.startsOn.slice(0, 7)}-01`; !isOver(day); day = `${addDays(day, 31).slice(0, 7)}-01`)
    months.push(day.slice(0, 7))
  return months
}
