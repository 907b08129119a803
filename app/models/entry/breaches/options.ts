/** Ways of finding affected people: selected, or found in the portal's records. */
export const findWays = ['list', 'section', 'school', 'audit', 'sign_ins', 'sessions', 'downloads'] as const
export type FindWay = (typeof findWays)[number]

/** Parts of the notice by Rule 7(1) of the DPDP Rules 2025; nature, extent, time and place are one part. */
export const textParts = ['nature', 'consequences', 'measures', 'steps', 'contact'] as const
export type TextPart = (typeof textParts)[number]

/**
 * Reports that the school has to make: to CERT-In within six hours of noticing the breach (directions under section 70B
 * of the IT Act, 28 April 2022), to the Data Protection Board at once, and the details to the Board within 72 hours
 * (Rule 7(2) of the DPDP Rules 2025).
 */
export const authorities = ['cert_in', 'board', 'details'] as const
export type Authority = (typeof authorities)[number]
export const clockHours = { cert_in: 6, details: 72 } as const satisfies Partial<Record<Authority, number>>

/** Maximum student numbers (one per line) in one search. */
export const maxListedNumbers = 5_000
/** Students added or notified in one transaction. */
export const peopleAtOnce = 200
