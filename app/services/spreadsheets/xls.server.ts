import { cleanCell } from './clean-cell'
import { openCompoundFile } from './compound-file.server'
import { decodeWindows1252 } from './decode-text'
import { Grid, type SheetEntry, selectSheet, sheetOf } from './grid'
import { builtInFormat, type NumberFormat, numberCell, numberFormatOf } from './number-format'
import { type Cell, maxSheets, type ReadingChoices, type Sheet, SheetTrouble } from './port'

/** Name of the stream that holds an .xlsx file with a password. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/** Types of records, from [MS-XLS] 2.3. */
const types = {
  bof: 0x0809,
  boundSheet: 0x85,
  codePage: 0x42,
  continue: 0x3c,
  date1904: 0x22,
  eof: 0x0a,
  filePass: 0x2f,
  format: 0x41e,
  strings: 0xfc,
  xf: 0xe0,
  boolOrError: 0x205,
  columns: 0x7d,
  formula: 0x06,
  label: 0x204,
  labelOfStrings: 0xfd,
  merged: 0xe5,
  number: 0x203,
  numbers: 0xbd,
  richLabel: 0xd6,
  rk: 0x27e,
  row: 0x208,
  string: 0x207,
} as const

const versionOfExcel97 = 0x600
const kinds = { workbook: 0x05, worksheet: 0x10 }

/**
 * Reads one sheet of a workbook of Excel 5 to 2003 (.xls), record by record.
 * @throws SheetTrouble also for an .xlsx file with a password, because Excel stores it in the same container format
 */
export function readXls(bytes: Uint8Array, choices: ReadingChoices): Sheet {
  // Searches the bytes of the file, because a damaged directory may hide the stream.
  if (Buffer.from(bytes).includes(encryptedPackage)) throw new SheetTrouble('has-password')
  const file = openCompoundFile(bytes)
  const stream = file.read('Workbook') ?? file.read('Book')
  if (!stream) throw new SheetTrouble('not-a-spreadsheet')
  try {
    const workbook = readGlobals(stream)
    const selected = selectSheet(workbook.entries, choices)
    const grid = new Grid()
    if (selected.entry) new WorksheetReader(stream, workbook, grid).read(selected.entry.offset)
    return sheetOf(grid, selected, choices)
  } catch (error) {
    // A record refers to bytes beyond its end.
    if (error instanceof RangeError) throw new SheetTrouble('old-excel')
    throw error
  }
}

interface XlsRecord {
  type: number
  body: Buffer
  /** Bodies of the records that continue this one. */
  more: Buffer[]
}

function* recordsOf(stream: Buffer, start: number): Generator<XlsRecord> {
  for (let at = start; at + 4 <= stream.length; ) {
    const next = () => {
      const type = stream.readUInt16LE(at)
      const body = stream.subarray(at + 4, at + 4 + stream.readUInt16LE(at + 2))
      at += 4 + body.length
      return { type, body }
    }
    const record = { ...next(), more: [] as Buffer[] }
    while (at + 4 <= stream.length && stream.readUInt16LE(at) === types.continue) record.more.push(next().body)
    yield record
  }
}

interface Workbook {
  entries: Array<SheetEntry & { offset: number }>
  strings: string[]
  formats: NumberFormat[]
  is1904: boolean
  texts: TextReader
}

