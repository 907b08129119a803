export const guardianRelations = ['father', 'mother', 'grandparent', 'guardian', 'other'] as const
export type GuardianRelation = (typeof guardianRelations)[number]

/** State of a number or address: whether it is known to reach the guardian. Nothing is sent to a wrong one. */
export const contactStates = ['unproved', 'proved', 'wrong'] as const
