import { expect, it } from 'vitest'
import type { Cell } from '~/services/spreadsheets/port'
import type { RowCells } from '../kinds/port'
import { studentReader, studentRules } from '../kinds/students/read-student'
import { decideColumns } from './decide-columns'
import { type Answers, isOpen } from './port'

const today = '2026-11-29'
const dateCell = (text: string, shown?: string): Cell => ({ text, mark: { kind: 'date', ...(shown ? { shown } : {}) } })

/** Decides the columns of these rows and reads them, as a check does. */
function check(
  rows: RowCells[],
  { answers = {}, allHeadings = [] }: { answers?: Answers; allHeadings?: string[] } = {},
) {
  const lines = rows.map((texts, index) => ({ line: index + 2, texts }))
  const { decisions, questions, contradictions } = decideColumns(studentRules, lines, {
    today,
    answers,
    headings: { date_of_birth: 'DOB', class: 'Std' },
    allHeadings,
  })
  const read = studentReader(today, decisions)
  return {
    asked: questions.filter(isOpen).map(({ id }) => id),
    contradictions: contradictions.map(({ lines: concerned }) => concerned),
    rows: rows.map((cells) => read(cells)),
  }
}

const days = (cells: Cell[], answers: Answers = {}) => {
  const { asked, contradictions, rows } = check(
    cells.map((date_of_birth) => ({ date_of_birth })),
    { answers },
  )
  return { asked, contradictions, days: rows.map(({ values }) => values.date_of_birth ?? null) }
}

it.each<[Cell[], Array<string | null>]>([
  [
    ['04/25/2012', '04/05/2012'],
    ['2012-04-25', '2012-04-05'],
  ],
  [
    ['25/04/2012', '04/05/2012'],
    ['2012-04-25', '2012-05-04'],
  ],
  [['2015-06-13T18:30:00.000Z'], ['2015-06-14']],
  [
    [dateCell('2015-06-14'), '14/06/2015'],
    ['2015-06-14', '2015-06-14'],
  ],
  [
    ['soon', '14/06/2015'],
    [null, '2015-06-14'],
  ],
])('reads the birth dates %j', (cells, expected) => {
  expect(days(cells)).toEqual({ asked: [], contradictions: [], days: expected })
})

it('swaps day and month of date cells once the user says that the spreadsheet swapped them', () => {
  const cells = [dateCell('2015-05-12'), '25/12/2015']
  expect(days(cells).asked).toEqual(['dates:date_of_birth'])
  expect(days(cells, { 'dates:date_of_birth': 'exchanged' })).toEqual({
    asked: [],
    contradictions: [],
    days: ['2015-12-05', '2015-12-25'],
  })
})

it('asks for the order of day and month of a single birth date, unless the admission dates show it', () => {
  expect(days(['05/04/2012']).asked).toEqual(['order:date_of_birth'])
  const { asked, rows } = check([{ date_of_birth: '05/04/2012', admission_date: '06/15/2018' }])
  expect([asked, rows.map(({ values }) => values)]).toEqual([
    [],
    [{ date_of_birth: '2012-05-04', admission_date: '2018-06-15' }],
  ])
})

it('rejects a column in which some dates have the day first and others the month', () => {
  expect(days(['25/04/2012', '04/25/2012']).contradictions).toEqual([[3]])
})

it('reads the classes of a column by the user’s answer', () => {
  const rows = (answers: Answers = {}) => {
    const result = check([{ class: 'V I' }, { class: 'VII' }, { class: 'V-I' }, { class: '02-Jan' }], { answers })
    return [result.asked, result.rows.map(({ values, problems }) => values.class ?? problems[0]?.message.slice(0, 30))]
  }
  expect(rows()).toEqual([['torn:class'], ['V - I', 'VII', 'V-I', 'A spreadsheet has turned this ']])
  expect(rows({ 'torn:class': 'whole' })).toEqual([[], ['VI', 'VII', 'V-I', 'A spreadsheet has turned this ']])
})

it('decodes gender, category, medium and RTE in a UDISE export, and asks about such codes in other files', () => {
  const cells = [
    { gender: '2', category: '04', medium: '19', rte: '2' },
    { gender: '1', category: '1', medium: '3', rte: '1' },
  ]
  const udise = check(cells, { allHeadings: ['PEN', 'Name', 'Minority Group'] })
  expect([udise.asked, udise.rows.map(({ values }) => values)]).toEqual([
    [],
    [
      { gender: 'Female', category: 'OBC', medium: 'English', rte: '0' },
      { gender: 'Male', category: 'General', medium: 'Gujarati', rte: '1' },
    ],
  ])
  expect(check(cells).asked).toEqual(['codes:gender', 'codes:category', 'codes:rte', 'codes:medium'])
})

