import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { archiveOf, partOf } from '../../../tests/factories/archive'
import { growth, tooSteep, turnsUntil } from '../../../tests/setup/growth'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import { cellText, maxSheetRows, maxSheets, type SheetTrouble } from './port'
import { readSpreadsheet } from './read-spreadsheet.server'
import { writeXlsx } from './write-xlsx.server'

const fixture = (name: string) => readFileSync(`tests/fixtures/imports/${name}`)
const told = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    (error: SheetTrouble) => error.code,
  )
const troubleOf = (bytes: Uint8Array) => told(parseSpreadsheet(bytes))

/** Wraps the text of one sheet into a workbook. */
const bookOf = (sheet: string, { prefix = '', after = '', styles = '' } = {}) =>
  archiveOf([
    [
      'xl/workbook.xml',
      '<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    ],
    ['xl/styles.xml', styles || '<styleSheet/>'],
    [
      'xl/worksheets/sheet1.xml',
      `<${prefix}worksheet><${prefix}sheetData>${sheet}</${prefix}sheetData>${after}</${prefix}worksheet>`,
    ],
  ])

/** Workbook with one column of numbers that Excel shows as dates. */
const bookOfDates = (serials: readonly number[]) => {
  const cells = serials.map(
    (serial, index) => `<row r="${index + 1}"><c r="A${index + 1}" s="1"><v>${serial}</v></c></row>`,
  )
  const styles =
    '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>'
  return bookOf(cells.join(''), { styles })
}

/** Workbook that is read for many times as long as a small file, until its cells exceed the limit. */
const manyDays = () => {
  const styles = '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>'
  return bookOf(`<row>${'<c r="A1" s="1"><v>1</v></c>'.repeat(2_500_000)}</row>`, { styles })
}

/** Workbook with rows of plain texts. */
const bookOfTexts = (rows: readonly string[][]) => {
  const cell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
  const cells = (row: readonly string[], line: number) =>
    row.map((text, column) => cell(`${'ABCDEF'[column]}${line}`, text))
  return bookOf(rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1).join('')}</row>`).join(''))
}

describe('parseSpreadsheet with text files', () => {
  it('reads columns separated by semicolons in Windows-1252', async () => {
    const { rows } = await parseSpreadsheet(fixture('semicolon-windows-1252.csv'))
    expect(rows[1]).toEqual(['T1', 'José Fernandes', 'jose@x.test', '98250 12345'])
    expect(rows[3]?.[1]).toBe('Zoë Rao')
  })

  it('reads all characters that Windows-1252 has and Latin-1 lacks', async () => {
    const names = Buffer.from('Name,Note\nD\x92Souza,x\x80\n', 'latin1')
    expect((await parseSpreadsheet(names)).rows[1]).toEqual(['D’Souza', 'x€'])
    const all = Buffer.from([0x61, 0x2c, ...Array.from({ length: 32 }, (_, index) => 0x80 + index), 0x62, 0xe9])
    const nothing = '\ufffd'
    expect((await parseSpreadsheet(all)).rows[0]?.[1]).toBe(
      `€${nothing}‚ƒ„…†‡ˆ‰Š‹Œ${nothing}Ž${nothing}${nothing}‘’“”•–—˜™š›œ${nothing}žŸbé`,
    )
  })

  it('reads Indian scripts in UTF-16', async () => {
    const text = 'रजि. नं.\tनाव\n501\tआशा पाटील\n'
    const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), swapped])
      expect((await parseSpreadsheet(bytes)).rows).toEqual([
        ['रजि. नं.', 'नाव'],
        ['501', 'आशा पाटील'],
      ])
  })

  it('reads columns separated by tabs in UTF-16, with or without a byte order mark', async () => {
    const bytes = fixture('tabs-utf-16.txt')
    for (const one of [bytes, bytes.subarray(2)])
      expect((await parseSpreadsheet(one)).rows).toEqual([
        ['GR No', 'Amount'],
        ['1', '₹ 1,200'],
        ['2', '500'],
      ])
  })

  it('removes stray NULs, repairs and reports an unclosed quote, and reads a quoted cell of several lines as one cell', async () => {
    const { rows, unclosedQuotes } = await parseSpreadsheet(fixture('nul-and-quotes.csv'))
    expect(rows.filter((row) => row.some(Boolean)).slice(1)).toEqual([
      ['T1', 'Asha Rao', 'B.Ed.'],
      ['T2', 'Ravi Shah', 'M.Sc., B.Ed.'],
      ['T3', 'Meera Iyer', 'BA'],
    ])
    expect(unclosedQuotes).toHaveLength(1)
  })

  it('reads a quoted two-line address as one cell, even when its second line has more commas than the heading', async () => {
    const address = '7, Shanti Nagar,\nNear Temple, Maninagar, Ahmedabad, 380008'
    const students = ['G-1', 'G-2', 'G-3'].map((number) => [
      number,
      'Asha Rao',
      address,
      'VI',
      'A',
      '9825012345',
      'Raj',
    ])
    const lines = students.map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','))
    const heading = 'GR No.,Name,Address,Class,Section,Mobile,Father'
    const { rows, unclosedQuotes } = await parseSpreadsheet(Buffer.from([heading, ...lines, ''].join('\n')))
    expect(unclosedQuotes).toEqual([])
    expect(rows.slice(1).map((row) => row.map((cell) => cellText(cell).replace(/\s+/g, ' ')))).toEqual(
      students.map((row) => row.map((cell) => cell.replace(/\s+/g, ' '))),
    )
  })

  it('removes the apostrophe before numbers and formulas, and normalizes non-breaking and zero-width spaces', async () => {
    const { rows } = await parseSpreadsheet(Buffer.from("a,b,c\n'0123,'=1+1,x\u00a0\u200b y \n"))
    expect(rows[1]).toEqual(['0123', '=1+1', 'x y'])
  })

  it('reads lines that end with a carriage return only, as in old Mac files', async () => {
    expect((await parseSpreadsheet(Buffer.from('a,b\r1,2\r'))).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect((await parseSpreadsheet(Buffer.from('a,b\r1,"x, y"\n'))).rows[1]).toEqual(['1', 'x, y'])
  })

  it.each([
    ['empty', Buffer.alloc(0)],
    ['empty', Buffer.from('\n\n,,,\n')],
    ['old-excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2])],
    ['not-a-spreadsheet', Buffer.from('%PDF-1.7 …')],
    ['not-a-spreadsheet', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1])],
    ['too-many-columns', Buffer.from(`${'x,'.repeat(300)}\n`)],
    ['too-many-rows', Buffer.from('1,2\n'.repeat(maxSheetRows + 100))],
  ])('reports the error %s', async (code, bytes) => {
    expect(await troubleOf(bytes)).toBe(code)
  })
})

describe('parseSpreadsheet with Excel files', () => {
  it('refuses a workbook with more sheets than allowed', async () => {
    const withSheets = (count: number) =>
      writeXlsx(Array.from({ length: count }, (_, nth) => ({ name: `Sheet ${nth}`, rows: [['a']] })))
    expect((await parseSpreadsheet(await withSheets(maxSheets))).sheets).toHaveLength(maxSheets)
    expect(await troubleOf(await withSheets(maxSheets + 1))).toBe('too-many-sheets')
  })

  it('reads the sheet names and cells of a workbook that writeXlsx wrote', async () => {
    const book = await writeXlsx([
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
    expect(await parseSpreadsheet(book, { sheet: 1 })).toMatchObject({ rows: [['other']], sheets: ['One', 'Two'] })
    expect((await parseSpreadsheet(book)).rows).toEqual([
      ['GR No', 'Name'],
      ['0012', 'પ્રિયંકા <&> "Shah"'],
    ])
  })

  it('reads the date that Excel shows, also when the cell has a time', async () => {
    const book = bookOfDates([46353, 46353.999, 46812, 41000])
    expect((await parseSpreadsheet(book)).rows).toEqual([
      [{ text: '2026-11-27', mark: { kind: 'date', shown: '27-11-2026' } }],
      [{ text: '2026-11-27', mark: { kind: 'date', shown: '27-11-2026' } }],
      [{ text: '2028-02-29', mark: { kind: 'date', shown: '29-02-2028' } }],
      [{ text: '2012-04-01', mark: { kind: 'date', shown: '01-04-2012' } }],
    ])
  })

  it('writeXlsx: formats whole columns as text, so that Excel changes nothing that is typed below a heading', async () => {
    const book = await writeXlsx([
      {
        name: 'One',
        rows: [
          ['GR No', 'Name'],
          ['0012', 'Asha'],
        ],
      },
      { name: 'Two', rows: [['other']] },
    ])
    const style = /<col style="(\d+)" min="2"/.exec(partOf(book, 'xl/worksheets/sheet1.xml'))?.[1]
    const styles = partOf(book, 'xl/styles.xml')
    const format = styles.split('<cellXfs')[1]?.split('<xf ')[Number(style) + 1]
    const text = /numFmtId="(\d+)" formatCode="@"/.exec(styles)?.[1]
    expect(format).toContain(`numFmtId="${text}"`)
    expect(format).not.toContain('fontId="1"')
  })

  it('refuses an archive that unpacks to more than its ZIP directory states, or whose directory states too large a size', async () => {
    const book = bookOfTexts([['a', 'b']])
    const liar = Buffer.from(book)
    const directory = liar.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    liar.writeUInt32LE(10, directory + 24)
    expect(await troubleOf(liar)).toBe('too-large-inside')
    liar.writeUInt32LE(2_000_000_000, directory + 24)
    expect(await troubleOf(liar)).toBe('too-large-inside')
  })

  const cell = (attributes: string) => `<c ${attributes} t="inlineStr"><is><t>x</t></is></c>`

  it('refuses cells beyond the row and column limits before reading them, in any spelling of the address', async () => {
    for (const [attributes, code] of [
      ['r="XFD1048576"', 'too-many-columns'],
      ["r='ZZ2'", 'too-many-columns'],
      ['r="AAAAAAA1"', 'too-many-columns'],
      ['r = "A1048576"', 'too-many-rows'],
      ['s=">" r="XFD9"', 'too-many-columns'],
      ['s="<" r="XFD9"', 'not-a-spreadsheet'],
      ['s=">" x="<" r="XFD9"', 'not-a-spreadsheet'],
      ['r="&#88;FD1048576"', 'too-many-columns'],
      ['r="A-1"', 'too-many-rows'],
      ['r="A0"', 'too-many-rows'],
      ['r="A1.5"', 'too-many-rows'],
      ['r="99"', 'too-many-columns'],
      ['r="A1" s=">', 'not-a-spreadsheet'],
    ] as const)
      expect([attributes, await troubleOf(bookOf(`<row r="1">${cell(attributes)}</row>`))]).toEqual([attributes, code])
    expect(await troubleOf(bookOf(`<row r="1048576">${cell('')}</row>`))).toBe('too-many-rows')
    expect(await troubleOf(bookOf(`<x:row r="9999999"><x:c><x:v>1</x:v></x:c></x:row>`, { prefix: 'x:' }))).toBe(
      'too-many-rows',
    )
  })

  it('reads a malformed file in linear time', async () => {
    for (const text of ['<c ', '<c "', '<a', '<c r="A1"', `<c '"`, '<row/>', '<c r="A1"/>', '<!--', '&amp;']) {
      const books = new Map([60_000, 480_000].map((size) => [size, bookOf(text.repeat(size))]))
      const slope = await growth((size) => troubleOf(books.get(size) as Buffer), 60_000)
      expect(slope, text).toBeLessThan(tooSteep)
    }
  })

  it('refuses a ZIP directory that two programs may interpret differently', async () => {
    const book = bookOfTexts([['a', 'b']])
    const end = book.length - 22
    const changed = (change: (copy: Buffer) => void) => {
      const copy = Buffer.from(book)
      change(copy)
      return copy
    }
    const locator = Buffer.alloc(20)
    locator.writeUInt32LE(0x07064b50, 0)
    const spoiled = [
      changed((copy) => copy.writeUInt16LE(1, end + 10)),
      changed((copy) => copy.writeUInt16LE(1, end + 8)),
      changed((copy) => copy.writeUInt16LE(1, end + 4)),
      changed((copy) => copy.writeUInt32LE(1, end + 12)),
      Buffer.concat([book.subarray(0, end), locator, book.subarray(end)]),
    ]
    for (const one of spoiled) expect(await troubleOf(one)).toBe('not-a-spreadsheet')
  })

  it('refuses a cell beyond the limits even when its tag is split between two chunks of the unpacked sheet', async () => {
    for (let before = 262_144 - 140; before < 262_144; before += 9) {
      const far = bookOf(`${' '.repeat(before)}<row r="1">${cell('s="1" r="XFD9"')}</row>`)
      expect([before, await troubleOf(far)]).toEqual([before, 'too-many-columns'])
    }
  })

  it('refuses a sheet with an unclosed comment of two megabytes', async () => {
    const comment = bookOf(`<!--${'-'.repeat(2_000_000)}`)
    expect(await troubleOf(comment)).toBe('not-a-spreadsheet')
  })

  it('refuses a file that is not an archive', async () => {
    expect(await troubleOf(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), deflateRawSync(Buffer.alloc(9))]))).toBe(
      'not-a-spreadsheet',
    )
    expect(await troubleOf(bookOfTexts([['a']]).subarray(0, 200))).toBe('not-a-spreadsheet')
  })
})

