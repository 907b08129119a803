import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { archiveOf } from '../../../tests/factories/archive'
import {
  compoundFileOf,
  double,
  odsOf,
  packed,
  textCell,
  type XlsRecord,
  type XlsxParts,
  xlsOf,
  xlsText,
  xlsTypes,
  xlsxOf,
} from '../../../tests/factories/sheets'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import { type Cell, maxSheetRows, type Sheet, type SheetTrouble, type SheetTroubleCode } from './port'

const fixture = (name: string) => readFileSync(`tests/fixtures/imports/${name}`)
const date = (text: string, shown: string): Cell => ({ text, mark: { kind: 'date', shown } })
const error = (text: string): Cell => ({ text, mark: { kind: 'error' } })
const cut = (text: string): Cell => ({ text, mark: { kind: 'cut' } })
const zeros = (text: string, plain: string): Cell => ({ text, mark: { kind: 'zeros', plain } })
const troubleOf = (bytes: Uint8Array) =>
  parseSpreadsheet(bytes).then(
    () => 'none',
    (problem: SheetTrouble) => problem.code,
  )
/** First cell of a workbook with one cell. */
const cellOf = async (bytes: Uint8Array) => (await parseSpreadsheet(bytes)).rows[0]?.[0]
const inFirstCell = (cell: string, parts: Omit<XlsxParts, 'rows'> = {}) =>
  xlsxOf({ rows: `<row r="1">${cell}</row>`, ...parts })

describe('workbooks of offices', () => {
  it.each<[name: string, column: number, cells: Cell[]]>([
    ['gr-number-turned-into-date.xlsx', 0, ['GR No', date('2019-12-01', 'Dec-19'), date('2026-03-07', '07/03/2026')]],
    ['merged-class-cells.xlsx', 9, ['Std', 'VI', 'VI', 'VI']],
    ['error-cells.xlsx', 10, ['Email', error('#N/A'), error('#REF!')]],
    ['dimension-to-the-last-row.xlsx', 0, ['GR No', 'Q1', 'Q2', 'Q3']],
    ['first-sheet-hidden.xlsx', 0, ['GR No', 'X21']],
    [
      'mixed-true-dates-and-texts.xlsx',
      3,
      ['DOB', date('2015-05-12', '12/05/2015'), '25/12/2015', date('2015-02-01', '01/02/2015'), '13/05/2015'],
    ],
  ])('reads %s', async (name, column, cells) => {
    const { rows } = await parseSpreadsheet(fixture(name))
    expect(rows.map((row) => row[column])).toEqual(cells)
  })

  it('reports a password, not an old format, for an encrypted workbook', async () => {
    expect(await troubleOf(fixture('with-password.xlsx'))).toBe('has-password')
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'
    expect(await troubleOf(odsOf('', { manifest }))).toBe('has-password')
    expect(await troubleOf(xlsOf([{ name: 'A', records: [] }], [[xlsTypes.filePass, packed(1)]]))).toBe('has-password')
  })
})

