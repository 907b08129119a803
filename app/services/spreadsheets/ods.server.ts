import { cleanCell } from './clean-cell'
import { Grid, type SheetEntry, selectSheet, sheetOf } from './grid'
import { numberCell } from './number-format'
import {
  type Cell,
  maxSheetColumns,
  maxSheetRows,
  maxSheets,
  type ReadingChoices,
  type Sheet,
  SheetTrouble,
} from './port'
import { attributesOf, type XmlHandler } from './xml'

/** Reads a document from its start; called once for the list of sheets and once for the cells. */
export type XmlSource = (handler: XmlHandler) => Promise<void>

/** Reads one sheet of an OpenDocument workbook from its content. */
export async function readOds(read: XmlSource, choices: ReadingChoices): Promise<Sheet> {
  const { entries, isWorkbook } = await readTables(read)
  if (!isWorkbook || entries.length === 0) throw new SheetTrouble('not-a-spreadsheet')
  const selected = selectSheet(entries, choices)
  const grid = new Grid()
  if (selected.entry) await read(new TableReader(entries.indexOf(selected.entry), grid).handler)
  return sheetOf(grid, selected, choices)
}

async function readTables(read: XmlSource) {
  const entries: SheetEntry[] = []
  const hiddenStyles = new Set<string>()
  let style = ''
  let isWorkbook = false
  const tables = new TableCounter()
  await read({
    open(name, raw) {
      if (name === 'style') style = attributesOf(raw).get('name') ?? ''
      else if (name === 'table-properties' && attributesOf(raw).get('display') === 'false') hiddenStyles.add(style)
      else if (name === 'spreadsheet') isWorkbook = true
      if (!tables.open(name)) return
      const attributes = attributesOf(raw)
      if (entries.length > maxSheets) throw new SheetTrouble('too-many-sheets')
      entries.push({
        name: attributes.get('name') ?? '',
        isHidden: hiddenStyles.has(attributes.get('style-name') ?? ''),
      })
    },
    close: (name) => tables.close(name),
  })
  return { entries, isWorkbook }
}

/** Counts the tables that are sheets, without those in cells or in links to other files. */
class TableCounter {
  index = -1
  #depth = 0
  #isLink = false

  get isInside(): boolean {
    return this.#depth === 1 && !this.#isLink
  }

  /** Returns true for the start of a sheet. */
  open(name: string): boolean {
    if (name === 'dde-link') this.#isLink = true
    if (name !== 'table') return false
    this.#depth++
    if (!this.isInside) return false
    this.index++
    return true
  }

  close(name: string): void {
    if (name === 'dde-link') this.#isLink = false
    if (name === 'table') this.#depth--
  }
}

interface OdsCell {
  attributes: ReadonlyMap<string, string>
  isError: boolean
  text: string
}

class TableReader {
  readonly #tables = new TableCounter()
  #row = 0
  #column = 0
  /** Cells of the current row, which may be repeated for many rows. */
  #cells: Array<{ column: number; cell: Cell; rows: number }> = []
  #repeatedRows = 1
  #isHiddenRow = false
  #columnOfWidth = 0
  #cell: OdsCell | null = null
  #isText = false
  /** Depth inside a comment or a drawing of a cell. */
  #aside = 0

  constructor(
    readonly wanted: number,
    readonly grid: Grid,
  ) {}