/** Reads the first part of a workbook: its sheets, texts and formats. */
function readGlobals(stream: Buffer): Workbook {
  const entries: Workbook['entries'] = []
  const codes = new Map<number, string>()
  const ids: number[] = []
  const texts = new TextReader()
  let strings: string[] = []
  let is1904 = false
  let isFirst = true
  for (const { type, body, more } of recordsOf(stream, 0)) {
    if (isFirst && !(type === types.bof && body.readUInt16LE(2) === kinds.workbook)) throw new SheetTrouble('old-excel')
    isFirst = false
    if (type === types.bof) texts.isWide = body.readUInt16LE(0) >= versionOfExcel97
    else if (type === types.filePass) throw new SheetTrouble('has-password')
    else if (type === types.codePage) texts.codePage = body.readUInt16LE(0)
    else if (type === types.date1904) is1904 = body.readUInt16LE(0) === 1
    else if (type === types.format) codes.set(body.readUInt16LE(0), texts.read(body, 2, texts.isWide ? 2 : 1))
    else if (type === types.xf) ids.push(body.readUInt16LE(2))
    else if (type === types.strings) strings = readStrings([body, ...more])
    else if (type === types.boundSheet && body[5] === 0) {
      if (entries.length > maxSheets) throw new SheetTrouble('too-many-sheets')
      entries.push({ name: texts.read(body, 6, 1), isHidden: body[4] !== 0, offset: body.readUInt32LE(0) })
    } else if (type === types.eof) break
  }
  if (entries.length === 0) throw new SheetTrouble('old-excel')
  const formats = ids.map((id) => numberFormatOf(codes.get(id) ?? builtInFormat(id)))
  return { entries, strings, formats, is1904, texts }
}

/** Reads texts that begin with their length: in a code page until Excel 95, later with one or two bytes per letter. */
class TextReader {
  isWide = true
  codePage = 1252

  read(body: Buffer, at: number, bytesOfLength: 1 | 2): string {
    const length = body.readUIntLE(at, bytesOfLength)
    const start = at + bytesOfLength
    if (!this.isWide) return this.#decode(body.subarray(start, start + length))
    const isDouble = ((body[start] ?? 0) & 1) === 1
    const letters = body.subarray(start + 1, start + 1 + length * (isDouble ? 2 : 1))
    return letters.toString(isDouble ? 'utf16le' : 'latin1')
  }

  #decode(letters: Buffer): string {
    if (this.codePage === 1252) return decodeWindows1252(letters)
    try {
      return new TextDecoder(`windows-${this.codePage}`).decode(letters)
    } catch {
      return letters.toString('latin1')
    }
  }
}

/**
 * Reads the texts that cells share. A text may continue in the next record, which starts with the width of its letters:
 * one or two bytes.
 */
function readStrings(parts: readonly Buffer[]): string[] {
  const strings: string[] = []
  let part = 0
  let at = 8
  const left = () => (parts[part]?.length ?? 0) - at
  const follow = () => {
    while (part < parts.length && left() <= 0) {
      at -= parts[part]?.length ?? 0
      part++
    }
    return parts[part] ?? Buffer.alloc(0)
  }
  const count = parts[0]?.readUInt32LE(4) ?? 0
  while (strings.length < count) {
    const body = follow()
    if (part >= parts.length) break
    const length = body.readUInt16LE(at)
    const flags = body[at + 2] ?? 0
    at += 3
    let after = 0
    if (flags & 8) {
      after += body.readUInt16LE(at) * 4
      at += 2
    }
    if (flags & 4) {
      after += body.readUInt32LE(at)
      at += 4
    }
    let text = ''
    let isDouble = (flags & 1) === 1
    for (let rest = length; rest > 0; ) {
      if (left() <= 0) {
        const next = follow()
        if (part >= parts.length) break
        isDouble = ((next[at] ?? 0) & 1) === 1
        at++
      }
      const letters = Math.min(rest, isDouble ? Math.floor(left() / 2) : left())
      if (letters <= 0) throw new SheetTrouble('old-excel')
      const bytes = letters * (isDouble ? 2 : 1)
      text += parts[part]?.toString(isDouble ? 'utf16le' : 'latin1', at, at + bytes) ?? ''
      at += bytes
      rest -= letters
    }
    at += after
    strings.push(cleanCell(text))
  }
  return strings
}

const errors = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])

class WorksheetReader {
  /** Cell of a formula whose text follows in the next record. */
  #formula: [row: number, column: number] | null = null

  constructor(
    readonly stream: Buffer,
    readonly workbook: Workbook,
    readonly grid: Grid,
  ) {}

