import { readSheet } from 'read-excel-file/universal'
import { cleanCell } from './clean-cell'
import { isBlank } from './csv.server'
import { maxLinesAbove, maxSheetColumns, maxSheetRows, type Sheet, SheetTrouble } from './port'
import { guardArchive } from './zip-guard.server'

/** The first sheet of an Excel file; a formula counts as the value that it last had. */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  await guardArchive(bytes)
  const data = await readSheet(Uint8Array.from(bytes).buffer, { trim: false }).catch(() => {
    throw new SheetTrouble('not-a-spreadsheet')
  })
  while (data.length > 0 && isBlank((data.at(-1) ?? []).map((cell) => textOf(cell)))) data.pop()
  if (data.length === 0) throw new SheetTrouble('empty')
  if (data.length > maxSheetRows + maxLinesAbove) throw new SheetTrouble('too-many-rows')
  const rows = data.map((row) => {
    if (row.length > maxSheetColumns) throw new SheetTrouble('too-many-columns')
    return row.map((cell) => cleanCell(textOf(cell)))
  })
  return { rows, unclosedQuotes: [] }
}

/** A number keeps all its digits (no 1.2E+11), a date is its day. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? cell.toFixed(0) : String(cell)
  return String(cell)
}