describe('number cells of an .xlsx file', () => {
  it.each<[about: string, format: string, value: string, cell: Cell]>([
    ['a month that was typed as a code', 'mmm-yy', '43800', date('2019-12-01', 'Dec-19')],
    ['a day and a month', 'd/m', '46088', date('2026-03-07', '7/3')],
    ['a day with a time', 'dd/mm/yyyy hh:mm', '42169.75', date('2015-06-14', '14/06/2015 18:00')],
    ['a day a hair below its number', 'dd/mm/yyyy', '42168.9999999999', date('2015-06-14', '14/06/2015')],
    ['a day with letters', '[$-409]d mmmm yyyy;@', '42169', date('2015-06-14', '14 June 2015')],
    ['a weekday', 'dddd', '42169', date('2015-06-14', 'Sunday')],
    ['a day with quoted words', '"on "d\\-m\\-yy', '42169', date('2015-06-14', 'on 14-6-15')],
    ['twelve hours', 'd/m/yyyy h:mm AM/PM', '42169.5', date('2015-06-14', '14/6/2015 12:00 PM')],
    ['the long form of the system', '[$-F800]dddd, mmmm dd, yyyy', '42169', date('2015-06-14', 'Sunday, 14 June 2015')],
    ['a day before March 1900', 'dd/mm/yyyy', '31', date('1900-01-31', '31/01/1900')],
    ['the day after the one that never was', 'dd/mm/yyyy', '61', date('1900-03-01', '01/03/1900')],
    ['an empty cell that a formula repeats', 'dd/mm/yyyy', '0', date('1900-01-00', '00/01/1900')],
    ['a mobile number in a column of days', 'dd/mm/yyyy', '9825012345', '9825012345'],
    ['a negative number in a column of days', 'dd/mm/yyyy', '-5', '-5'],
    ['a time', 'h:mm', '0.354166666666667', '8:30'],
    ['a duration', '[h]:mm', '1.5', '36:00'],
    ['zeros of the format', '00000', '12', zeros('00012', '12')],
    ['zeros of the format that are not needed', '000', '4012', '4012'],
    ['zeros with a section for negative numbers', '0000;-0000', '7', zeros('0007', '7')],
    ['no zeros for a fraction', '000', '1.5', '1.5'],
    ['an amount', '[$₹-4009] #,##0.00', '4500', '4500'],
    ['an amount with noise', '0.00', '4500.0000000000009', '4500.000000000001'],
    ['a percentage', '0%', '0.45', '0.45'],
    ['minutes in red', '[Red]0.00', '12', '12'],
    ['fifteen digits', '0', '123456789012345', '123456789012345'],
    ['sixteen digits', '0', '1234567890123450', cut('1.23457E+15')],
    ['eighteen digits', 'General', '123456789012345678', cut('1.23457E+17')],
    ['eighteen digits with an exponent', 'General', '1.23456789012345E+17', cut('1.23457E+17')],
    ['eleven digits with an exponent', 'General', '2.4010100501E10', '24010100501'],
    ['a format for text', '@', '12', '12'],
  ])('reads %s', async (_about, format, value, cell) => {
    expect(await cellOf(inFirstCell(`<c r="A1" s="1"><v>${value}</v></c>`, { formats: [format] }))).toEqual(cell)
  })

  it.each(['1', 'true', 'TRUE', 'on', ' true '])('counts days from 1904 when date1904 is "%s"', async (flag) => {
    const cell = '<c r="A1" s="1"><v>40707</v></c>'
    const parts = { formats: ['dd/mm/yyyy'], properties: `date1904="${flag}"` }
    expect(await cellOf(inFirstCell(cell, parts))).toEqual(date('2015-06-14', '14/06/2015'))
  })

  it.each(['0', 'false', 'off'])('counts days from 1900 when date1904 is "%s"', async (flag) => {
    const cell = '<c r="A1" s="1"><v>42169</v></c>'
    const parts = { formats: ['dd/mm/yyyy'], properties: `date1904="${flag}"` }
    expect(await cellOf(inFirstCell(cell, parts))).toEqual(date('2015-06-14', '14/06/2015'))
  })
})

