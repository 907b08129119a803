import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { parseSpreadsheet } from '~/services/spreadsheets/parse-spreadsheet.server'
import { currentSession, makeClass, makeSection } from '../../../../tests/factories/academics'
import { checkFile, importFile, recordOf, rowsOf } from '../../../../tests/factories/imports'
import { makeSchool } from '../../../../tests/factories/school'
import { odsOf, textCell, xlsxOf } from '../../../../tests/factories/sheets'
import { makeStudent } from '../../../../tests/factories/student'
import { checkImport } from './check-import.server'
import type { Answers } from './decide/port'
import type { ImportRecord } from './import-record.server'
import { chooseColumns } from './imports.server'
import { kindOfImport } from './kinds/registry.server'
import { type ImportKind, problemsText } from './options'
import { missingColumns } from './rows-of-sheet'
import { readGoodRows } from './stored-rows.server'

// Runs the reader in this process, because starting a process for each file is slow; another test covers that process.
vi.mock('~/services/spreadsheets/read-spreadsheet.server', () => ({ readSpreadsheet: parseSpreadsheet }))

interface TestSchool {
  scope: SchoolScope
  sessionPublicId: string
}

/** A school without students, and one with classes, ten students and the opening dues of four of them. */
let empty: TestSchool
let office: TestSchool

const names = [
  'Asha Patel',
  'Diya Shah',
  'Kavya Rao',
  'Mira Joshi',
  'Nila Dave',
  'Rupa Bhatt',
  'Sita Modi',
  'Tara Soni',
  'Uma Vora',
  'Veda Jani',
]
const openingDues = `GR No,Fee,Due Date,Amount
R7,Tuition,15/06/2026,1500
R8,Transport,10/04/2026,1000
R8,Tuition,15/06/2026,1500
R9,Transport,10/04/2026,1000
R9,Tuition,15/06/2026,1500
R10,Tuition,15/06/2026,20000
`

async function newSchool(): Promise<TestSchool & { school: Awaited<ReturnType<typeof makeSchool>> }> {
  const school = await makeSchool()
  return { school, scope: school.scope, sessionPublicId: (await currentSession(school)).publicId }
}

beforeAll(async () => {
  empty = await newSchool()
  const { school, ...rest } = await newSchool()
  office = rest
  for (const name of ['Class 1', 'V', 'VI', 'X', 'XI', 'XII'])
    await makeSection(await makeClass(school, { name }), { name: 'A' })
  for (const [index, name] of names.entries()) {
    const [firstName = '', lastName = ''] = name.split(' ')
    await makeStudent(school, { enrollmentNumber: `R${index + 1}`, firstName, lastName })
  }
  await importFile(office.scope, { kind: 'opening_dues', file: openingDues, ...office })
})

/**
 * Returns the outcome of a check: a text for each row, with its shown values or the reason for its rejection. If the
 * check did not get that far, returns the open questions, or why it stopped.
 */
async function outcomeOf({ scope }: TestSchool, record: ImportRecord, shows: readonly string[]): Promise<string[]> {
  if (record.state === 'failed') return [`stopped: ${record.stoppedBecause}`]
  const { columns } = kindOfImport(record.kind)
  if (record.state === 'columns') return questionsOf(record, missingColumns(columns, record.chosen ?? {}))
  const values = new Map((await readGoodRows(scope, record.id, columns)).map((row) => [row.line, row.values]))
  const rows = await rowsOf(scope, record)
  return rows.map(({ line, outcome, problems, shown }) => {
    if (outcome === 'rejected') return `rejected: ${problemsText(problems)}`
    const texts = shows.map((key) => {
      const shownTexts = shown.filter(([label]) => label === key).map(([, text]) => text)
      return shownTexts.length > 0
        ? shownTexts.filter((text) => !text.startsWith('due on')).join('; ')
        : (values.get(line)?.[key] ?? '–')
    })
    const notes = problems.length > 0 ? [problemsText(problems)] : []
    return [...texts, ...notes].join(' | ')
  })
}

