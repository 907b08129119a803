import { expect, it } from 'vitest'
import type { ColumnReading } from '~/models/entry/imports/columns'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import { columnChoices, readColumnsForm } from './__columns.server'

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
])('%s', (_, values, expected) => {
  expect(sendForm(students, values)).toMatchObject({ chosen: expected.chosen, errors: expected.errors })
  if (Object.keys(expected.errors).length === 0) expect(sendForm(students, values).lost).toEqual(expected.lost)
})

const unclear = recordOf('students', { enrollment_number: 0 }, { 1: ['father_name', 'first_name'] })

it('needs an answer for each unclear column: a field, or that it is ignored', () => {
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

it('asks about an unclear column with its likely fields first', () => {
  const [, column] = columnChoices(unclear)
  expect(column?.question).toBe(
    'In some files this heading means something else. It may be Father’s name or First name.',
  )
  expect(column?.options.slice(0, 3).map(({ value }) => value)).toEqual(['father_name', 'first_name', 'ignore'])
})

it('lets several columns of opening dues be fees of their own', () => {
  const record = recordOf('opening_dues', { enrollment_number: 0, fee_3: 3 })
  expect(columnChoices(record)[3]?.chosen).toBe('fee')
  const values = { column_0: 'enrollment_number', column_3: 'fee', column_4: 'fee' }
  expect(sendForm(record, values)).toEqual({
    chosen: { enrollment_number: 0, fee_3: 3, fee_4: 4 },
    errors: {},
    lost: [],
  })
})
