import { typedRupees } from './money'
import { plainBreaks } from './text'

export type Option = { readonly value: string; readonly label: string }

/** What a field holds: how it is read, kept, shown and asked for follows from this word, each in one table. */
export type FieldKind = 'line' | 'lines' | 'email' | 'money' | 'whole' | 'day' | 'tick' | 'choice' | 'choices'

/** What the browser's own control is told besides. */
type ControlWords = {
  type?: 'tel' | 'email'
  inputMode?: 'numeric' | 'decimal'
  autoComplete?: string
  autoCapitalize?: string
  spellCheck?: false
  rows?: number
  maxLength?: number
}

/**
 * One thing that a form asks for, as plain data: its label, limits and words stand here and nowhere else. The column that keeps it, the
 * check of what was typed, the field of the page and the words of a conflict are made of it. `Value` is what it holds once it was read.
 */
export type Field<Value = unknown> = {
  readonly kind: FieldKind
  readonly label: string
  /** What is said when nothing was entered; null where nothing may be. */
  readonly missing: string | null
  /** The name it is posted by. */
  readonly name?: string
  readonly hint?: string
  /** Most characters, or largest number. */
  readonly most?: number
  readonly least?: number
  /** What else a text must look like, and what is said where it does not. */
  readonly pattern?: { readonly looks: RegExp; readonly words: string }
  /** Small repairs of what was typed: capitals, spaces. */
  readonly repair?: (typed: string) => string
  readonly options?: readonly Option[]
  /** What stands in a new form. */
  readonly start?: string | boolean
  readonly control?: ControlWords
  /** Of a choice: one of them always holds, so that none is offered empty. */
  readonly isSet?: true
  /** Never set: carries the type of what it holds. */
  readonly holds?: Value
}

type Common = Pick<Field, 'name' | 'hint' | 'start' | 'control'>
type Required = true | string | undefined
type Held<R extends Required, Value> = R extends true | string ? Value : Value | null

const missingWords = (label: string, required: Required) =>
  required === true ? `${label} is required` : (required ?? null)

type TextRules<R extends Required> = Common & Pick<Field, 'pattern' | 'repair'> & { required?: R }

function text(kind: FieldKind) {
  return <const R extends Required = undefined>(
    label: string,
    most: number,
    { required, ...rules }: TextRules<R> = {},
  ): Field<Held<R, string>> => ({ kind, label, most, missing: missingWords(label, required), ...rules })
}

/** One line of text. */
export const line = text('line')
/** Several lines of text. */
export const lines = text('lines')

/** An e-mail address, kept in small letters. */
export const email = text('email')

/** A phone number as people write it. */
export function phone<const R extends Required = undefined>(label: string, most: number, rules: TextRules<R> = {}) {
  const pattern = { looks: /^\+?[\d\s()/-]{6,20}$/, words: 'Enter a phone number' }
  return line<R>(label, most, { pattern, control: { type: 'tel' }, ...rules })
}

type NumberRules<R extends Required> = Common & { required?: R; least?: number; most: number }

/** An amount typed in rupees and kept in paise; `least` and `most` are paise. */
export function money<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: NumberRules<R>,
): Field<Held<R, number>> {
  return { kind: 'money', label, missing: missingWords(label, required), ...rules }
}

/** A whole number. */
export function whole<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: NumberRules<R>,
): Field<Held<R, number>> {
  return { kind: 'whole', label, missing: missingWords(label, required), ...rules }
}

/** A day, `2026-04-01`. */
export function day<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: Common & { required?: R } = {},
): Field<Held<R, string>> {
  return { kind: 'day', label, missing: missingWords(label, required), ...rules }
}

/** A box to tick. */
export function tick(label: string, rules: Common = {}): Field<boolean> {
  return { kind: 'tick', label, missing: null, ...rules }
}