function questionsOf(record: ImportRecord, missing: ReturnType<typeof missingColumns>): string[] {
  const unclear = record.columns.flatMap(({ heading, reading }) =>
    reading?.confidence === 'unsure' ? [`asks: ${heading}: ${reading.keys.join(' or ')}`] : [],
  )
  const questions = record.questions.flatMap(({ id, answer }) => (answer === null ? [`asks: ${id}`] : []))
  const contradictions = record.contradictions.map(({ column }) => `contradicts itself: ${column}`)
  const found = [...unclear, ...questions, ...contradictions]
  return found.length > 0 ? found : missing.map(({ label }) => `lacks: ${label}`)
}

async function check(school: TestSchool, kind: ImportKind, file: string | Uint8Array, shows: string) {
  const record = await checkFile(school.scope, { kind, file, sessionPublicId: school.sessionPublicId })
  return outcomeOf(school, record, shows.split(', '))
}

const fixture = (name: string) => readFileSync(`tests/fixtures/imports/${name}`)

const opening = 'Opening dues – Balance brought forward'
const isLandline = 'rejected: Mobile number: This is a landline. Enter a mobile number of 10 digits'
const isForeign = (code: string) =>
  `rejected: Mobile number: This is a foreign number (+${code}). Enter an Indian mobile number of 10 digits`
const isNoNumber =
  'rejected: Mobile number: This number stands for a missing one. Leave the cell empty, or enter the mobile number'

