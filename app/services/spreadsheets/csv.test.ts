import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseSpreadsheet } from './parse-spreadsheet.server'

const headings = ['GR No', 'Name', 'Address', 'Amount', 'Date', 'Std', 'Pending', 'બાકી રકમ', 'जी.आर. नं.']
const read = (text: string, choices = {}) => parseSpreadsheet(Buffer.from(text), choices)

describe('the separator of a text file', () => {
  const table: Array<[about: string, text: string, separator: string, second: string[]]> = [
    ['commas', 'GR No,Name\nR1,Asha\nR2,Diya\n', ',', ['R1', 'Asha']],
    ['semicolons', 'GR No;Name\nR1;Asha\nR2;Diya\n', ';', ['R1', 'Asha']],
    ['tabs', 'GR No\tName\nR1\tAsha\nR2\tDiya\n', '\t', ['R1', 'Asha']],
    ['bars', 'GR No|Name\nR1|Asha\nR2|Diya\n', '|', ['R1', 'Asha']],
    [
      'tabs beside addresses with more commas',
      'GR No\tAddress\nR1\t7, Shanti Nagar, Maninagar, Ahmedabad\nR2\t8, Ram Nagar, Maninagar, Ahmedabad\n',
      '\t',
      ['R1', '7, Shanti Nagar, Maninagar, Ahmedabad'],
    ],
    ['semicolons beside amounts with commas', 'GR No;Amount\nR1;1,25,000\nR2;1,30,000\n', ';', ['R1', '1,25,000']],
    ['tabs beside amounts with one comma', 'GR No\tPending\nR1\t4,500\nR2\t3,200\n', '\t', ['R1', '4,500']],
    [
      'tabs beside names with a comma',
      'Name\tStd\tAmount\nPatel, Asha\t6\t1,200\nShah, Diya\t5\t1,300\n',
      '\t',
      ['Patel, Asha', '6', '1,200'],
    ],
    [
      'commas beside subjects with semicolons',
      'GR No,Name,Subjects\nR1,Asha,Maths;Science;Hindi;English\nR2,Diya,Maths;Science;Hindi;English\n',
      ',',
      ['R1', 'Asha', 'Maths;Science;Hindi;English'],
    ],
    [
      'commas beside a title with bars',
      'Test School | Class 6 | 2026-27\nGR No,Name\nR1,Asha\nR2,Diya\n',
      ',',
      ['GR No', 'Name'],
    ],
    [
      'tabs below a title with commas',
      'Shanti School, Maninagar, Ahmedabad, Gujarat\n\nGR No\tName\nR1\tAsha\n',
      '\t',
      [''],
    ],
    ['semicolons around quoted semicolons', 'GR No;Name\nR1;"Asha; Patel"\n', ';', ['R1', 'Asha; Patel']],
    ['commas around quoted tabs', 'GR No,Name\nR1,"Asha\t\t\tPatel"\n', ',', ['R1', 'Asha Patel']],
    [
      'commas in rows that differ in length',
      'GR No,Name,Address\nR1,Asha,7, Nagar\nR2,Diya\n',
      ',',
      ['R1', 'Asha', '7', 'Nagar'],
    ],
    ['headings in Gujarati', 'નામ\tબાકી રકમ\nઆશા, VI, A\t4,500\n', '\t', ['આશા, VI, A', '4,500']],
    ['headings with brackets', 'GR No.;Amount (Rs, Ps)\nR1;1,200\n', ';', ['R1', '1,200']],
    ['one column', 'Name\nAsha\nDiya\n', ',', ['Asha']],
    ['one column with a comma in one row', 'Address\n7, Nagar\nManinagar\nSurat\n', ',', ['7', 'Nagar']],
    ['Excel’s own hint', 'sep=|\nGR No|Name\nR1|Asha, Patel\n', '|', ['GR No', 'Name']],
    ['carriage returns only', 'GR No;Amount\rR1;1,200\r', ';', ['R1', '1,200']],
  ]

  it.each(table)('is found in a file with %s', async (_about, text, separator, second) => {
    const sheet = await read(text, { headings })
    expect([sheet.separator, sheet.rows[1]]).toEqual([separator, second])
  })

  const known = new Set([
    'headings with brackets',
    'one column with a comma in one row',
    'semicolons beside amounts with commas',
  ])
  it.each(table.filter(([about]) => !known.has(about)))(
    'is found, without known headings, in a file with %s',
    async (_about, text, separator, second) => {
      const sheet = await read(text)
      expect([sheet.separator, sheet.rows[1]]).toEqual([separator, second])
    },
  )

  it('prefers the separator with known headings over the one with rows of equal length', async () => {
    const text = 'GR No;Amount,Rs\nR1;100,50\nR2;200,50\nR3;300,50\n'
    expect((await read(text, { headings })).separator).toBe(';')
  })

  it('prefers the separator with known headings over the one with more columns', async () => {
    const text = 'GR No;Name, Surname, Std, Div;Amount\nR1;Asha, Patel, VI, A;4500\nR2;Diya, Shah, V, B;3200\n'
    const sheet = await read(text, { headings })
    expect([sheet.separator, sheet.rows[1]]).toEqual([';', ['R1', 'Asha, Patel, VI, A', '4500']])
  })

  it('can be chosen by the user', async () => {
    const sheet = await read('GR No,Name|Std\nR1,Asha|6\n', { separator: '|', headings })
    expect([sheet.separator, sheet.rows[1]]).toEqual(['|', ['R1,Asha', '6']])
  })

  it('can be chosen by the user even if another one would be found', async () => {
    const text = 'GR No,Name|Std\nR1,Asha|6\n'
    expect((await read(text, { headings })).separator).toBe('|')
    const sheet = await read(text, { separator: ',', headings })
    expect([sheet.separator, sheet.rows[1]]).toEqual([',', ['R1', 'Asha|6']])
  })

  it('is found in a long file whose sample ends within a line', async () => {
    const long = `GR No\tAddress\n${'R1\t7, Shanti Nagar, '.padEnd(3_000, 'Maninagar, ')}\n`
    expect((await read(long + 'R2\t8, Nagar\n'.repeat(9), { headings })).separator).toBe('\t')
  })
})

describe('text files of offices', () => {
  it.each([
    ['dues-as-tally-writes.csv', 3, 'Particulars'],
    ['dues-headings-gujarati.csv', 0, 'જી.આર. નં.'],
    ['paid-upi-report.csv', 0, 'Transaction Date'],
  ])('reads %s', async (name, line, heading) => {
    const { rows, separator } = await parseSpreadsheet(readFileSync(`tests/fixtures/imports/${name}`))
    expect([separator, rows[line]?.[0]]).toEqual([',', heading])
  })
})
