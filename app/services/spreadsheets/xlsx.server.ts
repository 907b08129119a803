import type { Archive } from './archive.server'
import { cleanCell } from './clean-cell'
import { Grid, type SheetEntry, selectSheet, sheetOf } from './grid'
import { builtInFormat, isoCell, type NumberFormat, numberCell, numberFormatOf } from './number-format'
import { type Cell, type ReadingChoices, type Sheet, SheetTrouble } from './port'
import { attributesOf, readXml, type XmlHandler } from './xml'

/** Excel's maximum number of cell styles; further ones are ignored. */
const maxStyles = 65_536
const maxStrings = 4_000_000

/**
 * Returns the main part of an archive that is an Excel workbook; null for any other.
 * @throws SheetTrouble for a binary workbook (.xlsb), which is an archive too
 */
export async function findWorkbook(archive: Archive): Promise<string | null> {
  const relations = await readRelations(archive, '')
  const target = [...relations.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (archive.has('xl/workbook.bin') || /\.bin$/i.test(target)) throw new SheetTrouble('binary-excel')
  return archive.has(target) && target.toLowerCase().endsWith('.xml') ? target : null
}

/** Reads one sheet of an .xlsx workbook in one pass. A formula counts as its stored result. */
export async function readXlsx(archive: Archive, workbookPart: string, choices: ReadingChoices): Promise<Sheet> {
  const { entries, is1904 } = await readWorkbook(archive, workbookPart)
  const relations = await readRelations(archive, workbookPart)
  const worksheets = entries.flatMap(({ relation, ...entry }) => {
    const found = relations.get(relation)
    return found?.type === 'worksheet' ? [{ ...entry, part: found.target }] : []
  })
  if (worksheets.length === 0) throw new SheetTrouble('not-a-spreadsheet')
  const selected = selectSheet(worksheets, choices)
  const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target ?? ''
  const strings = await readStrings(archive, partOf('sharedStrings'))
  const formats = await readFormats(archive, partOf('styles'))
  const grid = new Grid()
  if (selected.entry) await readCells(archive, selected.entry.part, grid, { strings, formats, is1904 })
  return sheetOf(grid, selected, choices)
}

interface Relation {
  type: string
  target: string
}

/** Relations of a part by their ids; `''` is the archive itself. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const relations = new Map<string, Relation>()
  await readXml(archive.read(`${folder}_rels/${part.slice(slash)}.rels`), {
    open(name, raw) {
      if (name !== 'Relationship') return
      const attributes = attributesOf(raw)
      const type = attributes.get('Type') ?? ''
      const target = attributes.get('Target') ?? ''
      relations.set(attributes.get('Id') ?? '', {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: target.startsWith('/') ? target.slice(1) : resolvePath(folder + target),
      })
    },
  })
  return relations
}

function resolvePath(path: string): string {
  const folders: string[] = []
  for (const folder of path.replaceAll('\\', '/').split('/')) {
    if (folder === '..') folders.pop()
    else if (folder !== '.') folders.push(folder)
  }
  return folders.join('/')
}

/** Reads a boolean in every spelling that the standard permits. */
function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:1|true|on|t)$/i.test(value.trim())
}

async function readWorkbook(archive: Archive, part: string) {
  const entries: Array<SheetEntry & { relation: string }> = []
  let is1904 = false
  await readXml(archive.read(part), {
    open(name, raw) {
      const attributes = attributesOf(raw)
      if (name === 'workbookPr') is1904 = isTrue(attributes.get('date1904'))
      if (name !== 'sheet') return
      entries.push({
        name: attributes.get('name') ?? '',
        isHidden: /hidden$/i.test(attributes.get('state') ?? ''),
        relation: attributes.get('id') ?? '',
      })
    },
  })
  return { entries, is1904 }
}

/** Texts that cells share, without the phonetic hints of Asian scripts. */
async function readStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isHint = false
  await readXml(archive.read(part), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = !isHint
      else if (name === 'rPh') isHint = true
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isHint = false
      else if (name === 'si') {
        if (strings.length === maxStrings) throw new SheetTrouble('too-large-inside')
        strings.push(cleanCell(decodeEscapes(text)))
      }
    },
  })
  return strings
}

/** Decodes the characters that XML cannot hold, which Excel writes by their hexadecimal code, such as `_x000D_`. */
function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-fA-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Number formats by the index of the cell style. */
async function readFormats(archive: Archive, part: string): Promise<NumberFormat[]> {
  const codes = new Map<string, string>()
  const ids: string[] = []
  // Name of the enclosing list. Other lists have the same elements, for conditional rules and named styles: ignored.
  let list = ''
  await readXml(archive.read(part), {
    open(name, raw) {
      if (name === 'numFmts' || name === 'cellXfs') list = name
      if (!(name === 'numFmt' && list === 'numFmts') && !(name === 'xf' && list === 'cellXfs')) return
      const attributes = attributesOf(raw)
      const id = attributes.get('numFmtId') ?? '0'
      if (name === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '')
      else if (ids.length < maxStyles) ids.push(id)
    },
    close(name) {
      if (name === list) list = ''
    },
  })
  const formats = new Map<string, NumberFormat>()
  return ids.map((id) => {
    const format = formats.get(id) ?? numberFormatOf(codes.get(id) ?? builtInFormat(Number(id)))
    formats.set(id, format)
    return format
  })
}

