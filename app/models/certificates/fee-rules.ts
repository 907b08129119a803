import { type DuePart, headsOf } from '~/models/ledger/rules'
import { formatPaise } from '~/models/shared/money'
import type { CertificateView, Fact } from './certificate-view'

/** What was paid for one due within a financial year, what went back taken off; amounts in paise. */
export interface PaidDue {
  paise: number
  amountPaise: number
  concessionPaise: number
  finePaise: number
  /** Empty of what has no heads: it is no tuition. */
  heads: Array<DuePart & { isTuition: boolean | null }>
}

/**
 * What of the money was for tuition, by head, to the paisa: each due's money is divided among its heads as its receipts divide it, the late fine
 * left out. `unmarked` are heads of which the school has not said whether they are tuition.
 */
export function tuitionOf(dues: readonly PaidDue[]): { heads: DuePart[]; totalPaise: number; unmarked: string[] } {
  const sums = new Map<string, number>()
  const unmarked = new Set<string>()
  for (const due of dues) {
    if (due.heads.length === 0 || due.paise <= 0) continue
    const marks = new Map(due.heads.map((head) => [head.name, head.isTuition]))
    for (const { name, amountPaise } of headsOf({ ...due, parts: due.heads }, due.paise)) {
      if (name === null) continue
      const isTuition = marks.get(name) ?? null
      if (isTuition === null) unmarked.add(name)
      if (isTuition) sums.set(name, (sums.get(name) ?? 0) + amountPaise)
    }
  }
  const heads = [...sums].map(([name, amountPaise]) => ({ name, amountPaise }))
  heads.sort((one, other) => one.name.localeCompare(other.name))
  return { heads, totalPaise: heads.reduce((sum, head) => sum + head.amountPaise, 0), unmarked: [...unmarked].sort() }
}

/** The sums as they are printed. */
export function amountsOf(
  heads: readonly DuePart[],
  totalPaise: number,
  words: { heads: [string, string]; total: string },
): NonNullable<CertificateView['amounts']> {
  const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
  return {
    heads: words.heads,
    rows: heads.map(({ name, amountPaise }): Fact => [name, exact(amountPaise)]),
    total: [words.total, exact(totalPaise)],
  }
}
