import { expect, it } from 'vitest'
import type { ColumnReading } from '~/models/entry/imports/columns'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import { columnChoices, fieldsForAll, readColumnsForm } from './__columns.server'

const headings = ['GR No', 'F Name', 'Father Name', 'Tuition', 'Mobile']

function recordOf(kind: ImportRecord['kind'], chosen: Record<string, number>, unclear: Record<number, string[]> = {}) {
  const readingOf = (index: number): ColumnReading | undefined => {
    const key = Object.keys(chosen).find((one) => chosen[one] === index)
    if (unclear[index]) return { confidence: 'unsure', keys: unclear[index], doubt: 'heading' }
    return key === undefined ? undefined : { confidence: 'certain', keys: [key] }
  }
  const columns = headings.map((heading, index) => ({ index, heading, samples: [], reading: readingOf(index) }))
  return {
    kind,
    chosen,
    columns,
    sheet: 0,
    sheets: [],
    counts: { rejected: 0 },
    answers: {},
    questions: [],
  } as unknown as ImportRecord
}

function sendForm(record: ImportRecord, values: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  const { chosen, errors, lost } = readColumnsForm(form, record, [])
  return { chosen, errors, lost }
}

const students = recordOf('students', { enrollment_number: 0, father_name: 2 })

it.each<[string, Record<string, string>, ReturnType<typeof sendForm>]>([
  [
    'moves a field to the column that the user has changed',
    { column_0: 'enrollment_number', column_1: 'father_name', column_2: 'father_name' },
    {
      chosen: { enrollment_number: 0, father_name: 1 },
      errors: {},
      lost: ['“F Name” is now Father’s name, and “Father Name” is ignored.'],
    },
  ],
  [
    'takes a used column for a missing field',
    { part: '1', for_mother_name: '2' },
    {
      chosen: { enrollment_number: 0, mother_name: 2 },
      errors: {},
      lost: ['“Father Name” is now Mother’s name, and no column is Father’s name.'],
    },
  ],
  [
    'swaps two fields',
    { column_0: 'father_name', column_2: 'enrollment_number' },
    { chosen: { father_name: 0, enrollment_number: 2 }, errors: {}, lost: [] },
  ],
  [
    'refuses one field for two columns that are both changed',
    { column_0: 'enrollment_number', column_1: 'mother_name', column_2: 'mother_name' },
    {
      chosen: { enrollment_number: 0, mother_name: 1 },
      errors: { column_2: ['Another column is already set to this'] },
      lost: ['“Father Name” is now Mother’s name, and no column is Father’s name.'],
    },
  ],
  [
    'refuses an unknown field',
    { column_0: 'enrollment_number', column_1: 'shoe_size' },
    { chosen: { enrollment_number: 0, shoe_size: 1 }, errors: { column_1: ['Select a valid column'] }, lost: [] },
  ],
])('reads the form of columns: %s', (_, values, expected) => {
  expect(sendForm(students, values)).toMatchObject({ chosen: expected.chosen, errors: expected.errors })
  if (Object.keys(expected.errors).length === 0) expect(sendForm(students, values).lost).toEqual(expected.lost)
})