describe('other cells of an .xlsx file', () => {
  it.each<[about: string, xml: string, cell: Cell | undefined]>([
    ['an error', '<c r="A1" t="e"><f>VLOOKUP(1,B:B,1)</f><v>#N/A</v></c>', error('#N/A')],
    ['a formula that was never computed', '<c r="A1"><f>B1&amp;"-"</f></c>', error('=B1&"-"')],
    ['a formula with an empty text', '<c r="A1" t="str"><f>IF(1,"")</f><v></v></c>', undefined],
    ['a formula with a text', '<c r="A1" t="str"><f>"0012"</f><v>0012</v></c>', '0012'],
    ['a formula with a number', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    ['an ISO date', '<c r="A1" t="d"><v>2015-06-14T00:00:00</v></c>', date('2015-06-14', '14-06-2015')],
    ['a boolean', '<c r="A1" t="b"><v>1</v></c>', 'true'],
    ['rich text', '<c r="A1" t="inlineStr"><is><r><t>As</t></r><r><t>ha</t></r></is></c>', 'Asha'],
    ['a shared text', '<c r="A1" t="s"><v>1</v></c>', 'Asha Patel'],
    ['a text with an escaped line end', '<c r="A1" t="str"><v>a_x000D_b</v></c>', 'a b'],
    ['raw text with marks', '<c r="A1" t="inlineStr"><is><t><![CDATA[A & B]]></t></is></c>', 'A & B'],
    ['a prefix for all names', '<x:c r="A1" t="str"><x:v>Asha</x:v></x:c>', 'Asha'],
    ['no address', '<c t="str"><v>Asha</v></c>', 'Asha'],
    ['an apostrophe before a number', '<c r="A1" t="str"><v>&apos;007</v></c>', '007'],
  ])('reads %s', async (_about, xml, cell) => {
    const strings =
      '<si><t>GR No</t></si><si><r><t>Asha</t></r><r><t xml:space="preserve"> Patel</t></r><rPh><t>x</t></rPh></si>'
    const { rows } = await parseSpreadsheet(inFirstCell(`${xml}${textCell('B1', 'x')}`, { strings }))
    expect(rows[0]?.[0] || undefined).toEqual(cell)
  })
})

describe('formatted, hidden and merged parts of an .xlsx file', () => {
  const student = (row: number, name: string, attributes = '', more = '') =>
    `<row r="${row}" ${attributes}>${textCell(`A${row}`, name)}${more}</row>`
  const list = student(1, 'Name') + student(2, 'Asha') + student(3, 'Diya')

  it.each<[about: string, parts: Partial<XlsxParts>]>([
    ['a dimension to the last row', { before: '<dimension ref="A1:XFD1048576"/>' }],
    ['a style on the last row', { rows: `${list}<row r="1048576" s="1" customFormat="1"/>` }],
    ['an empty cell with a border in the last row', { rows: `${list}<row r="1048576"><c r="A1048576" s="1"/></row>` }],
    ['an empty cell with a border in the last column', { rows: `${list}<row r="4"><c r="XFD4" s="1"/></row>` }],
    ['empty formatted rows', { rows: list + '<row r="60000"><c r="A60000" s="1"/></row>'.repeat(1_000) }],
    ['an empty text far below', { rows: `${list}<row r="900000"><c r="A900000" t="str"><v></v></c></row>` }],
    ['blanks far below', { rows: `${list}<row r="900000">${textCell('A900000', '   ')}</row>` }],
    ['styles on all columns', { before: '<cols><col min="1" max="16384" style="1"/></cols>' }],
    ['a filter to the last row', { after: '<autoFilter ref="A1:A1048576"/>' }],
    ['rules to the last row', { after: '<conditionalFormatting sqref="A1:XFD1048576"/>' }],
    [
      'a choice list to the last row',
      { after: '<dataValidation sqref="A2:A1048576"><formula1>"M,F"</formula1></dataValidation>' },
    ],
    ['a merge to the last row', { after: '<mergeCells><mergeCell ref="B2:B1048576"/></mergeCells>' }],
  ])('reads three rows in spite of %s', async (_about, parts) => {
    const { rows } = await parseSpreadsheet(xlsxOf({ rows: list, ...parts }))
    expect(rows).toEqual([['Name'], ['Asha'], ['Diya']])
  })

  it.each<[about: string, row: string, code: string]>([
    ['a text', textCell('A60000', 'x'), 'too-many-rows'],
    ['a number', '<c r="A60000"><v>1</v></c>', 'too-many-rows'],
    ['a formula', '<c r="A60000"><f>1+1</f></c>', 'too-many-rows'],
    ['a text in the last column', textCell('XFD4', 'x'), 'too-many-columns'],
  ])('refuses %s beyond the row and column limits', async (_about, cell, code) => {
    expect(await troubleOf(xlsxOf({ rows: `${list}<row r="${maxSheetRows + 9_999}">${cell}</row>` }))).toBe(code)
  })

  const hidden =
    student(1, 'Name') + student(2, 'Asha', 'hidden="1"') + student(3, 'Diya') + student(4, 'Uma', 'hidden="true"')

  it('skips hidden rows, keeps the line numbers of the others, and reports the hidden ones', async () => {
    const { rows, notices } = await parseSpreadsheet(xlsxOf({ rows: `${hidden}<row r="9" hidden="1"/>` }))
    expect(rows).toEqual([['Name'], [], ['Diya']])
    expect(notices).toEqual([{ kind: 'hidden-rows', lines: [2, 4], included: false }])
  })

  it('reads hidden rows on request', async () => {
    const { rows, notices } = await parseSpreadsheet(xlsxOf({ rows: hidden }), { includesHiddenRows: true })
    expect(rows).toEqual([['Name'], ['Asha'], ['Diya'], ['Uma']])
    expect(notices).toEqual([{ kind: 'hidden-rows', lines: [2, 4], included: true }])
  })

  it('reads hidden columns, and reports those that are not empty', async () => {
    const before = '<cols><col min="2" max="4" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>'
    const rows = student(1, 'Name', '', textCell('C1', 'Class')) + student(2, 'Asha', '', textCell('C2', 'VI'))
    const sheet = await parseSpreadsheet(xlsxOf({ rows, before }))
    expect(sheet.rows).toEqual([
      ['Name', '', 'Class'],
      ['Asha', '', 'VI'],
    ])
    expect(sheet.notices).toEqual([{ kind: 'hidden-columns', columns: [2] }])
  })

  it.each(['state="hidden"', 'state="veryHidden"'])(
    'reads the first visible sheet when another one has %s',
    async (state) => {
      const book = xlsxOf({ rows: list, state })
      expect(await parseSpreadsheet(book)).toMatchObject({
        rows: [['Second']],
        sheets: ['Second', 'First'],
        notices: [{ kind: 'hidden-sheet', name: 'First' }],
      })
      expect((await parseSpreadsheet(book, { sheet: 1 })).rows).toHaveLength(3)
    },
  )

  it.each<[about: string, merge: string, texts: string[][]]>([
    ['a class over two rows', 'B2:B3', [['Name', 'Std'], ['Asha', 'VI'], ['Diya', 'VI'], ['Uma']]],
    [
      'a class over all rows and more',
      'B2:B90',
      [
        ['Name', 'Std'],
        ['Asha', 'VI'],
        ['Diya', 'VI'],
        ['Uma', 'VI'],
      ],
    ],
    ['a class over two columns', 'B2:C3', [['Name', 'Std'], ['Asha', 'VI'], ['Diya', 'VI'], ['Uma']]],
    ['a class over one row', 'B2:C2', [['Name', 'Std'], ['Asha', 'VI'], ['Diya'], ['Uma']]],
    ['cells without a text', 'C2:C4', [['Name', 'Std'], ['Asha', 'VI'], ['Diya'], ['Uma']]],
  ])('repeats the text of merged cells in the rows below: %s', async (_about, ref, texts) => {
    const rows =
      student(1, 'Name', '', textCell('B1', 'Std')) +
      student(2, 'Asha', '', textCell('B2', 'VI')) +
      student(3, 'Diya') +
      student(4, 'Uma')
    const after = `<mergeCells><mergeCell ref="${ref}"/></mergeCells>`
    expect((await parseSpreadsheet(xlsxOf({ rows, after }))).rows).toEqual(texts)
  })

  it('does not repeat the text of merged cells in a row of totals', async () => {
    const rows = `${student(1, 'VI', '', textCell('B1', 'Asha'))}<row r="2">${textCell('B2', 'Total')}</row>`
    const after = '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>'
    expect((await parseSpreadsheet(xlsxOf({ rows, after }))).rows).toEqual([
      ['VI', 'Asha'],
      ['', 'Total'],
    ])
  })

  it('does not repeat a merged title', async () => {
    const rows = `<row r="1">${textCell('A1', 'School')}</row><row r="2"/>${student(3, 'Name', '', textCell('B3', 'Std'))}`
    const after = '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>'
    expect((await parseSpreadsheet(xlsxOf({ rows, after }))).rows).toEqual([['School'], [], ['Name', 'Std']])
  })
})

const students: Cell[][] = [
  ['GR No', 'Name', 'DOB', 'Class', 'Amt', 'Roll'],
  ['0012', 'આશા Patel', date('2015-06-14', 'Jun-15'), 'VI', '4500.5', zeros('007', '7')],
]

describe('workbooks of other programs', () => {
  it.each<[name: string, facts: Partial<Sheet>]>([
    ['two-sheets.xls', { sheets: ['Students', 'Secret'] }],
    ['two-sheets.xml', { sheets: ['Students', 'Secret'] }],
    ['two-sheets.xlsx', { sheets: ['Students', 'Secret'] }],
  ])('reads %s, and reports its hidden sheet and columns', async (name, facts) => {
    const sheet = await parseSpreadsheet(fixture(name), { includesHiddenRows: true })
    expect(sheet).toMatchObject(facts)
    expect(sheet.notices).toContainEqual({ kind: 'hidden-sheet', name: 'Secret' })
    expect(sheet.notices).toContainEqual({ kind: 'hidden-columns', columns: [1] })
    expect(sheet.notices).toContainEqual({ kind: 'filled-down', cells: 1 })
    expect(sheet.rows.slice(0, 2)).toEqual(students)
    expect(sheet.rows[2]?.slice(3)).toEqual(['VI', cut('1.23457E+16'), error('#N/A')])
  })

  it('reads the second sheet of an OpenDocument workbook', async () => {
    const { rows, sheets } = await parseSpreadsheet(fixture('two-sheets.ods'), { sheet: 1 })
    expect(sheets).toEqual(['Secret', 'Students'])
    expect(rows[1]?.slice(0, 2)).toEqual(['0012', 'આશા Patel'])
  })
})

/** Stream of a workbook of Excel 95 ([MS-XLS], version 0x500) with a text and a number in the first row. */
function excel95(text: Buffer, value: number): Buffer {
  const bytesOf = (...records: XlsRecord[]) =>
    Buffer.concat(records.map(([type, body]) => packed(type, body.length, body)))
  const end: XlsRecord = [xlsTypes.eof, packed()]
  const globals = (offset: number) =>
    bytesOf(
      [xlsTypes.bof, packed(0x500, 0x05, 0, 0)],
      [0x42, packed(1252)],
      [xlsTypes.boundSheet, packed(offset, 0, 0, Buffer.from([1]), Buffer.from('A'))],
      end,
    )
  const sheet = bytesOf(
    [xlsTypes.bof, packed(0x500, 0x10, 0, 0)],
    [0x204, packed(0, 0, 0, text.length, text)],
    [0x203, packed(0, 1, 0, double(value))],
    end,
  )
  return Buffer.concat([globals(globals(0).length), sheet])
}

describe('an .xls file', () => {
  const at = (row: number, column: number, style: number, ...rest: Array<number | Buffer>) =>
    packed(row, column, style, ...rest)
  const label = (row: number, column: number, text: string): XlsRecord => [0x204, at(row, column, 0, xlsText(text))]
  const rk = (value: number) => packed(value & 0xffff, value >>> 16)

  it.each<[about: string, records: XlsRecord[], cells: Cell[]]>([
    ['a text in the cell', [label(0, 0, 'Asha')], ['Asha']],
    ['a number', [[0x203, at(0, 0, 0, double(4500.5))]], ['4500.5']],
    ['a small integer', [[0x27e, at(0, 0, 0, rk((12 << 2) | 2))]], ['12']],
    ['a negative small integer', [[0x27e, at(0, 0, 0, rk(((-12 << 2) | 2) >>> 0))]], ['-12']],
    ['hundredths', [[0x27e, at(0, 0, 0, rk((1_250 << 2) | 3))]], ['12.5']],
    ['several numbers', [[0xbd, packed(0, 0, 0, rk((1 << 2) | 2), 0, rk((2 << 2) | 2), 1)]], ['1', '2']],
    ['a day', [[0x203, at(0, 0, 1, double(42_169))]], [date('2015-06-14', '14/06/2015')]],
    ['zeros of the format', [[0x203, at(0, 0, 2, double(7))]], [zeros('007', '7')]],
    ['a number that was cut', [[0x203, at(0, 0, 0, double(1.23456789012345e17))]], [cut('1.23457E+17')]],
    ['an error', [[0x205, at(0, 0, 0, Buffer.from([0x2a, 1]))]], [error('#N/A')]],
    ['a boolean', [[0x205, at(0, 0, 0, Buffer.from([1, 0]))]], ['true']],
    ['a formula with a number', [[0x06, at(0, 0, 0, double(2), 0, 0)]], ['2']],
    [
      'a formula with a text',
      [
        [0x06, at(0, 0, 0, 0, 0, 0, 0xffff, 0, 0)],
        [0x207, xlsText('Asha')],
      ],
      ['Asha'],
    ],
    ['a formula with an error', [[0x06, at(0, 0, 0, 2, 0x07, 0, 0xffff, 0, 0)]], [error('#DIV/0!')]],
    [
      'a chart in the sheet',
      [[xlsTypes.bof, packed(0x600, 0x20)], label(0, 0, 'x'), [xlsTypes.eof, packed()], label(0, 0, 'Asha')],
      ['Asha'],
    ],
  ])('reads %s', async (_about, records, cells) => {
    const globals: XlsRecord[] = [
      [xlsTypes.format, packed(164, xlsText('dd/mm/yyyy'))],
      [xlsTypes.format, packed(165, xlsText('000'))],
      ...[0, 164, 165].map((format): XlsRecord => [xlsTypes.xf, packed(0, format, 0, 0, 0)]),
    ]
    expect((await parseSpreadsheet(xlsOf([{ name: 'A', records }], globals))).rows).toEqual([cells])
  })

  it('reads a workbook of Excel 95, whose texts have one byte per letter in the code page of the office', async () => {
    // 0x96 is a dash and 0x92 an apostrophe: the decoder of Node 20 drops both.
    const text = Buffer.from('Zo\xeb D\x92Souza \x96 VI', 'latin1')
    const file = compoundFileOf('Book', excel95(text, 42_169))
    expect((await parseSpreadsheet(file)).rows).toEqual([['Zoë D’Souza – VI', '42169']])
  })

  it.each<[version: string, start: string, code: SheetTroubleCode]>([
    ['2.1', '0900040000001000', 'not-a-spreadsheet'],
    ['3', '09020600000010000000', 'not-a-spreadsheet'],
    ['4', '09040600000010000000', 'not-a-spreadsheet'],
  ])('refuses a workbook of Excel %s, which has no container', async (_version, start, code) => {
    const text = packed(0x04, 12, 0, 0, Buffer.from([0, 0, 0, 4]), Buffer.from('Asha'))
    expect(await troubleOf(Buffer.concat([Buffer.from(start, 'hex'), text, packed(0x0a, 0)]))).toBe(code)
  })

  it('refuses a workbook of Excel 4 in a container as too old', async () => {
    expect(await troubleOf(compoundFileOf('Book', Buffer.from('09040600000400010000', 'hex')))).toBe('old-excel')
  })

  it('joins a text that continues in the next record in another encoding', async () => {
    const head = packed(2, 0, 2, 0)
    const first = Buffer.concat([head, xlsText('GR No'), packed(9, Buffer.from([0]), Buffer.from('Asha'))])
    const rest = Buffer.concat([Buffer.from([1]), Buffer.from(' આશા', 'utf16le'), packed()])
    const globals: XlsRecord[] = [
      [xlsTypes.strings, first],
      [xlsTypes.continue, Buffer.concat([rest, Buffer.from('!', 'utf16le')])],
    ]
    const records: XlsRecord[] = [0, 1].map((index) => [0xfd, at(0, index, 0, index, 0)])
    expect((await parseSpreadsheet(xlsOf([{ name: 'A', records }], globals))).rows).toEqual([['GR No', 'Asha આશા!']])
  })

  it('reports hidden rows, columns and sheets, fills merged cells, and counts days from 1904', async () => {
    const records: XlsRecord[] = [
      [0x7d, packed(1, 1, 2_000, 0, 1, 0)],
      [0x208, packed(2, 0, 2, 255, 0, 0, 0x20, 0)],
      label(0, 0, 'VI'),
      label(0, 1, 'Asha'),
      [0x203, at(1, 1, 1, double(40_707))],
      label(2, 1, 'Uma'),
      [0xe5, packed(1, 0, 1, 0, 0)],
    ]
    const globals: XlsRecord[] = [
      [xlsTypes.date1904, packed(1)],
      ...[0, 14].map((format): XlsRecord => [xlsTypes.xf, packed(0, format, 0, 0, 0)]),
    ]
    const book = xlsOf(
      [
        { name: 'Old', hidden: true, records: [] },
        { name: 'List', records },
      ],
      globals,
    )
    expect(await parseSpreadsheet(book)).toMatchObject({
      rows: [
        ['VI', 'Asha'],
        ['VI', date('2015-06-14', '14-06-2015')],
      ],
      sheets: ['List', 'Old'],
      notices: [
        { kind: 'hidden-sheet', name: 'Old' },
        { kind: 'filled-down', cells: 1 },
        { kind: 'hidden-rows', lines: [3], included: false },
        { kind: 'hidden-columns', columns: [1] },
      ],
    })
  })
})

describe('an .ods file', () => {
  const odsCell = (attributes: string, text = '') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
  const table = (rows: string, attributes = 'table:name="List"') => `<table:table ${attributes}>${rows}</table:table>`
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
  const text = (value: string) => odsCell('office:value-type="string"', value)

  it.each<[about: string, cell: string, expected: Cell]>([
    ['a text', text('Asha<text:s/>Patel'), 'Asha Patel'],
    ['lines', '<table:table-cell><text:p>7 Nagar</text:p><text:p>Surat</text:p></table:table-cell>', '7 Nagar Surat'],
    ['a number as shown otherwise', odsCell('office:value-type="float" office:value="4500"', '₹ 4,500.00'), '4500'],
    ['zeros of the format', odsCell('office:value-type="float" office:value="7"', '007'), zeros('007', '7')],
    [
      'a number that was cut',
      odsCell('office:value-type="float" office:value="1.23456789012345E17"', '123'),
      cut('1.23457E+17'),
    ],
    [
      'a day',
      odsCell('office:value-type="date" office:date-value="2019-12-01"', '12/2019'),
      date('2019-12-01', '12/2019'),
    ],
    [
      'an instant',
      odsCell('office:value-type="date" office:date-value="2015-06-14T18:00:00"', '14 Jun'),
      date('2015-06-14', '14 Jun'),
    ],
    ['an error', odsCell('office:value-type="string" calcext:value-type="error"', '#N/A'), error('#N/A')],
    [
      'an error of an older program',
      odsCell('office:value-type="float" office:value="0"', 'Err:502'),
      error('Err:502'),
    ],
    [
      'a comment',
      `<table:table-cell><office:annotation><text:p>no</text:p></office:annotation><text:p>Asha</text:p></table:table-cell>`,
      'Asha',
    ],
  ])('reads %s', async (_about, cell, expected) => {
    expect(await cellOf(odsOf(table(row(cell))))).toEqual(expected)
  })

  it('repeats cells and rows as often as stated, and skips a million empty ones', async () => {
    const list =
      row(odsCell('table:number-columns-repeated="2"', 'x') + odsCell('table:number-columns-repeated="16380"')) +
      row(text('y'), 'table:number-rows-repeated="2"') +
      row(odsCell(''), 'table:number-rows-repeated="1048000"')
    expect((await parseSpreadsheet(odsOf(table(list)))).rows).toEqual([['x', 'x'], ['y'], ['y']])
  })

  it('reports hidden rows, columns and sheets, and fills merged cells', async () => {
    const styles =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    const list =
      row(odsCell('table:number-rows-spanned="2"', 'VI') + text('Asha')) +
      row(`<table:covered-table-cell/>${text('Diya')}`) +
      row(text('V') + text('Uma'), 'table:visibility="filter"')
    const tables = table(row(text('old')), 'table:name="Old" table:style-name="ta2"') + table(columns + list)
    expect(await parseSpreadsheet(odsOf(tables, { styles }))).toMatchObject({
      rows: [
        ['VI', 'Asha'],
        ['VI', 'Diya'],
      ],
      sheets: ['List', 'Old'],
      notices: [
        { kind: 'hidden-sheet', name: 'Old' },
        { kind: 'filled-down', cells: 1 },
        { kind: 'hidden-rows', lines: [3], included: false },
        { kind: 'hidden-columns', columns: [1] },
      ],
    })
  })
})

describe('an HTML page or XML that is named .xls', () => {
  const page = (rows: string) =>
    `<html><head><style>td{color:red}</style></head><body><table>${rows}</table></body></html>`

  it.each<[about: string, text: string, rows: string[][]]>([
    [
      'plain cells',
      page('<tr><th>GR No</th><th>Name</th></tr><tr><td>0012</td><td>Asha &amp; Co</td></tr>'),
      [
        ['GR No', 'Name'],
        ['0012', 'Asha & Co'],
      ],
    ],
    [
      'cells that are not closed',
      '<table><tr><td>1<td>2<tr><td>3<td>4</table>',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['only a table', '<table border=1><tr><td>1</td></tr></table>', [['1']]],
    ['tags in capitals', '<TABLE><TR><TD>1</TD></TR></TABLE>', [['1']]],
    [
      'a class over two rows',
      page('<tr><td rowspan=2>VI</td><td>Asha</td></tr><tr><td>Diya</td></tr>'),
      [
        ['VI', 'Asha'],
        ['VI', 'Diya'],
      ],
    ],
    ['a cell over two columns', page('<tr><td colspan="2">Fees</td><td>x</td></tr>'), [['Fees', '', 'x']]],
    ['lines in a cell', page('<tr><td>7 Nagar<br/>Surat</td></tr>'), [['7 Nagar Surat']]],
    [
      'a title above the table',
      `<table><tr><td>School</td></tr></table>${page('<tr><td>1</td></tr>')}`,
      [['School'], ['1']],
    ],
    ['a table in a table', page('<tr><td><table><tr><td>1</td><td>2</td></tr></table></td></tr>'), [[], ['1', '2']]],
    ['a ">" in an attribute', page('<tr><td title="a > b">1</td></tr>'), [['1']]],
    ['a "<" in a text', page('<tr><td>a < b</td></tr>'), [['a < b']]],
    ['a quote that is not closed', page(`<tr><td title=John's>1</td><td>2</td></tr>`), [['1', '2']]],
    ['a script', page('<tr><td>1<script>if (a < b) x("<td>9</td>")</script></td></tr>'), [['1']]],
  ])('reads %s', async (_about, text, rows) => {
    expect((await parseSpreadsheet(Buffer.from(text))).rows).toEqual(rows)
  })

  it('skips hidden rows of a page', async () => {
    const { rows, notices } = await parseSpreadsheet(
      Buffer.from(page('<tr><td>1</td></tr><tr style="display:none"><td>2</td></tr><tr><td>3</td></tr>')),
    )
    expect(rows).toEqual([['1'], [], ['3']])
    expect(notices).toEqual([{ kind: 'hidden-rows', lines: [2], included: false }])
  })

  it('refuses a web archive', async () => {
    expect(await troubleOf(Buffer.from('MIME-Version: 1.0\nContent-Type: multipart/related\n\n<table>'))).toBe(
      'not-a-spreadsheet',
    )
  })

  it('reads a page in UTF-16 and a page with a byte order mark', async () => {
    const text = page('<tr><td>આશા</td></tr>')
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(`\ufeff${text}`)])
      expect((await parseSpreadsheet(bytes)).rows).toEqual([['આશા']])
  })

  const xml = (body: string, more = '') =>
    Buffer.from(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="s1"><NumberFormat ss:Format="mm/yyyy"/></Style>${['Fixed', 'Standard', 'Scientific', 'Yes/No', 'Short Date', 'Long Time', '000'].map((format, index) => `<Style ss:ID="n${index}"><NumberFormat ss:Format="${format}"/></Style>`).join('')}</Styles>${more}<Worksheet ss:Name="List"><Table>${body}</Table></Worksheet></Workbook>`,
    )
  const data = (type: string, text: string, attributes = '') =>
    `<Cell ${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`

  it.each<[about: string, body: string, rows: Cell[][]]>([
    ['texts', `<Row>${data('String', '0012')}${data('String', 'Asha')}</Row>`, [['0012', 'Asha']]],
    ['a gap', `<Row ss:Index="2">${data('String', 'x', 'ss:Index="3"')}</Row>`, [[], ['', '', 'x']]],
    [
      'a day',
      `<Row>${data('DateTime', '2019-12-01T00:00:00.000', 'ss:StyleID="s1"')}</Row>`,
      [[date('2019-12-01', '12/2019')]],
    ],
    ['an error', `<Row>${data('Error', '#N/A')}</Row>`, [[error('#N/A')]]],
    ['a number', `<Row>${data('Number', '4500')}</Row>`, [['4500']]],
    ['a comment', `<Row><Cell><Data ss:Type="String">a</Data><Comment><Data>b</Data></Comment></Cell></Row>`, [['a']]],
    [
      'a class over two rows',
      `<Row>${data('String', 'VI', 'ss:MergeDown="1"')}${data('String', 'Asha')}</Row><Row>${data('String', 'Diya', 'ss:Index="2"')}</Row>`,
      [
        ['VI', 'Asha'],
        ['VI', 'Diya'],
      ],
    ],
  ])('reads %s in XML of Excel 2003', async (_about, body, rows) => {
    expect((await parseSpreadsheet(xml(body))).rows).toEqual(rows)
  })

  it('reads cells with named formats in XML of Excel 2003', async () => {
    const numbers = [0, 1, 2, 3, 6].map((index) => data('Number', '42', `ss:StyleID="n${index}"`))
    const days = [4, 5].map((index) => data('DateTime', '2015-06-14T08:30:00.000', `ss:StyleID="n${index}"`))
    expect((await parseSpreadsheet(xml(`<Row>${numbers.join('')}${days.join('')}</Row>`))).rows).toEqual([
      ['42', '42', '42', '42', zeros('042', '42'), date('2015-06-14', '14-06-2015'), date('2015-06-14', '14-06-2015')],
    ])
  })

  it('skips a hidden sheet in XML of Excel 2003', async () => {
    const hidden =
      '<Worksheet ss:Name="Old"><Table><Row><Cell><Data ss:Type="String">old</Data></Cell></Row></Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>'
    expect(await parseSpreadsheet(xml(`<Row>${data('String', 'new')}</Row>`, hidden))).toMatchObject({
      rows: [['new']],
      sheets: ['List', 'Old'],
    })
  })
})

/** An archive like that of a workbook saved as .xlsb. */
const xlsbOf = (main: string) =>
  archiveOf([
    [
      '_rels/.rels',
      `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    ],
    [main, '\u0083\u0001\u0000'],
    ['xl/worksheets/sheet1.bin', '\u0081\u0001\u0000'],
  ])

describe('a file that is not a spreadsheet', () => {
  it.each<[about: string, bytes: Buffer, code: string]>([
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'not-a-spreadsheet'],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'not-a-spreadsheet'],
    ['a binary workbook', xlsbOf('xl/workbook.bin'), 'binary-excel'],
    ['a binary workbook with another main part', xlsbOf('xl/book.bin'), 'binary-excel'],
    ['a text document', odsOf('<office:text/>'), 'not-a-spreadsheet'],
    ['a page without a table', Buffer.from('<html><body>Session expired</body></html>'), 'not-a-spreadsheet'],
    ['XML of another kind', Buffer.from('<?xml version="1.0"?><rss></rss>'), 'not-a-spreadsheet'],
  ])('is refused: %s', async (_about, bytes, code) => {
    expect(await troubleOf(bytes)).toBe(code)
  })
})
