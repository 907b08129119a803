export const priorities = ['high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

/** Audiences of a notice or an event. */
export const audiences = ['school', 'class', 'section', 'student'] as const
export type Audience = (typeof audiences)[number]

/** Teachers write to their own sections and the students in them. */
export const teacherAudiences = ['section', 'student'] as const satisfies readonly Audience[]

export const eventTypes = ['celebration', 'sports', 'cultural', 'meeting', 'trip', 'competition', 'other'] as const
export type EventType = (typeof eventTypes)[number]

/** State of a notice or an event today, by its days. */
export const noticeStates = ['now', 'coming', 'over'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Notices or events per page of a student's list. */
export const studentPageSize = 10
