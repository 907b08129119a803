import type { z } from 'zod'
import type { Selection } from '~/database/database.server'
import { conditionsOf, type Field, type Fields, type Form, field, form, type Row } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { textOf, type Words } from '~/models/core/shared/words'
import { changeNoteLength } from '../change-requests/change-request-options'
import type { Section } from '../options'
import { type RegisterField, registerFields } from '../register/register-options'
import { shownAadhaar } from '../rules'
import { academicForm, additionalForm } from './academic-fields.server'
import { addressForm, addressSchema } from './address-fields.server'
import { parentForm, sealedFields } from './parent-fields.server'
import { studentForm } from './student-fields.server'

/** Stored values by field, as text; an Aadhaar number only by its last four digits (`…_aadhar_end`). */
export type SectionValues = Record<string, string | null>
/** New values by field; null clears, an omitted field stays. */
export type NewValues = Record<string, string | boolean | null>

export type FormSection = Exclude<Section, 'documents'>

export const sectionForms = {
  student: studentForm,
  address: addressForm,
  parent: parentForm,
  academic: academicForm,
  additional: additionalForm,
} as const satisfies Record<FormSection, Form>

export const studentSchema = schemaOf(studentForm)
const parentSchema = schemaOf(parentForm)
const additionalSchema = schemaOf(additionalForm)

export const sectionSchemas: Record<FormSection, z.ZodType<NewValues>> = {
  student: studentSchema,
  address: addressSchema as z.ZodType<NewValues>,
  parent: parentSchema as z.ZodType<NewValues>,
  academic: schemaOf(academicForm),
  additional: additionalSchema,
}

/** Fields that only the office may set. */
export const officeFields: ReadonlySet<string> = new Set([
  ...['enrollment_number', 'nic_id', 'sr_no', 'rte'],
  ...['admission_number', 'admission_date'],
])

/** Register fields that have a value. An empty register field can still be filled in its form. */
export const enteredFields = (values: SectionValues) => registerFields.filter((name) => (values[name] ?? null) !== null)

/** The office's forms and schemas without these fields: register entries are corrected, not edited (decision 44). */
export function formsWithout(fields: readonly RegisterField[]) {
  const names = new Set<string>(fields)
  const [student, academic]: [Form, Form] = [without(studentForm, names), without(academicForm, names)]
  const read = (form: Form) => schemaOf(form) as z.ZodType<NewValues>
  return {
    forms: { ...sectionForms, student, academic },
    schemas: { ...sectionSchemas, student: read(student), academic: read(academic) },
  }
}

/** Forms for students: the e-mail is required, and a note explains a requested change to the office. */
export const ownForms: Record<FormSection, Form> = {
  ...sectionForms,
  student: ownStudent(without(studentForm, officeFields)),
  academic: without(academicForm, officeFields),
}

export const ownSchemas: Record<FormSection, z.ZodType<NewValues>> = {
  ...sectionSchemas,
  student: schemaOf(ownForms.student) as z.ZodType<NewValues>,
  academic: schemaOf(ownForms.academic) as z.ZodType<NewValues>,
}

function without({ noun, fields, rows }: Form, names: ReadonlySet<string>): Form {
  const isLeft = (name: string) => !names.has(name) && !names.has(fields[name]?.emptyOf ?? '')
  const left = (all: readonly Row[]): Row[] =>
    all
      .map((row) => ('rows' in row ? { ...row, rows: left(row.rows) } : row.filter(isLeft)))
      .filter((row) => 'rows' in row || row.length > 0)
  return { noun, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => isLeft(name))), rows: left(rows) }
}

function ownStudent(office: Form): Form {
  const note = {
    note: field.lines(m.profile_note, changeNoteLength, { hint: m.profile_note_hint, control: { rows: 2 } }),
  }
  const { fields, rows } = form('student', note)
  const email = office.fields.email && { ...office.fields.email, missing: m.accounts_email_required }
  return {
    ...office,
    fields: { ...office.fields, ...(email ? { email } : {}), ...fields },
    rows: [...office.rows, ...rows],
  }
}

const { address, one_name, ...ofStudent } = studentForm.fields
const elsewhere: Fields = { ...parentForm.fields, ...academicForm.fields }

/** Table of each field; every field has exactly one, even if several forms show it. */
export const homes = {
  students: Object.fromEntries(Object.entries<Field>(ofStudent).filter(([name]) => !(name in elsewhere))),
  guardians: parentForm.fields,
  student_addresses: { address, ...addressForm.fields },
  academic_infos: academicForm.fields,
  additional_infos: additionalForm.fields,
} as const satisfies Record<string, Fields>
export type SectionTable = keyof typeof homes
export const sectionTables = Object.keys(homes) as SectionTable[]

/** All fields by name. A field that several sections have is described as in Student Information. */
export const studentFields: Readonly<Record<string, Field>> = Object.assign({}, ...Object.values(homes), {
  address,
  ...ofStudent,
})
const homeOf = new Map(
  sectionTables.flatMap((table) => Object.keys(homes[table]).map((name) => [name, table] as const)),
)

/** Returns the table of a field. @throws for an unknown field name, which is a programming error */
export function tableOf(field: string): SectionTable {
  const table = homeOf.get(field)
  if (!table) throw new Error(`No section has the field ${field}`)
  return table
}

const isSealedName = new Set<string>(sealedFields)
/** Returns whether the field is stored encrypted: an Aadhaar number, whose change is recorded without its value. */
export const isSealed = (field: string): field is (typeof sealedFields)[number] => isSealedName.has(field)

