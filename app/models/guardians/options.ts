export const guardianRelations = ['father', 'mother', 'grandparent', 'guardian', 'other'] as const
export type GuardianRelation = (typeof guardianRelations)[number]

/** Whether a number or an address is known to reach the guardian; nothing is sent to a wrong one. */
export const contactStates = ['unproved', 'proved', 'wrong'] as const
