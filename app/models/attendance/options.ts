/** What a student can be on a school day (decisions, section 4). */
export const attendanceStatuses = ['present', 'absent', 'late', 'half_day', 'leave'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** The codes of the register, the same in every language. */
export const statusLetters: Record<AttendanceStatus, string> = {
  present: 'P',
  absent: 'A',
  late: 'L',
  half_day: 'H',
  leave: 'Lv',
}

/** Whom the list of absentees can show; absent students unless another is chosen. */
export const absenteeStates = ['absent', 'leave', 'late', 'half_day'] as const

/** Schools watch who falls below this percentage. */
export const watchedPercent = 75

export const remarksLength = 200
export const correctionReasonLength = 200

/** Summer holidays are some fifty days; more is a slip of the year. */
export const maxHolidayDays = 100

export const leaveStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type LeaveState = (typeof leaveStates)[number]
export const leaveReasonLength = 300
export const leaveAnswerLength = 200
/** Days of one application. */
export const maxLeaveDays = 60
/** Who was ill applies afterwards, but not months later. */
export const leaveDaysBack = 30

/** Rows of a page of the student's own attendance. */
export const attendanceRows = 20
/** Sections of a page of a day: most schools see all of theirs at once. */
export const sectionRows = 40