describe('a file of another office', () => {
  it.each<[file: string, kind: ImportKind, shows: string, expected: string[]]>([
    [
      'caste-beside-category-phone-beside-mobile.csv',
      'students',
      'enrollment_number, category, mobile_number',
      ['C1 | General | 9825020106', 'C2 | OBC | 9825020107'],
    ],
    [
      'class-with-roman-or-numeric-section.csv',
      'students',
      'enrollment_number, Class and section',
      [
        'R1 | Class 6 – A',
        'R2 | V – I',
        'R3 | Class 1 – 2',
        'R4 | XII – A',
        'R5 | Class 6 – A',
        'R6 | Class 6 – A',
        'rejected: Section: Class 6 has several sections; enter which one',
        'R8 | Class 6 – Gulab',
        'R9 | XI – A',
        'R10 | X – I',
      ],
    ],
    [
      'dimension-to-the-last-row.xlsx',
      'students',
      'enrollment_number, date_of_birth, mobile_number',
      ['Q1 | 2015-06-14 | 9825099001', 'Q2 | 2015-06-14 | 9825099002', 'Q3 | 2015-06-14 | 9825099003'],
    ],
    [
      'dues-as-tally-writes.csv',
      'opening_dues',
      'enrollment_number, Due',
      [
        `R1 | ${opening}; ₹4,500`,
        'R2 | – | Amount: Credit of ₹1,200: money that the school holds for the student is not imported',
      ],
    ],
    ['dues-headings-gujarati.csv', 'opening_dues', 'enrollment_number, Due', [`R1 | ${opening}; ₹4,500`]],
    ['dues-headings-of-offices.csv', 'opening_dues', 'enrollment_number, Due', [`R1 | ${opening}; ₹4,500`]],
    [
      'dues-wide-by-head.csv',
      'opening_dues',
      'enrollment_number, Due',
      [
        'R1 | Tuition Fee – Balance brought forward: ₹3,000; Transport Fee – Balance brought forward: ₹1,000; Exam Fee – Balance brought forward: ₹500',
        'R2 | Tuition Fee – Balance brought forward: ₹3,000; Exam Fee – Balance brought forward: ₹500',
      ],
    ],
    [
      'dues-with-students-name.csv',
      'opening_dues',
      'enrollment_number, student_name, Due',
      [`R1 | Asha Patel | ${opening}; ₹4,500`, `R2 | Diya Shah | ${opening}; ₹3,200`],
    ],
    [
      'error-cells.xlsx',
      'students',
      'enrollment_number',
      [
        'rejected: Email: The file has an error here (#N/A). Correct the formula, or type the value (“#N/A”)',
        'rejected: Email: The file has an error here (#REF!). Correct the formula, or type the value (“#REF!”)',
      ],
    ],
    [
      'f-name-father-and-mother-name.csv',
      'students',
      'first_name, last_name, father_name, mother_name',
      ['Asha | Patel | Rajesh Patel | Hansa Patel'],
    ],
    ['first-sheet-hidden.xlsx', 'students', 'enrollment_number, date_of_birth', ['X21 | 2015-05-12']],
    ['gr-number-turned-into-date.xlsx', 'students', 'enrollment_number', ['asks: GR No: gr_number']],
    [
      'invisible-marks-in-mobile.csv',
      'students',
      'first_name, last_name, mobile_number',
      ['Asha | Patel | 9825012345', 'Diya | Shah | 9825012346', 'Kavya | Rao | 9825020017'],
    ],
    [
      'landline-and-foreign-numbers-as-mobile.csv',
      'students',
      'enrollment_number, mobile_number',
      [
        `${isLandline} (“079-26301234”)`,
        `${isLandline} (“(080) 2345 6789”)`,
        `${isForeign('65')} (“+65 9123 4567”)`,
        `${isForeign('971')} (“+971 50 123 4567”)`,
        'L5 | 9825012345',
        `${isNoNumber} (“0000000000”)`,
        `${isNoNumber} (“1234567890”)`,
      ],
    ],
    [
      'merged-class-cells.xlsx',
      'students',
      'enrollment_number, date_of_birth, Class and section',
      ['X16 | 2015-05-12 | VI – A', 'X17 | 2015-05-12 | VI – A', 'X18 | 2015-05-12 | VI – A'],
    ],
    ['mixed-true-dates-and-texts.xlsx', 'students', 'date_of_birth', ['asks: dates:date_of_birth']],
    [
      'paid-modes-of-offices.csv',
      'paid_fees',
      'amount, paid_on, method, reference, remarks',
      [
        '10000 | 2026-06-20 | upi | 601 | –',
        '10000 | 2026-06-20 | cheque | 123456 | Old number 602',
        '10000 | 2026-06-20 | bank_transfer | 603 | –',
        '10000 | 2026-06-20 | upi | 604 | –',
        '10000 | 2026-06-20 | cash | 605 | –',
        '10000 | 2026-06-20 | bank_transfer | 606 | –',
        '10000 | 2026-06-20 | bank_transfer | 607 | –',
        '10000 | 2026-06-20 | cheque | 608 | –',
        '10000 | 2026-06-20 | card | 609 | –',
        '10000 | 2026-06-20 | bank_transfer | 610 | –',
        '10000 | 2026-06-20 | card | 611 | –',
        '10000 | 2026-06-20 | upi | 612 | –',
      ],
    ],
    [
      'paid-upi-report.csv',
      'paid_fees',
      'enrollment_number, amount, paid_on, method, reference, Paid for',
      ['R7 | 150000 | 2026-06-20 | upi | 617112345679 | Tuition – Balance brought forward: ₹1,500'],
    ],
    [
      'paid-with-fee-head.csv',
      'paid_fees',
      'enrollment_number, student_name, Paid for',
      [
        'R8 | Tara Soni | Tuition – Balance brought forward: ₹1,000',
        'R9 | Uma Vora | Transport – Balance brought forward: ₹1,000',
      ],
    ],
    ['students-with-one-name.csv', 'students', 'first_name, last_name', ['asks: single:one_name']],
    [
      'teachers-code-is-a-number-with-zeros.csv',
      'teachers',
      'employee_number, first_name, last_name, mobile_number',
      [
        '007 | Veda Ramesh | Jani | 9825041031',
        'rejected: Employee number: This looks like the number in line 2. Enter the number exactly as recorded; for another teacher, a different one',
      ],
    ],
    ['teachers-doj-in-text.csv', 'teachers', 'joined_on', ['asks: order:joined_on', 'asks: bare:joined_on']],
    ['with-password.xlsx', 'students', '', ['stopped: has-password']],
  ])('%s: is read, asked about or refused as listed', async (file, kind, shows, expected) => {
    expect(
      await check(kind === 'students' || kind === 'teachers' ? empty : office, kind, fixture(file), shows),
    ).toEqual(expected)
  })
})

/** A G.R. number is both the enrollment and the admission number of a new student. */
const turnedIntoDate = (shown: string, day: string) => {
  const problem = `A spreadsheet has turned this into a date (it shows ${shown}). Format the column as text and type it again (“${day}”)`
  return `rejected: Enrollment number: ${problem}; Admission number: ${problem}`
}