/** All readable fields as stored; of a sealed number only the last digits. */
export const readableColumns: Selection<Record<string, string | number | null>> = Object.fromEntries(
  [...homeOf].map(([field, table]) => {
    const column = isSealed(field) ? `${field}_end` : field
    return [column, { sql: `${table}.${column}` }]
  }),
)

export const studentsWithFields = `students ${sectionTables
  .filter((table) => table !== 'students')
  .map((table) => `LEFT JOIN ${table} ON ${table}.student_id = students.id`)
  .join(' ')}`

/** Labels of fields outside their form. A label used by several fields is prefixed with the title of its box. */
const labels = new Map(
  Object.values<Form>(sectionForms).flatMap(({ fields, rows }) => {
    const all = Object.values(fields).map(({ label }) => label)
    const titled = (row: Row, title: Words): [string, () => string][] =>
      'rows' in row
        ? row.rows.flatMap((inner) => titled(inner, title))
        : row.map((name) => {
            const label = fields[name]?.label ?? name
            const isShared = all.filter((other) => other === label).length > 1
            return [name, () => (isShared ? `${textOf(title)}: ${textOf(label)}` : textOf(label))]
          })
    return rows.flatMap((row) => titled(row, 'rows' in row ? row.title : ''))
  }),
)

export const fieldLabel = (field: string): string => labels.get(field)?.() ?? field

/** Form for conflict messages: uses the labels for fields outside their form, and leaves out sealed numbers. */
export function conflictForm({ noun, fields, rows }: Form): Form {
  const shownFields = Object.entries(fields).filter(([name]) => !isSealed(name))
  return {
    noun,
    rows,
    fields: Object.fromEntries(shownFields.map(([name, of]) => [name, { ...of, label: fieldLabel(name) }])),
  }
}

export function shownValue(name: string, value: string | null): string {
  if (value === null) return '–'
  const field = studentFields[name]
  if (field?.kind === 'tick') return value === '1' ? m.profile_yes() : m.profile_no()
  return textOf(field?.options?.find((option) => option.value === value)?.label ?? value)
}

/** Normalizes values for comparison and display: '1' and '0' for switches, null for nothing. */
export function storedText(value: string | number | boolean | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

/** Formats a field for display: days as written in India, sealed numbers by their last digits. */
export function shownFact(name: string, values: SectionValues): string | null {
  if (isSealed(name)) {
    const end = values[`${name}_end`]
    return end ? shownAadhaar(end) : null
  }
  const value = values[name] ?? null
  if (value === null) return null
  return studentFields[name]?.kind === 'day' ? formatDay(value, currentLanguage()) : shownValue(name, value)
}

export interface FactSection {
  /** Heading of a box; null for fields outside boxes. */
  title: string | null
  items: { label: string; value: string | null }[]
}

/**
 * Returns the facts of a section by box; leaves out boxes that do not apply. A box without known values has no items.
 */
export function factsOf({ fields, rows }: Form, values: SectionValues, leftOut: ReadonlySet<string>): FactSection[] {
  const conditions = conditionsOf(rows)
  const counts = (name: string) =>
    (conditions.get(name) ?? []).every(
      ({ field, is }) => is === (typeof is === 'boolean' ? values[field] === '1' : values[field]),
    )
  const namesIn = (row: Row): string[] => ('rows' in row ? row.rows.flatMap(namesIn) : [...row])
  const groups: FactSection[] = []
  for (const row of rows) {
    const isShown = (name: string) => counts(name) && !leftOut.has(name) && fields[name]?.emptyOf === undefined
    const names = namesIn(row).filter(isShown)
    const items = names.map((name) => ({ label: textOf(fields[name]?.label ?? ''), value: shownFact(name, values) }))
    const title = 'rows' in row ? textOf(row.title) : null
    const last = groups.at(-1)
    if (names.length === 0) continue
    if (title === null && last?.title === null) last.items.push(...items)
    else groups.push({ title, items: title === null || items.some(({ value }) => value !== null) ? items : [] })
  }
  return groups
}

/**
 * Fields that Student Information omits: the name is in the page's heading, and a field of several sections is shown in
 * the last one.
 */
const shownElsewhere = new Set([
  'first_name',
  'last_name',
  ...Object.keys(ofStudent).filter((name) => name in elsewhere),
])
const nothing: ReadonlySet<string> = new Set()

export function sectionFacts(values: SectionValues): Record<FormSection, FactSection[]> {
  const toFactsEntry = ([section, form]: [string, Form]) => [
    section,
    factsOf(form, values, section === 'student' ? shownElsewhere : nothing),
  ]
  return Object.fromEntries(Object.entries<Form>(sectionForms).map(toFactsEntry))
}

/** Initial form values; without sealed numbers. */
export function formValues(values: SectionValues): Record<string, string | boolean> {
  return {
    ...Object.fromEntries(
      Object.entries(studentFields)
        .filter(([name]) => !isSealed(name))
        .map(([name, { kind }]) => [name, kind === 'tick' ? values[name] === '1' : (values[name] ?? '')]),
    ),
    one_name: (values.last_name ?? '') === '',
  }
}

/** Hints with the last digits of the stored Aadhaar numbers. */
export function sealedHints(values: SectionValues): Record<string, string> {
  return Object.fromEntries(
    sealedFields.flatMap((field) => {
      const number = shownFact(field, values)
      return number === null ? [] : [[field, m.students_aadhar_stored({ number })]]
    }),
  )
}
