import { m } from '~/language/paraglide/messages'
import type { Locale } from '~/language/paraglide/runtime'
import type { Tone } from '~/models/core/shared/tone'
import type { AttendanceStatus, LeaveState } from './options'

export const statusTones: Record<AttendanceStatus, Tone> = {
  present: 'good',
  absent: 'bad',
  late: 'warn',
  half_day: 'warn',
  leave: 'info',
}

export const leaveTones: Record<LeaveState, Tone> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'neutral',
}

export function statusWord(status: AttendanceStatus, paper: { locale?: Locale } = {}): string {
  return {
    present: m.attendance_present,
    absent: m.attendance_absent,
    late: m.attendance_late,
    half_day: m.attendance_half_day,
    leave: m.attendance_leave,
  }[status]({}, paper)
}

export function leaveStateWord(state: LeaveState): string {
  return {
    pending: m.attendance_pending,
    approved: m.attendance_approved,
    rejected: m.attendance_rejected,
    withdrawn: m.attendance_withdrawn,
  }[state]()
}
