import type { AttendanceStatus } from '~/models/attendance/options'
import { attendancePercent, type DayCounts } from '~/models/attendance/rules'
import { defaultStartTime } from '~/models/exams/options'
import type { EventType, Priority } from '~/models/notices/options'
import { addDays } from '~/models/shared/calendar'
import { formatClock } from '~/models/shared/clock'

/** Days that the attendance trend covers, today with them (SP section 9). */
export const trendDays = 30

/** The first day of the trend that ends today. */
export function trendStart(today: string): string {
  return addDays(today, 1 - trendDays)
}

export interface MarkedDay {
  /** `YYYY-MM-DD` */
  heldOn: string
  status: AttendanceStatus
}

/** Attendance of the marked days of a month (`2026-07`), 0 to 100 with one decimal; null where none was marked. */
export function monthlyPercent(days: readonly MarkedDay[], month: string): number | null {
  return attendancePercent(countsOf(days.filter(({ heldOn }) => heldOn.startsWith(month))))
}

/**
 * The trend: for each marked day since `from`, oldest first, the attendance of all marked days from `from` up to it. A day by itself
 * is there or away and would make no line that says anything.
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

/** A time of day (`09:30`) as the dashboard says it: `09:30 AM`; without one the default of SP section 4. */
export function startTimeText(time: string | null): string {
  return formatClock(time ?? defaultStartTime)
}

/** The weekday of the timetable, 1 Monday to 6 Saturday; null on a Sunday. */
export function timetableDay(day: string): number | null {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || null
}

/** How much of the dues is paid, in whole percent: never 100 while something is open, never 0 once something is paid. */
export function paidPercent(paidPaise: number, pendingPaise: number): number {
  if (paidPaise === 0) return 0
  if (pendingPaise === 0) return 100
  return Math.min(99, Math.max(1, Math.round((paidPaise / (paidPaise + pendingPaise)) * 100)))
}

export type ActivityType = 'attendance' | 'payment' | 'exam' | 'event'

export interface Activity {
  id: string
  type: ActivityType
  /** The day in India on which it happened. */
  day: string
  /** Orders what happened on one day. */
  at: number
}

/** What happened last, newest first; attendance comes every day: it must not push out everything else, and keeps one line. */
export function newestActivities<One extends Activity>(all: readonly One[], most = 8, mostAttendance = 3): One[] {
  const newestFirst = (a: One, b: One) => (a.day === b.day ? b.at - a.at : a.day < b.day ? 1 : -1)
  const ofType = (isAttendance: boolean) =>
    all.filter(({ type }) => (type === 'attendance') === isAttendance).sort(newestFirst)
  const attendance = ofType(true).slice(0, mostAttendance)
  const newest = [...attendance, ...ofType(false)].sort(newestFirst).slice(0, most)
  const [latest] = attendance
  return !latest || newest.includes(latest) ? newest : [...newest.slice(0, -1), latest]
}

/** What happened, in figures and names; the page finds the words. */
export type ActivityFacts =
  | { type: 'attendance'; status: AttendanceStatus }
  | { type: 'payment'; paise: number }
  | { type: 'exam' | 'event'; title: string }

export interface UpcomingExam {
  publicId: string
  title: string
  startsOn: string
  /** Of the first paper, `09:30`; null where none is set. */
  startTime: string | null
  /** Until it begins. */
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
