import { formatDay } from '~/models/core/shared/calendar'
import type { Tone } from '~/models/core/shared/tone'
import { type AttendanceStatus, type LeaveState, statusLetters } from '~/models/learning/attendance/options'
import type { ClosedReason } from '~/models/learning/attendance/rules'

/** Office labels for a student's attendance; the letters are those of the register. */
export const attendanceStatusNames: Record<AttendanceStatus, { word: string; letter: string }> = {
  present: { word: 'Present', letter: statusLetters.present },
  absent: { word: 'Absent', letter: statusLetters.absent },
  late: { word: 'Late', letter: statusLetters.late },
  half_day: { word: 'Half day', letter: statusLetters.half_day },
  leave: { word: 'Leave', letter: statusLetters.leave },
}

export const leaveStateNames: Record<LeaveState, { word: string; tone: Tone }> = {
  pending: { word: 'Waiting', tone: 'warn' },
  approved: { word: 'Approved', tone: 'good' },
  rejected: { word: 'Rejected', tone: 'bad' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral' },
}

export function closedWords(reason: ClosedReason, day: string, holiday: string | null): string {
  const words: Record<ClosedReason, string> = {
    future: 'is in the future: attendance is taken on the day or afterwards',
    'outside-session': 'is not in any academic session',
    holiday: `is a holiday${holiday === null ? '' : `: ${holiday}`}`,
    sunday: 'is a Sunday',
    saturday: 'is a Saturday holiday',
  }
  return `${formatDay(day, 'en')} ${words[reason]}`
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

export function weekdayWord(day: string): string {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
}

/** `Mon, 20 Jul 2026` */
export function dayWords(day: string): string {
  return `${weekdayWord(day)}, ${formatDay(day, 'en')}`
}

export function percentWords(percent: number | null): string {
  return percent === null ? '–' : `${percent}%`
}

/** `5 Apr 2026`, `5 Apr 2026 to 9 Apr 2026` */
export function spanWords(from: string, until: string): string {
  return from === until ? formatDay(from, 'en') : `${formatDay(from, 'en')} to ${formatDay(until, 'en')}`
}