describe('readSpreadsheet in a separate process', () => {
  it('returns the same rows and errors as parseSpreadsheet', async () => {
    const book = bookOfTexts([['GR No', 'નામ']])
    expect(await readSpreadsheet(book, { seconds: 20 })).toEqual(await parseSpreadsheet(book))
    expect(await told(readSpreadsheet(Buffer.alloc(0), { seconds: 20 }))).toBe('empty')
  })

  it('returns an error code for a file that crashes the reader', async () => {
    // Unexpected input, on which the parser throws an unforeseen error.
    const noBytes = { length: 1 } as Uint8Array
    expect(await told(readSpreadsheet(noBytes, { seconds: 50 }))).toBe('unreadable')
  })

  it('stops files that would take minutes or gigabytes, without blocking this process or the next file', async () => {
    const hostile = {
      'days without end': manyDays(),
      'rows without end': bookOf('<row/>'.repeat(20_000_000)),
      'cells without end': bookOf(`<row r="1">${'<c r="A1"/>'.repeat(10_000_000)}</row>`),
    }
    let isRead = false
    const troubles = Object.entries(hostile).map(async ([what, bytes]) => [
      what,
      await told(readSpreadsheet(bytes, { seconds: 1 })),
    ])
    const good = readSpreadsheet(Buffer.from('a,b\n1,2\n'), { seconds: 20 })
    const turns = turnsUntil(() => isRead)
    expect(await Promise.all(troubles)).toEqual(Object.keys(hostile).map((what) => [what, 'too-large-inside']))
    expect((await good).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    isRead = true
    // In this process, each of the three files would block for a second and allow only one turn of the event loop.
    // tests/hostile measures the memory.
    expect(await turns).toBeGreaterThan(100)
  })

  it('reads small files while a slow and a retried slow file run, and reports those two as too large', async () => {
    const hostile = manyDays()
    const ended: string[] = []
    const read = (what: string, bytes: Uint8Array, limits: { seconds: number; takesLong?: boolean }) =>
      told(readSpreadsheet(bytes, limits)).then((code) => {
        ended.push(what)
        return code
      })
    const small = Buffer.from('a,b\n1,2\n')
    // Timeout long enough for the small files on a very busy machine.
    const hostiles = [
      read('long', hostile, { seconds: 20, takesLong: true }),
      read('hostile', hostile, { seconds: 20 }),
    ]
    expect(await Promise.all([1, 2, 3].map(() => read('small', small, { seconds: 20 })))).toEqual([
      'none',
      'none',
      'none',
    ])
    expect(ended).toEqual(['small', 'small', 'small'])
    expect(await Promise.all(hostiles)).toEqual(['too-large-inside', 'too-large-inside'])
  })

  it('reads a file with the maximum number of rows', async () => {
    const rows = Array.from({ length: maxSheetRows }, (_, row) =>
      Array.from({ length: 6 }, (_, column) => `${row} ${column}`),
    )
    const { rows: read } = await readSpreadsheet(bookOfTexts(rows), { seconds: 60 })
    expect(read).toHaveLength(maxSheetRows)
  })
})
