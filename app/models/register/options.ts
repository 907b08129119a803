/** Which entries the list shows. */
export const entryStates = ['here', 'left', 'corrected', 'unnumbered'] as const
export type EntryState = (typeof entryStates)[number]

/** Entries of one file of the printed book: some thirty pages. */
export const maxEntriesOfFile = 250
