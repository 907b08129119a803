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

export const titleLength = 120
export const noticeLength = 4000
export const descriptionLength = 1000

/** Notices and events of a page of a student's list. */
export const studentPageSize = 10

/** For whom something is, as a form has it: an audience, public ids and the student's enrollment number. */
export type AudienceValues = { audience: string; class: string; section: string; enrollment_number: string }

/** What somebody may write to: a teacher has fewer audiences and the own sections only. */
export type AudienceChoices = {
  audiences: readonly Audience[]
  classes: ReadonlyArray<{ publicId: string; name: string }>
  sections: ReadonlyArray<{ publicId: string; className: string; name: string }>
}
