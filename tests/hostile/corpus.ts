import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { archiveOf } from '../factories/archive'
import { compoundFileOf, odsOf, packed, xlsOf, xlsTypes } from '../factories/sheets'

/** A file from an attacker or a broken program. The repository contains only its generator. */
export interface HostileFile {
  about: string
  /** File name as sent; the product ignores it and decides by content. */
  name: string
  make: () => Uint8Array | Promise<Uint8Array>
}

const megabyte = 1024 * 1024

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const oneSheet = '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>'
const toSheet = (target: string) => `<Relationship Id="rId1" Type="${relationship}/worksheet" Target="${target}"/>`

interface Book {
  /** Full text of the sheet, when `rows` are not enough. */
  sheet?: string | Uint8Array
  rows?: string
  after?: string
  workbook?: string
  relations?: string
  others?: ReadonlyArray<readonly [string, string | Uint8Array]>
}

/** Returns a workbook of one sheet, valid except for the parameters. */
function book({ sheet, rows = '', after = '', workbook = oneSheet, relations, others = [] }: Book): Buffer {
  return archiveOf([
    ['xl/workbook.xml', workbook],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relations ?? toSheet('worksheets/sheet1.xml')}<Relationship Id="rId2" Type="${relationship}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${relationship}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', sheet ?? `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`],
    ...others,
  ])
}

const cell = (address: string, text = 'x') => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
const line = (row: number, [one, two]: readonly string[]) =>
  `<row r="${row}">${cell(`A${row}`, one)}${cell(`B${row}`, two)}</row>`
const good = () =>
  book({
    rows: [['Roll number', 'Marks'], ...many(40, (row) => [`${row}`, '1'])]
      .map((row, index) => line(index + 1, row))
      .join(''),
  })
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

/** Returns a function that makes an archive and lets `change` damage its bytes. */
function spoiled(change: (bytes: Buffer, places: { local: number; entry: number; end: number }) => unknown) {
  return () => {
    const bytes = Buffer.from(good())
    const places = { local: 0, entry: bytes.indexOf('PK\x01\x02', 0, 'latin1'), end: bytes.length - 22 }
    const changed = change(bytes, places)
    return Buffer.isBuffer(changed) ? changed : bytes
  }
}

/** Archive of fifteen parts, each of 60 MB and compressed to about 60 KB. */
const bomb = () => archiveOf(many(15, (part) => [`xl/worksheets/sheet${part}.xml`, Buffer.alloc(60 * megabyte, 0x20)]))

/** Returns a PDF around the objects; `after` follows its end. */
function pdf(objects: readonly string[], { version = '1.7', trailer = '/Root 1 0 R', after = '' } = {}): Buffer {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(
    `%PDF-${version}\n${body}xref\n0 1\n0000000000 65535 f \ntrailer <</Size ${objects.length + 1} ${trailer}>>\nstartxref\n${body.length + 9}\n%%EOF\n${after}`,
    'latin1',
  )
}
const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>'

function pngChunk(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content, Buffer.alloc(4)])
}

/**
 * Returns a PNG that claims this width and height, with these chunks. Its checksums are wrong, because `sharp` does not
 * verify them.
 */
function png(width: number, height: number, chunks: readonly Buffer[]): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, pngChunk('IHDR', size), ...chunks, pngChunk('IEND', Buffer.alloc(0))])
}

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a4' }, limitInputPixels: false })

