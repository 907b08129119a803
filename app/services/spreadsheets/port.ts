/** Most rows and columns that are read of a file; what is beyond is refused, never left out in silence. */
export const maxSheetRows = 50_000
export const maxSheetColumns = 200
/** Most sheets of a workbook, from which a person chooses one. */
export const maxSheets = 200

/** A title, empty lines and a heading may stand above the rows. */
export const maxLinesAbove = 60

/** A file as rows of clean text, whatever it was written with. Row `index` is line `index + 1` as a spreadsheet numbers it. */
export interface Sheet {
  rows: string[][]
  /** Lines whose quotes were never closed: read as they stand, and said. */
  unclosedQuotes: number[]
  /** The names of a workbook's sheets, of which one was read; none of a CSV file. */
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
  /** Its reader stumbled over it. */
  | 'unreadable'
  /** Too many wait to have theirs read: it may be read in a moment. */
  | 'busy'

/** Why a file cannot be read at all. */
export class SheetTrouble extends Error {
  readonly code: SheetTroubleCode
  /** Its time was over: with more it may be read. */
  readonly isSlow: boolean
  constructor(code: SheetTroubleCode, { isSlow = false } = {}) {
    super(`The file cannot be read: ${code}`)
    this.name = 'SheetTrouble'
    this.code = code
    this.isSlow = isSlow
  }
}
