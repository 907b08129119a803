/** What a pupil can be on a school day (decisions, section 4). */
export const attendanceStatuses = ['present', 'absent', 'late', 'half_day', 'leave'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** Schools watch who falls below this percentage. */
export const watchedPercent = 75

/** How a school keeps its Saturdays; Sundays are always free. */
export const saturdayChoices = ['none', 'second_fourth', 'all'] as const
export type SaturdaysOff = (typeof saturdayChoices)[number]
