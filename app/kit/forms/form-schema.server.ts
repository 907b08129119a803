import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { dayAsTyped, isDay } from '~/models/core/shared/calendar'
import { cleanLines, cleanText } from '~/models/core/shared/clean-text'
import { formatPaise, parseRupees } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { textOf, type Words } from '~/models/core/shared/words'
import { conditionsOf, type Field, type FieldKind, type Form, type ValuesOf, valuesByColumn } from './fields'

/** Error option of a zod check; undefined leaves zod's own message. */
const errorOption = (words: Words | null) => (words === null ? undefined : { error: () => textOf(words) })

/** Trims text and reduces repeated spaces. Keeps a line break in a single-line field: its pattern can refuse it. */
const cleanTyped = (kind: FieldKind, input: string) =>
  (kind === 'lines' ? cleanLines(input) : cleanLines(input).replace(/[^\S\n]+/g, ' ')).trim()

/** Text, cleaned and limited in length; optional when `missing` is null. */
function typedText(field: Field): z.ZodString {
  const { kind, missing, min = 1, max = 0, repair = (input) => input, pattern } = field
  const findError = (text: string): Words | null => {
    if (text === '' || (missing !== null && text.length < min)) return missing
    // A format error comes before a length error.
    if (pattern && !pattern.looks.test(text)) return pattern.words
    return text.length > max ? m.students_too_long({ count: max }) : null
  }
  return z
    .string(errorOption(missing))
    .overwrite((input) => cleanTyped(kind, input))
    .overwrite(repair)
    .superRefine((text, context) => {
      const error = findError(text)
      if (error !== null) context.addIssue(textOf(error))
    })
}

/** Requires text unless `missing` is null. */
const entered = (missing: Words | null) => {
  const textSchema = z.string(errorOption(missing)).overwrite(cleanText)
  return missing === null ? textSchema : textSchema.min(1, errorOption(missing))
}

const orNothing = ({ missing, empty }: Field, schema: z.ZodType) =>
  missing === null ? schema.optional().transform((value) => (value === '' ? null : value) ?? empty ?? null) : schema

/** Parses a typed number; `read` returns null for anything that is not one. */
function typedNumber(
  field: Field,
  read: (input: string) => number | null,
  words: Record<'none' | 'min' | 'max', string>,
) {
  const { missing, min = 0, max = Number.MAX_SAFE_INTEGER } = field
  return entered(missing).transform((text, context) => {
    if (text === '') return null
    const value = read(text)
    if (value === null) context.addIssue(words.none)
    else if (value < min) context.addIssue(words.min)
    else if (value > max) context.addIssue(words.max)
    return value ?? z.NEVER
  })
}

const rupees = (paise: number) => formatPaise(paise, { style: 'short' })
const values = ({ options = [] }: Field) => options.map(({ value }) => value)

const fromTheList = 'Choose from the list'
/** Maximum number of records selected in one field, such as classes or ticked students. */
const maxSelectedRecords = 200
const withoutDuplicates = (choices: string[]) => [...new Set(choices)]

/** Schema of each kind of field. A `thing` is a record chosen by its public id, `things` are several. */
const readers: Record<FieldKind, (field: Field) => z.ZodType> = {
  line: (field) => orNothing(field, typedText(field)),
  lines: (field) => orNothing(field, typedText(field)),
  email: (field) => {
    const address = z.email({ error: () => textOf(field.invalid ?? m.students_email_invalid) })
    return orNothing(field, typedText(field).pipe(address))
  },
  day: (field) => {
    const { missing, pattern } = field
    // Browsers without a date picker submit a day as the user typed it, such as 31/12/2026.
    const day = entered(missing)
      .overwrite(dayAsTyped)
      .refine((text) => text === '' || isDay(text), { error: () => m.students_birth_invalid() })
    if (!pattern) return orNothing(field, day)
    // An invalid day shows only that error. This check must not abort, because zod would then skip the checks of the
    // whole form.
    const isAllowedDay = (text: string) => text === '' || !isDay(text) || pattern.looks.test(text)
    return orNothing(field, day.refine(isAllowedDay, errorOption(pattern.words)))
  },
  money: (field) =>
    orNothing(
      field,
      typedNumber(field, parseRupees, {
        none: 'Enter an amount in rupees, such as 6,000 or 6000.50',
        min: `The amount must be at least ${rupees(field.min ?? 0)}`,
        max: `The amount must be at most ${rupees(field.max ?? 0)}`,
      }),
    ),
  whole: (field) => {
    const words = `Enter a whole number from ${field.min ?? 0} to ${field.max}`
    const read = (input: string) => (/^-?\d{1,6}$/.test(input) ? Number(input) : null)
    return orNothing(field, typedNumber(field, read, { none: words, min: words, max: words }))
  },
  typed: (field) => {
    const { read = () => null, words = '' } = field.typed ?? {}
    return orNothing(field, typedNumber(field, read, { none: words, min: words, max: words }))
  },
  time: ({ missing }) =>
    z
      .string(errorOption(missing))
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as hh:mm'),
  tick: () => z.boolean().default(false),
  thing: (field) => {
    const { missing, invalid = missing ?? fromTheList } = field
    const isValidChoice = (input: string) => isPublicId(input) || values(field).includes(input)
    return orNothing(field, z.string(errorOption(missing)).trim().refine(isValidChoice, errorOption(invalid)))
  },
  things: ({ invalid = fromTheList }) => {
    const words = textOf(invalid)
    return z
      .array(z.string().refine(isPublicId, words))
      .max(maxSelectedRecords, words)
      .default([])
      .transform(withoutDuplicates)
  },
  choice: (field) => {
    const { missing, invalid = missing } = field
    const words = ({ input }: { input?: unknown }) =>
      textOf((input === undefined ? missing : invalid) ?? m.shared_choose)
    return orNothing(field, z.enum(values(field), { error: words }))
  },
  choices: (field) =>
    z
      .array(z.enum(values(field), fromTheList))
      .max(values(field).length)
      .default([])
      .transform(withoutDuplicates),
}