const spreadsheets: HostileFile[] = [
  [
    'a cell at the far end',
    () => book({ rows: `<row r="1">${cell('A1')}</row><row r="1048576">${cell('XFD1048576')}</row>` }),
  ],
  ['a cell in a far column', () => book({ rows: `<row r="1">${cell('ZZ1')}</row>` })],
  ['a far cell in small letters', () => book({ rows: `<row r="1">${cell('xfd9')}</row>` })],
  ['a far row', () => book({ rows: `<row r="1048576">${cell('A1')}</row>` })],
  [
    'a rectangle that is all of it',
    () => book({ sheet: `<worksheet><dimension ref="A1:XFD1048576"/><sheetData/></worksheet>` }),
  ],
  [
    'a row number with twenty digits',
    () => book({ rows: `<row r="99999999999999999999">${cell('A99999999999999999999')}</row>` }),
  ],
  ['rows below nothing', () => book({ rows: `<row r="-1">${cell('A-1')}</row><row r="0">${cell('A0')}</row>` })],
  [
    'two hundred columns of fifty thousand rows',
    () => book({ rows: `<row r="1">${cell('A1')}</row><row r="50000">${cell('GR50000')}</row>` }),
  ],
  ['cells without end', () => book({ rows: `<row r="1">${'<c r="A1"/>'.repeat(3_000_000)}</row>` })],
  ['rows without end', () => book({ rows: '<row/>'.repeat(6_000_000) })],
  ['tags that never close', () => book({ rows: '<a'.repeat(1_000_000) })],
  ['tags a hundred thousand deep', () => book({ rows: '<a>'.repeat(100_000) })],
  ['quotes that never close', () => book({ rows: '<c "'.repeat(500_000) })],
  ['one text of 39 MB', () => book({ rows: `<row r="1">${cell('A1', 'x'.repeat(39 * megabyte))}</row>` })],
  ['an attribute of 20 MB', () => book({ rows: `<row r="1" s="${'x'.repeat(20 * megabyte)}"/>` })],
  ['a million attributes', () => book({ rows: `<row ${many(1_000_000, (n) => `a${n}="1"`).join(' ')}/>` })],
  ['a comment that never ends', () => book({ rows: `<!--${'-'.repeat(10 * megabyte)}` })],
  ['raw text that never ends', () => book({ rows: `<![CDATA[${']'.repeat(10 * megabyte)}` })],
  [
    'a billion laughs',
    () =>
      book({
        sheet: `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(50)}">${many(9, (n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]><worksheet><sheetData><row r="1">${cell('A1', '&j;')}</row></sheetData></worksheet>`,
      }),
  ],
  [
    'an entity that is a file',
    () =>
      book({
        sheet: `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1">${cell('A1', '&f;')}</row></sheetData></worksheet>`,
      }),
  ],
  [
    'entities of signs that do not exist',
    () => book({ rows: `<row r="1">${cell('A1', '&#0;&#xD800;&#x110000;&#99999999999;')}</row>` }),
  ],
  [
    'two million shared texts',
    () =>
      book({
        rows: '<row r="1"><c r="A1" t="s"><v>1999999</v></c></row>',
        others: [['xl/sharedStrings.xml', `<sst>${'<si><t>x</t></si>'.repeat(2_000_000)}</sst>`]],
      }),
  ],
  [
    'shared texts that are not there',
    () =>
      book({
        rows: '<row r="1"><c r="A1" t="s"><v>-1</v></c><c r="B1" t="s"><v>4e9</v></c><c r="C1" t="s"><v>__proto__</v></c></row>',
        others: [['xl/sharedStrings.xml', '<sst/>']],
      }),
  ],
  [
    'numbers and dates that are none',
    () =>
      book({
        rows: '<row r="1"><c r="A1"><v>1e999</v></c><c r="B1" t="d"><v>x</v></c><c r="C1" s="7"><v>-9e99</v></c><c r="D1" t="b"><v>2</v></c><c r="E1" t="e"><v>#</v></c></row>',
      }),
  ],
  [
    'a hundred thousand formats, all of brackets',
    () =>
      book({
        rows: '<row r="1"><c r="A1" s="9"><v>1</v></c></row>',
        others: [
          [
            'xl/styles.xml',
            `<styleSheet><numFmts>${many(100_000, (n) => `<numFmt numFmtId="${n}" formatCode="${'['.repeat(40)}"/>`).join('')}</numFmts><cellXfs>${'<xf numFmtId="1" applyNumberFormat="1"/>'.repeat(100_000)}</cellXfs></styleSheet>`,
          ],
        ],
      }),
  ],
  [
    'merged cells of the whole sheet',
    () =>
      book({
        rows: `<row r="1">${cell('A1')}</row>`,
        after: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      }),
  ],
  [
    'a formula over the whole sheet',
    () => book({ rows: '<row r="1"><c r="A1"><f t="array" ref="A1:XFD1048576">1</f><v>1</v></c></row>' }),
  ],
  ['a million cells at one place', () => book({ rows: `<row r="1">${cell('A1').repeat(300_000)}</row>` })],
  [
    'twenty thousand sheets',
    () =>
      book({
        workbook: `<workbook xmlns:r="r"><sheets>${many(20_000, (n) => `<sheet name="${n}" sheetId="${n}" r:id="rId1"/>`).join('')}</sheets></workbook>`,
        rows: `<row r="1">${cell('A1')}</row>`,
      }),
  ],
  ['a sheet with a name of 1 MB', () => book({ workbook: oneSheet.replace('One', 'ગ'.repeat(350_000)) })],
  ['a sheet outside of the archive', () => book({ relations: toSheet('../../../../etc/passwd') })],
  [
    'a sheet on another machine',
    () => book({ relations: toSheet('http://127.0.0.1:9/sheet.xml').replace('/>', ' TargetMode="External"/>') }),
  ],
  ['a workbook that is its own sheet', () => book({ relations: toSheet('workbook.xml') })],
  ['no sheet', () => book({ workbook: '<workbook/>' })],
  ['no workbook', () => archiveOf([['xl/worksheets/sheet1.xml', '<worksheet/>']])],
  [
    'a sheet in UTF-16',
    () =>
      book({
        sheet: Buffer.from(
          `\ufeff<worksheet><sheetData><row r="1">${cell('XFD1048576')}</row></sheetData></worksheet>`,
          'utf16le',
        ),
      }),
  ],
  ['zero bytes among the tags', () => book({ rows: `<row r="1">${cell('A1', 'a\0b')}</row><\0row r="1048576"/>` })],
  ['a sheet of random bytes', () => book({ sheet: Buffer.from(many(200_000, (n) => (n * n * 31 + n) % 256)) })],
].map(([about, make]) => ({ about: `a workbook with ${about}`, name: 'marks.xlsx', make }) as HostileFile)