describe('a file of another office whose questions are answered', () => {
  it.each<[file: string, kind: ImportKind, answers: Answers, shows: string, expected: string[]]>([
    [
      'gr-number-turned-into-date.xlsx',
      'students',
      {},
      'enrollment_number',
      [turnedIntoDate('Dec-19', '2019-12-01'), turnedIntoDate('07/03/2026', '2026-03-07')],
    ],
    [
      'mixed-true-dates-and-texts.xlsx',
      'students',
      { 'dates:date_of_birth': 'as-shown' },
      'enrollment_number, date_of_birth',
      ['X12 | 2015-05-12', 'X13 | 2015-12-25', 'X14 | 2015-02-01', 'X15 | 2015-05-13'],
    ],
    [
      'mixed-true-dates-and-texts.xlsx',
      'students',
      { 'dates:date_of_birth': 'exchanged' },
      'enrollment_number, date_of_birth',
      ['X12 | 2015-12-05', 'X13 | 2015-12-25', 'X14 | 2015-01-02', 'X15 | 2015-05-13'],
    ],
    [
      'students-with-one-name.csv',
      'students',
      { 'single:one_name': 'complete' },
      'first_name, last_name',
      ['Meena | ', 'Ramya | S', 'S. | Ramya', 'Mohd. | Arif'],
    ],
    [
      'students-with-one-name.csv',
      'students',
      { 'single:one_name': 'incomplete' },
      'first_name, last_name',
      [
        'rejected: Last name: Last name is required. If the person has one name only, add the column “One name only” with Yes',
        'Ramya | S',
        'S. | Ramya',
        'Mohd. | Arif',
      ],
    ],
    [
      'teachers-doj-in-text.csv',
      'teachers',
      { 'order:joined_on': 'day-first', 'bare:joined_on': 'first' },
      'employee_number, joined_on',
      ['T50 | 2018-06-01', 'T51 | 2027-04-01', 'T52 | 2018-01-01'],
    ],
    [
      'teachers-doj-in-text.csv',
      'teachers',
      { 'order:joined_on': 'month-first', 'bare:joined_on': 'blank' },
      'employee_number, joined_on',
      ['T50 | –', 'T51 | 2027-01-04', 'T52 | –'],
    ],
  ])('%s, %s: is read by the answers %j', async (file, kind, answers, shows, expected) => {
    // The school keeps the meaning of a heading that was confirmed, so each file has a school of its own.
    const school = await newSchool()
    const { scope, sessionPublicId } = school
    const asked = await checkFile(scope, { kind, file: fixture(file), sessionPublicId })
    expect(asked.state).toBe('columns')
    // Confirms the field that the page suggests for an uncertain column.
    const confirmed = asked.columns.flatMap(({ index, reading }) =>
      reading?.confidence === 'unsure' ? [[reading.keys[0], index]] : [],
    )
    const chosen = { ...asked.chosen, ...Object.fromEntries(confirmed) }
    expect(await chooseColumns(scope, asked.publicId, chosen, { answers })).toMatchObject({ ok: true })
    await checkImport(scope, asked.id, { takesLong: true })
    expect(await outcomeOf(school, await recordOf(scope, asked.publicId), shows.split(', '))).toEqual(expected)
  })
})

const three = [
  ['GR No', 'Mobile'],
  ['R1', '9825020001'],
  ['R2', '9825020002'],
  ['R3', '9825020003'],
]
const csv = three.map((row) => row.join(',')).join('\n')
const xlsxRows = (more = '') =>
  three
    .map(([number = '', mobile = ''], row) => {
      const cells = `${textCell(`A${row + 1}`, number)}${textCell(`B${row + 1}`, mobile)}`
      return `<row r="${row + 1}">${cells}${more.replaceAll('ROW', String(row + 1))}</row>`
    })
    .join('')
const below = (row: string) => xlsxOf({ rows: `${xlsxRows()}${row}` })
const emptyRows = Array.from({ length: 60_000 }, (_, index) => `<row r="${index + 5}" ht="18" s="1"/>`).join('')
const odsCells = (row: readonly string[]) =>
  row.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')

