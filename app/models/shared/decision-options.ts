/** What the office remarks on a decision, for the student to read. */
export const remarksLength = 500
/** Why not everything goes back. */
export const deductionReasonLength = 300
