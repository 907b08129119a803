import { m } from '~/language/paraglide/messages'
import type { AttendanceStatus, LeaveState } from '~/models/attendance/options'
import type { Tone } from '~/models/shared/tone'

const tones: Record<AttendanceStatus, Tone> = {
  present: 'good',
  absent: 'bad',
  late: 'warn',
  half_day: 'warn',
  leave: 'info',
}

/** What a student was on a day, in the reader's language. */
export function statusWord(status: AttendanceStatus): string {
  return {
    present: m.attendance_present,
    absent: m.attendance_absent,
    late: m.attendance_late,
    half_day: m.attendance_half_day,
    leave: m.attendance_leave,
  }[status]()
}

/** The classes of a badge for a row; a component in each of twenty would cost more than it says. */
export function statusClass(status: AttendanceStatus): string {
  return `badge ${tones[status]}`
}

export function leaveStateWord(state: LeaveState): string {
  return {
    pending: m.attendance_pending,
    approved: m.attendance_approved,
    rejected: m.attendance_rejected,
    withdrawn: m.attendance_withdrawn,
  }[state]()
}

export const leaveTones: Record<LeaveState, Tone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
}