const archives: HostileFile[] = [
  ['a bomb that says its size', bomb],
  [
    'a bomb that counts one part in one place',
    () => {
      const bytes = bomb()
      bytes.writeUInt16LE(1, bytes.length - 12)
      return bytes
    },
  ],
  [
    'a bomb that says it is small',
    () => {
      const bytes = bomb()
      for (
        let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
        at >= 0;
        at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')
      )
        bytes.writeUInt32LE(1_000, at + 24)
      return bytes
    },
  ],
  [
    'a second directory of 64 bits',
    spoiled((bytes, { end }) => {
      const locator = Buffer.alloc(20)
      locator.writeUInt32LE(0x07064b50, 0)
      return Buffer.concat([bytes.subarray(0, end), locator, bytes.subarray(end)])
    }),
  ],
  ['sizes that need 64 bits', spoiled((bytes, { entry }) => bytes.fill(0xff, entry + 20, entry + 28))],
  [
    'five hundred entries that are one part',
    () => {
      const one = archiveOf([['xl/worksheets/sheet1.xml', Buffer.alloc(2 * megabyte, 0x20)]])
      const start = one.indexOf('PK\x01\x02', 0, 'latin1')
      const listed = Buffer.concat(many(500, () => one.subarray(start, one.length - 22)))
      const end = Buffer.from(one.subarray(-22))
      end.writeUInt16LE(500, 8)
      end.writeUInt16LE(500, 10)
      end.writeUInt32LE(listed.length, 12)
      return Buffer.concat([one.subarray(0, start), listed, end])
    },
  ],
  ['sixty thousand empty parts', () => archiveOf(many(60_000, (part) => [`${part}`, '']))],
  [
    'archives in archives',
    () =>
      many(30, () => 0).reduce(
        (inner: Buffer) => archiveOf(many(4, (n) => [`${n}.zip`, inner.subarray(0, 200_000)])),
        good(),
      ),
  ],
  [
    'names that climb out of their folder',
    () =>
      archiveOf([
        ['../../../../etc/cron.d/x', 'x'],
        ['/etc/passwd', 'x'],
        ['..\\..\\x', 'x'],
        ['__proto__', 'x'],
        ['constructor', 'x'],
      ]),
  ],
  ['a name of 65 KB', () => archiveOf([['x'.repeat(65_000), 'x']])],
  ['a locked part', spoiled((bytes, { entry }) => bytes.writeUInt16LE(1, entry + 8))],
  ['a method that nobody knows', spoiled((bytes, { entry }) => bytes.writeUInt16LE(99, entry + 10))],
  ['two names for one part', spoiled((bytes, { local }) => bytes.write('xxxxx', local + 30, 'latin1'))],
  ['an end cut off', spoiled((bytes) => bytes.subarray(0, bytes.length - 30))],
  [
    'a beginning cut off',
    spoiled((bytes) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), bytes.subarray(200)])),
  ],
  ['two ends', spoiled((bytes, { end }) => Buffer.concat([bytes, bytes.subarray(end)]))],
  [
    'an end in its comment',
    spoiled((bytes, { end }) => {
      bytes.writeUInt16LE(65_535, end + 20)
      return Buffer.concat([bytes, Buffer.from('PK\x05\x06'.padEnd(65_535, '\0'), 'latin1')])
    }),
  ],
  ['a directory that begins behind its end', spoiled((bytes, { end }) => bytes.writeUInt32LE(0xfffffff0, end + 16))],
  [
    'a directory of nothing',
    spoiled((bytes, { end }) => Buffer.concat([bytes.subarray(0, 4), bytes.subarray(end).fill(0, 8, 20)])),
  ],
  ['a part that never ends', spoiled((bytes, { local }) => bytes.fill(0, local + 60, local + 160))],
  [
    'another program in front',
    spoiled((bytes) => Buffer.concat([Buffer.from('PK\x03\x04MZ'.padEnd(2_000, '\x90'), 'latin1'), bytes])),
  ],
  ['ten megabytes of its own mark', () => Buffer.from('PK\x03\x04'.repeat(2_500_000), 'latin1')],
  ['ten megabytes of marks of an end', () => Buffer.from(`PK\x03\x04${'PK\x05\x06'.repeat(2_400_000)}`, 'latin1')],
  ['gzip around gigabytes of nothing', () => Buffer.concat(many(4, () => gzipSync(Buffer.alloc(200 * megabyte))))],
].map(([about, make]) => ({ about: `an archive with ${about}`, name: 'students.xlsx', make }) as HostileFile)

