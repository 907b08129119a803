import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { mostSheetRows, type SheetTrouble } from './port'
import { readSpreadsheet } from './read-spreadsheet.server'
import { writeXlsx } from './write-xlsx.server'

const fixture = (name: string) => readFileSync(`tests/fixtures/imports/${name}`)
const troubleOf = (bytes: Uint8Array) =>
  readSpreadsheet(bytes).then(
    () => 'none',
    (error: SheetTrouble) => error.code,
  )

describe('text files', () => {
  it('reads semicolons in Windows-1252', async () => {
    const { rows } = await readSpreadsheet(fixture('semicolon-windows-1252.csv'))
    expect(rows[1]).toEqual(['T1', 'José Fernandes', 'jose@x.test', '98250 12345'])
    expect(rows[3]?.[1]).toBe('Zoë Rao')
  })

  it('reads tabs in UTF-16, with a mark and without', async () => {
    const bytes = fixture('tabs-utf-16.txt')
    for (const one of [bytes, bytes.subarray(2)])
      expect((await readSpreadsheet(one)).rows).toEqual([
        ['GR No', 'Amount'],
        ['1', '₹ 1,200'],
        ['2', '500'],
      ])
  })

  it('survives stray NULs and a quote that is never closed, and keeps texts of several lines', async () => {
    const { rows, unclosedQuotes } = await readSpreadsheet(fixture('nul-and-quotes.csv'))
    expect(rows.filter((row) => row.some(Boolean)).slice(1)).toEqual([
      ['T1', 'Asha Rao', 'B.Ed.'],
      ['T2', 'Ravi Shah', 'M.Sc., B.Ed.'],
      ['T3', 'Meera Iyer', 'BA'],
    ])
    expect(unclosedQuotes).toHaveLength(1)
  })

  it('takes off the apostrophe before numbers and formulas, and odd spaces', async () => {
    const { rows } = await readSpreadsheet(Buffer.from("a,b,c\n'0123,'=1+1,x\u00a0\u200b y \n"))
    expect(rows[1]).toEqual(['0123', '=1+1', 'x y'])
  })

  it('counts lines as a spreadsheet does, also old Mac ones', async () => {
    expect((await readSpreadsheet(Buffer.from('a,b\r1,2\r'))).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it.each([
    ['empty', Buffer.alloc(0)],
    ['empty', Buffer.from('\n\n,,,\n')],
    ['old-excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2])],
    ['not-a-spreadsheet', Buffer.from('%PDF-1.7 …')],
    ['not-a-spreadsheet', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1])],
    ['too-many-columns', Buffer.from(`${'x,'.repeat(300)}\n`)],
    ['too-many-rows', Buffer.from('1,2\n'.repeat(mostSheetRows + 100))],
  ])('says %s', async (code, bytes) => {
    expect(await troubleOf(bytes)).toBe(code)
  })
})

describe('Excel files', () => {
  it('are read as they were written', async () => {
    const book = writeXlsx([
      {
        name: 'One',
        rows: [
          ['GR No', 'Name'],
          ['0012', 'પ્રિયંકા <&> "Shah"'],
          ['', ''],
        ],
      },
      { name: 'Two', rows: [['other']] },
    ])
    expect((await readSpreadsheet(book)).rows).toEqual([
      ['GR No', 'Name'],
      ['0012', 'પ્રિયંકા <&> "Shah"'],
    ])
  })

  it('that unpack to more than they say are refused, and those that say too much', async () => {
    const book = writeXlsx([{ name: 'One', rows: [['a', 'b']] }])
    const liar = Buffer.from(book)
    const directory = liar.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    liar.writeUInt32LE(10, directory + 24)
    expect(await troubleOf(liar)).toBe('too-large-inside')
    liar.writeUInt32LE(2_000_000_000, directory + 24)
    expect(await troubleOf(liar)).toBe('too-large-inside')
  })

  it('that are no archives are refused', async () => {
    expect(await troubleOf(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), deflateRawSync(Buffer.alloc(9))]))).toBe(
      'not-a-spreadsheet',
    )
    expect(await troubleOf(writeXlsx([{ name: 'One', rows: [['a']] }]).subarray(0, 200))).toBe('not-a-spreadsheet')
  })
})
