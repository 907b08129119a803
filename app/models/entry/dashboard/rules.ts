import type { EventType, Priority } from '~/models/contact/notices/options'
import { addDays } from '~/models/core/shared/calendar'
import { formatClock } from '~/models/core/shared/clock'
import { roundFraction } from '~/models/core/shared/fraction'
import type { AttendanceStatus } from '~/models/learning/attendance/options'
import { attendancePercent, type DayCounts } from '~/models/learning/attendance/rules'
import { defaultStartTime } from '~/models/learning/exams/options'

/** Days of the attendance trend, including today (student specification, section 9). */
export const trendDays = 30

export function trendStart(today: string): string {
  return addDays(today, 1 - trendDays)
}

export interface MarkedDay {
  /** `YYYY-MM-DD` */
  heldOn: string
  status: AttendanceStatus
}

/**
 * Returns the attendance of a month (`2026-07`) by its marked days, 0 to 100 with one decimal; null without marked
 * days.
 */
export function monthlyPercent(days: readonly MarkedDay[], month: string): number | null {
  return attendancePercent(countsOf(days.filter(({ heldOn }) => heldOn.startsWith(month))))
}

/**
 * Returns the trend: for each marked day since `from`, oldest first, the attendance of all marked days from `from` up
 * to it. Single days are only present or absent and would make no useful line.
 */
export function attendanceTrend<Day extends MarkedDay>(
  days: readonly Day[],
  from: string,
): Array<Day & { percent: number }> {
  const counts = countsOf([])
  return days
    .filter(({ heldOn }) => heldOn >= from)
    .sort((a, b) => (a.heldOn < b.heldOn ? -1 : 1))
    .map((day) => {
      counts[day.status] += 1
      return { ...day, percent: attendancePercent(counts) ?? 0 }
    })
}

function countsOf(days: readonly MarkedDay[]): DayCounts {
  const counts: DayCounts = { present: 0, absent: 0, late: 0, half_day: 0, leave: 0 }
  for (const { status } of days) counts[status] += 1
  return counts
}

/**
 * Formats a time of day (`09:30`) as `09:30 AM`; without a time, the default start of an exam (student specification,
 * section 4).
 */
export function startTimeText(time: string | null): string {
  return formatClock(time ?? defaultStartTime)
}

/** Returns the weekday of the timetable, 1 Monday to 6 Saturday; null on a Sunday. */
export function timetableDay(day: string): number | null {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || null
}

/** Returns the paid part of the dues in whole percent: never 100 with open dues, never 0 with payments. */
export function paidPercent(paidPaise: number, pendingPaise: number): number {
  if (paidPaise === 0) return 0
  if (pendingPaise === 0) return 100
  return Math.min(99, Math.max(1, roundFraction(100n * BigInt(paidPaise), BigInt(paidPaise + pendingPaise))))
}

export type ActivityType = 'attendance' | 'payment' | 'exam' | 'event'

export interface Activity {
  id: string
  type: ActivityType
  /** Day in India. */
  day: string
  /** Sort key within a day. */
  at: number
}

/**
 * Returns the latest activities, newest first. Daily attendance is limited so that it does not crowd out the rest, but
 * always keeps one entry.
 */
export function newestActivities<One extends Activity>(all: readonly One[], max = 8, maxAttendance = 3): One[] {
  const newestFirst = (a: One, b: One) => (a.day === b.day ? b.at - a.at : a.day < b.day ? 1 : -1)
  const ofType = (isAttendance: boolean) =>
    all.filter(({ type }) => (type === 'attendance') === isAttendance).sort(newestFirst)
  const attendance = ofType(true).slice(0, maxAttendance)
  const newest = [...attendance, ...ofType(false)].sort(newestFirst).slice(0, max)
  const [latest] = attendance
  return !latest || newest.includes(latest) ? newest : [...newest.slice(0, -1), latest]
}

/** Figures and names of an activity; the page adds the texts. */
export type ActivityFacts =
  | { type: 'attendance'; status: AttendanceStatus }
  | { type: 'payment'; paise: number }
  | { type: 'exam' | 'event'; title: string }

export interface UpcomingExam {
  publicId: string
  title: string
  startsOn: string
  /** Start of the first paper, `09:30`; null if not set. */
  startTime: string | null
  /** Days until the exam begins. */
  days: number
}

export interface UpcomingEvent {
  publicId: string
  title: string
  type: EventType
  startsOn: string
  endsOn: string
  priority: Priority
}
