import type { z } from 'zod'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import { conditionsOf, type Field, type Fields, type Form, field, form, type Row } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { said, type Words } from '~/models/shared/words'
import { academicForm, additionalForm } from './academic-fields.server'
import { addressForm, addressSchema } from './address-fields.server'
import { changeNoteLength } from './change-request-options'
import type { Section } from './options'
import { parentForm, sealedFields } from './parent-fields.server'
import { type RegisterField, registerFields } from './register-options'
import { shownAadhaar } from './rules'
import { studentForm } from './student-fields.server'

/** What is stored in each field of the sections, as text; an Aadhaar number only by its last four digits (`…_aadhar_end`). */
export type SectionValues = Record<string, string | null>
/** New values by field; null clears. A field that is left out stays as it is. */
export type NewValues = Record<string, string | boolean | null>

export type FormSection = Exclude<Section, 'documents'>

/** The office's forms of the five sections that are typed. */
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

/** What only the office sets (decisions, section 5). */
export const officeFields: ReadonlySet<string> = new Set([
  ...['enrollment_number', 'nic_id', 'sr_no', 'rte'],
  ...['admission_number', 'admission_date'],
])

/** What stands in the register of somebody who is on it: a field of which nothing is known is entered in its form. */
export const enteredFields = (values: SectionValues) => registerFields.filter((name) => (values[name] ?? null) !== null)

/** The office's forms and their checks without these fields: what stands in the register is corrected and not edited (decision 44). */
export function formsWithout(fields: readonly RegisterField[]) {
  const names = new Set<string>(fields)
  const [student, academic]: [Form, Form] = [without(studentForm, names), without(academicForm, names)]
  const read = (form: Form) => schemaOf(form) as z.ZodType<NewValues>
  return {
    forms: { ...sectionForms, student, academic },
    schemas: { ...sectionSchemas, student: read(student), academic: read(academic) },
  }
}

/** The same forms as the student fills them: the e-mail must be there, and a note tells the office why something is to be changed. */
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
  const left = (all: readonly Row[]): Row[] =>
    all
      .map((row) => ('rows' in row ? { ...row, rows: left(row.rows) } : row.filter((name) => !names.has(name))))
      .filter((row) => 'rows' in row || row.length > 0)
  return {
    noun,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name))),
    rows: left(rows),
  }
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

const { address, ...ofStudent } = studentForm.fields
const elsewhere: Fields = { ...parentForm.fields, ...academicForm.fields }

/** Where each fact of a student lives: one home, whichever section's form shows it. */
export const homes = {
  students: Object.fromEntries(Object.entries<Field>(ofStudent).filter(([name]) => !(name in elsewhere))),
  guardians: parentForm.fields,
  student_addresses: { address, ...addressForm.fields },
  academic_infos: academicForm.fields,
  additional_infos: additionalForm.fields,
} as const satisfies Record<string, Fields>
export type SectionTable = keyof typeof homes
export const sectionTables = Object.keys(homes) as SectionTable[]

/** Every field by its name, as Student Information asks for it where several sections do, and the table that keeps it. */
export const studentFields: Readonly<Record<string, Field>> = Object.assign(
  {},
  ...Object.values(homes),
  studentForm.fields,
)
const homeOf = new Map(
  sectionTables.flatMap((table) => Object.keys(homes[table]).map((name) => [name, table] as const)),
)

/** @throws for a name that is no field of any section: a mistake of ours, never of a form */
export function tableOf(field: string): SectionTable {
  const table = homeOf.get(field)
  if (!table) throw new Error(`No section has the field ${field}`)
  return table
}

const isSealedName = new Set<string>(sealedFields)
/** Whether it is kept sealed: an Aadhaar number, named when it changes but never told. */
export const isSealed = (field: string): field is (typeof sealedFields)[number] => isSealedName.has(field)

/** `table.column AS column` for every field that may be read. */
export const readableColumns = [...homeOf]
  .map(([field, table]) =>
    isSealed(field) ? `${table}.${field}_end AS ${field}_end` : `${table}.${field} AS ${field}`,
  )
  .join(', ')

