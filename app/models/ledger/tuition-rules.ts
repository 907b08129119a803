import { splitPaise } from '~/models/shared/money'
import type { DuePart } from './rules'

/** What was paid for one due within a financial year, what went back taken off; amounts in paise. */
export interface PaidDue {
  paise: number
  /** What was paid for it before the year began. */
  beforePaise: number
  amountPaise: number
  concessionPaise: number
  /** Empty of what has no heads: it is no tuition. */
  heads: Array<DuePart & { isTuition: boolean | null }>
}

/**
 * What of the money was for tuition, by head, to the paisa: each due's money goes to its heads first and to the late fine
 * last, so that a fine that comes later changes nothing of a year that is over. `unmarked` are heads of which the school has not said whether they are tuition.
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
    // What the years before had is taken off: the years of a due come to the due, to the paisa.
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
