export const refundOpen = 'Refund to be decided'

/**
 * Filters of the lists: each status, and `refund` for applications of any status whose refund is still to be decided.
 */
export function statusFiltersOf(names: Record<string, { word: string }>): Record<string, string> {
  const words = Object.entries(names).map(([status, { word }]) => [status, word])
  return { ...Object.fromEntries(words), refund: refundOpen }
}

/** Refusals shared by several decisions. `subject` names what the student applied for, such as 'transport'. */
export const refusalsAbout = (subject: string) => ({
  over: 'A different decision has been made in the meantime. Open the application again.',
  'provider-down': `The student has an open online payment for this ${subject}, and Razorpay did not answer when we tried to close it. Nothing was changed. Try again in a minute; it expires by itself within half an hour.`,
})
