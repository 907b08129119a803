export const feeStatuses = ['completed', 'pending', 'other'] as const
/** `other`: nothing is owed and nothing was paid, as while somebody waits for a bed. */
export type FeeStatus = (typeof feeStatuses)[number]

/** How an application stands with the ledger, from what is owed for it now and what it holds, in paise (HT section 3). */
export function feeStatusOf({ owedPaise, paidPaise }: { owedPaise: number; paidPaise: number }): FeeStatus {
  if (owedPaise > 0) return 'pending'
  return paidPaise > 0 ? 'completed' : 'other'
}
