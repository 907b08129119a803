/** Types of exam (student specification, section 3). */
export const examTypes = ['mid_term', 'final_term', 'unit_test', 'project', 'assignment', 'other'] as const
export type ExamType = (typeof examTypes)[number]

/** Statuses of an exam, derived from its days (student specification, section 4). */
export const examStatuses = ['upcoming', 'ongoing', 'completed'] as const
export type ExamStatus = (typeof examStatuses)[number]

export const presences = ['present', 'absent', 'exempt'] as const
export type Presence = (typeof presences)[number]

/** Start time shown for a paper without a time (student specification, section 4). */
export const defaultStartTime = '09:00'

/** Largest allowed maximum marks of a paper. */
export const maxMaximum = 1000
