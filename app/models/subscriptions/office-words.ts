/* What the office reads of applications for a hostel and for transport alike. */

export const refundOpen = 'Refund to decide'

/** What the lists may be narrowed to; money that waits for a decision belongs to several statuses. */
export function statusFiltersOf(names: Record<string, { word: string }>): Record<string, string> {
  const words = Object.entries(names).map(([status, { word }]) => [status, word])
  return { ...Object.fromEntries(words), refund: refundOpen }
}

/** Refusals that several of the decisions share; `what` is applied for: 'place'. */
export const refusalsAbout = (what: string) => ({
  over: 'A different decision has been made in the meantime. Open the application again.',
  'provider-down': `The student has an open online payment for this ${what}, and Razorpay did not answer when we tried to close it. Nothing was changed. Try again in a minute; it expires by itself within half an hour.`,
})