it.each<[kind: ImportRecord['kind'], values: Record<string, string>, answers: Record<string, string>, errors: unknown]>(
  [
    [
      'students',
      { all_category: 'General', all_class: ' 6 A ' },
      { 'all:category': 'General', 'all:class': '6 A' },
      {},
    ],
    ['students', { all_category: '' }, { 'all:category': '' }, {}],
    ['students', { all_category: 'Royal' }, {}, { all_category: ['Select a valid category'] }],
    ['students', { all_class: '02-Jan' }, {}, { all_class: [expect.stringContaining('turned this into a date')] }],
    ['students', { all_pin: '38' }, {}, { all_pin: [expect.stringContaining('6 digits')] }],
    [
      'students',
      { column_4: 'category', all_category: 'General' },
      {},
      { all_category: [expect.stringContaining('A column')] },
    ],
    ['students', { all_mobile_number: '9825012345', all_father_name: 'Rajesh' }, {}, {}],
    [
      'paid_fees',
      { all_paid_on: '1 June 2026', all_method: 'Cash' },
      { 'all:paid_on': '1 June 2026', 'all:method': 'Cash' },
      {},
    ],
    ['paid_fees', { all_paid_on: '31/02/2026' }, {}, { all_paid_on: [expect.stringContaining('Write the date')] }],
    ['paid_fees', { all_paid_on: '01/01/2999' }, {}, { all_paid_on: ['The date cannot be in the future'] }],
    ['paid_fees', { all_amount: '500', all_reference: '12' }, {}, {}],
  ],
)('reads the values for all rows of a file of %s: %j', (kind, values, answers, errors) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ column_0: 'enrollment_number', ...values })) form.set(name, value)
  expect(readColumnsForm(form, recordOf(kind, { enrollment_number: 0 }), [])).toMatchObject({ answers, errors })
  expect(Object.keys(readColumnsForm(form, recordOf(kind, { enrollment_number: 0 }), []).errors)).toEqual(
    Object.keys(errors as object),
  )
})

it('offers one value for all rows only for columns that the file lacks', () => {
  const namesOf = (record: ImportRecord) => fieldsForAll(record).fields.map(({ name }) => name)
  expect(namesOf(recordOf('paid_fees', { enrollment_number: 0, amount: 1, method: 2 }))).toEqual([
    'all_name',
    'all_title',
    'all_paid_on',
    'all_remarks',
    'all_session',
  ])
  expect(namesOf(recordOf('students', { class: 0 }))).not.toContain('all_class')
})

it('requires no answer about the earlier value for all rows when the user replaces it', () => {
  const question = { id: 'order:paid_on', column: 'paid_on', sentence: '', lines: [], answer: null, options: [] }
  const record = {
    ...recordOf('paid_fees', { enrollment_number: 0 }),
    answers: { 'all:paid_on': '01/06/2025' },
    questions: [question],
  }
  const columns = { column_0: 'enrollment_number' }
  expect(sendForm(record, { ...columns, all_paid_on: '01/06/2025' }).errors).toHaveProperty('answer_order_paid_on')
  expect(sendForm(record, { ...columns, all_paid_on: '1 June 2025' }).errors).toEqual({})
})

const unclear = recordOf('students', { enrollment_number: 0 }, { 1: ['father_name', 'first_name'] })

it('requires an answer for each unclear column: a field, or that the column is ignored', () => {
  expect(sendForm(unclear, { part: '1' }).errors).toEqual({
    column_1: ['Select what this column contains, or ignore it'],
  })
  expect(sendForm(unclear, { part: '1', column_1: 'ignore' })).toEqual({
    chosen: { enrollment_number: 0 },
    errors: {},
    lost: [],
  })
  expect(sendForm(unclear, { part: '1', column_1: 'first_name' }).chosen).toEqual({
    enrollment_number: 0,
    first_name: 1,
  })
  expect(sendForm(unclear, { part: '1', for_mother_name: '1' })).toMatchObject({
    chosen: { enrollment_number: 0, mother_name: 1 },
    errors: {},
  })
})

it('asks about an unclear column, with its likely fields first', () => {
  const [, column] = columnChoices(unclear)
  expect(column?.question).toBe(
    'In some files this heading means something else. It may be Father’s name or First name.',
  )
  expect(column?.options.slice(0, 3).map(({ value }) => value)).toEqual(['father_name', 'first_name', 'ignore'])
})

it('allows several columns of opening dues to be a fee each', () => {
  const record = recordOf('opening_dues', { enrollment_number: 0, fee_3: 3 })
  expect(columnChoices(record)[3]?.chosen).toBe('fee')
  const values = { column_0: 'enrollment_number', column_3: 'fee', column_4: 'fee' }
  expect(sendForm(record, values)).toEqual({
    chosen: { enrollment_number: 0, fee_3: 3, fee_4: 4 },
    errors: {},
    lost: [],
  })
})