interface CellFacts {
  strings: readonly string[]
  formats: readonly NumberFormat[]
  is1904: boolean
}

async function readCells(archive: Archive, part: string, grid: Grid, facts: CellFacts): Promise<void> {
  await readXml(archive.read(part), new WorksheetReader(grid, facts).handler)
}

class WorksheetReader {
  #row = -1
  #column = -1
  #cell: RawCell | null = null
  #reading: 'value' | 'formula' | null = null
  /** Inside a phonetic hint. */
  #isHint = false

  constructor(
    readonly grid: Grid,
    readonly facts: CellFacts,
  ) {}

  readonly handler: XmlHandler = {
    open: (name, raw) => this.#open(name, raw),
    text: (piece) => {
      if (this.#cell && this.#reading) this.#cell[this.#reading] += piece
    },
    close: (name) => {
      if (name === 'v' || name === 't' || name === 'f') this.#reading = null
      else if (name === 'rPh') this.#isHint = false
      else if (name === 'c') this.#closeCell()
    },
  }

  #open(name: string, raw: string): void {
    switch (name) {
      case 'c':
        this.#openCell(attributesOf(raw))
        break
      case 'v':
      case 't':
        if (this.#cell && !this.#isHint) this.#startText(this.#cell, 'value')
        break
      case 'f':
        if (this.#cell) this.#startText(this.#cell, 'formula')
        break
      case 'rPh':
        this.#isHint = true
        break
      case 'row':
        this.#openRow(attributesOf(raw))
        break
      case 'col':
        hideColumns(this.grid, attributesOf(raw))
        break
      case 'mergeCell':
        mergeCells(this.grid, attributesOf(raw).get('ref') ?? '')
    }
  }

  #openRow(attributes: ReadonlyMap<string, string>): void {
    const number = attributes.get('r')
    this.#row = number === undefined ? this.#row + 1 : Number(number) - 1
    this.#column = -1
    if (isTrue(attributes.get('hidden')) || Number(attributes.get('ht') ?? 1) === 0) this.grid.hideRow(this.#row)
  }

  #openCell(attributes: ReadonlyMap<string, string>): void {
    const address = attributes.get('r')
    if (address === undefined) this.#column++
    else [this.#row, this.#column] = placeOf(address)
    this.#cell = { type: attributes.get('t'), style: attributes.get('s'), value: null, formula: null }
  }

  #startText(cell: RawCell, part: 'value' | 'formula'): void {
    cell[part] ??= ''
    this.#reading = part
  }

  #closeCell(): void {
    const cell = this.#cell
    this.#cell = null
    if (cell && (cell.value !== null || cell.formula !== null))
      this.grid.set(this.#row, this.#column, cellOf(cell, this.facts))
  }
}

function hideColumns(grid: Grid, attributes: ReadonlyMap<string, string>): void {
  if (!isTrue(attributes.get('hidden')) && Number(attributes.get('width') ?? 1) !== 0) return
  grid.hideColumns(Number(attributes.get('min')) - 1, Number(attributes.get('max')) - 1)
}

function mergeCells(grid: Grid, range: string): void {
  const [first = '', last = ''] = range.split(':')
  const [row, column] = placeOf(first)
  const [lastRow] = placeOf(last || first)
  grid.merge(row, column, lastRow)
}

/** Row and column of an address (`AB12`), from 0. An invalid address is beyond all limits. */
function placeOf(address: string): [row: number, column: number] {
  let column = 0
  let at = 0
  for (; at < address.length; at++) {
    // Converts lower case to upper case.
    const letter = address.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  const row = Number(address.slice(at))
  return Number.isInteger(row) ? [row - 1, column - 1] : [Number.POSITIVE_INFINITY, column - 1]
}

interface RawCell {
  type: string | undefined
  style: string | undefined
  value: string | null
  formula: string | null
}

function cellOf({ type, style, value, formula }: RawCell, { strings, formats, is1904 }: CellFacts): Cell {
  // A formula of type `str` without a value results in an empty text. Any other formula without a value was written by
  // a program that does not compute, and is marked as an error.
  if (value === null) return type === 'str' ? '' : { text: cleanCell(`=${formula}`), mark: { kind: 'error' } }
  switch (type) {
    case 's':
      return strings[Number(value)] ?? ''
    case 'inlineStr':
    case 'str':
      return cleanCell(decodeEscapes(value))
    case 'b':
      return isTrue(value) ? 'true' : 'false'
    case 'e':
      return { text: cleanCell(value), mark: { kind: 'error' } }
    case 'd':
      return isoCell(value, formats[Number(style ?? 0)])
    default:
      return numberCell(value, formats[Number(style ?? 0)], is1904)
  }
}