const texts: HostileFile[] = [
  ['of one line of 9 MB', () => Buffer.from('x'.repeat(9 * megabyte))],
  ['of quotes only', () => Buffer.from('"'.repeat(9 * megabyte))],
  ['of commas only', () => Buffer.from(','.repeat(9 * megabyte))],
  ['of line ends only', () => Buffer.from('\n'.repeat(9 * megabyte))],
  ['of old line ends only', () => Buffer.from('\r'.repeat(9 * megabyte))],
  ['of zero bytes', () => Buffer.from(`a,b\n${'\0'.repeat(9 * megabyte)}`)],
  ['of two hundred columns and 45,000 rows', () => Buffer.from(`${','.repeat(199)}\n`.repeat(45_000))],
  ['whose every line opens a quote', () => Buffer.from('"a\n'.repeat(3_000_000))],
  [
    'in half a UTF-16',
    () =>
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a,b\n'.repeat(500_000), 'utf16le'), Buffer.from([0xd8])]),
  ],
  ['of signs that join', () => Buffer.from(`a,b\n${'e\u0301\u0301\u0301\u0301'.repeat(900_000)}`)],
  ['of odd spaces', () => Buffer.from(`Roll number,Marks\n1,${'\u00a0'.repeat(4_000_000)}x`)],
].map(([about, make]) => ({ about: `a text ${about}`, name: 'students.csv', make }) as HostileFile)

const endOfChain = 0xfffffffe
const xlsWith = (damage: (chain: number[], first: number) => void) => () =>
  compoundFileOf('Workbook', Buffer.alloc(megabyte, 1), (chain) => damage(chain, chain.indexOf(endOfChain) + 1))

