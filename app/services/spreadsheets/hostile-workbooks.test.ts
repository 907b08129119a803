import { describe, expect, it } from 'vitest'
import { archiveOf } from '../../../tests/factories/archive'
import { compoundFileOf, odsOf, packed, textCell, xlsOf, xlsTypes, xlsxOf } from '../../../tests/factories/sheets'
import { growth, tooSteep } from '../../../tests/setup/growth'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import type { SheetTrouble } from './port'

const endOfChain = 0xfffffffe
const megabyte = 1024 * 1024
const troubleOf = (bytes: Uint8Array) =>
  parseSpreadsheet(bytes).then(
    () => 'none',
    (problem: SheetTrouble) => problem.code ?? problem,
  )
const xlsWith = (damage: (chain: number[], first: number) => void) =>
  compoundFileOf('Workbook', Buffer.alloc(60_000, 1), (chain) => damage(chain, chain.indexOf(endOfChain) + 1))
const entities = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(50)}">${['b', 'c', 'd'].map((name, index) => `<!ENTITY ${name} "${`&${'abc'[index]};`.repeat(10)}">`).join('')}]>`
const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`
const odsText = (attributes: string) => `<table:table-cell ${attributes}><text:p>x</text:p></table:table-cell>`
const odsTable = (rows: string) => odsOf(`<table:table table:name="A">${rows}</table:table>`)

describe('a hostile workbook', () => {
  it.each<[about: string, make: () => Buffer, code: string]>([
    [
      'an .ods bomb that says its size',
      () => {
        const bomb = odsOf('x')
        bomb.writeUInt32LE(2_000_000_000, bomb.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24)
        return bomb
      },
      'too-large-inside',
    ],
    [
      'an .ods bomb that says it is small',
      () => {
        const bomb = odsOf(' '.repeat(megabyte))
        bomb.writeUInt32LE(1_000, bomb.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24)
        return bomb
      },
      'too-large-inside',
    ],
    [
      'an .ods row that stands for a million',
      () => odsTable(`<table:table-row table:number-rows-repeated="1048576">${odsText('')}</table:table-row>`),
      'too-many-rows',
    ],
    [
      'an .ods cell that stands for sixteen thousand',
      () => odsTable(row(odsText('table:number-columns-repeated="16384"'))),
      'too-many-columns',
    ],
    [
      'an .ods count without end',
      () => odsTable(row(odsText('table:number-columns-repeated="1e308"'))),
      'too-many-columns',
    ],
    ['an .ods count below nothing', () => odsTable(row(odsText('table:number-columns-repeated="-5"'))), 'none'],
    ['.ods tables in tables', () => odsOf('<table:table>'.repeat(100_000)), 'empty'],
    [
      '.ods entities that grow',
      () => archiveOf([['content.xml', `${entities}<office:spreadsheet><table:table/></office:spreadsheet>`]]),
      'not-a-spreadsheet',
    ],
    [
      '.ods content that is cut off',
      () => archiveOf([['content.xml', '<office:spreadsheet><table:table><table:table-row']]),
      'not-a-spreadsheet',
    ],
    ['.xlsx entities that grow', () => xlsxOf({ rows: '', before: entities }), 'not-a-spreadsheet'],
    [
      'an external entity in .xlsx',
      () => xlsxOf({ rows: '', before: '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>' }),
      'not-a-spreadsheet',
    ],
    ['tags a hundred thousand deep', () => xlsxOf({ rows: '<a>'.repeat(100_000) }), 'empty'],
    [
      'merged cells that overlap',
      () =>
        xlsxOf({
          rows: Array.from(
            { length: 2_000 },
            (_, index) => `<row r="${index + 1}">${textCell(`A${index + 1}`, 'x')}</row>`,
          ).join(''),
          after: `<mergeCells>${'<mergeCell ref="A1:A2000"/>'.repeat(20_000)}</mergeCells>`,
        }),
      'too-large-inside',
    ],
    [
      'a sheet named __proto__',
      () => xlsxOf({ rows: `<row>${textCell('A1', 'x')}</row>`, state: 'state="__proto__"' }),
      'none',
    ],
    [
      'attributes named __proto__',
      () => xlsxOf({ rows: `<row __proto__="1"><c r="A1" constructor="1" t="__proto__"><v>1</v></c></row>` }),
      'none',
    ],
    [
      'shared texts that are not there',
      () => xlsxOf({ rows: '<row><c r="A1" t="s"><v>-1</v></c><c r="B1" t="s"><v>__proto__</v></c></row>' }),
      'empty',
    ],
    [
      'a part twice in the directory',
      () =>
        archiveOf([
          ['xl/workbook.xml', '<workbook/>'],
          ['XL\\workbook.xml', '<workbook/>'],
        ]),
      'not-a-spreadsheet',
    ],
    [
      'an .xls ring of sectors',
      () =>
        xlsWith((chain, first) => {
          chain[first + 20] = first + 3
        }),
      'old-excel',
    ],
    [
      'an .xls sector that follows itself',
      () =>
        xlsWith((chain, first) => {
          chain[first] = first
        }),
      'old-excel',
    ],
    [
      'an .xls directory in a ring',
      () =>
        xlsWith((chain, first) => {
          chain[first - 1] = first - 1
        }),
      'old-excel',
    ],
    [
      'an .xls chain that leaves the file',
      () =>
        xlsWith((chain, first) => {
          chain[first] = 0x00ffffff
        }),
      'old-excel',
    ],
    ['an .xls file that is cut off', () => xlsOf([{ name: 'A', records: [] }]).subarray(0, 700), 'not-a-spreadsheet'],
    ['an .xls header only', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old-excel'],
    [
      'an .xls record longer than the file',
      () => xlsOf([{ name: 'A', records: [[0x204, Buffer.alloc(3)]] }]),
      'old-excel',
    ],
    [
      'four thousand million .xls texts',
      () => xlsOf([{ name: 'A', records: [] }], [[xlsTypes.strings, packed(0xffff, 0xffff, 0xffff, 0xffff)]]),
      'empty',
    ],
    [
      'an .xls text longer than its record',
      () => xlsOf([{ name: 'A', records: [] }], [[xlsTypes.strings, packed(1, 0, 1, 0, 0xffff, Buffer.from([0, 65]))]]),
      'empty',
    ],
    [
      'an .xls cell in the last row',
      () => xlsOf([{ name: 'A', records: [[0x203, packed(65_535, 255, 0, 0, 0, 0, 0x4000)]] }]),
      'too-many-columns',
    ],
    [
      'an .xls sheet that starts at its own list',
      () => {
        const book = xlsOf([{ name: 'A', records: [] }])
        book.fill(0, 512 * 4 + 30, 512 * 4 + 34)
        return book
      },
      'empty',
    ],
    [
      'a page with a span without end',
      () => Buffer.from(`<table><tr>${'<td colspan="999999999" rowspan="999999999">'.repeat(1_000)}x</table>`),
      'too-many-columns',
    ],
    ['a page of a million rows', () => Buffer.from(`<table>${'<tr><td>1'.repeat(100_000)}</table>`), 'too-many-rows'],
    [
      'XML of Excel 2003 with entities that grow',
      () =>
        Buffer.from(
          `<?xml version="1.0"?>${entities}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>`,
        ),
      'not-a-spreadsheet',
    ],
    [
      'XML of Excel 2003 with a far index',
      () =>
        Buffer.from(
          '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row Index="9999999"><Cell Index="-4"><Data Type="Number">1</Data></Cell></Row></Table></Worksheet></Workbook>',
        ),
      'too-many-columns',
    ],
  ])('%s: is refused with an error or does no harm', async (_about, make, code) => {
    expect(await troubleOf(make())).toBe(code)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each<[about: string, make: (size: number) => Buffer]>([
    ['a page of tags that never close', (size) => Buffer.from(`<table>${'<td "'.repeat(size)}`)],
    ['a page of comments that never close', (size) => Buffer.from(`<table>${'<!-- '.repeat(size)}`)],
    ['a page of "<"', (size) => Buffer.from(`<table><tr><td>${'<'.repeat(size)}`)],
    [
      'XML of tags that never close',
      (size) => Buffer.from(`<?xml version="1.0"?><office:document>${'<a b="1" '.repeat(size)}`),
    ],
    ['OpenDocument cells', (size) => odsTable(row('<table:table-cell/>'.repeat(size)))],
    [
      'records of an .xls file',
      (size) =>
        xlsOf([
          { name: 'A', records: Array.from({ length: size / 8 }, () => [0x203, packed(0, 0, 0, 0, 0, 0, 0x4000)]) },
        ]),
    ],
    ['a text file of quotes', (size) => Buffer.from('"a;b\n'.repeat(size))],
  ])('%s: is read in linear time', async (_about, make) => {
    const files = new Map([20_000, 160_000].map((size) => [size, make(size)]))
    expect(await growth((size) => troubleOf(files.get(size) as Buffer), 20_000)).toBeLessThan(tooSteep)
  })
})
