import { z } from 'zod'
import { isDay } from './calendar'
import type { Field, FieldKind, Form, ValuesOf } from './fields'
import { formatPaise, parseRupees } from './money'
import { isPublicId } from './public-id.server'
import { plainBreaks } from './text'

// The forms that are described are the office's, which are English.
const atMost = (longest: number) => `Use at most ${longest} characters`

/** A typed text, cleaned and cut to size; without a word for its absence it may be missing. */
function typedText({ missing, least = 1, most = 0, repair = (typed) => typed, pattern }: Field): z.ZodString {
  let text = z
    .string(missing ?? undefined)
    .trim()
    .overwrite(repair)
  if (missing !== null) text = text.min(least, missing)
  // What has a shape of its own says so first, rather than that it is too long.
  const shaped = pattern ? text.regex(pattern.looks, { error: pattern.words, abort: true }) : text
  return shaped.max(most, atMost(most))
}

const orNothing = ({ missing }: Field, schema: z.ZodType) =>
  missing === null ? schema.optional().transform((value) => value ?? null) : schema

/** A number as typed: `read` answers null where it is none. */
function typedNumber(
  field: Field,
  read: (typed: string) => number | null,
  words: Record<'none' | 'least' | 'most', string>,
) {
  const { missing, least = 0, most = Number.MAX_SAFE_INTEGER } = field
  const typed = z.string(missing ?? undefined).trim()
  const entered = missing === null ? typed : typed.min(1, missing)
  return entered.transform((text, context) => {
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

/** How each kind of field is read. */
const readers: Record<FieldKind, (field: Field) => z.ZodType> = {
  line: (field) => orNothing(field, typedText(field)),
  lines: (field) => orNothing(field, typedText({ ...field, repair: plainBreaks })),
  email: (field) =>
    orNothing(field, typedText({ ...field, repair: (typed) => typed.toLowerCase() }).pipe(z.email('Invalid email'))),
  day: (field) => {
    const typed = z.string(field.missing ?? undefined).trim()
    const entered = field.missing === null ? typed : typed.min(1, field.missing)
    return orNothing(field, entered.refine(isDay, 'Enter a date as yyyy-mm-dd'))
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
    const read = (typed: string) => (/^-?\d{1,6}$/.test(typed) ? Number(typed) : null)
    return orNothing(field, typedNumber(field, read, { none: words, least: words, most: words }))
  },
  time: (field) =>
    z
      .string(field.missing ?? undefined)
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as hh:mm'),
  thing: (field) =>
    orNothing(field, z.string(field.missing ?? undefined).refine(isPublicId, field.missing ?? 'Choose from the list')),
  tick: () => z.boolean().default(false),
  choice: (field) => z.enum(values(field), field.missing ?? undefined),
  choices: (field) =>
    z
      .array(z.enum(values(field), 'Choose from the list'))
      .max(values(field).length)
      .default([])
      .transform((chosen) => [...new Set(chosen)]),
}

/** What a form-wide check is told: what was read, and how it says beside a field what is wrong. */
export type Check<Of extends Form> = (
  typed: ValuesOf<Of>,
  say: (field: keyof Of['fields'], words: string) => void,
) => void

/** The check of a posted form: by the posted names from outside, by the names of what keeps them inside. */
export function schemaOf<Of extends Form>({ fields }: Of, check?: Check<Of>): z.ZodType<ValuesOf<Of>> {
  const entries = Object.entries(fields)
  const typed = z.object(Object.fromEntries(entries.map(([, field]) => [field.name, readers[field.kind](field)])))
  const renamed = (read: Record<string, unknown>) =>
    Object.fromEntries(entries.map(([key, field]) => [key, read[field.name]])) as ValuesOf<Of>
  const checked = check
    ? typed.superRefine((read, context) => {
        check(renamed(read), (key, message) =>
          context.addIssue({ code: 'custom', path: [fields[key as string]?.name ?? ''], message }),
        )
      })
    : typed
  return checked.transform(renamed) as unknown as z.ZodType<ValuesOf<Of>>
}
