/** Statuses of a student on a school day. */
export const attendanceStatuses = ['present', 'absent', 'late', 'half_day', 'leave'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** Codes of the register, the same in every language. */
export const statusLetters: Record<AttendanceStatus, string> = {
  present: 'P',
  absent: 'A',
  late: 'L',
  half_day: 'H',
  leave: 'Lv',
}

/** Statuses that the list of absentees can show; absent by default. */
export const absenteeStates = ['absent', 'leave', 'late', 'half_day'] as const

/** Percentage below which schools watch a student's attendance. */
export const watchedPercent = 75

export const remarksLength = 200
export const correctionReasonLength = 200

/** Maximum length of a holiday. Summer holidays last some fifty days; more than a hundred are probably a wrong year. */
export const maxHolidayDays = 100

export const leaveStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type LeaveState = (typeof leaveStates)[number]
export const leaveReasonLength = 300
export const leaveAnswerLength = 200
export const maxLeaveDays = 60
/** Days after the first day of leave on which a family may still apply, for example after an illness. */
export const leaveDaysBack = 30

export const attendanceRows = 20
/** Sections per page of a day's attendance; most schools see all of theirs on one page. */
export const sectionRows = 40
