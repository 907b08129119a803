import Papa from 'papaparse'
import { cleanCell } from './clean-cell'
import { decodeText } from './decode-text'
import { maxLinesAbove, maxSheetColumns, maxSheetRows, type Sheet, SheetTrouble } from './port'

const separators = [',', ';', '\t', '|'] as const
const linesLookedAt = 40

/** A text file of separated values, whatever separator and encoding the program that wrote it used. */
export function readCsv(bytes: Uint8Array): Sheet {
  const decoded = decodeText(bytes).replace(/^\ufeff/, '')
  // Excel's own hint in the first line.
  const hint = /^sep=(.)\r?\n/i.exec(decoded)
  const separator = hint?.[1] ?? guessSeparator(decoded)
  const { text, lines } = mendQuotes(hint ? decoded.replace(/^[^\n]*/, '') : decoded, separator)
  const most = maxSheetRows + maxLinesAbove
  const parsed = Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: text.includes('\n') ? undefined : '\r',
    skipEmptyLines: false,
    preview: most + 1,
  })
  const rows = parsed.data
  while (rows.length > 0 && isBlank(rows.at(-1) ?? [])) rows.pop()
  if (rows.length === 0) throw new SheetTrouble('empty')
  if (rows.length > most) throw new SheetTrouble('too-many-rows')
  for (const row of rows) {
    if (row.length > maxSheetColumns) throw new SheetTrouble('too-many-columns')
    for (let index = 0; index < row.length; index++) row[index] = cleanCell(row[index] ?? '')
  }
  return { rows, unclosedQuotes: lines }
}

export function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell === '' || cell.trim() === '')
}

/** The separator that stands most often outside quotes in the first lines. */
function guessSeparator(text: string): string {
  const counts = new Map<string, number>(separators.map((separator) => [separator, 0]))
  let quoted = false
  let lines = 0
  for (const sign of text) {
    if (sign === '"') quoted = !quoted
    else if (sign === '\n' || sign === '\r') {
      // A quote that was never closed must not hide the rest.
      quoted = false
      if (++lines > linesLookedAt) break
    } else if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/**
 * A quote that is opened and not closed would swallow the lines below it. A line with an odd number of quotes is taken as it
 * stands when the next line is a whole row of its own; else it is a text of several lines and none of our business.
 */
function mendQuotes(text: string, separator: string): { text: string; lines: number[] } {
  if (!text.includes('"')) return { text, lines: [] }
  const all = text.split('\n')
  const whole = usualCount(all.slice(0, linesLookedAt).map((line) => line.split(separator).length))
  const mended: number[] = []
  let inside = false
  for (const [index, line] of all.entries()) {
    const odd = (line.split('"').length - 1) % 2 === 1
    if (!odd) continue
    const next = all[index + 1]
    if (!inside && (next === undefined || next.trim() === '' || next.split(separator).length >= whole)) {
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
