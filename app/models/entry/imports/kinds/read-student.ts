import { fieldSchema } from '~/kit/forms/form-schema.server'
import { textOf } from '~/models/core/shared/words'
import { maxRollNumber } from '~/models/people/academics/options'
import { isSealed, studentFields } from '~/models/people/students/describe/sections.server'
import { type Read, readChoice, readCode, readDay, readDigits, readMobile, readYesNo } from '../cells'
import { hasHidden } from '../hidden-aadhaar'
import { type FieldRule, type RowReader, readerOf, withNames } from './field-reader'
import type { Problem, RowValues } from './port'
import { importedStudentColumns, type StudentColumn } from './student-columns'

/** Readers of the fields for which the kind of field does not determine one. */
const reads: Record<string, FieldRule['read']> = {
  enrollment_number: readCode,
  admission_number: readCode,
  nic_id: readCode,
  sr_no: readCode,
  pin: readDigits,
  email: (text) => ({ ok: true, text: text.replace(/\s/g, '').toLowerCase() }),
  roll_number: readRoll,
}

/** Reads an Aadhaar number. Our own export has only the last digits, which counts as blank. */
function readSealed(text: string): Read {
  return hasHidden(text) ? { ok: true, text: '' } : readDigits(text)
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
  if (field.kind === 'choice') return (text) => ({ ok: true, text: readChoice(text, choices, others ?? {}) })
  if (field.kind === 'day') return readDay
  if (field.kind === 'tick') return readYesNo
  if (field.control?.type === 'tel') return readMobile
  return isSealed(key) ? readSealed : undefined
}

/**
 * Rules of the forms, except for yes-or-no fields: the form has a checkbox, and the file's text is converted by its
 * reader.
 */
const rules = importedStudentColumns.map((spec): FieldRule => {
  const field = studentFields[spec.key]
  const read = readOf(spec)
  return { spec, ...(read ? { read } : {}), ...(field && field.kind !== 'tick' ? { schema: fieldSchema(field) } : {}) }
})

/**
 * Reads the rows of a student file, each by itself. Fields required for a new student are checked later, as an existing
 * one has them already.
 */
export function studentReader(today: string): RowReader {
  const read = readerOf(rules, today)
  return (texts) => read(withNames(texts))
}

/** Problems for fields that a new student lacks, with the form's error messages. */
export function lackingOf(values: RowValues): Problem[] {
  return importedStudentColumns
    .filter((spec) => spec.needed === 'new' && spec.key !== 'class' && values[spec.key] === undefined)
    .map(({ key, label }) => ({
      column: label,
      message: textOf(studentFields[key]?.missing ?? `${label} is required`),
    }))
}
