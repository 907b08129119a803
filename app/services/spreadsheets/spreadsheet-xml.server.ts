import { cleanCell } from './clean-cell'
import { Grid, type SheetEntry, selectSheet, sheetOf } from './grid'
import { isoCell, type NumberFormat, numberCell, numberFormatOf } from './number-format'
import { type Cell, type ReadingChoices, type Sheet, SheetTrouble } from './port'
import { attributesOf, readXmlText, type XmlHandler } from './xml'

/** Reads one sheet of a workbook in the XML format of Excel 2003, which programs often name .xls. */
export function readSpreadsheetXml(text: string, choices: ReadingChoices): Sheet {
  const { entries, formats } = readEntries(text)
  if (entries.length === 0) throw new SheetTrouble('not-a-spreadsheet')
  const selected = selectSheet(entries, choices)
  const grid = new Grid()
  if (selected.entry) readXmlText(text, new WorksheetReader(entries.indexOf(selected.entry), formats, grid).handler)
  return sheetOf(grid, selected, choices)
}

/** Date formats that these files give by name instead of code; the other named formats show plain numbers or times. */
const namedDates = new Map([
  ['General Date', 'dd-mm-yyyy'],
  ['Short Date', 'dd-mm-yyyy'],
  ['Medium Date', 'd-mmm-yy'],
  ['Long Date', 'd mmmm yyyy'],
])
const otherNames =
  /^(?:General|Fixed|Standard|Percent|Scientific|Currency|Euro Currency|Yes\/No|True\/False|On\/Off)\b|Time$/

function formatOf(code: string): NumberFormat {
  const named = namedDates.get(code)
  return named === undefined && otherNames.test(code) ? { kind: 'other' } : numberFormatOf(named ?? code)
}

function readEntries(text: string) {
  const entries: SheetEntry[] = []
  const formats = new Map<string, NumberFormat>()
  let style = ''
  let isVisibility = false
  readXmlText(text, {
    open(name, raw) {
      if (name === 'Worksheet') entries.push({ name: attributesOf(raw).get('Name') ?? '', isHidden: false })
      else if (name === 'Style') style = attributesOf(raw).get('ID') ?? ''
      else if (name === 'NumberFormat') formats.set(style, formatOf(attributesOf(raw).get('Format') ?? ''))
      else if (name === 'Visible') isVisibility = true
    },
    text(piece) {
      const entry = entries.at(-1)
      if (isVisibility && entry) entry.isHidden = piece.includes('Hidden')
    },
    close(name) {
      if (name === 'Visible') isVisibility = false
    },
  })
  return { entries, formats }
}

class WorksheetReader {
  #sheet = -1
  #row = -1
  #column = -1
  #columnOfWidth = -1
  #skippedRows = 0
  #skippedColumns = 0
  #style = ''
  #formula: string | undefined
  #data: { type: string; text: string } | null = null
  #isText = false
  #isComment = false

  constructor(
    readonly wanted: number,
    readonly formats: ReadonlyMap<string, NumberFormat>,
    readonly grid: Grid,
  ) {}

  readonly handler: XmlHandler = {
    open: (name, raw) => {
      if (name === 'Worksheet') this.#sheet++
      if (this.#sheet === this.wanted && !this.#isComment) this.#open(name, raw)
    },
    text: (text) => {
      if (this.#isText && this.#data) this.#data.text += text
    },
    close: (name) => {
      if (name === 'Comment') this.#isComment = false
      if (this.#sheet === this.wanted && !this.#isComment) this.#close(name)
    },
  }

  #open(name: string, raw: string): void {
    if (name === 'Row') {
      const attributes = attributesOf(raw)
      this.#row = indexOf(attributes) ?? this.#row + 1 + this.#skippedRows
      this.#skippedRows = countOf(attributes, 'Span')
      this.#column = -1
      this.#skippedColumns = 0
      if (attributes.get('Hidden') === '1') this.grid.hideRow(this.#row)
    } else if (name === 'Cell') {
      const attributes = attributesOf(raw)
      this.#column = indexOf(attributes) ?? this.#column + 1 + this.#skippedColumns
      this.#skippedColumns = countOf(attributes, 'MergeAcross')
      this.#style = attributes.get('StyleID') ?? ''
      this.#formula = attributes.get('Formula')
      this.#data = null
      this.grid.merge(this.#row, this.#column, this.#row + countOf(attributes, 'MergeDown'))
    } else if (name === 'Column') {
      const attributes = attributesOf(raw)
      const first = indexOf(attributes) ?? this.#columnOfWidth + 1
      this.#columnOfWidth = first + countOf(attributes, 'Span')
      if (attributes.get('Hidden') === '1') this.grid.hideColumns(first, this.#columnOfWidth)
    } else if (name === 'Comment') this.#isComment = true
    else if (name === 'Data') {
      this.#data = { type: attributesOf(raw).get('Type') ?? 'String', text: '' }
      this.#isText = true
    }
  }

  #close(name: string): void {
    if (name === 'Data') this.#isText = false
    if (name !== 'Cell') return
    this.grid.set(this.#row, this.#column, this.#cell())
    this.#data = null
  }

  #cell(): Cell {
    const format = this.formats.get(this.#style)
    if (!this.#data) return this.#formula ? { text: cleanCell(this.#formula), mark: { kind: 'error' } } : ''
    const { type, text } = this.#data
    if (type === 'Error') return { text: cleanCell(text), mark: { kind: 'error' } }
    if (type === 'Number') return numberCell(text, format)
    if (type === 'Boolean') return text.trim() === '1' ? 'true' : 'false'
    return type === 'DateTime' ? isoCell(text, format) : cleanCell(text)
  }
}

function indexOf(attributes: ReadonlyMap<string, string>): number | null {
  const index = attributes.get('Index')
  return index === undefined ? null : Number(index) - 1
}

function countOf(attributes: ReadonlyMap<string, string>, name: string): number {
  const count = Number(attributes.get(name) ?? 0)
  return Number.isInteger(count) && count > 0 ? count : 0
}
