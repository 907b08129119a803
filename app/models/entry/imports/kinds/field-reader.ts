import { type Cell, cellText, markOf } from '~/services/spreadsheets/port'
import type { ColumnSpec } from '../columns'
import { usualClasses } from '../decide/decide-classes'
import { usualNames } from '../decide/decide-names'
import { usualSingleNames } from '../decide/decide-single-names'
import type { ColumnDecisions, Decisions } from '../decide/port'
import { hasHidden } from '../hidden-aadhaar'
import { usualAmounts } from '../values/amounts'
import { cutShort, type Read } from '../values/cells'
import { usualDays } from '../values/days'
import type { CellReading, FieldRule } from './field-rule'
import type { Problem, RowCells, RowValues } from './port'

type ColumnRest = Omit<ColumnSpec, 'key' | 'label'> & Omit<FieldRule, 'spec'>

/** A column and its reader. */
export function column(
  key: string,
  label: string,
  { read, schema, decides, isFreeText, ...rest }: ColumnRest,
): FieldRule {
  return { spec: { key, label, ...rest }, read, schema, decides, isFreeText }
}

/** Problems for values missing in a row: those that every row needs (`always`), or that a new record needs (`new`). */
export function lackingColumns(
  rules: readonly FieldRule[],
  values: RowValues,
  needed: ColumnSpec['needed'],
): Problem[] {
  const lacking = rules.filter(({ spec }) => spec.needed === needed && values[spec.key] === undefined)
  return lacking.map(({ spec }) => ({ column: spec.label, message: `${spec.label} is required` }))
}

/** Reads a text of at most `max` characters. */
export const upTo =
  (max: number) =>
  (text: string): Read =>
    text.length <= max ? { ok: true, text } : { ok: false, problem: `Use at most ${max} characters` }

export type RowReader = (cells: RowCells) => { values: RowValues; problems: Problem[] }

const surnameFirst = 'surname_first'

export const fullNameColumn: ColumnSpec = {
  key: 'full_name',
  label: 'Full name',
  example: '',
  allowed: 'If first and last name are in one column: the last word is the last name',
}

/**
 * A full name with the surname first. Must come after the older columns: stored rows refer to columns by position, and
 * this one was added later.
 */
export const surnameFirstColumn: ColumnSpec = {
  key: surnameFirst,
  label: 'Full name, surname first',
  example: '',
  allowed: 'The first word is the last name',
}

/** Returns true for a full-name column, which templates leave out. */
export const isFullName = ({ key }: ColumnSpec) => key === 'full_name' || key === surnameFirst

/** Returns true when a file has a column with the name of a person. */
export const hasNameColumn = (has: (key: string) => boolean) =>
  ['first_name', fullNameColumn.key, surnameFirst].some(has)

/**
 * Splits a full name: the last word is the last name, or the first word if the surname comes first. A single word is
 * the first name, and the last name is reported as missing. With a separate surname column, the rest of the full name
 * is the first name. A cell with a mark, such as an error, becomes the first name, whose column refuses it.
 */
export function withNames({ full_name: usual, [surnameFirst]: turned, ...rest }: RowCells): RowCells {
  const whole = cellText(turned) === '' ? usual : turned
  if (markOf(whole)) return { ...rest, first_name: whole }
  const written = whole === turned ? cellText(whole).replace(',', ' ') : cellText(whole)
  const fullName = written.split(' ').filter(Boolean).join(' ')
  if (!fullName) return rest
  const [first, surname] = [cellText(rest.first_name), cellText(rest.last_name)]
  const names = surname
    ? { first_name: withoutSurname(fullName, surname), last_name: surname }
    : split(fullName, cellText(turned))
  return { ...rest, ...names, ...(first ? { first_name: first } : {}) }
}

function split(fullName: string, turned: string): RowValues {
  const words = fullName.split(' ')
  const last = words.length > 1 ? (turned ? words.shift() : words.pop()) : undefined
  return { first_name: words.join(' '), ...(last === undefined ? {} : { last_name: last }) }
}

/** Removes the surname at the start or end of a full name: `Asha Ben Patel` without `Patel` is `Asha Ben`. */
function withoutSurname(fullName: string, surname: string): string {
  const words = fullName.split(' ')
  const surnameWords = surname.split(' ').filter(Boolean)
  const isSurname = (part: readonly string[]) => part.join(' ').toLowerCase() === surnameWords.join(' ').toLowerCase()
  if (words.length <= surnameWords.length) return fullName
  if (isSurname(words.slice(-surnameWords.length))) return words.slice(0, -surnameWords.length).join(' ')
  return (isSurname(words.slice(0, surnameWords.length)) ? words.slice(surnameWords.length) : words).join(' ')
}

