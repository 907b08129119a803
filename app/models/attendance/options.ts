/** What a pupil can be on a school day (decisions, section 4). */
export const attendanceStatuses = ['present', 'absent', 'late', 'half_day', 'leave'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** Whom the list of absentees can show; absent pupils unless another is chosen. */
export const absenteeStates = ['absent', 'leave', 'late', 'half_day'] as const

/** Schools watch who falls below this percentage. */
export const watchedPercent = 75

/** How a school keeps its Saturdays; Sundays are always free. */
export const saturdayChoices = ['none', 'second_fourth', 'all'] as const
export type SaturdaysOff = (typeof saturdayChoices)[number]

export const remarksLength = 200
export const correctionReasonLength = 200

export const holidayNameLength = 80
/** Summer holidays are some fifty days; more is a slip of the year. */
export const longestHoliday = 100

export const leaveStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type LeaveState = (typeof leaveStates)[number]
export const leaveReasonLength = 300
export const leaveAnswerLength = 200
/** Days of one application. */
export const longestLeave = 60
/** Who was ill asks afterwards, but not months later. */
export const leaveDaysBack = 30

/** Rows of a page of the student's own attendance. */
export const attendanceRows = 20
/** Sections of a page of a day: most schools see all of theirs at once. */
export const sectionRows = 40
