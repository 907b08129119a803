/** How somebody came to be among those affected: named, or found in what the portal has recorded. */
export const findWays = ['list', 'section', 'school', 'audit', 'sign_ins', 'sessions', 'downloads'] as const
export type FindWay = (typeof findWays)[number]

/** Rule 7(1): what each affected person is told; nature, extent, time and place are one part. */
export const textParts = ['nature', 'consequences', 'measures', 'steps', 'contact'] as const
export type TextPart = (typeof textParts)[number]

/**
 * Whom the school itself has to tell: CERT-In within six hours of noticing (directions under section 70B of the IT Act, 28 April 2022), the
 * Data Protection Board at once, and with all particulars within 72 hours (Rule 7(2)).
 */
export const authorities = ['cert_in', 'board', 'details'] as const
export type Authority = (typeof authorities)[number]
export const clockHours = { cert_in: 6, details: 72 } as const satisfies Partial<Record<Authority, number>>

/** Numbers that are looked for at once, a line each. */
export const maxListedNumbers = 5_000
/** Students who are added or told in one transaction. */
export const peopleAtOnce = 200
