import { typedRupees } from './money'

export type Option = { readonly value: string; readonly label: string }

/** What a field holds: how it is read, kept, shown and asked for follows from this word, each in one table. */
export type FieldKind =
  | 'line'
  | 'lines'
  | 'email'
  | 'money'
  | 'whole'
  | 'day'
  | 'time'
  | 'tick'
  | 'choice'
  | 'thing'
  | 'choices'

/** What the browser's own control is told besides. */
type ControlWords = {
  type?: 'tel' | 'email'
  inputMode?: 'numeric' | 'decimal'
  autoComplete?: string
  autoCapitalize?: string
  spellCheck?: false
  rows?: number
  maxLength?: number
  placeholder?: string
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
  /** Most characters and fewest, or largest number and smallest. */
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
  /** Of a choice: one of them always holds, so that none is offered empty; or the page itself says which, unseen. */
  readonly isSet?: true
  readonly isHidden?: true
  /** All of them in sight. */
  readonly asRadios?: true
  /** Never set: carries the type of what it holds. */
  readonly holds?: Value
}

type Common = Pick<Field, 'name' | 'hint' | 'start' | 'control'>
type Required = true | string | undefined
type Held<R extends Required, Value> = R extends true | string ? Value : Value | null

const missingWords = (label: string, required: Required) =>
  required === true ? `${label} is required` : (required ?? null)

type TextRules<R extends Required> = Common & Pick<Field, 'pattern' | 'repair' | 'least'> & { required?: R }

function text(kind: FieldKind) {
  return <const R extends Required = undefined>(
    label: string,
    most: number,
    { required, ...rules }: TextRules<R> = {},
  ): Field<Held<R, string>> => ({ kind, label, most, missing: missingWords(label, required), ...rules })
}

/** One line of text. */
const line = text('line')
/** Several lines of text. */
const lines = text('lines')

/** An e-mail address, kept in small letters. */
const email = text('email')

/** A phone number as people write it. */
function phone<const R extends Required = undefined>(label: string, most: number, rules: TextRules<R> = {}) {
  const pattern = { looks: /^\+?[\d\s()/-]{6,20}$/, words: 'Enter a phone number' }
  return line<R>(label, most, { pattern, control: { type: 'tel' }, ...rules })
}

/** The number of a bank account in India. */
const accountNumber = line('Account number', 20, {
  repair: (typed) => typed.replace(/\s/g, ''),
  pattern: { looks: /^\d{9,18}$/, words: 'An account number has 9 to 18 digits' },
  control: { inputMode: 'numeric', autoComplete: 'off', maxLength: 24 },
})

/** The code of a bank's branch. */
const ifsc = line('IFSC', 11, {
  repair: (typed) => typed.toUpperCase(),
  pattern: { looks: /^[A-Z]{4}0[A-Z0-9]{6}$/, words: 'An IFSC has four letters, a zero and six letters or digits' },
  control: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
})

type NumberRules<R extends Required> = Common & { required?: R; least?: number; most?: number }

/** An amount typed in rupees and kept in paise; `least` and `most` are paise. */
function money<const R extends Required = undefined>(
  label: string,
  { required, most = usualAmountPaise, ...rules }: NumberRules<R>,
): Field<Held<R, number>> {
  return { kind: 'money', label, missing: missingWords(label, required), most, ...rules }
}

const usualAmountPaise = 1_00_000_00

/** A whole number. */
function whole<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: NumberRules<R>,
): Field<Held<R, number>> {
  return { kind: 'whole', label, missing: missingWords(label, required), ...rules }
}

/** A day, `2026-04-01`. */
function day<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: Common & { required?: R } = {},
): Field<Held<R, string>> {
  return { kind: 'day', label, missing: missingWords(label, required), ...rules }
}

/** A time of the day, `08:00`. */
function time(label: string, rules: Common & { required: true | string }): Field<string> {
  return { ...rules, kind: 'time', label, missing: missingWords(label, rules.required) }
}

/** One of the things that the page offers, by its public id. It is not kept in a column. */
function thing<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: Common & { required?: R } = {},
): Field<Held<R, string>> {
  return { kind: 'thing', label, missing: missingWords(label, required), ...rules }
}

