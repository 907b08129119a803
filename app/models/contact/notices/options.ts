export const priorities = ['high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

export const audiences = ['school', 'class', 'section', 'student'] as const
export type Audience = (typeof audiences)[number]

/** Teachers write to their own sections and the students in them. */
export const teacherAudiences = ['section', 'student'] as const satisfies readonly Audience[]

export const eventTypes = ['celebration', 'sports', 'cultural', 'meeting', 'trip', 'competition', 'other'] as const
export type EventType = (typeof eventTypes)[number]

export const noticeStates = ['now', 'coming', 'over'] as const
export type NoticeState = (typeof noticeStates)[number]

export const studentPageSize = 10
