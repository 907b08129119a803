/** Maximum length of the office's remarks on a decision, which the student reads. */
export const remarksLength = 500
export const deductionReasonLength = 300