it.each<[key: string, cell: Cell, problem: string]>([
  ['enrollment_number', dateCell('2019-12-01', '12/2019'), 'turned this into a date (it shows 12/2019)'],
  ['enrollment_number', dateCell('2026-03-07'), 'turned this into a date. Format'],
  ['enrollment_number', { text: '1.23457E+17', mark: { kind: 'cut' } }, 'cut this number short'],
  ['class', dateCell('2026-01-02', '02-Jan'), 'turned this into a date'],
  ['section', dateCell('2026-01-02'), 'turned this into a date'],
  ['roll_number', dateCell('2026-01-02'), 'turned this into a date'],
  ['full_name', dateCell('2026-05-01', 'May-26'), 'turned this into a date'],
  ['email', { text: '#N/A', mark: { kind: 'error' } }, 'error here (#N/A)'],
  ['email', '#REF!', 'error here (#REF!)'],
  ['date_of_birth', '1900-01-01', 'before 1930'],
  ['date_of_birth', '2027-01-01', 'past'],
  ['date_of_birth', dateCell('1900-01-05'), 'before 1930'],
  ['mobile_number', { text: '9.8E+17', mark: { kind: 'cut' } }, 'cut this number short'],
  ['allergies', { text: '#VALUE!', mark: { kind: 'error' } }, 'error here'],
  // A CSV file that was saved by a spreadsheet.
  ['enrollment_number', 'Dec-19', 'turned this into a date'],
  ['enrollment_number', '07-Mar', 'turned this into a date'],
  ['enrollment_number', '1-Jan', 'turned this into a date'],
  ['enrollment_number', 'Jan-2026', 'turned this into a date'],
  ['enrollment_number', '01-Dec-19', 'turned this into a date'],
  ['admission_number', 'Dec-19', 'turned this into a date'],
  ['admission_number', '7-Mar', 'turned this into a date'],
  ['sr_no', '02-Sep', 'turned this into a date'],
  ['section', '1-Jan', 'turned this into a date'],
  ['section', 'Jan-01', 'turned this into a date'],
  ['section', '01-02-2026', 'turned this into a date'],
  ['class', '6-Jan', 'turned this into a date'],
])('refuses, in the column %s, the cell %j', (key, cell, problem) => {
  const [row] = check([{ [key]: cell }]).rows
  expect(row?.problems).toMatchObject([{ message: expect.stringContaining(problem) }])
  expect(row?.values).toEqual({})
})

it.each<[key: string, cell: Cell, value: string]>([
  ['enrollment_number', { text: '0012', mark: { kind: 'zeros', plain: '12' } }, '0012'],
  ['roll_number', { text: '0012', mark: { kind: 'zeros', plain: '12' } }, '12'],
  ['allergies', dateCell('2026-05-01', 'May-26'), 'May-26'],
  ['date_of_birth', dateCell('2015-06-14'), '2015-06-14'],
  ['enrollment_number', '12/2019', '12/2019'],
  ['enrollment_number', '7/3', '7/3'],
  ['enrollment_number', 'DEC-19', 'DEC-19'],
  ['admission_number', 'MAY/07', 'MAY/07'],
  ['admission_number', 'Dec-19-A', 'Dec-19-A'],
  ['section', 'A-1', 'A-1'],
])('reads, in the column %s, the cell %j', (key, cell, value) => {
  expect(check([{ [key]: cell }]).rows[0]).toEqual({ values: { [key]: value }, problems: [] })
})

it.each<[string, RowCells[], { asked: string[]; complete: unknown[]; incomplete: unknown[] }]>([
  [
    'full names',
    [{ full_name: 'Meena' }, { full_name: 'Asha Patel' }, { full_name: 'Ramya S' }],
    {
      asked: ['single:one_name'],
      complete: ['Meena|', 'Asha|Patel', 'Ramya|S'],
      incomplete: ['Meena|undefined', 'Asha|Patel', 'Ramya|S'],
    },
  ],
  [
    'first names beside last names',
    [
      { first_name: 'Mohd Arif', last_name: '' },
      { first_name: 'Asha', last_name: 'Patel' },
    ],
    {
      asked: ['single:one_name'],
      complete: ['Mohd Arif|', 'Asha|Patel'],
      incomplete: ['Mohd Arif|undefined', 'Asha|Patel'],
    },
  ],
  [
    'most full names',
    [{ full_name: 'Meena' }, { full_name: 'Asha' }, { full_name: 'Ramya S' }],
    {
      asked: ['single:one_name'],
      complete: ['Meena|', 'Asha|', 'Ramya|S'],
      incomplete: ['Meena|undefined', 'Asha|undefined', 'Ramya|S'],
    },
  ],
  [
    'first names alone, whose last names are missing',
    [{ first_name: 'Meena' }, { first_name: 'Asha' }, { first_name: 'Ramya S' }],
    {
      asked: [],
      complete: ['Meena|undefined', 'Asha|undefined', 'Ramya S|undefined'],
      incomplete: ['Meena|undefined', 'Asha|undefined', 'Ramya S|undefined'],
    },
  ],
  [
    'a column that says so, or a cell without a letter',
    [{ full_name: 'Meena', one_name: 'Yes' }, { full_name: '.' }, { full_name: 'Asha Patel' }],
    {
      asked: [],
      complete: ['Meena|', 'undefined|undefined', 'Asha|Patel'],
      incomplete: ['Meena|', 'undefined|undefined', 'Asha|Patel'],
    },
  ],
])('asks once for a file whether names without a last name are complete: %s', (_words, cells, { asked, ...names }) => {
  expect(check(cells).asked).toEqual(asked)
  const namesAfter = (single: string) =>
    check(cells, { answers: { 'single:one_name': single } }).rows.map(
      ({ values }) => `${values.first_name}|${values.last_name}`,
    )
  expect(namesAfter('complete')).toEqual(names.complete)
  expect(namesAfter('incomplete')).toEqual(names.incomplete)
})