  read(offset: number): void {
    // Depth of nested parts: a sheet may contain charts and other parts, whose records are skipped.
    let depth = 0
    for (const record of recordsOf(this.stream, offset)) {
      if (record.type === types.bof) depth++
      else if (record.type === types.eof) depth--
      else if (depth === 1) this.#record(record)
      if (depth <= 0) return
    }
  }

  #record({ type, body, more }: XlsRecord): void {
    const { grid, workbook } = this
    switch (type) {
      case types.row:
        if ((body.readUInt16LE(12) & 0x20) !== 0) grid.hideRow(body.readUInt16LE(0))
        return
      case types.columns:
        if ((body.readUInt16LE(8) & 1) === 1 || body.readUInt16LE(4) === 0)
          grid.hideColumns(body.readUInt16LE(0), body.readUInt16LE(2))
        return
      case types.merged:
        for (let at = 2; at + 8 <= body.length; at += 8)
          grid.merge(body.readUInt16LE(at), body.readUInt16LE(at + 4), body.readUInt16LE(at + 2))
        return
      case types.labelOfStrings:
        this.#set(body, workbook.strings[body.readUInt32LE(6)] ?? '')
        return
      case types.label:
      case types.richLabel:
        this.#set(body, cleanCell(workbook.texts.read(body, 6, 2)))
        return
      case types.number:
        this.#set(body, this.#numberOf(body.readDoubleLE(6), body.readUInt16LE(4)))
        return
      case types.rk:
        this.#set(body, this.#numberOf(rkNumber(body.readUInt32LE(6)), body.readUInt16LE(4)))
        return
      case types.numbers: {
        const [row, first] = [body.readUInt16LE(0), body.readUInt16LE(2)]
        for (let at = 4; at + 8 <= body.length; at += 6) {
          const cell = this.#numberOf(rkNumber(body.readUInt32LE(at + 2)), body.readUInt16LE(at))
          grid.set(row, first + (at - 4) / 6, cell)
        }
        return
      }
      case types.boolOrError:
        this.#set(body, body[7] === 1 ? errorCell(body[6]) : booleanText(body[6]))
        return
      case types.formula:
        this.#setFormula(body)
        return
      case types.string: {
        // Joins continuation records without their width bytes: a text that needs them is longer than any of our
        // values.
        const [row, column] = this.#formula ?? []
        if (row !== undefined && column !== undefined)
          grid.set(row, column, cleanCell(workbook.texts.read(Buffer.concat([body, ...more]), 0, 2)))
        this.#formula = null
      }
    }
  }

  #set(body: Buffer, cell: Cell): void {
    this.grid.set(body.readUInt16LE(0), body.readUInt16LE(2), cell)
  }

  /** Sets the stored result of a formula. */
  #setFormula(body: Buffer): void {
    this.#formula = null
    if (body.readUInt16LE(12) !== 0xffff) this.#set(body, this.#numberOf(body.readDoubleLE(6), body.readUInt16LE(4)))
    else if (body[6] === 0) this.#formula = [body.readUInt16LE(0), body.readUInt16LE(2)]
    else if (body[6] === 1) this.#set(body, booleanText(body[8]))
    else if (body[6] === 2) this.#set(body, errorCell(body[8]))
  }

  #numberOf(value: number, style: number): Cell {
    return numberCell(String(value), this.workbook.formats[style], this.workbook.is1904)
  }
}

function errorCell(code = 0x2a): Cell {
  return { text: errors.get(code) ?? '#N/A', mark: { kind: 'error' } }
}

function booleanText(value = 0): string {
  return value === 0 ? 'false' : 'true'
}

/** Number in 30 bits: an integer or the upper bits of a double, either one possibly in hundredths. */
function rkNumber(rk: number): number {
  let value = rk >> 2
  if ((rk & 2) === 0) {
    const double = Buffer.alloc(8)
    double.writeUInt32LE((rk & 0xfffffffc) >>> 0, 4)
    value = double.readDoubleLE(0)
  }
  return (rk & 1) === 1 ? value / 100 : value
}
