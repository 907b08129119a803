import { type Cell, cellText, markOf } from '~/services/spreadsheets/port'
import { readYesNo } from '../cells'
import type { ColumnSpec } from '../columns'
import type { FieldRule } from './field-rule'
import type { Problem, RowCells, RowValues } from './port'

const oneName = 'one_name'
const middleName = 'middle_name'

/**
 * Columns that only files have, for the parts of a name. Must be the last of all columns: stored rows know columns by
 * position.
 */
export const nameColumns: readonly ColumnSpec[] = [
  { key: middleName, label: 'Middle name', example: '', isOnlyRead: true },
  {
    key: oneName,
    label: 'One name only',
    example: '',
    allowed: 'Yes for a person without a last name',
    choices: ['Yes', 'No'],
    isOnlyRead: true,
  },
]

/** Rules of the name columns, for kinds that read by rules of their own. */
export const nameRules: readonly FieldRule[] = nameColumns.map((spec) =>
  spec.key === oneName ? { spec, read: readYesNo } : { spec },
)

export const missingLastName =
  'Last name is required. If the person has one name only, add the column “One name only” with Yes'

function hasOneName(cells: RowCells): boolean {
  const reading = readYesNo(cellText(cells[oneName]))
  return reading.ok && reading.text === '1'
}

/**
 * Joins the middle name to the first name, as the full name does, and takes the full name of a student with one name as
 * the first name. Runs before full names are split.
 */
export function withGivenNames({ [middleName]: middle, ...cells }: RowCells): RowCells {
  const { first_name: first, full_name: full, surname_first: turned, ...rest } = cells
  if (first !== undefined) return middle === undefined ? cells : { ...cells, first_name: joined(first, middle) }
  const whole = full ?? turned
  return hasOneName(cells) && whole !== undefined ? { ...rest, first_name: whole } : cells
}

/** Two parts of a name in one cell; a part with a mark, such as an error, stays as it is and its rule refuses it. */
function joined(first: Cell, middle: Cell): Cell {
  return [first, middle].find(markOf) ?? `${cellText(first)} ${cellText(middle)}`.trim()
}

/** Stores the last name of a student with one name as an empty text; a tick beside a last name is a contradiction. */
export function withOneName(row: { values: RowValues; problems: Problem[] }): typeof row {
  const { [oneName]: tick, ...values } = row.values
  if (tick !== '1') return { ...row, values }
  if (values.last_name === undefined) return { ...row, values: { ...values, last_name: '' } }
  const message = 'Leave the last name empty, or write No under “One name only”'
  return { values, problems: [...row.problems, { column: 'Last name', message, value: values.last_name }] }
}
