/** Where an application stands, as the office sees it: its status, with the offer and the stay told apart. */
export const standings = [
  'pending',
  'waitlisted',
  'offered',
  'approved',
  'staying',
  'left',
  'rejected',
  'cancelled',
] as const
export type Standing = (typeof standings)[number]

/** What the list may be narrowed to; money that waits for a decision belongs to several of them. */
export const standingFilters = [...standings, 'refund'] as const

/** `nothing`: no due has been raised, or none is owed and none was paid. */
export type PlaceMoney = 'nothing' | 'unpaid' | 'part' | 'paid'
