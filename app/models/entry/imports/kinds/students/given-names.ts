import { type Cell, cellText, markOf } from '~/services/spreadsheets/port'
import type { ColumnSpec } from '../../columns'
import { aroundComma, isUsualName, saysRte, usualNames } from '../../decide/decide-names'
import { singleName, usualSingleNames } from '../../decide/decide-single-names'
import type { ColumnDecisions, NameDecision } from '../../decide/port'
import { ok, type Read, readYesNo, wrong } from '../../values/cells'
import { remarkOf, withoutHonorifics, withoutTitles } from '../../values/titles'
import type { FieldRule, NamedOwner, NameOwner } from '../field-rule'
import type { Problem, RowCells, RowValues } from '../port'

const oneName = 'one_name'
const middleName = 'middle_name'

/**
 * Columns that only files have, for the parts of a name. Must come after the older columns: stored rows refer to
 * columns by position.
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

/** Rules of the name columns, for teachers. */
export const nameRules: readonly FieldRule[] = nameColumns.map((spec) =>
  spec.key === oneName
    ? { spec, read: readYesNo, decides: { kind: 'single', of: 'teacher' } }
    : { spec, decides: { kind: 'name', of: 'part' } },
)

export const missingLastName =
  'Last name is required. If the person has one name only, add the column “One name only” with Yes'

const fullName = 'full_name'
const surnameFirst = 'surname_first'

const nameKeys = [fullName, surnameFirst, 'first_name', middleName, 'last_name']

/** Columns of names that may begin with a title or a serial number. */
const wholeNames: ReadonlySet<string> = new Set([fullName, surnameFirst, 'first_name'])

/** Owner of the name in a column, for the decision that covers the whole column; null for any other column. */
export const ownerOfName = (key: string, owner: NameOwner): NameOwner | null =>
  wholeNames.has(key) ? owner : nameKeys.includes(key) ? 'part' : null

/** Removes words of punctuation only: `Asha . Patel`, and the `.` of a student without a last name. */
const lettersOnly = (name: string) =>
  name
    .replace(/[\s,;]+$/, '')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(' ')

/**
 * Removes serial numbers, titles, remarks and commas from names, as decided for their columns. Runs before
 * names are joined or split. Keeps a cell with a mark, such as an error, so that its rule refuses it.
 */
export function withPlainNames(
  cells: RowCells,
  decisions: ColumnDecisions = {},
  owner: NamedOwner = 'student',
): { cells: RowCells; problems: Problem[] } {
  const unusual = nameKeys.flatMap((key) => {
    const cell = cells[key]
    return typeof cell !== 'string' || isUsualName(cell) ? [] : [[key, cell] as const]
  })
  if (unusual.length === 0) return { cells, problems: [] }
  const plain = { ...cells }
  const problems: Problem[] = []
  for (const [key, cell] of unusual) {
    const { comma, remark, title } = decisions[key]?.name ?? usualNames
    const serialless = cell.replace(/^\p{N}{1,4}\s*[.)]\s*(?=\p{L})/u, '')
    const titleless = owner === 'teacher' ? withoutTitles(serialless) : serialless
    const name = wholeNames.has(key) ? withoutHonorifics(titleless, title === 'title' ? 'unsure' : undefined) : cell
    const remarked = remarkOf(name)
    if (remarked && remark === 'refuse') {
      problems.push({ column: labelOfKey[key] ?? null, message: remarkProblem, value: cell })
      continue
    }
    if (remark === 'rte' && saysRte(name) && cellText(plain.rte) === '') plain.rte = 'Yes'
    if (remarked && remark === 'designation' && cellText(plain.designation) === '') plain.designation = remarked.remark
    const bare = remarked?.bare ?? name
    const parts = key === fullName && comma !== 'keep' ? aroundComma(bare) : null
    if (!parts) plain[key] = lettersOnly(bare)
    else {
      const [first, last] = comma === 'surname-first' ? [parts.after, parts.before] : [parts.before, parts.after]
      if (cellText(cells.first_name) !== '' || cellText(cells.last_name) !== '')
        plain[key] = lettersOnly(`${first} ${last}`)
      else {
        delete plain[key]
        plain.first_name = lettersOnly(first)
        plain.last_name = lettersOnly(last)
      }
    }
  }
  return { cells: plain, problems }
}

const remarkProblem = 'A remark follows the name. Write only the name here, and the remark in its own column'

/** Reads a name without the remark behind it, or refuses it, as decided for its column. */
export function readWithoutRemark(name: string, { remark }: NameDecision): Read {
  const found = remarkOf(name)
  return found && remark === 'refuse' ? wrong(remarkProblem) : ok(found?.bare ?? name)
}

const labelOfKey: Partial<Record<string, string>> = {
  [fullName]: 'Full name',
  [surnameFirst]: 'Full name, surname first',
  first_name: 'First name',
  [middleName]: 'Middle name',
  last_name: 'Last name',
}

/**
 * Sets “One name only” to Yes for a row without a last name, if the user has answered that these names are complete.
 */
export function withSingleNames(
  cells: RowCells,
  decisions: ColumnDecisions = {},
  owner: NamedOwner = 'student',
): RowCells {
  const { names } = decisions[oneName]?.single ?? usualSingleNames
  return names === 'complete' && singleName(cells, owner) !== null ? { ...cells, [oneName]: 'Yes' } : cells
}

function hasOneName(cells: RowCells): boolean {
  const reading = readYesNo(cellText(cells[oneName]))
  return reading.ok && reading.text === '1'
}

/**
 * Joins the middle name to the first name. For a student with one name only, uses the full name as the first name. Runs
 * before full names are split.
 */
export function withGivenNames(given: RowCells): RowCells {
  if (given[middleName] === undefined && !hasOneName(given)) return given
  const { [middleName]: middle, ...cells } = given
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
  if (row.values[oneName] === undefined) return row
  const { [oneName]: tick, ...values } = row.values
  if (tick !== '1') return { ...row, values }
  if (values.last_name === undefined) return { ...row, values: { ...values, last_name: '' } }
  const message = 'Leave the last name empty, or write No under “One name only”'
  return { values, problems: [...row.problems, { column: 'Last name', message, value: values.last_name }] }
}
