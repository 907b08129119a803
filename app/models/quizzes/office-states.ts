/** What a quiz is at this moment to the office; the database's clock decides. */
export const officeQuizStates = ['draft', 'upcoming', 'open', 'closed'] as const
export type OfficeQuizState = (typeof officeQuizStates)[number]

/** How far a student has come with a quiz; provisional: short answers wait for a teacher. */
export const officeAttemptStates = ['not-started', 'open', 'submitted', 'provisional'] as const
export type OfficeAttemptState = (typeof officeAttemptStates)[number]
