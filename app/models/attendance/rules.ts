import { addDays, daysBetween } from '~/models/shared/calendar'
import type { SaturdaysOff } from './holiday-fields'
import { type AttendanceStatus, attendanceStatuses } from './options'

export type DayCounts = Record<AttendanceStatus, number>

export const noDays: DayCounts = { present: 0, absent: 0, late: 0, half_day: 0, leave: 0 }

/** Days that count at all: every day that was marked. Holidays are never marked. */
export function markedDays(counts: DayCounts): number {
  return counts.present + counts.absent + counts.late + counts.half_day + counts.leave
}

/** How much of a day somebody of a status was there: late counts as present, half a day as half (decisions, section 4). */
export const daysThere: Record<AttendanceStatus, number> = { present: 1, late: 1, half_day: 0.5, absent: 0, leave: 0 }

/**
 * Days that somebody was there, of the marked ones: what register, report card and certificate print.
 * @returns a whole number, or one and a half
 */
export function attendedDays(counts: DayCounts): number {
  return attendanceStatuses.reduce((sum, status) => sum + counts[status] * daysThere[status], 0)
}

/** Share of the marked days that somebody was there, 0 to 100 with one decimal. Null when no day was marked. */
export function attendancePercent(counts: DayCounts): number | null {
  const days = markedDays(counts)
  if (days === 0) return null
  return Math.round((attendedDays(counts) / days) * 1000) / 10
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

export type ClosedReason = 'future' | 'outside-session' | 'holiday' | 'sunday' | 'saturday'

/** Why attendance cannot be taken on a day, or null when it can. */
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

/** A correction is free until the end of the day it is about; afterwards it needs a reason. */
export function needsReason(day: string, today: string): boolean {
  return day < today
}

/** Who is absent on a day of approved leave is on leave, whichever of the two was entered first. */
export function storedStatus(status: AttendanceStatus, onLeave: boolean): AttendanceStatus {
  return status === 'absent' && onLeave ? 'leave' : status
}

/** The days of a month, `2026-02`, in order. */
export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`
  const next = addDays(first, 31).slice(0, 7)
  return Array.from({ length: daysBetween(first, `${next}-01`) }, (_, index) => addDays(first, index))
}

/** The holidays among some days by their names, each from its first to its last day. */
export function holidaysAmong(days: ReadonlyArray<{ day: string; holiday: string | null }>) {
  const names = new Map<string, string[]>()
  for (const { day, holiday } of days) if (holiday !== null) names.set(holiday, [...(names.get(holiday) ?? []), day])
  return [...names].map(([name, on]) => ({ name, from: on[0] ?? '', until: on.at(-1) ?? '' }))
}

/** The months of a session until today, `2026-04` first. */
export function monthsSoFar(session: { startsOn: string; endsOn: string }, today: string): string[] {
  const months: string[] = []
  const isOver = (day: string) => day > session.endsOn || day > today
  for (let day = `${session.startsOn.slice(0, 7)}-01`; !isOver(day); day = `${addDays(day, 31).slice(0, 7)}-01`)
    months.push(day.slice(0, 7))
  return months
}
