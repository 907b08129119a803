/** Types of exam (SP section 3). */
export const examTypes = ['mid_term', 'final_term', 'unit_test', 'project', 'assignment', 'other'] as const
export type ExamType = (typeof examTypes)[number]

/** Derived from the days of an exam (SP section 4). */
export const examStatuses = ['upcoming', 'ongoing', 'completed'] as const
export type ExamStatus = (typeof examStatuses)[number]

export const presences = ['present', 'absent', 'exempt'] as const
export type Presence = (typeof presences)[number]

/** Default for a paper without a time (SP section 4). */
export const defaultStartTime = '09:00'

export const maxMaximum = 1000
