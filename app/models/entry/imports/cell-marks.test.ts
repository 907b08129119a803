import { expect, it } from 'vitest'
import { markProblems } from './cell-marks'
import type { ColumnSpec } from './columns'

const column = (key: string, more: Partial<ColumnSpec> = {}): ColumnSpec => ({
  key,
  label: key.toUpperCase(),
  names: [],
  example: '',
  ...more,
})
const columns = [column('name'), column('code'), column('sealed', { secret: true })]

it('refuses an error cell and a cut number, and nothing else', () => {
  const texts = { name: '#N/A', code: '1.23457E+17', sealed: '1.23457E+17', day: '2015-06-14' }
  const marks = {
    name: { kind: 'error' },
    code: { kind: 'cut' },
    sealed: { kind: 'cut' },
    day: { kind: 'date', shown: '14/06/2015' },
  } as const
  const other = { column: 'DAY', message: 'must be in the past' }
  expect(
    markProblems([...columns, column('day')], texts, marks, [{ column: 'CODE', message: 'not valid' }, other]),
  ).toEqual([
    {
      column: 'NAME',
      message: 'The file has an error here (#N/A). Correct the formula, or type the value',
      value: '#N/A',
    },
    {
      column: 'CODE',
      message: 'A spreadsheet has cut this number short. Format the column as text and type it again',
      value: '1.23457E+17',
    },
    {
      column: 'SEALED',
      message: 'A spreadsheet has cut this number short. Format the column as text and type it again',
    },
    other,
  ])
})

it('accepts zeros of a number format', () => {
  expect(markProblems(columns, { code: '007' }, { code: { kind: 'zeros', plain: '7' } }, [])).toEqual([])
})
