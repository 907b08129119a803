import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { dayAsTyped, isDay } from '~/models/core/shared/calendar'
import { formatPaise, parseRupees } from '~/models/core/shared/money'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { plainBreaks } from '~/models/core/shared/text'
import { textOf, type Words } from '~/models/core/shared/words'
import { conditionsOf, type Field, type FieldKind, type Form, type ValuesOf, valuesByColumn } from './fields'

const saying = (words: Words | null) => (words === null ? undefined : { error: () => textOf(words) })

/** Text, normalized and limited in length; optional when `missing` is null. */
function typedText(field: Field): z.ZodString {
  const { missing, least = 1, most = 0, repair = (input) => input, pattern } = field
  const wrongIn = (text: string): Words | null => {
    if (text === '' || (missing !== null && text.length < least)) return missing
    // A format error comes before a length error.
    if (pattern && !pattern.looks.test(text)) return pattern.words
    return text.length > most ? m.students_too_long({ count: most }) : null
  }
  return z
    .string(saying(missing))
    .trim()
    .overwrite(repair)
    .superRefine((text, context) => {
      const wrong = wrongIn(text)
      if (wrong !== null) context.addIssue(textOf(wrong))
    })
}

/** Requires text unless `missing` is null. */
const entered = (missing: Words | null) => {
  const textSchema = z.string(saying(missing)).trim()
  return missing === null ? textSchema : textSchema.min(1, saying(missing))
}

const orNothing = ({ missing, empty }: Field, schema: z.ZodType) =>
  missing === null ? schema.optional().transform((value) => (value === '' ? null : value) ?? empty ?? null) : schema

/** Parses a typed number; `read` returns null for anything that is not one. */
function typedNumber(
  field: Field,
  read: (input: string) => number | null,
  words: Record<'none' | 'least' | 'most', string>,
) {
  const { missing, least = 0, most = Number.MAX_SAFE_INTEGER } = field
  return entered(missing).transform((text, context) => {
    if (text === '') return null
    const value = read(text)
    if (value === null) context.addIssue(words.none)
    else if (value < least) context.addIssue(words.least)
    else if (value > most) context.addIssue(words.most)
    return value ?? z.NEVER
  })
}

const rupees = (paise: number) => formatPaise(paise, { style: 'short' })
const values = ({ options = [] }: Field) => options.map(({ value }) => value)

const fromTheList = 'Choose from the list'
/** Upper limit of selected things, above what any school has. */
const maxThings = 200
const each = (choices: string[]) => [...new Set(choices)]

const readers: Record<FieldKind, (field: Field) => z.ZodType> = {
  line: (field) => orNothing(field, typedText(field)),
  lines: (field) => orNothing(field, typedText({ ...field, repair: plainBreaks })),
  email: (field) => {
    const address = z.email({ error: () => textOf(field.invalid ?? m.students_email_invalid) })
    return orNothing(field, typedText(field).pipe(address))
  },
  day: (field) => {
    const { missing, pattern } = field
    // Browsers without a date picker submit a day as on paper.
    const day = entered(missing)
      .overwrite(dayAsTyped)
      .refine((text) => text === '' || isDay(text), { error: () => m.students_birth_invalid() })
    if (!pattern) return orNothing(field, day)
    // An invalid day shows only its own error, not that of the pattern. Its check must not abort, because zod would
    // then skip the checks of the whole form.
    const looks = (text: string) => text === '' || !isDay(text) || pattern.looks.test(text)
    return orNothing(field, day.refine(looks, saying(pattern.words)))
  },
  money: (field) =>
    orNothing(
      field,
      typedNumber(field, parseRupees, {
        none: 'Enter an amount in rupees, such as 6,000 or 6000.50',
        least: `The amount must be at least ${rupees(field.least ?? 0)}`,
        most: `The amount must be at most ${rupees(field.most ?? 0)}`,
      }),
    ),
  whole: (field) => {
    const words = `Enter a whole number from ${field.least ?? 0} to ${field.most}`
    const read = (input: string) => (/^-?\d{1,6}$/.test(input) ? Number(input) : null)
    return orNothing(field, typedNumber(field, read, { none: words, least: words, most: words }))
  },
  typed: (field) => {
    const { read = () => null, words = '' } = field.typed ?? {}
    return orNothing(field, typedNumber(field, read, { none: words, least: words, most: words }))
  },
  time: ({ missing }) =>
    z
      .string(saying(missing))
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as hh:mm'),
  tick: () => z.boolean().default(false),
  thing: (field) => {
    const { missing, invalid = missing ?? fromTheList } = field
    const isValidChoice = (input: string) => isPublicId(input) || values(field).includes(input)
    return orNothing(field, z.string(saying(missing)).trim().refine(isValidChoice, saying(invalid)))
  },
  things: ({ invalid = fromTheList }) => {
    const words = textOf(invalid)
    return z.array(z.string().refine(isPublicId, words)).max(maxThings, words).default([]).transform(each)
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
      .transform(each),
}

export const fieldSchema = <Value>(field: Field<Value>) => readers[field.kind](field) as z.ZodType<Value>

/** Check of a whole form. It receives the valid values only and reports errors beside fields. */
export type Check<Of extends Form> = (
  formValues: Partial<ValuesOf<Of>>,
  say: (field: keyof Of['fields'], words: string) => void,
) => void

/** Runs together with the field checks, not after them. */
const withFieldErrors = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/**
 * Builds the schema of a posted form: input by posted names, output by column names. Fields of a box that does not
 * apply are empty.
 */
export function schemaOf<Of extends Form>({ fields, rows }: Of, check?: Check<Of>): z.ZodType<ValuesOf<Of>> {
  const entries = Object.entries(fields)
  const conditions = conditionsOf(rows)
  // Fields of a conditional box are optional here, because other values decide whether they are required.
  const withoutRequired = (key: string, field: Field) => (conditions.has(key) ? { ...field, missing: null } : field)
  const fieldsSchema = z.object(
    Object.fromEntries(entries.map(([key, field]) => [field.name, readers[field.kind](withoutRequired(key, field))])),
  )
  const renamed = (read: Record<string, unknown>) =>
    valuesByColumn(fields, Object.fromEntries(entries.map(([key, { name }]) => [key, read[name]])))
  const counts = (values: Record<string, unknown>, key: string) =>
    (conditions.get(key) ?? []).every(({ field, is }) => values[field] === is)
  const checked =
    check || conditions.size > 0
      ? fieldsSchema.superRefine((read, context) => {
          const wrong = new Set(context.issues.map(({ path }) => path?.[0]))
          const values = renamed(Object.fromEntries(Object.entries(read).filter(([name]) => !wrong.has(name))))
          const addError = (key: keyof Of['fields'], message: string) => {
            const name = fields[key as string]?.name ?? ''
            if (!wrong.has(name)) context.addIssue({ code: 'custom', path: [name], message })
          }
          for (const [key, { missing }] of entries)
            if (missing !== null && values[key] === null && counts(values, key)) addError(key, textOf(missing))
          check?.(values as Partial<ValuesOf<Of>>, addError)
        }, withFieldErrors)
      : fieldsSchema
  const clearInactive = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, counts(values, key) ? value : null]))
  return checked.transform((read) => clearInactive(renamed(read))) as unknown as z.ZodType<ValuesOf<Of>>
}
