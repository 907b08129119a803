import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile, rowsOf } from '../../../../tests/factories/imports'
import { makeSchool } from '../../../../tests/factories/school'
import { odsOf, packed, textCell, type XlsRecord, xlsOf, xlsText, xlsxOf } from '../../../../tests/factories/sheets'

const fixture = (name: string) => readFileSync(`tests/fixtures/imports/${name}`)

async function check(file: string | Uint8Array) {
  const school = await makeSchool()
  const { publicId: sessionPublicId } = await currentSession(school)
  const record = await checkFile(school.scope, { sessionPublicId, file })
  return { record, rows: await rowsOf(school.scope, record) }
}

const list = [
  ['GR No', 'Name', 'Gender', 'DOB', 'Category', 'Father', 'Mother', 'Mobile', 'Address', 'Std'],
  [
    '0012',
    'Asha Patel',
    'F',
    '14/06/2015',
    'General',
    'Raj Patel',
    'Hansa Patel',
    '9825012345',
    '7, Nagar, Surat',
    'VI',
  ],
  ['0013', 'Diya Shah', 'F', '15/06/2015', 'General', 'Raj Shah', 'Hansa Shah', '9825012346', '8, Nagar, Surat', 'VI'],
]
const joined = (separator: string) => list.map((row) => row.join(separator)).join('\r\n')
const html = `<table>${list.map((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`).join('')}</table>`
const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet Name="A"><Table>${list
  .map((row) => `<Row>${row.map((text) => `<Cell><Data Type="String">${text}</Data></Cell>`).join('')}</Row>`)
  .join('')}</Table></Worksheet></Workbook>`
const ods = odsOf(
  `<table:table>${list
    .map(
      (row) =>
        `<table:table-row>${row.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')}</table:table>`,
)
const xls = xlsOf([
  {
    name: 'A',
    records: list.flatMap((row, line) =>
      row.map((text, column): XlsRecord => [0x204, packed(line, column, 0, xlsText(text))]),
    ),
  },
])
const xlsxRow = (line: number, attributes = '') =>
  `<row r="${line + 1}" ${attributes}>${(list[line] ?? []).map((text, column) => textCell(`${'ABCDEFGHIJ'[column]}${line + 1}`, text)).join('')}</row>`
const rowsOfXlsx = [0, 1, 2].map((line) => xlsxRow(line)).join('')

it.each<[about: string, file: string | Uint8Array]>([
  ['tabs', joined('\t')],
  ['semicolons', joined(';')],
  ['bars', joined('|')],
  ['tabs in UTF-16', Buffer.from(`\ufeff${joined('\t')}`, 'utf16le')],
  ['.xlsx', xlsxOf({ rows: rowsOfXlsx })],
  ['.xls', xls],
  ['.ods', ods],
  ['an HTML table', html],
  ['XML of Excel 2003', xml],
])('reads a list of students in %s', async (_about, file) => {
  const { record, rows } = await check(file)
  expect(record).toMatchObject({ state: 'checked', counts: { new: 2, rejected: 0 } })
  expect(rows.map(({ label }) => label)).toEqual(['Asha Patel, 0012', 'Diya Shah, 0013'])
})

it('refuses rows with an error cell such as #N/A, and names the error', async () => {
  const { record, rows } = await check(fixture('error-cells.xlsx'))
  expect(record.counts).toMatchObject({ new: 0, rejected: 2 })
  expect(rows.map(({ problems }) => problems[0]?.slice(0, 2))).toEqual([
    ['Email', 'The file has an error here (#N/A). Correct the formula, or type the value'],
    ['Email', 'The file has an error here (#REF!). Correct the formula, or type the value'],
  ])
})

it.each<[about: string, file: Uint8Array, added: number, note: string]>([
  ['a hidden sheet', fixture('first-sheet-hidden.xlsx'), 1, 'A hidden sheet was not read: “Sheet1”.'],
  ['merged classes', fixture('merged-class-cells.xlsx'), 3, 'The text of merged cells was repeated in 2 cells below.'],
  [
    'hidden rows',
    xlsxOf({ rows: xlsxRow(0) + xlsxRow(1, 'hidden="1"') + xlsxRow(2) }),
    1,
    '1 hidden row was left out: line 2.',
  ],
  [
    'hidden columns',
    xlsxOf({ rows: rowsOfXlsx, before: '<cols><col min="9" max="9" hidden="1"/></cols>' }),
    2,
    'Hidden columns were read too: I.',
  ],
])('reports in the notes: %s', async (_about, file, added, note) => {
  const { record } = await check(file)
  expect(record).toMatchObject({ state: 'checked', counts: { new: added, rejected: 0 } })
  expect(record.notes).toContain(note)
})

it.each<[reason: string, file: Uint8Array]>([
  ['has-password', fixture('with-password.xlsx')],
  ['rows-hidden', xlsxOf({ rows: xlsxRow(0) + xlsxRow(1, 'hidden="1"') })],
  ['not-a-spreadsheet', Buffer.from('%PDF-1.7 …')],
])('refuses a file with the reason %s', async (stoppedBecause, file) => {
  expect((await check(file)).record).toMatchObject({ state: 'failed', stoppedBecause })
})

it('reads only the students from a sheet that has formatted cells down to its last row', async () => {
  const { record } = await check(fixture('dimension-to-the-last-row.xlsx'))
  expect(record).toMatchObject({ state: 'checked', counts: { new: 3, rejected: 0 } })
})
