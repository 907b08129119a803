import { latinDigits } from '~/language/language'
import type { ColumnReading, SheetColumn } from '../columns'
import { namesDay, readMonthHeading } from '../headings/month-headings'
import { type Read, wrong } from '../values/cells'
import { readDays } from '../values/days-of-month'
import { unpackCells, wideColumnKey } from '../wide-columns'

/** One month in a row of a register that has columns for each month. */
export interface MonthOfRow {
  month: string
  /** Days held; null if the file does not have them. */
  held: number | null
  halves: number
  /** Headings of the columns of this month. */
  headings: string[]
}

/** Finds the columns of a register with columns for each month; null if the file has a month in each row. */
export function findMonthColumns(
  profiles: ReadonlyArray<{ column: SheetColumn; cells: readonly string[] }>,
  readings: ReadonlyMap<number, ColumnReading>,
): { readings: Map<number, ColumnReading>; dropped: number[] } | null {
  const keyOf = (index: number) => readings.get(index)?.keys[0]
  const months = profiles.flatMap(({ column, cells }) => {
    const heading = readMonthHeading(column.heading)
    return heading ? [{ ...heading, index: column.index, cells }] : []
  })
  const attended = months.filter(({ days }) => days === 'attended')
  const isOfDays = profiles.some(({ column }) => namesDay(column.heading))
  if (isOfDays || attended.length === 0 || profiles.some(({ column }) => keyOf(column.index) === 'month')) return null
  const result = new Map<number, ColumnReading>()
  for (const { index, month, days, cells } of months) {
    const isRepeated = months.some((other) => other.index !== index && other.month === month && other.days === days)
    const fitting = cells.filter((cell) => readCell(cell) !== null).length
    const doubt = isRepeated ? 'repeated' : fitting < cells.length * minShare ? 'values' : null
    const keys = [wideColumnKey(index)]
    result.set(index, doubt ? { confidence: 'unsure', keys, doubt } : { confidence: 'certain', keys })
  }
  // Drops columns with sums of all months. In a file with a single month, keeps a separate column of the days held.
  const sums = attended.length > 1 ? ['days_attended', 'days_held'] : ['days_attended']
  return { readings: result, dropped: [...readings.keys()].filter((index) => sums.includes(keyOf(index) ?? '')) }
}

const minShare = 0.8

/**
 * Returns the attended half days of a cell, and the days held if the cell has both, as `22/24`; 'nothing' for a blank
 * or a dash, null for other text.
 */
function readCell(cell: string): { halves: number; held: number | null } | 'nothing' | null {
  if (/^(?:[-–—.]*|n\.?\s?a\.?|nil)$/i.test(cell.trim())) return 'nothing'
  const [days = '', held, ...more] = latinDigits(cell).split(/\s*(?:\/|out of|of)\s*/i)
  const [attended, open] = [readDays(days), held === undefined ? null : readDays(held)]
  if (!attended.ok || more.length > 0 || (open && !open.ok)) return null
  return { halves: Number(attended.text), held: open?.ok ? Number(open.text) / 2 : null }
}

/** Reads the months of a row from the headings and cells that `packCells` has packed. */
export function readMonths(text: string): Read {
  const months = new Map<string, { held: number | null; halves: number | null; headings: string[] }>()
  for (const [heading, cell] of unpackCells(text)) {
    const column = readMonthHeading(heading)
    // Only a column that the user has assigned can have such a heading.
    if (!column) return wrong(`The heading “${heading}” names no month`)
    const days = readCell(cell)
    if (days === null) return wrong(`${heading}: “${cell}” is not a number of days`)
    if (days === 'nothing') continue
    const month = months.get(column.month) ?? { held: null, halves: null, headings: [] }
    if (column.days === 'held') month.held = days.halves / 2
    else {
      month.halves = days.halves
      month.held = days.held ?? month.held ?? column.held
    }
    months.set(column.month, { ...month, headings: [...month.headings, heading] })
  }
  const attended = [...months].flatMap(([month, days]) => (days.halves === null ? [] : [{ month, ...days }]))
  return { ok: true, text: JSON.stringify(attended) }
}

/** Months of a row as `readMonths` has read them. */
export const monthsOf = (text: string) => JSON.parse(text) as MonthOfRow[]
