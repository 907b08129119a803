/** Limits of rows and columns; a larger file is refused, never cut silently. */
export const maxSheetRows = 50_000
export const maxSheetColumns = 200
/** Limit of sheets in a workbook, from which the user selects one. */
export const maxSheets = 200

/** Limit of lines above the rows: a title, empty lines and a heading. */
export const maxLinesAbove = 60

/** Property of a cell that its text alone does not show. */
export type Mark =
  /** True date cell: the text is `YYYY-MM-DD`, `shown` is how the spreadsheet shows it (`12/2019`). */
  | { kind: 'date'; shown?: string }
  /** Error or uncalculated formula: the text is `#N/A` or the formula. */
  | { kind: 'error' }
  /** Number cell of more than 15 digits, whose last digits are lost: the text is `1.23457E+17`. */
  | { kind: 'cut' }
  /** Number whose leading zeros come from its number format; `plain` has none. */
  | { kind: 'zeros'; plain: string }

export interface MarkedCell {
  text: string
  mark: Mark
}

/** Plain text, which nearly all cells are, or text with a mark. */
export type Cell = string | MarkedCell

export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : cell.text
}

export function markOf(cell: Cell | undefined): Mark | null {
  return cell === undefined || typeof cell === 'string' ? null : cell.mark
}

/** Texts of a row; the row itself if no cell is marked. */
export function rowTexts(row: readonly Cell[]): readonly string[] {
  return row.every((cell) => typeof cell === 'string') ? (row as readonly string[]) : row.map(cellText)
}

/**
 * Notice about content that the user does not see in the file, or that was filled in. Lines count from 1, columns from
 * 0.
 */
export type SheetNotice =
  /** Hidden rows with content; left out of the rows unless requested. */
  | { kind: 'hidden-rows'; lines: number[]; included: boolean }
  /** Hidden columns with content; their cells are in the rows. */
  | { kind: 'hidden-columns'; columns: number[] }
  | { kind: 'hidden-sheet'; name: string }
  /** Number of empty cells that took the text of the merged cell that covers them. */
  | { kind: 'filled-down'; cells: number }

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** Rows of clean text from a file of any format. Row `index` is line `index + 1` in a spreadsheet program. */
export interface Sheet {
  rows: Cell[][]
  /** Numbers of the lines with unclosed quotes, which are read literally. */
  unclosedQuotes: number[]
  /** Sheet names of a workbook, hidden ones last, of which one was read; empty for a CSV file. */
  sheets: string[]
  /** Separator of a CSV file, found or requested; null for other formats. */
  separator: string | null
  notices: SheetNotice[]
}

/** Options for reading a file. */
export interface ReadingChoices {
  /** Index in `Sheet.sheets`; 0 is the first visible sheet. */
  sheet?: number
  /** Separator of a CSV file, if the user has chosen it. */
  separator?: string
  /** Known headings, in upper or lower case; of all separators, the one that yields the most of them is used. */
  headings?: readonly string[]
  includesHiddenRows?: boolean
}

export type SheetTroubleCode =
  | 'empty'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'too-many-sheets'
  | 'too-large-inside'
  | 'has-password'
  /** An .xls file that cannot be read: damaged, or older than Excel 5. */
  | 'old-excel'
  /** A binary Excel workbook (.xlsb). */
  | 'binary-excel'
  | 'not-a-spreadsheet'
  /** The reader failed on this file. */
  | 'unreadable'
  /** Too many files are waiting, or the reader did not start; a retry may succeed. */
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