  readonly handler: XmlHandler = {
    open: (name, raw) => this.#open(name, raw),
    text: (text) => {
      if (this.#cell && this.#isText && this.#aside === 0) this.#cell.text += text
    },
    close: (name) => this.#close(name),
  }

  #open(name: string, raw: string): void {
    this.#tables.open(name)
    if (this.#tables.index !== this.wanted || !this.#tables.isInside) return
    if (name === 'annotation' || name === 'frame' || name === 'shapes') this.#aside++
    if (this.#aside > 0) return
    switch (name) {
      case 'table-column':
        this.#openColumn(attributesOf(raw))
        return
      case 'table-row': {
        const attributes = attributesOf(raw)
        this.#repeatedRows = countOf(attributes, 'number-rows-repeated')
        this.#isHiddenRow = isHidden(attributes)
        this.#column = 0
        return
      }
      case 'table-cell':
      case 'covered-table-cell':
        this.#cell = { attributes: attributesOf(raw), isError: /calcext:value-type="error"/.test(raw), text: '' }
        return
      case 'p':
        if (this.#cell && this.#cell.text !== '') this.#cell.text += '\n'
        this.#isText = true
        return
      case 's':
      case 'tab':
      case 'line-break':
        if (this.#cell) this.#cell.text += ' '
    }
  }

  #close(name: string): void {
    if (this.#tables.index === this.wanted && this.#tables.isInside) this.#closeInside(name)
    this.#tables.close(name)
  }

  #closeInside(name: string): void {
    if (name === 'annotation' || name === 'frame' || name === 'shapes') this.#aside--
    else if (this.#aside > 0) return
    else if (name === 'p') this.#isText = false
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell()
    else if (name === 'table-row') this.#closeRow()
  }

  #openColumn(attributes: ReadonlyMap<string, string>): void {
    const last = this.#columnOfWidth + countOf(attributes, 'number-columns-repeated') - 1
    if (isHidden(attributes)) this.grid.hideColumns(this.#columnOfWidth, last)
    this.#columnOfWidth = last + 1
  }

  #closeCell(): void {
    if (!this.#cell) return
    const { attributes } = this.#cell
    const cell = cellOf(this.#cell)
    this.#cell = null
    const count = countOf(attributes, 'number-columns-repeated')
    if (cell !== '') {
      if (this.#column + count > maxSheetColumns) throw new SheetTrouble('too-many-columns')
      const rows = countOf(attributes, 'number-rows-spanned')
      for (let nth = 0; nth < count; nth++) this.#cells.push({ column: this.#column + nth, cell, rows })
    }
    this.#column += count
  }

  #closeRow(): void {
    const last = this.#row + this.#repeatedRows
    // A row may be repeated beyond the limit: `set` then throws at the first row that is too many.
    for (let row = this.#row; this.#cells.length > 0 && row < last; row++) {
      for (const { column, cell, rows } of this.#cells) {
        this.grid.set(row, column, cell)
        this.grid.merge(row, column, row + rows - 1)
      }
      if (this.#isHiddenRow) this.grid.hideRow(row)
    }
    this.#row = last
    this.#cells = []
  }
}

function countOf(attributes: ReadonlyMap<string, string>, name: string): number {
  const count = Number(attributes.get(name) ?? 1)
  return Number.isInteger(count) && count > 0 ? Math.min(count, maxSheetRows * 100) : 1
}

/** `collapse`: hidden by the user; `filter`: hidden by a filter. */
function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  return /^(?:collapse|filter)$/.test(attributes.get('visibility') ?? '')
}

/** Texts of cells with an error: the type of such a cell says only that it is a number. */
const errorText = /^(?:#[A-Z/0!?]+|Err:\d+)$/

function cellOf({ attributes, isError, text }: OdsCell): Cell {
  const shown = cleanCell(text)
  const type = attributes.get('value-type')
  const value = attributes.get('value')
  if (isError || (type !== 'string' && errorText.test(shown)))
    return { text: shown || '#ERROR', mark: { kind: 'error' } }
  if (type === 'date') {
    const day = /^\d{4}-\d\d-\d\d/.exec(attributes.get('date-value') ?? '')?.[0]
    return day === undefined ? shown : { text: day, mark: { kind: 'date', shown } }
  }
  if (type === 'boolean') return attributes.get('boolean-value') === 'true' ? 'true' : 'false'
  if (value === undefined || type === 'string') return shown || cleanCell(attributes.get('string-value') ?? '')
  const isPadded = /^0\d+$/.test(shown) && Number(shown) === Number(value)
  return numberCell(value, isPadded ? { kind: 'zeros', width: shown.length } : { kind: 'other' })
}
