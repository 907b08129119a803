import { fieldSchema } from '~/kit/forms/form-schema.server'
import { latinDigits } from '~/language/language'
import { textOf } from '~/models/core/shared/words'
import { maxRollNumber } from '~/models/people/academics/options'
import { firstBirthday } from '~/models/people/students/describe/person-fields'
import { isSealed, studentFields } from '~/models/people/students/describe/sections.server'
import { cellText, markOf } from '~/services/spreadsheets/port'
import { readClass, readSection } from '../../decide/decide-classes'
import type { ColumnDecisions } from '../../decide/port'
import { hasHidden } from '../../hidden-aadhaar'
import { looseKey, type Read, readChoice, readCode, readDigits, readYesNo, wrong } from '../../values/cells'
import { readDay } from '../../values/days'
import { readMobile } from '../../values/phones'
import { parentName } from '../../values/titles'
import { type RowReader, readerOf, withNames } from '../field-reader'
import type { CellReading, Decides, FieldRule } from '../field-rule'
import type { Problem, RowCells, RowValues } from '../port'
import {
  missingLastName,
  ownerOfName,
  readWithoutRemark,
  withGivenNames,
  withOneName,
  withPlainNames,
  withSingleNames,
} from './given-names'
import { readLeaving, readStatus } from './has-left'
import { importedStudentColumns, type StudentColumn } from './student-columns'

/** Readers of fields whose kind does not decide how their text is read. */
const reads: Record<string, FieldRule['read']> = {
  enrollment_number: readCode,
  admission_number: readCode,
  nic_id: readCode,
  sr_no: readCode,
  pin: readDigits,
  class: (text, _, how) => readClass(text, how.class),
  section: readSection,
  email: (text) => ({ ok: true, text: text.replace(/\s/g, '').toLowerCase() }),
  roll_number: readRoll,
  father_name: readParent,
  mother_name: readParent,
  guardian_name: readParent,
  one_name: readYesNo,
  school_status: readStatus('student'),
  left_on: readLeaving('student'),
}

/** Reads an Aadhaar number. One with only its last digits, as in our own export, counts as blank. */
function readSealed(text: string): Read {
  return hasHidden(text) ? { ok: true, text: '' } : readDigits(text)
}

const parentKeys: ReadonlySet<string> = new Set(['father_name', 'mother_name', 'guardian_name'])

/** A name without letters, such as `-`, counts as blank. */
function readParent(text: string, _: string, { name }: CellReading): Read {
  return /\p{L}/u.test(text) ? readWithoutRemark(parentName(text), name) : { ok: true, text: '' }
}

function readRoll(text: string): Read {
  const digits = readDigits(text)
  if (!digits.ok) return digits
  const number = Number(/^\d{1,6}$/.exec(digits.text)?.[0] ?? 0)
  return number >= 1 && number <= maxRollNumber
    ? { ok: true, text: String(number) }
    : { ok: false, problem: `Enter a whole number from 1 to ${maxRollNumber}` }
}

function readOf({ key, others }: StudentColumn): FieldRule['read'] {
  const field = studentFields[key]
  if (reads[key] || !field) return reads[key]
  const choices = (field.options ?? []).map(({ value }) => value)
  if (field.kind === 'choice')
    return (text, _, how) => {
      const found = readChoice(meaningOf(text, how), choices, others ?? {})
      const word = choices.includes(found) ? undefined : wordBehindCode(text)
      if (word === undefined) return { ok: true, text: found }
      return { ok: true, text: isNotGiven.test(word) ? '' : readChoice(word, choices, others ?? {}) }
    }
  if (field.kind === 'day')
    return (text, today, how) => {
      const day = readDay(text, today, 'past', how.day, how.isDateCell)
      const isTooOld = key === 'date_of_birth' && day.ok && day.text < firstBirthday
      return isTooOld ? wrong(`This birth date is before ${firstBirthday.slice(0, 4)}. Check the year`) : day
    }
  if (field.kind === 'tick') return (text, _, how) => readYesNo(wordBehindCode(text) ?? meaningOf(text, how))
  if (field.control?.type === 'tel') return readMobile
  return isSealed(key) ? readSealed : undefined
}

/** The word after the code in `2-Female` or `1 - General`, as UDISE+ exports write them. */
const wordBehindCode = (text: string) => /^\d{1,2}\s*[-–.:]\s*(\p{L}.*)$/u.exec(latinDigits(text).trim())?.[1]
const isNotGiven = /^(?:na|n\/a|none|nil|not applicable)$/i

const meaningOf = (text: string, { choice }: CellReading) => choice.meanings[looseKey(latinDigits(text))] ?? text

/** Decision that the import makes for a whole column, by the kind of its field. */
function decidesOf({ key }: StudentColumn): Decides | undefined {
  if (key === 'class') return { kind: 'class' }
  const owner = parentKeys.has(key) ? 'parent' : ownerOfName(key, 'student')
  if (owner !== null) return { kind: 'name', of: owner }
  if (key === 'one_name') return { kind: 'single', of: 'student' }
  const kind = studentFields[key]?.kind
  if (kind === 'day') return { kind, years: 'past', isPast: true, mayBeBare: false }
  return kind === 'choice' || kind === 'tick' ? { kind: 'choice' } : undefined
}

const freeTexts = new Set(['medical_conditions', 'allergies', 'school_status', 'left_on'])

/**
 * Rules by which rows are read. They include the forms' rules, except for yes-or-no fields: the form has a checkbox,
 * whereas the file has a text, which the rule's reader converts.
 */
export const studentRules = importedStudentColumns.map((spec): FieldRule => {
  const field = studentFields[spec.key]
  const read = readOf(spec)
  const decides = decidesOf(spec)
  return {
    spec,
    ...(read ? { read } : {}),
    ...(decides ? { decides } : {}),
    ...(freeTexts.has(spec.key) ? { isFreeText: true } : {}),
    ...(field && field.kind !== 'tick' ? { schema: fieldSchema(field) } : {}),
  }
})

/**
 * Reads the rows of a student file, each by itself. Fields required for a new student are checked later, as an existing
 * one has them already.
 */
export function studentReader(today: string, decisions?: ColumnDecisions): RowReader {
  const read = readerOf(studentRules, today, decisions)
  return (cells) => {
    const named = withPlainNames(withAddressLines(cells), decisions)
    const { values, problems } = withOneName(read(withNames(withGivenNames(withSingleNames(named.cells, decisions)))))
    return { values, problems: [...named.problems, ...problems] }
  }
}

/** Joins the lines of an address that are in separate columns. */
function withAddressLines({ address_2: second, address_3: third, ...cells }: RowCells): RowCells {
  const more = [second, third].filter((line) => cellText(line) !== '')
  if (more.length === 0) return cells
  const lines = [cells.address, ...more].filter((line) => cellText(line) !== '')
  return { ...cells, address: lines.find(markOf) ?? lines.map((line) => cellText(line).replace(/,$/, '')).join(', ') }
}

/** Own messages for missing fields, where the form's does not fit: its message for a mobile number is about digits. */
const missing: Partial<Record<string, string>> = {
  last_name: missingLastName,
  mobile_number: 'The mobile number is missing',
}

/** Problems for fields that a new student lacks, with the form's error messages. */
export function lackingOf(values: RowValues): Problem[] {
  return importedStudentColumns
    .filter((spec) => spec.needed === 'new' && spec.key !== 'class' && values[spec.key] === undefined)
    .map(({ key, label }) => ({
      column: label,
      message: missing[key] ?? textOf(studentFields[key]?.missing ?? `${label} is required`),
    }))
}
