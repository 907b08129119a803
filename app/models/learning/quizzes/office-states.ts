/** Current state of a quiz for the office, by the database's clock. */
export const officeQuizStates = ['draft', 'upcoming', 'open', 'closed'] as const
export type OfficeQuizState = (typeof officeQuizStates)[number]

/** Progress of a student in a quiz; provisional: short answers are unmarked. */
export const officeAttemptStates = ['not-started', 'open', 'submitted', 'provisional'] as const
export type OfficeAttemptState = (typeof officeAttemptStates)[number]
