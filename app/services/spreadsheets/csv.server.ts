import Papa from 'papaparse'
import { cleanCell } from './clean-cell'
import {
  maxLinesAbove,
  maxSheetColumns,
  maxSheetRows,
  type ReadingChoices,
  type Separator,
  type Sheet,
  SheetTrouble,
  separators,
} from './port'

const linesLookedAt = 40
const charactersLookedAt = 64 * 1024

/** Reads a text file of separated values with any usual separator. */
export function readCsv(decoded: string, { separator: chosen, headings = [] }: ReadingChoices): Sheet {
  // Old Mac files end lines with a carriage return, and some programs mix line endings.
  const lined = decoded.replace(/\r\n?/g, '\n')
  // Excel's own separator hint in the first line.
  const hint = /^sep=(.)\n/i.exec(lined)
  const content = hint ? lined.replace(/^[^\n]*/, '') : lined
  const separator = chosen ?? hint?.[1] ?? bestSeparator(content, headings)
  const { text, lines } = mendQuotes(content, separator)
  const max = maxSheetRows + maxLinesAbove
  const rows = parse(text, separator, max + 1)
  while (rows.length > 0 && isBlank(rows.at(-1) ?? [])) rows.pop()
  if (rows.length === 0) throw new SheetTrouble('empty')
  if (rows.length > max) throw new SheetTrouble('too-many-rows')
  for (const row of rows) {
    // Drops empty cells at the end of a row: spreadsheets write them for formatted columns beside the list.
    while (row.length > maxSheetColumns && isBlank(row.slice(-1))) row.pop()
    if (row.length > maxSheetColumns) throw new SheetTrouble('too-many-columns')
    for (let index = 0; index < row.length; index++) row[index] = cleanCell(row[index] ?? '')
  }
  return { rows, unclosedQuotes: lines, sheets: [], separator, notices: [] }
}

function parse(text: string, separator: string, preview: number): string[][] {
  return Papa.parse<string[]>(text, { delimiter: separator, newline: '\n', skipEmptyLines: false, preview }).data
}

function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell === '' || cell.trim() === '')
}

/**
 * Returns the separator that yields the most known headings in a single line. Of equals, the one that gives the most
 * lines the same number of cells; then the one that gives more cells; then the one that is rarer in texts. Counting
 * separators would mislead: an address has more commas than a list has columns.
 */
function bestSeparator(text: string, headings: readonly string[]): Separator {
  const known = new Set(headings.map(plainWord))
  known.delete('')
  const scores = separators.map((separator) => {
    const { text: sample } = mendQuotes(text.slice(0, charactersLookedAt), separator)
    const rows = parse(sample, separator, linesLookedAt).filter((row) => !isBlank(row))
    // The sample may end in the middle of a line.
    if (text.length > charactersLookedAt && rows.length < linesLookedAt) rows.pop()
    return { separator, ...scoreOf(rows, known) }
  })
  const rarest = ['\t', '|', ';', ',']
  const rank = (one: (typeof scores)[number]) => [one.known, one.share, one.width, rarest.indexOf(one.separator) * -1]
  const [best] = scores.sort((a, b) => compare(rank(b), rank(a)))
  // A file of one column fits any separator.
  return best && best.width > 1 ? best.separator : ','
}

function scoreOf(rows: ReadonlyArray<readonly string[]>, known: ReadonlySet<string>) {
  const knownHeadings = rows.map((row) => new Set(row.map(plainWord).filter((word) => known.has(word))).size)
  const widths = rows.map((row) => row.length)
  const width = usualCount(widths)
  const equal = widths.filter((one) => one === width && one > 1).length
  return {
    known: Math.max(0, ...knownHeadings),
    share: equal / Math.max(1, rows.length),
    width: equal > 0 ? width : Math.max(1, ...widths),
  }
}

/** Letters and digits of a heading, without brackets: `Mobile No. (10 digits)` is `mobileno`. */
function plainWord(text: string): string {
  const bare = text.replace(/[([{][^)\]}]*[)\]}]/g, '')
  return bare.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

function compare(some: readonly number[], others: readonly number[]): number {
  for (const [index, one] of some.entries()) if (one !== others[index]) return one - (others[index] ?? 0)
  return 0
}

/**
 * Repairs unclosed quotes, which would swallow the following lines. A line with an odd number of quotes loses its
 * quotes when it and the next line are complete rows, or when the next line is blank or missing. Otherwise it belongs
 * to a text of several lines and stays unchanged.
 */
function mendQuotes(text: string, separator: string): { text: string; lines: number[] } {
  if (!text.includes('"')) return { text, lines: [] }
  const all = text.split('\n')
  // Count the columns of balanced lines only: the first and last lines of multi-line addresses are incomplete rows, and
  // there may be many.
  const balanced = all.slice(0, linesLookedAt).filter((line) => line.split('"').length % 2 === 1)
  const whole = usualCount(balanced.map((line) => line.split(separator).length))
  const isRow = (line: string) => line.split(separator).length >= whole
  const mended: number[] = []
  let inside = false
  for (const [index, line] of all.entries()) {
    const odd = (line.split('"').length - 1) % 2 === 1
    if (!odd) continue
    const next = all[index + 1]
    if (!inside && (next === undefined || next.trim() === '' || (isRow(line) && isRow(next)))) {
      all[index] = line.replaceAll('"', '')
      mended.push(index + 1)
    } else inside = !inside
  }
  return mended.length === 0 ? { text, lines: [] } : { text: all.join('\n'), lines: mended }
}

function usualCount(counts: readonly number[]): number {
  const often = new Map<number, number>()
  for (const count of counts) if (count > 1) often.set(count, (often.get(count) ?? 0) + 1)
  return [...often].reduce((best, one) => (one[1] > best[1] ? one : best), [2, 0])[0]
}