export const fieldSchema = <Value>(field: Field<Value>) => readers[field.kind](field) as z.ZodType<Value>

/** Check of a whole form. It receives the valid values only and reports errors beside fields. */
export type Check<Of extends Form> = (
  formValues: Partial<ValuesOf<Of>>,
  addError: (field: keyof Of['fields'], message: string) => void,
) => void

/** Makes zod run the check of the whole form even when fields have errors. */
const withFieldErrors = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/**
 * Builds the schema of a posted form: input by posted names, output by column names. Fields of a conditional box whose
 * condition is not met become null.
 */
export function schemaOf<Of extends Form>({ fields, rows }: Of, check?: Check<Of>): z.ZodType<ValuesOf<Of>> {
  const entries = Object.entries(fields)
  const conditions = conditionsOf(rows)
  const toColumns = (posted: Record<string, unknown>) =>
    valuesByColumn(fields, Object.fromEntries(entries.map(([key, { name }]) => [key, posted[name]])))
  const meetsConditions = (values: Record<string, unknown>, key: string) =>
    (conditions.get(key) ?? []).every(({ field, is }) => values[field] === is)

  const emptyTicks = new Map(
    entries.flatMap(([key, { emptyOf }]) => (emptyOf === undefined ? [] : [[emptyOf, key] as const])),
  )
  const isEmptyOnPurpose = (values: Record<string, unknown>, key: string) => values[emptyTicks.get(key) ?? ''] === true

  // Other values decide whether a conditional field is required: it is optional here, and checked below.
  const withoutRequired = (key: string, field: Field) =>
    conditions.has(key) || emptyTicks.has(key) ? { ...field, missing: null } : field
  const fieldsSchema = z.object(
    Object.fromEntries(entries.map(([key, field]) => [field.name, readers[field.kind](withoutRequired(key, field))])),
  )

  /**
   * Gives each field that a tick empties the value '', because the column of a required field accepts no null. Removes
   * the ticks.
   */
  const withEmptied = (values: Record<string, unknown>) => {
    const ticks = new Set(emptyTicks.values())
    const emptied = [...emptyTicks.keys()].flatMap((key) => (isEmptyOnPurpose(values, key) ? [[key, '']] : []))
    const kept = Object.entries(values).filter(([key]) => !ticks.has(key))
    return Object.fromEntries([...kept, ...emptied])
  }

  /** Leaves out required fields without a value, because `ValuesOf` types them without null. */
  const withoutMissing = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== null || !fields[key]?.missing))

  /** Adds the errors of missing conditional fields, then those of `check`; a field with an error gets no second one. */
  const checkForm = (posted: Record<string, unknown>, context: z.core.$RefinementCtx) => {
    const invalidNames = new Set(context.issues.map(({ path }) => path?.[0]))
    const isValid = ([name]: [string, unknown]) => !invalidNames.has(name)
    const validValues = toColumns(Object.fromEntries(Object.entries(posted).filter(isValid)))
    const addError = (key: keyof Of['fields'], message: string) => {
      const name = fields[key as string]?.name ?? ''
      if (!invalidNames.has(name)) context.addIssue({ code: 'custom', path: [name], message })
    }
    for (const [key, { missing }] of entries) {
      const isOnPurpose = isEmptyOnPurpose(validValues, key)
      const isMissing = validValues[key] === null && meetsConditions(validValues, key) && !isOnPurpose
      if (missing !== null && isMissing) addError(key, textOf(missing))
      if (isOnPurpose && typeof validValues[key] === 'string') addError(key, m.students_empty_or_untick())
    }
    check?.(withoutMissing(withEmptied(validValues)) as Partial<ValuesOf<Of>>, addError)
  }
  const needsFormCheck = check !== undefined || conditions.size > 0 || emptyTicks.size > 0
  const checkedSchema = needsFormCheck ? fieldsSchema.superRefine(checkForm, withFieldErrors) : fieldsSchema

  const clearUnmet = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, meetsConditions(values, key) ? value : null]))
  return checkedSchema.transform((posted) => withEmptied(clearUnmet(toColumns(posted)))) as unknown as z.ZodType<
    ValuesOf<Of>
  >
}