describe('students: a list of three rows above or beside a large empty area', () => {
  it.each<[about: string, file: string | Buffer]>([
    ['a dimension of the whole sheet', xlsxOf({ rows: xlsxRows(), before: '<dimension ref="A1:XFD1048576"/>' })],
    ['a cell with a border in the last row', below('<row r="1048576"><c r="B1048576" s="1"/></row>')],
    ['60,000 rows with a height', below(emptyRows)],
    ['a cell with a colour in the last column', xlsxOf({ rows: xlsxRows('<c r="XFDROW" s="1"/>') })],
    [
      'columns with a width',
      xlsxOf({ rows: xlsxRows(), before: '<cols><col min="1" max="16384" width="12"/></cols>' }),
    ],
    ['an empty text far below', below(`<row r="60000">${textCell('A60000', '')}</row>`)],
    ['spaces far below', below(`<row r="60000">${textCell('A60000', '  ')}</row>`)],
    [
      'a rule for the colours of the sheet',
      xlsxOf({ rows: xlsxRows(), after: '<conditionalFormatting sqref="A1:XFD1048576"/>' }),
    ],
    ['60,000 lines of commas', `${csv}\n${',\n'.repeat(60_000)}`],
    ['60,000 empty lines', `${csv}${'\r\n'.repeat(60_000)}`],
    ['300 commas behind each line', csv.replaceAll(/$/gm, ','.repeat(300))],
    [
      'repeated empty rows and cells of OpenDocument',
      odsOf(
        `<table:table>${three.map((row) => `<table:table-row>${odsCells(row)}<table:table-cell table:number-columns-repeated="16382"/></table:table-row>`).join('')}<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
      ),
    ],
  ])('is read without the empty area: %s', async (_, file) => {
    expect(await check(office, 'students', file, 'enrollment_number, mobile_number')).toEqual([
      'R1 | 9825020001',
      'R2 | 9825020002',
      'R3 | 9825020003',
    ])
  })
})

/**
 * Test cases of the fixture file, grouped by finding. A group starts with `## I21 kind: columns to show`. Each file in
 * it starts with `# description`; `=> …` is a line of the expected outcome. `⇥` is a tab; `{2019-12-01 mm/yyyy}` is a
 * date cell and `{7 0000}` a number cell of a workbook.
 */
function shapes() {
  const text = readFileSync('tests/fixtures/imports/whole-files.txt', 'utf8')
  return text.split(/^## /m).flatMap((group) => {
    const [head = '', ...files] = group.split(/^# /m)
    const [, finding = '', kind, shows = ''] = /^(I\d+) (\w+): (.*)/.exec(head) ?? []
    return files.map((lines) => {
      const [about = '', ...content] = lines.trimEnd().split('\n')
      const isExpected = (line: string) => line.startsWith('=> ')
      const expected = content.filter(isExpected).map((line) => line.slice(3))
      const file = content
        .filter((line) => !isExpected(line))
        .join('\n')
        .replaceAll('⇥', '\t')
      return { about: `${finding} ${kind}: ${about}`, kind: kind as ImportKind, shows, file, expected }
    })
  })
}

const markedCell = /^\{(\S+) (.+)\}$/

/** Creates a workbook from the text of a table, with a line for each row and `|` between the cells. */
function workbookOf(table: string): Buffer {
  const formats: string[] = []
  const cellOf = (address: string, text: string) => {
    const [, value = '', format = ''] = markedCell.exec(text) ?? []
    if (value === '') return textCell(address, text)
    const days = (Date.parse(value) - Date.parse('1899-12-30')) / 86_400_000
    return `<c r="${address}" s="${formats.push(format)}"><v>${/^\d+$/.test(value) ? value : days}</v></c>`
  }
  const rows = table.split('\n').map((line, row) => {
    const cells = line.split('|').map((text, column) => cellOf(`${'ABCDEFGHIJKL'[column]}${row + 1}`, text.trim()))
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  return xlsxOf({ rows: rows.join(''), formats })
}

describe('a whole file of tests/fixtures/imports/whole-files.txt', () => {
  it.each(shapes())('$about', async ({ kind, shows, file, expected }) => {
    const isWorkbook = file.split('\n').some((line) => line.split('|').some((text) => markedCell.test(text.trim())))
    expect(await check(office, kind, isWorkbook ? workbookOf(file) : file, shows)).toEqual(expected)
  })
})
