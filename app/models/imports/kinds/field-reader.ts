import type { Read } from '../cells'
import type { ColumnSpec } from '../columns'
import { hasHidden } from '../hidden-aadhaar'
import type { Problem, RowValues } from './port'

/** What the forms' schemas offer: a field by itself. */
interface FieldSchema {
  safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: Array<{ message: string }> } }
}

export interface FieldRule {
  spec: ColumnSpec
  /** Undoes what spreadsheets do to such a text. */
  read?: (text: string, today: string) => Read
  /** The form's own rule, so that file and form say the same. */
  schema?: FieldSchema
}

type ColumnRest = Omit<ColumnSpec, 'key' | 'label' | 'names'> & Omit<FieldRule, 'spec'>

/** A column and how its texts are read; `names` are the other headings that mean it, with spaces between them. */
export function column(key: string, label: string, names: string, { read, schema, ...rest }: ColumnRest): FieldRule {
  return { spec: { key, label, names: names.split(' '), ...rest }, read, schema }
}

/** What a row lacks of the columns without which none can be (`always`), or no new one. */
export function lackingColumns(
  rules: readonly FieldRule[],
  values: RowValues,
  needed: ColumnSpec['needed'],
): Problem[] {
  const lacking = rules.filter(({ spec }) => spec.needed === needed && values[spec.key] === undefined)
  return lacking.map(({ spec }) => ({ column: spec.label, message: `${spec.label} is required` }))
}

/** A text of no more characters than that. */
export const upTo =
  (max: number) =>
  (text: string): Read =>
    text.length <= max ? { ok: true, text } : { ok: false, problem: `Use at most ${max} characters` }

export type RowReader = (texts: RowValues) => { values: RowValues; problems: Problem[] }

const surnameFirst = 'surname_first'

/** A column in which first and last name stand together. */
export const fullNameColumn = (names: readonly string[]): ColumnSpec => ({
  ...{ key: 'full_name', label: 'Full name', names, example: '' },
  allowed: 'If first and last name are in one column: the last word is the last name',
})

/** The same with the surname first. The last of all columns: stored rows know theirs by their place, and it came later than they. */
export const surnameFirstColumn: ColumnSpec = {
  ...{ key: surnameFirst, label: 'Full name, surname first', names: [], example: '' },
  allowed: 'The first word is the last name',
}

/** Whether a column is one of those: a template has none of them. */
export const isFullName = ({ key }: ColumnSpec) => key === 'full_name' || key === surnameFirst

/**
 * First and last name of a full one: the last word is the last name, or the first word where the surname comes first; a single word is the
 * first name, and the last one is asked for. What stands in a column of its own counts: beside a surname the rest is the first name, all of it.
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

/** Of a full name beside its surname the rest; the surname may stand in it too, before or after: `Asha Ben Patel` and `Patel`. */
function withoutSurname(fullName: string, surname: string): string {
  const words = fullName.split(' ')
  const own = surname.split(' ').filter(Boolean)
  const isSurname = (part: readonly string[]) => part.join(' ').toLowerCase() === own.join(' ').toLowerCase()
  if (words.length <= own.length) return fullName
  if (isSurname(words.slice(-own.length))) return words.slice(0, -own.length).join(' ')
  return (isSurname(words.slice(0, own.length)) ? words.slice(own.length) : words).join(' ')
}

/** How many texts of a column are remembered: classes, genders, days and names come again and again. */
const remembered = 500
/** As much of a text as a problem shows of it. */
const maxValueShown = 60
const looksLikeAadhaar = 'This looks like an Aadhaar number. It is allowed only in a column for Aadhaar numbers'

/** Reads each text of a row by the rule of its column; a blank one is absent, never wrong. For the rows of one file. */
export function readerOf(rules: readonly FieldRule[], today: string): RowReader {
  const columns = rules.map((rule) => ({ rule, known: new Map<string, Read>() }))
  // Of the fifty columns that there may be a file has some twenty.
  const there = new Set<string>()
  let used = columns.slice(0, 0)
  return (texts) => {
    const values: RowValues = {}
    const problems: Problem[] = []
    for (const key in texts) {
      if (there.has(key)) continue
      there.add(key)
      used = columns.filter(({ rule }) => there.has(rule.spec.key))
    }
    for (const { rule, known } of used) {
      const { key, label, secret } = rule.spec
      const typed = texts[key]
      if (typed === undefined || typed === '') continue
      let told = known.get(typed)
      if (told === undefined) {
        told = readField(rule, typed, today)
        if (!secret && known.size < remembered) known.set(typed, told)
      }
      if (!told.ok)
        problems.push({
          ...{ column: label, message: told.problem },
          ...(secret || hasHidden(typed) ? {} : { value: typed.slice(0, maxValueShown) }),
        })
      else if (told.text !== '') values[key] = told.text
    }
    return { values, problems }
  }
}

function readField({ spec, read, schema }: FieldRule, typed: string, today: string): Read {
  if (!spec.secret && hasHidden(typed)) return { ok: false, problem: looksLikeAadhaar }
  const told: Read = read ? read(typed, today) : { ok: true, text: typed }
  if (!told.ok) return told
  const checked = schema?.safeParse(told.text)
  if (checked && !checked.success)
    return { ok: false, problem: checked.error.issues[0]?.message ?? 'This is not valid' }
  return typeof checked?.data === 'string' ? { ok: true, text: checked.data } : told
}