/** What each field is called where it stands alone. A label that several have is told apart by the box that it stands in. */
const labels = new Map(
  Object.values<Form>(sectionForms).flatMap(({ fields, rows }) => {
    const all = Object.values(fields).map(({ label }) => label)
    const titled = (row: Row, title: Words): [string, () => string][] =>
      'rows' in row
        ? row.rows.flatMap((inner) => titled(inner, title))
        : row.map((name) => {
            const label = fields[name]?.label ?? name
            const isShared = all.filter((other) => other === label).length > 1
            return [name, () => (isShared ? `${said(title)}: ${said(label)}` : said(label))]
          })
    return rows.flatMap((row) => titled(row, 'rows' in row ? row.title : ''))
  }),
)

export const fieldLabel = (field: string): string => labels.get(field)?.() ?? field

/** A form as a conflict tells of it: each field by the name that it has where it stands alone, of sealed numbers nothing. */
export function toldForm({ noun, fields, rows }: Form): Form {
  const told = Object.entries(fields).filter(([name]) => !isSealed(name))
  return {
    noun,
    rows,
    fields: Object.fromEntries(told.map(([name, of]) => [name, { ...of, label: fieldLabel(name) }])),
  }
}

/** A stored value as people read it. */
export function shownValue(name: string, value: string | null): string {
  if (value === null) return '–'
  const field = studentFields[name]
  if (field?.kind === 'tick') return value === '1' ? m.profile_yes() : m.profile_no()
  return said(field?.options?.find((option) => option.value === value)?.label ?? value)
}

/** Values as they are compared and shown: switches are '1' and '0', nothing is null. */
export function storedText(value: string | number | boolean | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

/** What is shown of a field: days as people write them, of a sealed number its end. */
export function shownFact(name: string, values: SectionValues): string | null {
  if (isSealed(name)) {
    const end = values[`${name}_end`]
    return end ? shownAadhaar(end) : null
  }
  const value = values[name] ?? null
  if (value === null) return null
  return studentFields[name]?.kind === 'day' ? formatDay(value, currentLanguage()) : shownValue(name, value)
}

export interface Facts {
  /** The heading of a box; null for what stands in none. */
  title: string | null
  items: { label: string; value: string | null }[]
}

/** What a section says, in its boxes; those that do not count are left out, and one of which nothing is known has no items. */
export function factsOf({ fields, rows }: Form, values: SectionValues, leftOut: ReadonlySet<string>): Facts[] {
  const conditions = conditionsOf(rows)
  const counts = (name: string) =>
    (conditions.get(name) ?? []).every(
      ({ field, is }) => is === (typeof is === 'boolean' ? values[field] === '1' : values[field]),
    )
  const namesIn = (row: Row): string[] => ('rows' in row ? row.rows.flatMap(namesIn) : [...row])
  const groups: Facts[] = []
  for (const row of rows) {
    const names = namesIn(row).filter((name) => counts(name) && !leftOut.has(name))
    const items = names.map((name) => ({ label: said(fields[name]?.label ?? ''), value: shownFact(name, values) }))
    const title = 'rows' in row ? said(row.title) : null
    const last = groups.at(-1)
    if (names.length === 0) continue
    if (title === null && last?.title === null) last.items.push(...items)
    else groups.push({ title, items: title === null || items.some(({ value }) => value !== null) ? items : [] })
  }
  return groups
}

/** The name stands above all; what several sections ask for is shown by the last. */
const shownElsewhere = new Set([
  'first_name',
  'last_name',
  ...Object.keys(ofStudent).filter((name) => name in elsewhere),
])
const nothing: ReadonlySet<string> = new Set()

/** What each section says, as the office reads it. */
export function sectionFacts(values: SectionValues): Record<FormSection, Facts[]> {
  const of = ([section, form]: [string, Form]) => [
    section,
    factsOf(form, values, section === 'student' ? shownElsewhere : nothing),
  ]
  return Object.fromEntries(Object.entries<Form>(sectionForms).map(of))
}

/** What a form of a section begins with; of sealed numbers nothing. */
export function formValues(values: SectionValues): Record<string, string | boolean> {
  return Object.fromEntries(
    Object.entries(studentFields)
      .filter(([name]) => !isSealed(name))
      .map(([name, { kind }]) => [name, kind === 'tick' ? values[name] === '1' : (values[name] ?? '')]),
  )
}

/** Of each Aadhaar number on file its last digits. */
export function sealedHints(values: SectionValues): Record<string, string> {
  return Object.fromEntries(
    sealedFields.flatMap((field) => {
      const number = shownFact(field, values)
      return number === null ? [] : [[field, m.students_aadhar_stored({ number })]]
    }),
  )
}
