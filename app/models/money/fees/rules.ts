import { isDay } from '~/models/core/shared/calendar'
import { splitPaise } from '~/models/core/shared/money'
import type { DuePart } from '~/models/money/ledger/rules'

export interface Head {
  kind: 'tuition' | 'other'
  name: string
  amountPaise: number
}

export interface Instalment {
  title: string
  dueOn: string
  amountPaise: number
}

export function sumOf(rows: ReadonlyArray<{ amountPaise: number }>): number {
  return rows.reduce((sum, row) => sum + row.amountPaise, 0)
}

/**
 * Splits each instalment among the heads in proportion: the parts of an instalment add up to the instalment, and the
 * parts of a head, over all instalments, to the head. The largest head takes the odd paise. Heads and instalments must
 * have the same sum.
 */
export function partsOfInstalments(heads: readonly Head[], instalments: readonly Instalment[]): DuePart[][] {
  const weights = instalments.map((instalment) => instalment.amountPaise)
  const oddIndex = heads.reduce(
    (best, head, index) => (head.amountPaise > (heads[best]?.amountPaise ?? 0) ? index : best),
    0,
  )
  const shares = heads.map((head, index) => (index === oddIndex ? null : splitPaise(head.amountPaise, weights)))
  return instalments.map((instalment, column) => {
    const others = shares.reduce((sum, share) => sum + (share?.[column] ?? 0), 0)
    return heads
      .map((head, index) => ({
        name: head.name,
        amountPaise: shares[index]?.[column] ?? instalment.amountPaise - others,
      }))
      .filter((part) => part.amountPaise > 0)
  })
}

/**
 * Splits an amount into `count` nearly equal parts of whole rupees, larger parts first. Splits to the paisa if the
 * amount is not in whole rupees, or less than ₹1 a part.
 */
export function splitEvenly(amountPaise: number, count: number): number[] {
  const weights = Array.from({ length: count }, () => 1)
  if (amountPaise % 100 !== 0 || amountPaise / 100 < count) return splitPaise(amountPaise, weights)
  return splitPaise(amountPaise / 100, weights).map((rupees) => rupees * 100)
}

/**
 * Returns due dates of `count` instalments spread over the twelve months of a session, on `dayOfMonth` but never before
 * the session starts.
 */
export function spreadDays(startsOn: string, count: number, dayOfMonth: number): string[] {
  const first = Number(startsOn.slice(0, 4)) * 12 + Number(startsOn.slice(5, 7)) - 1
  return Array.from({ length: count }, (_, index) => {
    const month = first + Math.floor((index * 12) / count)
    const day = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
    return day < startsOn ? startsOn : day
  })
}

export function yearsBetween(startsOn: string, laterStartsOn: string): number {
  return Number(laterStartsOn.slice(0, 4)) - Number(startsOn.slice(0, 4))
}

/** Shifts a day by years; 29 February becomes the 28th in a common year. */
export function shiftYears(day: string, years: number): string {
  const shifted = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return isDay(shifted) ? shifted : `${shifted.slice(0, 8)}28`
}
