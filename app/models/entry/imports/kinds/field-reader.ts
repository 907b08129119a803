import type { Read } from '../cells'
import type { ColumnSpec } from '../columns'
import { hasHidden } from '../hidden-aadhaar'
import type { Problem, RowValues } from './port'

/** Part of the form schemas that is used here: validating a single field. */
interface FieldSchema {
  safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: Array<{ message: string }> } }
}

export interface FieldRule {
  spec: ColumnSpec
  /** Undoes what spreadsheets do to such a text. */
  read?: (text: string, today: string) => Read
  /** The form's own rule, so that file and form give the same errors. */
  schema?: FieldSchema
}

type ColumnRest = Omit<ColumnSpec, 'key' | 'label' | 'names'> & Omit<FieldRule, 'spec'>

/** A column and its reader; `names` are its other headings, separated by spaces. */
export function column(key: string, label: string, names: string, { read, schema, ...rest }: ColumnRest): FieldRule {
  return { spec: { key, label, names: names.split(' '), ...rest }, read, schema }
}

/** Problems for missing columns that every row needs (`always`), or every new record. */
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

export type RowReader = (texts: RowValues) => { values: RowValues; problems: Problem[] }

const surnameFirst = 'surname_first'

export const fullNameColumn = (names: readonly string[]): ColumnSpec => ({
  key: 'full_name',
  label: 'Full name',
  names,
  example: '',
  allowed: 'If first and last name are in one column: the last word is the last name',
})

/**
 * A full name with the surname first. Must be the last of all columns: stored rows know columns by position, and this
 * one was added later.
 */
export const surnameFirstColumn: ColumnSpec = {
  key: surnameFirst,
  label: 'Full name, surname first',
  names: [],
  example: '',
  allowed: 'The first word is the last name',
}

/** Returns true for a full-name column, which templates leave out. */
export const isFullName = ({ key }: ColumnSpec) => key === 'full_name' || key === surnameFirst

/**
 * Splits a full name: the last word is the last name, or the first word if the surname comes first. A single word is
 * the first name, and the last name is reported as missing. Separate columns take precedence: with a separate surname,
 * the rest is the first name.
 */
export function withNames({ full_name: usual, [surnameFirst]: turned, ...rest }: RowValues): RowValues {
  const fullName = (turned || usual)?.split(' ').filter(Boolean).join(' ')
  if (!fullName) return rest
  const { first_name: first = '', last_name: surname = '' } = rest
  const names = surname
    ? { first_name: withoutSurname(fullName, surname), last_name: surname }
    : split(fullName, turned)
  return { ...rest, ...names, ...(first ? { first_name: first } : {}) }
}

function split(fullName: string, turned: string | undefined): RowValues {
  const words = fullName.split(' ')
  const last = words.length > 1 ? (turned ? words.shift() : words.pop()) : undefined
  return { first_name: words.join(' '), ...(last === undefined ? {} : { last_name: last }) }
}

/** Removes the surname at the start or end of a full name: `Asha Ben Patel` and `Patel`. */
function withoutSurname(fullName: string, surname: string): string {
  const words = fullName.split(' ')
  const surnameWords = surname.split(' ').filter(Boolean)
  const isSurname = (part: readonly string[]) => part.join(' ').toLowerCase() === surnameWords.join(' ').toLowerCase()
  if (words.length <= surnameWords.length) return fullName
  if (isSurname(words.slice(-surnameWords.length))) return words.slice(0, -surnameWords.length).join(' ')
  return (isSurname(words.slice(0, surnameWords.length)) ? words.slice(surnameWords.length) : words).join(' ')
}

/** Cached texts per column: classes, genders, days and names repeat often. */
const remembered = 500
const maxValueShown = 60
const looksLikeAadhaar = 'This looks like an Aadhaar number. It is allowed only in a column for Aadhaar numbers'

/**
 * Reads each text of a row by the rule of its column; a blank text counts as missing, never as invalid. Use one reader
 * per file.
 */
export function readerOf(rules: readonly FieldRule[], today: string): RowReader {
  const columns = rules.map((rule) => ({ rule, known: new Map<string, Read>() }))
  // Of about fifty possible columns, a file has some twenty.
  const presentKeys = new Set<string>()
  let used = columns.slice(0, 0)
  return (texts) => {
    const values: RowValues = {}
    const problems: Problem[] = []
    for (const key in texts) {
      if (presentKeys.has(key)) continue
      presentKeys.add(key)
      used = columns.filter(({ rule }) => presentKeys.has(rule.spec.key))
    }
    for (const { rule, known } of used) {
      const { key, label, secret } = rule.spec
      const cellText = texts[key]
      if (cellText === undefined || cellText === '') continue
      let reading = known.get(cellText)
      if (reading === undefined) {
        reading = readField(rule, cellText, today)
        if (!secret && known.size < remembered) known.set(cellText, reading)
      }
      if (!reading.ok)
        problems.push({
          column: label,
          message: reading.problem,
          ...(secret || hasHidden(cellText) ? {} : { value: cellText.slice(0, maxValueShown) }),
        })
      else if (reading.text !== '') values[key] = reading.text
    }
    return { values, problems }
  }
}

function readField({ spec, read, schema }: FieldRule, cellText: string, today: string): Read {
  if (!spec.secret && hasHidden(cellText)) return { ok: false, problem: looksLikeAadhaar }
  const reading: Read = read ? read(cellText, today) : { ok: true, text: cellText }
  if (!reading.ok) return reading
  const checked = schema?.safeParse(reading.text)
  if (checked && !checked.success)
    return { ok: false, problem: checked.error.issues[0]?.message ?? 'This is not valid' }
  return typeof checked?.data === 'string' ? { ok: true, text: checked.data } : reading
}
