/** Topic of a grievance: a right under the DPDP Act 2023, sections 11 to 13, or the school itself. */
export const topics = ['data', 'correction', 'erasure', 'consent', 'school'] as const
export type Topic = (typeof topics)[number]

export const grievanceStates = ['open', 'answered', 'reopened', 'closed'] as const
export type GrievanceState = (typeof grievanceStates)[number]

export const isWaiting = (state: GrievanceState) => state === 'open' || state === 'reopened'

export const writers = ['guardian', 'student', 'paper'] as const
export const entryKinds = ['answered', 'reopened', 'closed'] as const
export const wordsLength = 3000
