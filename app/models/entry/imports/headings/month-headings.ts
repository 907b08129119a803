import { latinDigits } from '~/language/language'
import { looseKey } from '../cells'
import { readMonth } from '../months'
import { attendanceHeadings } from './attendance-headings'

/** A column of a register that has columns for each month, as its heading names it: `June (24)`, `Jun P.D.`. */
interface MonthHeading {
  /** `2026-06`, or `06` without a year. */
  month: string
  days: 'held' | 'attended'
  /** Days held, if the heading tells them. */
  held: number | null
}

const wordsOf = ({ en = '', hi = '', gu = '' }: { en?: string; hi?: string; gu?: string } = {}) =>
  new Set([en, hi, gu].flatMap((words) => words.split(',').map(looseKey)))
const heldWords = wordsOf(attendanceHeadings.days_held).add(looseKey('Total'))
const attendedWords = wordsOf(attendanceHeadings.days_attended).add('').add(looseKey('Days'))

/** Returns true for what an office calls the days on which the school was open. */
export const namesDaysHeld = (text: string) => heldWords.has(looseKey(text))

/** Days held behind the name of a month: `(24)`, `(24 days)`, `/ 24`, `: 24`. */
const heldAtEnd = /\s*(?:[([{]\s*(?<inside>\d{1,2})(?:\.0+)?\s*[^\d)\]}]*[)\]}]|[/:=]\s*(?<behind>\d{1,2}))\s*$/

/** Reads a heading that names a month and, at most, what its days are; null for any other. */
export function readMonthHeading(heading: string): MonthHeading | null {
  const plain = latinDigits(heading).trim()
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
      const days = attendedWords.has(looseKey(rest)) ? 'attended' : namesDaysHeld(rest) ? 'held' : null
      return days && { month: month.text, days, held: isMonthAlone || held === undefined ? null : Number(held) }
    }
  return null
}

const maxWordsOfMonth = 2

/**
 * Adds to the headings of months the days held of a line `Working days`, or of one without a student beside the headings.
 * `below` counts the lines that belong to the headings then.
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
  const isDays = (cell = '') => cell === '' || /^(?:\d|[12]\d|3[01])(?:\.0+)?$/.test(latinDigits(cell))
  const isLine = (cells: readonly string[], isBeside: boolean) =>
    months.every((index) => isDays(cells[index])) &&
    months.some((index) => cells[index]) &&
    (cells.some(namesDaysHeld) || (isBeside && cells.every((cell, index) => cell === '' || months.includes(index))))
  const near = [row - 1, row + 1, row - 2, row + 2]
  const last = Array.from({ length: linesAtEnd }, (_, index) => rows.length - 1 - index)
  const found =
    months.length === 0 ? undefined : [...near, ...last].find((at) => isLine(rows[at] ?? [], Math.abs(at - row) === 1))
  if (found === undefined) return { headings: [...headings], below: 0 }
  return {
    headings: headings.map((heading, index) => {
      const days = months.includes(index) ? latinDigits(rows[found]?.[index] ?? '') : ''
      return days === '' ? heading : `${heading} (${Number(days)})`
    }),
    below: found === row + 1 ? 1 : 0,
  }
}

const linesAtEnd = 6
