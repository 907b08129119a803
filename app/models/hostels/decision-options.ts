/** An application as the office sees it: its status, with the offer and the stay told apart. */
export const shownStatuses = [
  'pending',
  'waitlisted',
  'offered',
  'approved',
  'staying',
  'left',
  'rejected',
  'cancelled',
] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** `nothing`: no due has been raised, or none is owed and none was paid. */
export type PaidPart = 'nothing' | 'unpaid' | 'part' | 'paid'