const otherWorkbooks: HostileFile[] = [
  ['an .ods bomb', 'a.ods', () => archiveOf([['content.xml', Buffer.alloc(250 * megabyte, '<table:table/>')]])],
  [
    'an .ods cell that fills the sheet',
    'a.ods',
    () =>
      odsOf(
        '<table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
  ],
  ['.ods tables in tables', 'a.ods', () => odsOf('<table:table>'.repeat(3_000_000))],
  [
    'an .xls ring of sectors',
    'a.xls',
    xlsWith((chain, first) => {
      chain[first + 900] = first
    }),
  ],
  [
    'an .xls directory in a ring',
    'a.xls',
    xlsWith((chain, first) => {
      chain[first - 1] = first - 1
    }),
  ],
  [
    'four thousand million .xls texts',
    'a.xls',
    () => xlsOf([{ name: 'A', records: [] }], [[xlsTypes.strings, packed(0xffff, 0xffff, 0xffff, 0xffff)]]),
  ],
  ['a page of spans', 'a.xls', () => Buffer.from(`<table><tr>${'<td colspan=999 rowspan=999>'.repeat(300_000)}`)],
  ['a page of tables in tables', 'a.xls', () => Buffer.from('<table><tr><td>'.repeat(600_000))],
  [
    'XML of a million styles',
    'a.xls',
    () =>
      Buffer.from(
        `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">${'<Style ID="s"><NumberFormat Format="[[[[["/></Style>'.repeat(150_000)}<Worksheet/></Workbook>`,
      ),
  ],
].map(([about, name, make]) => ({ about: `a workbook with ${about}`, name, make }) as HostileFile)

const papers: HostileFile[] = [
  [
    'that runs a script',
    () => pdf(['<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1\\))>>>>', pages, page]),
  ],
  ['that is its own parent', () => pdf([catalog, '<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>'])],
  [
    'with a stream of a gigabyte in a megabyte',
    () => {
      const packed = deflateSync(Buffer.alloc(1024 * megabyte), { level: 9 })
      return pdf([
        catalog,
        pages,
        page,
        `<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n${packed.toString('latin1')}\nendstream`,
      ])
    },
  ],
  ['with a hundred thousand objects', () => pdf([catalog, pages, page, ...many(100_000, () => '<<>>')])],
  ['with arrays a million deep', () => pdf([catalog, '['.repeat(1_000_000)])],
  ['whose table of objects follows itself', () => pdf([catalog, pages, page], { trailer: '/Root 1 0 R/Prev 9' })],
  [
    'that was locked',
    () => pdf([catalog, pages, page], { trailer: '/Root 1 0 R/Encrypt<</Filter/Standard/V 5/R 6/O()/U()/P -1>>' }),
  ],
  [
    'with its mark after a thousand bytes',
    () => Buffer.concat([Buffer.alloc(1_000, 0x20), pdf([catalog, pages, page])]),
  ],
  ['with its mark and nothing else', () => Buffer.from('%PDF-')],
  ['that is an archive, too', () => Buffer.concat([pdf([catalog, pages, page]), good()])],
  [
    'that is a page of the web, too',
    () => pdf([catalog, pages, page], { after: '<script>alert(document.domain)</script>' }),
  ],
  ['with 9 MB behind its end', () => Buffer.concat([pdf([catalog, pages, page]), Buffer.alloc(9 * megabyte, 0x25)])],
].map(([about, make]) => ({ about: `a PDF ${about}`, name: 'policy.pdf', make }) as HostileFile)

const pictures: HostileFile[] = [
  [
    'that says it is two billion pixels wide',
    () => png(0x7fffffff, 0x7fffffff, [pngChunk('IDAT', deflateSync(Buffer.alloc(100)))]),
  ],
  ['of 30,000 by 30,000 in one colour', () => drawn(30_000, 30_000).png({ palette: true, colours: 2 }).toBuffer()],
  ['of all the pixels that are taken', () => drawn(7_700, 7_700).png().toBuffer()],
  ['of all the pixels that are taken, interlaced', () => drawn(7_700, 7_700).png({ progressive: true }).toBuffer()],
  [
    'with words that unpack to a gigabyte',
    () =>
      png(10, 10, [
        pngChunk(
          'zTXt',
          Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(1024 * megabyte), { level: 9 })]),
        ),
        pngChunk('IDAT', deflateSync(Buffer.alloc(310))),
      ]),
  ],
  [
    'with a million chunks',
    () =>
      png(
        10,
        10,
        many(400_000, () => pngChunk('tEXt', Buffer.from('a\0b'))),
      ),
  ],
  ['with less in it than it says', () => png(5_000, 5_000, [pngChunk('IDAT', deflateSync(Buffer.alloc(10)))])],
  [
    'of JPEG that says it is 65,500 high',
    async () => {
      const bytes = await drawn(16, 16).jpeg().toBuffer()
      const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
      bytes.writeUInt16BE(65_500, frame + 5)
      bytes.writeUInt16BE(65_500, frame + 7)
      return bytes
    },
  ],
  [
    'of JPEG with ten thousand scans',
    async () => {
      const bytes = await drawn(2_000, 2_000).jpeg({ progressive: true }).toBuffer()
      const scan = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
      const last = bytes.subarray(scan, bytes.length - 2)
      return Buffer.concat([bytes.subarray(0, scan), ...many(10_000, () => last), Buffer.from([0xff, 0xd9])])
    },
  ],
  [
    'of GIF with fifty thousand frames',
    async () => {
      const bytes = await drawn(64, 64).gif().toBuffer()
      const frame = bytes.lastIndexOf(0x2c)
      return Buffer.concat([
        bytes.subarray(0, -1),
        ...many(50_000, () => bytes.subarray(frame, -1)),
        Buffer.from([0x3b]),
      ])
    },
  ],
  ['of WebP cut in the middle', async () => (await drawn(3_000, 3_000).webp().toBuffer()).subarray(0, 300)],
  [
    'of a drawing that names other files',
    () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>alert(1)</script></svg>',
      ),
  ],
].map(([about, make]) => ({ about: `a picture ${about}`, name: 'logo.png', make }) as HostileFile)

/** Every file of the corpus; created on demand, because together they are some hundred megabytes. */
export const hostileFiles: readonly HostileFile[] = [
  ...spreadsheets,
  ...archives,
  ...texts,
  ...otherWorkbooks,
  ...papers,
  ...pictures,
]
