/** Maximum length of the office's remarks on a decision, which the student reads. */
export const remarksLength = 500
/** Maximum length of the reason for a deduction from a refund. */
export const deductionReasonLength = 300
