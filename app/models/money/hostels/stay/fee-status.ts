export const feeStatuses = ['completed', 'pending', 'other'] as const
/** `other`: nothing is owed and nothing was paid, for example while a student waits for a bed. */
export type FeeStatus = (typeof feeStatuses)[number]

/**
 * Fee status of an application, from the paise owed for it now and the paise held (hostel specification, section 3).
 */
export function feeStatusOf({ owedPaise, paidPaise }: { owedPaise: number; paidPaise: number }): FeeStatus {
  if (owedPaise > 0) return 'pending'
  return paidPaise > 0 ? 'completed' : 'other'
}
