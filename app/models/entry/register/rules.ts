import { latinDigits } from '~/language/language'
import { groupBy } from '~/models/core/shared/group-by'
import { admissionNumberLength } from '~/models/people/students/options'

/**
 * Sort key of an admission number, so that 12 comes before 103, A-9 before A-10 and 2/2025 before 1/2026: digits by
 * value, a trailing year before its number, case and script ignored. Numbers that people would confuse have the same
 * key.
 */
export function numberKey(number: string): string {
  const plain = latinDigits(number).trim().toLowerCase()
  const runs = lastRuns(plain)
  const [last, before] = runs
  const inOrder =
    last && before && countingRun(runs) === before
      ? // The mark distinguishes it from the same digits written with the year first.
        `${plain.slice(0, before.index)}${last[0]}${plain.slice(before.index + before[0].length, last.index)}${before[0]}${plain.slice(last.index + last[0].length)}~`
      : plain
  return inOrder.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(admissionNumberLength, '0'))
}

export const compareKeys = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A gap in a series of numbers: the first and the last missing number, and their `count`. */
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
 * Finds gaps and doubles in a register. Numbers that differ only in their counting digits form a series: the last
 * digits count, or those before a year (`15/2026`).
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

type Counted = { series: string; value: number; write: (value: number) => string }

const looksLikeYear = (digits: string) => /^(19|20)\d\d$/.test(digits)

/** Returns the last run of digits and the one before it. */
function lastRuns(number: string) {
  const runs = [...number.matchAll(/\d+/g)]
  return [runs.at(-1), runs.at(-2)] as const
}

/** Returns the counting run of digits: the last one, or the one before a year. */
function countingRun([last, before]: ReturnType<typeof lastRuns>) {
  return before && last && looksLikeYear(last[0]) && !looksLikeYear(before[0]) ? before : last
}

/** Parses the counting number of an admission number and its notation; null without digits. */
function countedIn(number: string): Counted | null {
  const run = countingRun(lastRuns(number))
  if (!run) return null
  const value = Number(run[0])
  if (!Number.isSafeInteger(value)) return null
  const [head, tail] = [number.slice(0, run.index), number.slice(run.index + run[0].length)]
  const write = (other: number) => `${head}${String(other).padStart(run[0].length, '0')}${tail}`
  return { value, write, series: `${head}#${tail}`.toLowerCase() }
}

/** Returns the number after the highest in the series of `one`, including `one`; '' if it has no digits. */
export function nextOfSeries(one: string, numbers: readonly string[]): string {
  const seriesNumber = countedIn(latinDigits(one).trim())
  if (!seriesNumber) return ''
  const values = numbers.flatMap((number) => {
    const other = countedIn(latinDigits(number).trim())
    return other?.series === seriesNumber.series ? [other.value] : []
  })
  return seriesNumber.write(values.reduce((most, value) => Math.max(most, value), seriesNumber.value) + 1)
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
