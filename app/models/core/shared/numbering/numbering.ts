import { latinDigits } from '~/language/language'

/** Width to which runs of digits are padded, longer than any run, so that they compare by value. */
const keyDigits = 30

/**
 * Sort key of an admission, enrollment or employee number, so that 12 comes before 103, A-9 before A-10 and 2/2025
 * before 1/2026: digits by value, a trailing year before its number, case and script ignored. Numbers that people would
 * confuse have the same key.
 */
export function numberKey(number: string): string {
  const plain = latinDigits(number).trim().toLowerCase()
  const runs = lastRuns(plain)
  const [last, before] = runs
  const inOrder =
    last && before && countingRun(runs) === before
      ? // The `~` distinguishes the key from that of a number written with its year first.
        `${plain.slice(0, before.index)}${last[0]}${plain.slice(before.index + before[0].length, last.index)}${before[0]}${plain.slice(last.index + last[0].length)}~`
      : plain
  return inOrder.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(keyDigits, '0'))
}

export const compareKeys = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A number by its counting digits: numbers of one `series` differ only in their `value`. */
export type Counted = { series: string; value: number; write: (value: number) => string }

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

/** Parses the counting digits of a number and its notation; null without digits. */
export function countedIn(number: string): Counted | null {
  const run = countingRun(lastRuns(number))
  if (!run) return null
  const value = Number(run[0])
  if (!Number.isSafeInteger(value)) return null
  const [head, tail] = [number.slice(0, run.index), number.slice(run.index + run[0].length)]
  const write = (other: number) => `${head}${String(other).padStart(run[0].length, '0')}${tail}`
  return { value, write, series: `${head}#${tail}`.toLowerCase() }
}

/**
 * Returns the numbers after `number`, in its notation: `2026/099` is followed by `2026/100`, `15/2026` by `16/2026`. A
 * number without digits is followed by `-1`.
 */
export function numbersAfter(number: string, count: number): string[] {
  const run = countingRun(lastRuns(number))
  return Array.from({ length: count }, (_, index) => {
    if (!run) return `${number}-${index + 1}`
    const digits = String(BigInt(run[0]) + BigInt(index + 1)).padStart(run[0].length, '0')
    return `${number.slice(0, run.index)}${digits}${number.slice(run.index + run[0].length)}`
  })
}

/** The notation of a number without its digits: `gr/#/#`. */
const notationOf = (number: string) => latinDigits(number).trim().toLowerCase().replace(/\d+/g, '#')

/**
 * Returns the highest number in natural order; null without numbers. Among several notations, the newest number with
 * digits decides: a school that went over from `A-99` to plain numbers continues with those.
 * @param numbers newest first
 */
export function highestNumber(numbers: readonly string[]): string | null {
  const newest = numbers.find((number) => /\d/.test(latinDigits(number))) ?? numbers[0]
  if (newest === undefined) return null
  const notation = notationOf(newest)
  let highest = { number: newest, key: numberKey(newest) }
  for (const number of numbers) {
    if (notationOf(number) !== notation) continue
    const key = numberKey(number)
    if (key > highest.key) highest = { number, key }
  }
  return highest.number
}

/**
 * Suggests the number after the highest one (see `highestNumber`); null without numbers. Never suggests a missing
 * number in between: it may belong to a person from before the portal.
 */
export function nextNumber(numbers: readonly string[]): string | null {
  const highest = highestNumber(numbers)
  return highest === null ? null : (numbersAfter(latinDigits(highest).trim(), 1)[0] ?? null)
}
