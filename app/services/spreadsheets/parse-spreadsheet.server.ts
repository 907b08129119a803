import readXlsxFile from 'read-excel-file/universal'
import { cleanCell } from './clean-cell'
import { isBlank, readCsv } from './csv.server'
import { maxLinesAbove, maxSheetColumns, maxSheetRows, maxSheets, type Sheet, SheetTrouble } from './port'
import { guardArchive } from './zip-guard.server'

/**
 * Parses a CSV or .xlsx file, detected by content and never by name, into rows of text. May need much time and memory:
 * use `readSpreadsheet`, which runs it in a separate process.
 * @param sheet index of the sheet in a workbook, from 0; the sheet may be empty while others are not
 * @throws SheetTrouble for any other file type, or more content than allowed
 */
export async function parseSpreadsheet(bytes: Uint8Array, sheet = 0): Promise<Sheet> {
  if (bytes.length === 0) throw new SheetTrouble('empty')
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readXlsx(bytes, sheet)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new SheetTrouble('old-excel')
  if (looksBinary(bytes)) throw new SheetTrouble('not-a-spreadsheet')
  return readCsv(bytes)
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

const binaryStarts = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x50, 0x4b],
  [0x1f, 0x8b],
]

/** Detects a picture, a PDF or another archive. A stray NUL in a text does not count. */
function looksBinary(bytes: Uint8Array): boolean {
  if (binaryStarts.some((signature) => startsWith(bytes, signature))) return true
  const head = bytes.subarray(0, 4_096)
  const odd = head.filter((byte) => byte < 9 && byte !== 0).length
  return odd > head.length / 50
}

/** Reads one sheet of an Excel file; a formula counts as its last value. */
async function readXlsx(bytes: Uint8Array, sheet: number): Promise<Sheet> {
  await guardArchive(bytes)
  const all = await readXlsxFile(Uint8Array.from(bytes).buffer, { trim: false }).catch(() => {
    throw new SheetTrouble('not-a-spreadsheet')
  })
  if (all.length > maxSheets) throw new SheetTrouble('too-many-sheets')
  const sheets = all.map((one) => cleanCell(one.sheet))
  const data = all[sheet]?.data ?? []
  while (data.length > 0 && isBlank((data.at(-1) ?? []).map((cell) => textOf(cell)))) data.pop()
  if (data.length === 0 && sheets.length < 2) throw new SheetTrouble('empty')
  if (data.length > maxSheetRows + maxLinesAbove) throw new SheetTrouble('too-many-rows')
  const rows = data.map((row) => {
    if (row.length > maxSheetColumns) throw new SheetTrouble('too-many-columns')
    return row.map((cell) => cleanCell(textOf(cell)))
  })
  return { rows, unclosedQuotes: [], sheets }
}

/** Keeps all digits of a number (no 1.2E+11) and turns a date into its day. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? cell.toFixed(0) : String(cell)
  return String(cell)
}
