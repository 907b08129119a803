import { archiveOf } from './archive'

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Parts of a workbook for tests; each is XML. */
export interface XlsxParts {
  /** Content of `sheetData`. */
  rows: string
  /** Content of the worksheet before and after its rows. */
  before?: string
  after?: string
  /** Attributes of `workbookPr`. */
  properties?: string
  /** Attributes of the sheet in the workbook. */
  state?: string
  /** Codes of number formats; a cell's style is the index of its code plus one. */
  formats?: readonly string[]
  strings?: string
}

/** Returns an Excel workbook of one sheet, and a second sheet with the text "Second" if the first has a state. */
export function xlsxOf({ rows, before = '', after = '', properties, state, formats = [], strings }: XlsxParts): Buffer {
  const sheets = [`<sheet name="First" sheetId="1" ${state ?? ''} r:id="rId1"/>`]
  if (state) sheets.push('<sheet name="Second" sheetId="2" r:id="rId4"/>')
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`
  const numbers = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`)
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`)
  return archiveOf([
    [
      'xl/workbook.xml',
      `<workbook xmlns:r="r">${properties ? `<workbookPr ${properties}/>` : ''}<sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}${relation(3, 'sharedStrings', 'sharedStrings.xml')}${relation(4, 'worksheet', 'worksheets/sheet2.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${numbers.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ],
    ['xl/sharedStrings.xml', `<sst>${strings ?? ''}</sst>`],
    ['xl/worksheets/sheet1.xml', `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`],
    [
      'xl/worksheets/sheet2.xml',
      `<worksheet><sheetData><row r="1">${textCell('A1', 'Second')}</row></sheetData></worksheet>`,
    ],
  ])
}

export function textCell(address: string, text: string): string {
  return `<c r="${address}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Returns an OpenDocument workbook with this content of `office:spreadsheet`. */
export function odsOf(tables: string, { styles = '', manifest = '' } = {}): Buffer {
  return archiveOf([
    ['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'],
    ['META-INF/manifest.xml', `<manifest:manifest>${manifest}</manifest:manifest>`],
    [
      'content.xml',
      `<?xml version="1.0"?><office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ],
  ])
}

export type XlsRecord = readonly [type: number, body: Buffer]

export const xlsTypes = {
  bof: 0x809,
  eof: 0x0a,
  boundSheet: 0x85,
  continue: 0x3c,
  date1904: 0x22,
  filePass: 0x2f,
  format: 0x41e,
  xf: 0xe0,
  strings: 0xfc,
} as const

/** Joins numbers, each written as 16 bits, and buffers as they are. */
export function packed(...parts: Array<number | Buffer>): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part !== 'number') return part
      const two = Buffer.alloc(2)
      two.writeUInt16LE(part)
      return two
    }),
  )
}

export function double(value: number): Buffer {
  const eight = Buffer.alloc(8)
  eight.writeDoubleLE(value)
  return eight
}

/** Returns a text of an Excel 97 record: its length in one or two bytes, a flag, and one byte per character. */
export function xlsText(text: string, bytesOfLength: 1 | 2 = 2): Buffer {
  const length = Buffer.alloc(bytesOfLength)
  length.writeUIntLE(text.length, 0, bytesOfLength)
  return Buffer.concat([length, Buffer.from([0]), Buffer.from(text, 'latin1')])
}

/** Returns an Excel 97 workbook of these sheets; `globals` precede them. */
export function xlsOf(
  sheets: ReadonlyArray<{ name: string; hidden?: boolean; records: readonly XlsRecord[] }>,
  globals: readonly XlsRecord[] = [],
): Buffer {
  const bytesOf = (records: readonly XlsRecord[]) =>
    Buffer.concat(records.map(([type, body]) => packed(type, body.length, body)))
  const start = (kind: number): XlsRecord => [xlsTypes.bof, packed(0x600, kind, 0, 0, 0, 0, 0, 0)]
  const end: XlsRecord = [xlsTypes.eof, Buffer.alloc(0)]
  const bodies = sheets.map(({ records }) => bytesOf([start(0x10), ...records, end]))
  const head = (offsets: readonly number[]) =>
    bytesOf([
      start(0x05),
      ...globals,
      ...sheets.map(({ name, hidden }, index): XlsRecord => {
        const offset = offsets[index] ?? 0
        return [xlsTypes.boundSheet, packed(offset & 0xffff, offset >>> 16, hidden ? 1 : 0, xlsText(name, 1))]
      }),
      end,
    ])
  let at = head([]).length
  const offsets = bodies.map(({ length }) => {
    at += length
    return at - length
  })
  return compoundFileOf('Workbook', Buffer.concat([head(offsets), ...bodies]))
}

const sectorBytes = 512
const endOfChain = 0xfffffffe

/** Returns a compound file of one stream, whose chain of sectors `damage` may change. */
export function compoundFileOf(name: string, content: Buffer, damage: (chain: number[]) => void = () => {}): Buffer {
  // Pads the stream to 4,096 bytes, because the format stores a shorter one in small sectors, which this file lacks.
  const stream = Buffer.concat([content, Buffer.alloc(Math.max(0, 4_096 - content.length))])
  const count = Math.ceil(stream.length / sectorBytes)
  const tables = Math.ceil((count + 1) / 127) + 1
  // Sectors: the tables, the directory, the stream.
  const first = tables + 1
  const chain = Array.from({ length: tables * 128 }, () => 0xffffffff)
  for (let table = 0; table < tables; table++) chain[table] = 0xfffffffd
  chain[tables] = endOfChain
  for (let nth = 0; nth < count; nth++) chain[first + nth] = nth === count - 1 ? endOfChain : first + nth + 1
  damage(chain)
  const header = Buffer.alloc(sectorBytes)
  header.write('d0cf11e0a1b11ae1', 'hex')
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at)
  for (const [at, value] of [
    [44, tables],
    [48, tables],
    [56, 4_096],
    [60, endOfChain],
    [68, endOfChain],
  ] as const)
    header.writeUInt32LE(value, at)
  for (let nth = 0; nth < 109; nth++) header.writeUInt32LE(nth < tables ? nth : 0xffffffff, 76 + nth * 4)
  const table = Buffer.alloc(tables * sectorBytes)
  for (const [index, next] of chain.entries()) table.writeUInt32LE(next >>> 0, index * 4)
  const entry = (title: string, type: number, start: number, size: number) => {
    const bytes = Buffer.alloc(128)
    bytes.write(title, 'utf16le')
    bytes.writeUInt16LE(title.length * 2 + 2, 64)
    bytes[66] = type
    for (const at of [68, 72, 76]) bytes.writeUInt32LE(0xffffffff, at)
    bytes.writeUInt32LE(start, 116)
    bytes.writeUInt32LE(size, 120)
    return bytes
  }
  const root = entry('Root Entry', 5, endOfChain, 0)
  root.writeUInt32LE(1, 76)
  const directory = Buffer.concat([root, entry(name, 2, first, stream.length), Buffer.alloc(256)])
  const padded = Buffer.concat([stream, Buffer.alloc(count * sectorBytes - stream.length)])
  return Buffer.concat([header, table, directory, padded])
}
