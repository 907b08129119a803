import { latinDigits } from '~/language/language'
import { groupBy } from '~/models/core/shared/group-by'
import { type Counted, countedIn, numberKey } from '~/models/core/shared/numbering/numbering'

/** Gap in a series of numbers: the first and the last missing number, and how many are missing. */
export interface NumberGap {
  from: string
  to: string
  count: number
}

/** Issues with a register's numbers: a sample of each kind, and the totals. */
export interface NumberTrouble {
  gaps: NumberGap[]
  gapCount: number
  /** Groups of numbers that differ only in notation. */
  doubles: string[][]
  doubleCount: number
}

const shownTroubles = 10

/**
 * Finds gaps and doubles in a register. Numbers that differ only in their counting digits form a series; the counting
 * digits are the last ones, or those before a year (`15/2026`).
 */
export function numberTrouble(numbers: readonly string[]): NumberTrouble {
  const countedNumbers = numbers.flatMap((number) => countedIn(latinDigits(number).trim()) ?? [])
  const gaps = [...groupBy(countedNumbers, ({ series }) => series).values()].flatMap(gapsIn)
  const doubles = [...groupBy(numbers, numberKey).values()].filter((same) => same.length > 1)
  return {
    gaps: gaps.slice(0, shownTroubles),
    gapCount: gaps.length,
    doubles: doubles.slice(0, shownTroubles),
    doubleCount: doubles.length,
  }
}

function gapsIn(series: Counted[]): NumberGap[] {
  const sorted = [...series].sort((one, other) => one.value - other.value)
  return sorted.flatMap(({ value }, index) => {
    const before = sorted[index - 1]
    if (!before || value - before.value < 2) return []
    const [from, to] = [before.value + 1, value - 1]
    return [{ from: before.write(from), to: before.write(to), count: to - from + 1 }]
  })
}
