export const priorities = ['high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

/** To whom a notice or an event is addressed. */
export const audiences = ['school', 'class', 'section', 'student'] as const
export type Audience = (typeof audiences)[number]

/** A teacher writes to own sections and their students. */
export const teacherAudiences = ['section', 'student'] as const satisfies readonly Audience[]

export const eventTypes = ['celebration', 'sports', 'cultural', 'meeting', 'trip', 'competition', 'other'] as const
export type EventType = (typeof eventTypes)[number]

/** Where a notice or an event stands today, by its days. */
export const noticeStates = ['now', 'coming', 'over'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Notices and events of a page of a student's list. */
export const studentPageSize = 10
