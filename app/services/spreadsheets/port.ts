/** Limits of rows and columns; a larger file is refused, never cut silently. */
export const maxSheetRows = 50_000
export const maxSheetColumns = 200
/** Limit of sheets in a workbook, from which the user selects one. */
export const maxSheets = 200

/** Limit of lines above the rows: a title, empty lines and a heading. */
export const maxLinesAbove = 60

/** Rows of clean text from a file of any format. Row `index` is line `index + 1` in a spreadsheet program. */
export interface Sheet {
  rows: string[][]
  /** Lines with unclosed quotes: read literally, and reported. */
  unclosedQuotes: number[]
  /** Sheet names of a workbook, of which one was read; empty for a CSV file. */
  sheets: string[]
}

export type SheetTroubleCode =
  | 'empty'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-many-sheets'
  | 'too-large-inside'
  | 'old-excel'
  | 'not-a-spreadsheet'
  /** The reader failed on this file. */
  | 'unreadable'
  /** Too many files are waiting; a retry may succeed. */
  | 'busy'

/** Error for a file that cannot be read at all. */
export class SheetTrouble extends Error {
  readonly code: SheetTroubleCode
  /** The time limit was exceeded; the file may be readable with more time. */
  readonly isSlow: boolean
  constructor(code: SheetTroubleCode, { isSlow = false } = {}) {
    super(`The file cannot be read: ${code}`)
    this.name = 'SheetTrouble'
    this.code = code
    this.isSlow = isSlow
  }
}
