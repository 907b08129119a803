import { splitPaise } from '~/models/core/shared/money'
import type { DuePart } from '../rules'

/** Payments for one due within a financial year, less refunds; amounts in paise. */
export interface PaidDue {
  paise: number
  /** Paid for the due before the year began. */
  beforePaise: number
  amountPaise: number
  concessionPaise: number
  /** Empty for a due without fee heads, which is not tuition. */
  heads: Array<DuePart & { isTuition: boolean | null }>
}

/**
 * Tuition part of the money, by fee head, to the paisa: each due's money pays its heads first and the late fine last,
 * so that a later fine does not change a past year. `unmarked` are heads that the school has not yet marked as tuition
 * or not.
 */
export function tuitionOf(dues: readonly PaidDue[]): { heads: DuePart[]; totalPaise: number; unmarked: string[] } {
  const sums = new Map<string, number>()
  const unmarked = new Set<string>()
  for (const due of dues) {
    if (due.heads.length === 0 || due.paise <= 0) continue
    const netPaise = due.amountPaise - due.concessionPaise
    const before = Math.min(netPaise, Math.max(0, due.beforePaise))
    const ofHeads = Math.min(netPaise, before + due.paise) - before
    if (ofHeads <= 0) continue
    const amounts = due.heads.map((head) => head.amountPaise)
    // Subtracts the share of earlier years, so that the shares of all years add up to the due, to the paisa.
    const [until, earlier] = [splitPaise(before + ofHeads, amounts), splitPaise(before, amounts)]
    for (const [index, { name, isTuition }] of due.heads.entries()) {
      const share = (until[index] ?? 0) - (earlier[index] ?? 0)
      if (share > 0 && isTuition === null) unmarked.add(name)
      if (share > 0 && isTuition) sums.set(name, (sums.get(name) ?? 0) + share)
    }
  }
  const heads = [...sums].map(([name, amountPaise]) => ({ name, amountPaise }))
  heads.sort((one, other) => one.name.localeCompare(other.name))
  return { heads, totalPaise: heads.reduce((sum, head) => sum + head.amountPaise, 0), unmarked: [...unmarked].sort() }
}
