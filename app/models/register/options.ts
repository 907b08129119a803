/** What happens to the admission number of a student who comes back: it is resumed (CBSE), or there is a new entry with a new one. */
export const returnRules = ['resume', 'new_entry'] as const
export type ReturnRule = (typeof returnRules)[number]

export const entryStates = ['here', 'left', 'corrected', 'unnumbered'] as const
export type EntryState = (typeof entryStates)[number]

/** Entries of one file of the printed book: some thirty pages. */
export const maxEntriesOfFile = 250
