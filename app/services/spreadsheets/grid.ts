import { cleanCell } from './clean-cell'
import {
  type Cell,
  cellText,
  maxLinesAbove,
  maxSheetColumns,
  maxSheetRows,
  maxSheets,
  type ReadingChoices,
  type Sheet,
  type SheetNotice,
  SheetTrouble,
} from './port'

/** Limit of what a grid keeps, in characters; each cell counts `charactersOfCell` in addition to its text. */
const maxKept = 40 * 1024 * 1024
const charactersOfCell = 8
const maxMerges = 100_000
/** Limit of cells to fill down: as many as a sheet may have, since merged cells of a valid sheet do not overlap. */
const maxCovered = maxSheetRows * maxSheetColumns

/**
 * Cells of one sheet while it is read. Only cells with content count, so that formatted empty areas cost nothing. Rows
 * and columns count from 0.
 */
export class Grid {
  readonly #rows: Cell[][] = []
  readonly #hiddenRows = new Set<number>()
  readonly #hiddenColumns = new Set<number>()
  readonly #merges: Array<{ row: number; column: number; lastRow: number }> = []
  #kept = 0

  /** @throws SheetTrouble for a cell beyond the limits */
  set(row: number, column: number, cell: Cell): void {
    const { length } = typeof cell === 'string' ? cell : cell.text
    if (length === 0) return
    if (!(column >= 0 && column < maxSheetColumns)) throw new SheetTrouble('too-many-columns')
    if (!(row >= 0 && row < maxSheetRows + maxLinesAbove)) throw new SheetTrouble('too-many-rows')
    this.#kept += length + charactersOfCell
    if (this.#kept > maxKept) throw new SheetTrouble('too-large-inside')
    while (this.#rows.length <= row) this.#rows.push([])
    const cells = this.#rows[row] ?? []
    while (cells.length < column) cells.push('')
    cells[column] = cell
  }

  hideRow(row: number): void {
    if (row < maxSheetRows + maxLinesAbove) this.#hiddenRows.add(row)
  }

  hideColumns(first: number, last: number): void {
    for (let column = first; column <= Math.min(last, maxSheetColumns); column++) this.#hiddenColumns.add(column)
  }

  merge(row: number, column: number, lastRow: number): void {
    if (lastRow > row && this.#merges.length < maxMerges) this.#merges.push({ row, column, lastRow })
  }

  /** Fills merged cells down, and leaves hidden rows out unless `includesHiddenRows` is set. */
  finish({ includesHiddenRows = false }: ReadingChoices): Pick<Sheet, 'rows' | 'notices'> {
    const rows = this.#rows
    const notices: SheetNotice[] = []
    const cells = this.#fillDown()
    if (cells > 0) notices.push({ kind: 'filled-down', cells })
    const lines: number[] = []
    const columns = new Set<number>()
    for (const [index, row] of rows.entries()) {
      if (row.length === 0) continue
      for (const column of this.#hiddenColumns) if (cellText(row[column]) !== '') columns.add(column)
      if (!this.#hiddenRows.has(index)) continue
      lines.push(index + 1)
      if (!includesHiddenRows) rows[index] = []
    }
    if (lines.length > 0) notices.push({ kind: 'hidden-rows', lines, included: includesHiddenRows })
    if (columns.size > 0) notices.push({ kind: 'hidden-columns', columns: [...columns].sort((a, b) => a - b) })
    while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop()
    return { rows, notices }
  }

  /**
   * Repeats the text of a cell that is merged over several rows: in its first column, and only in rows with other
   * content. Returns the number of filled cells.
   */
  #fillDown(): number {
    let filled = 0
    let covered = 0
    for (const { row, column, lastRow } of this.#merges) {
      const cell = this.#rows[row]?.[column] ?? ''
      if (cell === '') continue
      for (let index = row + 1; index <= Math.min(lastRow, this.#rows.length - 1); index++) {
        if (++covered > maxCovered) throw new SheetTrouble('too-large-inside')
        const below = this.#rows[index]
        if (!below || below.length === 0 || cellText(below[column]) !== '' || isTotal(below)) continue
        this.set(index, column, cell)
        filled++
      }
    }
    return filled
  }
}

/** Returns true for a row of totals, which merged cells (for example of a class) do not fill. */
function isTotal(row: readonly Cell[]): boolean {
  return /^(?:grand\s*)?total\b|^(?:કુલ|कुल)(?:\s|$)/i.test(row.map(cellText).find(Boolean) ?? '')
}

/** A sheet of a workbook. */
export interface SheetEntry {
  name: string
  isHidden: boolean
}

/**
 * Puts hidden sheets last, so that none of them is read by default, and selects a sheet.
 * @returns names as shown, notices about hidden sheets, and the selected sheet
 */
export function selectSheet<Entry extends SheetEntry>(entries: readonly Entry[], { sheet = 0 }: ReadingChoices) {
  if (entries.length > maxSheets) throw new SheetTrouble('too-many-sheets')
  const hidden = entries.filter(({ isHidden }) => isHidden)
  const ordered = [...entries.filter(({ isHidden }) => !isHidden), ...hidden]
  const notices = hidden.map(({ name }): SheetNotice => ({ kind: 'hidden-sheet', name: cleanCell(name) }))
  return { sheets: ordered.map(({ name }) => cleanCell(name)), notices, entry: ordered[sheet] }
}

/** @throws SheetTrouble if the sheet is empty and the workbook has only this one */
export function sheetOf(
  grid: Grid,
  { sheets, notices }: { sheets: string[]; notices: readonly SheetNotice[] },
  choices: ReadingChoices,
): Sheet {
  const finished = grid.finish(choices)
  const isEmpty = finished.rows.length === 0 && !finished.notices.some(({ kind }) => kind === 'hidden-rows')
  if (isEmpty && sheets.length < 2) throw new SheetTrouble('empty')
  return {
    rows: finished.rows,
    unclosedQuotes: [],
    sheets,
    separator: null,
    notices: [...notices, ...finished.notices],
  }
}