export function optionsOf(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

/** One of a few; `words` are the values with what they are called, in the order in which they are offered. */
export function choice<const Words extends Readonly<Record<string, string>>>(
  label: string,
  words: Words,
  { required, ...rules }: Common & Pick<Field, 'isSet'> & { required: string },
): Field<Extract<keyof Words, string>> {
  return { kind: 'choice', label, missing: required, options: optionsOf(words), ...rules }
}

/** Any number of a few. They are not kept in a column. */
export function choices<const Words extends Readonly<Record<string, string>>>(
  label: string,
  words: Words,
  rules: Common = {},
): Field<Extract<keyof Words, string>[]> {
  return { kind: 'choices', label, missing: null, options: optionsOf(words), ...rules }
}

export type Fields = Readonly<Record<string, Field>>

/** What the fields hold once they were read: what a use case is given. */
export type ValuesOf<Of extends { fields: Fields }> = {
  -readonly [Name in keyof Of['fields']]: Of['fields'][Name] extends Field<infer Value> ? Value : never
}

/** Fields one below the other, side by side, or in a box with a heading. */
export type Row<Name extends string = string> =
  | Name
  | readonly Name[]
  | { readonly title: string; readonly hint?: string; readonly rows: readonly Row<Name>[] }

export type Form<Of extends Fields = Fields> = {
  readonly id: string
  readonly fields: { readonly [Name in keyof Of]: Of[Name] & { readonly name: string } }
  readonly rows: readonly Row[]
}

/** A form: fields by the names of what keeps them, and how they stand on the page; one below the other where nothing is said. */
export function form<const Of extends Fields>(
  id: string,
  fields: Of,
  rows: readonly Row<Extract<keyof Of, string>>[] = Object.keys(fields) as Extract<keyof Of, string>[],
): Form<Of> {
  const named = Object.entries(fields).map(([key, field]) => [key, { ...field, name: field.name ?? postedName(key) }])
  return { id, fields: Object.fromEntries(named), rows }
}

/** `securityDepositPaise` is typed in rupees as `security_deposit`. */
function postedName(key: string): string {
  return key.replace(/Paise$/, '').replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** What a form shows of a value, as the browser would send it. */
export type Shown = string | boolean | readonly string[]

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** How a value of each kind stands in a form. */
const shownAs: Record<FieldKind, (value: unknown) => Shown> = {
  line: plain,
  lines: plain,
  email: plain,
  day: plain,
  whole: plain,
  choice: plain,
  money: (value) => (typeof value === 'number' ? typedRupees(value) : ''),
  tick: (value) => value === true,
  choices: (value) => (Array.isArray(value) ? value.map(String) : []),
}

/** A thing as its form shows it, by posted names; without one, what a new form starts with. */
export function shownValues({ fields }: Form, thing?: object): Record<string, Shown> {
  const held = thing as Record<string, unknown> | undefined
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      field.name,
      held ? shownAs[field.kind](held[key]) : (field.start ?? shownAs[field.kind](undefined)),
    ]),
  )
}

/** What is stored now where the form says something else: a sentence each, for whoever saves second. */
export function differences({ fields }: Form, stored: Record<string, Shown>, body: FormData): string[] {
  return Object.values(fields).flatMap(({ name, label }) => {
    const value = stored[name] ?? ''
    if (typeof value === 'boolean') {
      return value === (body.get(name) === 'on') ? [] : [`“${label}” is ${value ? 'ticked' : 'not ticked'} now`]
    }
    const now = typeof value === 'string' ? value : [...value].sort().join(', ')
    const typed =
      typeof value === 'string'
        ? plainBreaks(String(body.get(name) ?? '').trim())
        : body.getAll(name).map(String).sort().join(', ')
    return now === typed ? [] : [`${label} is ${now === '' ? 'empty' : `“${now}”`} now`]
  })
}

/** The names of what keeps a form's fields, to select them by. */
export function namesOf<Of extends Fields>(form: Form<Of>): Extract<keyof Of, string>[] {
  return Object.keys(form.fields) as Extract<keyof Of, string>[]
}
