export const priorities = ['high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]

/** To whom a notice or an event is addressed. */
export const audiences = ['school', 'class', 'section', 'student'] as const
export type Audience = (typeof audiences)[number]

export const eventTypes = ['celebration', 'sports', 'cultural', 'meeting', 'trip', 'competition', 'other'] as const
export type EventType = (typeof eventTypes)[number]
