import { languages, latinDigits } from '~/language/language'
import { looseKey } from '../values/cells'
import { readWholeDays } from '../values/days-of-month'
import { readMonth } from '../values/months'
import { attendanceHeadings } from './attendance-headings'
import type { FieldHeadings } from './heading-fields'
import { commonKey, wordsOfHeading } from './words'

/** A column of a register that has columns for each month, as its heading names it: `June (24)`, `Jun P.D.`. */
interface MonthHeading {
  /** `2026-06`, or `06` without a year. */
  month: string
  days: 'held' | 'attended'
  /** Days held, from a heading such as `June (24)`; otherwise null. */
  held: number | null
}

/** Creates a function that returns true for a label with one of these meanings, in any order of its words. */
function meaningOf(headings: FieldHeadings | undefined, more: string) {
  const labels = [...languages.map((language) => headings?.[language] ?? ''), more].flatMap((words) => words.split(','))
  const exact = new Set(labels.map(looseKey))
  const plain = labels.map(wordsOfHeading).filter(({ fillers }) => fillers === 0)
  const common = new Set(plain.map(({ words }) => commonKey(words)))
  return (text: string) => {
    const { words, fillers } = wordsOfHeading(text)
    // Ignores the order of words only for labels without fillers: `present` is a filler, so `Total present` would equal
    // `Total`.
    return exact.has(looseKey(text)) || (fillers === 0 && words.length > 0 && common.has(commonKey(words)))
  }
}

/** Returns true for a label of the days on which the school was open. */
const namesDaysHeld = meaningOf(attendanceHeadings.days_held, '')
const namesDaysAttended = meaningOf(attendanceHeadings.days_attended, 'Days')

/** Days held after the name of a month: `(24)`, `(24 days)`, `/ 24`, `: 24`. */
const heldAtEnd = /\s*(?:[([{]\s*(?<inside>\d{1,2})(?:\.0+)?\s*[^\d)\]}]*[)\]}]|[/:=]\s*(?<behind>\d{1,2}))\s*$/

/** Returns true for a full date other than the first of a month: the heading then names a day, not a month. */
export function namesDay(heading: string): boolean {
  const plain = latinDigits(heading).trim()
  const day = /^(\d{1,2})[-/.]\d{1,2}[-/.]\d{4}$/.exec(plain) ?? /^\d{4}[-/.]\d{1,2}[-/.](\d{1,2})$/.exec(plain)
  return day !== null && Number(day[1]) !== 1
}

/** Reads a heading that names a month, alone or with days held or attended; returns null for any other heading. */
export function readMonthHeading(heading: string): MonthHeading | null {
  const plain = latinDigits(heading).trim()
  if (namesDay(plain)) return null
  const atEnd = heldAtEnd.exec(plain)
  const held = atEnd?.groups?.inside ?? atEnd?.groups?.behind
  const isMonthAlone = readMonth(plain).ok
  const words = (isMonthAlone || !atEnd ? plain : plain.slice(0, atEnd.index)).split(/[\s_]+/)
  for (let length = Math.min(words.length, maxWordsOfMonth); length > 0; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const month = readMonth(words.slice(start, start + length).join(' '))
      if (!month.ok) continue
      const rest = [...words.slice(0, start), ...words.slice(start + length)]
        .join(' ')
        .replace(/^[-–:]\s*|\s*[-–:]$/g, '')
      const days =
        rest === '' || namesDaysAttended(rest)
          ? 'attended'
          : namesDaysHeld(rest) || looseKey(rest) === 'total'
            ? 'held'
            : null
      return days && { month: month.text, days, held: isMonthAlone || held === undefined ? null : Number(held) }
    }
  return null
}

const maxWordsOfMonth = 2

const isFigure = (cell: string) => /^[\d\s.,()%-]*(?:days?|दिन|દિવસ)?[.)]*$/iu.test(latinDigits(cell))

/** Returns true for a line of the days on which the school was open. */
export function isDaysHeldLine(cells: readonly string[]): boolean {
  const labels = cells.filter((cell) => !isFigure(cell))
  return labels.length === 1 && labels.every(namesDaysHeld) && cells.some((cell) => /\d/.test(latinDigits(cell)))
}

/**
 * Adds the days held to the headings of months. Takes them from a line `Working days`, or from a line without a label
 * directly above or below the headings. `below` is 1 when that unlabelled line follows the headings.
 */
export function withDaysHeld(
  rows: ReadonlyArray<readonly string[]>,
  row: number,
  headings: readonly string[],
): { headings: string[]; below: number } {
  const months = headings.flatMap((heading, index) => {
    const month = readMonthHeading(heading)
    return month?.days === 'attended' && month.held === null ? [index] : []
  })
  const found = months.length === 0 ? null : findDaysHeld(rows, row, months)
  return {
    headings: headings.map((heading, index) => {
      const days = found?.days.get(index)
      return days === undefined ? heading : `${heading} (${days})`
    }),
    below: found?.line === row + 1 && !isDaysHeldLine(rows[row + 1] ?? []) ? 1 : 0,
  }
}

/** Finds the line of days held near the headings or at the end, with its days by the index of the column. */
function findDaysHeld(rows: ReadonlyArray<readonly string[]>, row: number, months: readonly number[]) {
  const last = Array.from({ length: linesAtEnd }, (_, index) => rows.length - 1 - index)
  for (const line of [row - 1, row + 1, row - 2, row + 2, ...last]) {
    const cells = rows[line] ?? []
    const hasMonthsOnly = cells.every((cell, index) => cell === '' || months.includes(index))
    if (!isDaysHeldLine(cells) && !(hasMonthsOnly && Math.abs(line - row) === 1)) continue
    const read = months.map((index) => [index, readWholeDays((cells[index] ?? '').replace(/[()]/g, ''))] as const)
    const days = new Map(read.flatMap(([index, one]) => (one.ok ? [[index, Number(one.text)] as const] : [])))
    const isOdd = read.some(([index, one]) => !one.ok && cells[index])
    if (days.size > 0 && !isOdd && [...days.values()].every((count) => count <= 31)) return { line, days }
  }
  return null
}

const linesAtEnd = 6