/** Number of texts cached per column: classes, genders, days and names repeat often. */
const remembered = 500
const maxValueShown = 60
const looksLikeAadhaar = 'This looks like an Aadhaar number. It is allowed only in a column for Aadhaar numbers'

const usual: Decisions = {
  day: usualDays,
  amount: usualAmounts,
  class: usualClasses,
  name: usualNames,
  single: usualSingleNames,
  choice: { meanings: {} },
}

/**
 * Reads each cell of a row by the rule of its column; a blank cell counts as missing, never as invalid. Use one reader
 * per file.
 */
export function readerOf(rules: readonly FieldRule[], today: string, decisions: ColumnDecisions = {}): RowReader {
  const columns = rules.map((rule) => {
    const how = { ...usual, ...decisions[rule.spec.key], isDateCell: false }
    return {
      rule,
      how,
      dateHow: { ...how, isDateCell: true },
      known: new Map<string, Read>(),
      knownDates: new Map<string, Read>(),
    }
  })
  // Checks only the columns that the file has, some twenty of the fifty possible ones.
  const presentKeys = new Set<string>()
  let used = columns.slice(0, 0)
  return (cells) => {
    const values: RowValues = {}
    const problems: Problem[] = []
    for (const key in cells) {
      if (presentKeys.has(key)) continue
      presentKeys.add(key)
      used = columns.filter(({ rule }) => presentKeys.has(rule.spec.key))
    }
    for (const { rule, how, dateHow, known, knownDates } of used) {
      const { key, label, secret } = rule.spec
      const cell = cells[key]
      const text = cellText(cell)
      if (cell === undefined || text === '') continue
      const isDateCell = markOf(cell)?.kind === 'date'
      const readings = isDateCell ? knownDates : known
      const isPlain = isDateCell || typeof cell === 'string'
      let reading = isPlain ? readings.get(text) : undefined
      if (reading === undefined) {
        reading = markProblem(rule, cell) ?? readField(rule, shownText(rule, cell), today, isDateCell ? dateHow : how)
        if (!secret && isPlain && readings.size < remembered) readings.set(text, reading)
      }
      if (!reading.ok)
        problems.push({
          column: label,
          message: reading.problem,
          ...(secret || hasHidden(text) ? {} : { value: text.slice(0, maxValueShown) }),
        })
      else if (reading.text !== '') values[key] = reading.text
    }
    return { values, problems }
  }
}

const errorTexts = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!)$/i

/**
 * Refuses a cell that a spreadsheet has spoiled (an error, a cut text, an unwanted date); null if the cell is valid in
 * its column.
 */
function markProblem({ decides, isFreeText }: FieldRule, cell: Cell): Read | null {
  const mark = markOf(cell)
  const text = cellText(cell)
  if (mark?.kind === 'error' || errorTexts.test(text))
    return {
      ok: false,
      problem: `The file has an error here (${text.slice(0, maxValueShown)}). Correct the formula, or type the value`,
    }
  if (mark?.kind === 'cut' && !isFreeText) return { ok: false, problem: cutShort }
  if (mark?.kind !== 'date' || decides?.kind === 'day' || isFreeText) return null
  const shown = mark.shown === undefined ? '' : ` (it shows ${mark.shown})`
  return {
    ok: false,
    problem: `A spreadsheet has turned this into a date${shown}. Format the column as text and type it again`,
  }
}

/** Text of a cell; a date in a free text reads as the spreadsheet shows it. */
function shownText({ isFreeText }: FieldRule, cell: Cell): string {
  const mark = markOf(cell)
  return isFreeText && mark?.kind === 'date' ? (mark.shown ?? cellText(cell)) : cellText(cell)
}

function readField({ spec, read, schema }: FieldRule, text: string, today: string, how: CellReading): Read {
  if (!spec.secret && hasHidden(text)) return { ok: false, problem: looksLikeAadhaar }
  const reading: Read = read ? read(text, today, how) : { ok: true, text }
  if (!reading.ok || reading.text === '') return reading
  const checked = schema?.safeParse(reading.text)
  if (checked && !checked.success)
    return { ok: false, problem: checked.error.issues[0]?.message ?? 'This is not valid' }
  return typeof checked?.data === 'string' ? { ok: true, text: checked.data } : reading
}