/** A box to tick. */
function tick(label: string, rules: Common = {}): Field<boolean> {
  return { kind: 'tick', label, missing: null, ...rules }
}

type NameIn<Words> = `${Extract<keyof Words, string | number>}`

export function optionsOf(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

/** One of a few; `words` are the values with what they are called, in the order in which they are offered. */
function choice<const Words extends Readonly<Record<string, string>>>(
  label: string,
  words: Words,
  { required, ...rules }: Common & Pick<Field, 'isSet' | 'isHidden' | 'asRadios'> & { required: string },
): Field<NameIn<Words>> {
  return { kind: 'choice', label, missing: required, options: optionsOf(words), ...rules }
}

/** Any number of a few. They are not kept in a column. */
function choices<const Words extends Readonly<Record<string, string>>>(
  label: string,
  words: Words,
  rules: Common = {},
): Field<NameIn<Words>[]> {
  return { kind: 'choices', label, missing: null, options: optionsOf(words), ...rules }
}

/** The kinds of field, each made of its label, its limit and its words. */
export const field = {
  line,
  lines,
  email,
  phone,
  accountNumber,
  ifsc,
  money,
  whole,
  day,
  time,
  tick,
  choice,
  thing,
  choices,
}

export type Fields = Readonly<Record<string, Field>>

/** What the fields hold once they were read: what a use case is given. */
export type ValuesOf<Of extends { fields: Fields }> = {
  -readonly [Name in keyof Of['fields']]: Of['fields'][Name] extends Field<infer Value> ? Value : never
}

/** A box with a heading, and rows in it. */
type Box<Rows extends readonly Fields[] = readonly Fields[]> = {
  readonly title: string
  readonly hint?: string
  readonly rows: Rows
}

/** Fields in a box with a heading; each object of them is a row. */
export function box<const Rows extends readonly Fields[]>(
  words: { title: string; hint?: string },
  ...rows: Rows
): Box<Rows> {
  return { ...words, rows }
}

/** One row of a form by the names of its fields, or a box of rows. */
export type Row = readonly string[] | { readonly title: string; readonly hint?: string; readonly rows: readonly Row[] }

/** The fields of all rows together. */
type Joined<Rows extends readonly unknown[]> = Rows extends readonly [infer First, ...infer Rest]
  ? (First extends Box<infer Inner> ? Joined<Inner> : First) & Joined<Rest>
  : unknown

type Plain<Of> = { [Name in keyof Of]: Of[Name] }

export type Form<Of extends Fields = Fields> = {
  /** What it is about, as it is called: 'hostel'. */
  readonly noun: string
  readonly fields: { readonly [Name in keyof Of]: Of[Name] & { readonly name: string } }
  readonly rows: readonly Row[]
}

/** The field that names a thing: the first. */
export function nameOf({ fields }: Form, thing: object): string {
  return String((thing as Record<string, unknown>)[Object.keys(fields)[0] ?? ''])
}

/** A form: rows of fields by the names of what keeps them, as they stand on the page; several of a row stand side by side. */
export function form<const Rows extends readonly (Fields | Box)[]>(
  noun: string,
  ...rows: Rows
): Form<Plain<Joined<Rows>> extends infer Of extends Fields ? Of : never> {
  const all = rows.flatMap((row) => (isBox(row) ? row.rows : [row])).flatMap((row) => Object.entries(row))
  const named = all.map(([key, field]) => [key, { ...field, name: field.name ?? postedName(key) }])
  const namesOf = (row: Fields | Box): Row => (isBox(row) ? { ...row, rows: row.rows.map(namesOf) } : Object.keys(row))
  return { noun, fields: Object.fromEntries(named), rows: rows.map(namesOf) }
}

function isBox(row: Fields | Box): row is Box {
  return Array.isArray(row.rows)
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
  time: plain,
  whole: plain,
  choice: plain,
  thing: plain,
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

/** The names of what keeps a form's fields, to select them by. */
export function namesOf<Of extends Fields>(form: Form<Of>): Extract<keyof Of, string>[] {
  return Object.keys(form.fields) as Extract<keyof Of, string>[]
}
