import { typedRupees } from './money'
import { clockOf, minuteOf } from './time-of-day'
import { said, type Words } from './words'

export type Option = { readonly value: string; readonly label: string; readonly hint?: string }

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
  | 'choices'
  | 'thing'
  | 'things'
  | 'typed'

/** What the browser's own control is told besides. */
type ControlWords = {
  type?: 'tel' | 'email' | 'time'
  inputMode?: 'numeric' | 'decimal'
  autoComplete?: string
  autoCapitalize?: string
  className?: string
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
  readonly label: Words
  /** What is said when nothing was entered; null where nothing may be. */
  readonly missing: Words | null
  /** What is said of a choice that is none of them and of an e-mail address that is none. */
  readonly invalid?: Words
  /** The name it is posted by. */
  readonly name?: string
  readonly hint?: Words
  /** Most characters and fewest, or largest number and smallest. */
  readonly most?: number
  readonly least?: number
  /** Kept where nothing was entered. */
  readonly empty?: number
  /** How a number that people write in a way of its own is read and shown, and what is said of any other text. */
  readonly typed?: { read: (typed: string) => number | null; show: (value: number) => string; words: string }
  /** What else a text or day must look like, and what is said where it does not. */
  readonly pattern?: { readonly looks: { test: (typed: string) => boolean }; readonly words: Words }
  /** Small repairs of what was typed: capitals, spaces. */
  readonly repair?: (typed: string) => string
  readonly options?: readonly { readonly value: string; readonly label: Words }[]
  /** What stands in a new form. */
  readonly start?: string | boolean
  readonly control?: ControlWords
  /** Of a thing: the property that holds what it is called now. */
  readonly calledBy?: string
  /** Of a choice: what its empty first one says. */
  readonly none?: string
  /** Of a choice: one of them always holds, so that none is offered empty; or the page itself says which, unseen. */
  readonly isSet?: true
  readonly isHidden?: true
  /** Of a choice: all of them in sight. */
  readonly asRadios?: true
  /** Never set: carries the type of what it holds. */
  readonly holds?: Value
}

type Common = Pick<Field, 'name' | 'hint' | 'start' | 'control'>
type Required = true | Words | undefined
type Held<R extends Required, Value> = R extends true | Words ? Value : Value | null

const missingWords = (label: Words, required: Required) =>
  required === true ? `${said(label)} is required` : (required ?? null)

type TextRules<R extends Required> = Common & Pick<Field, 'pattern' | 'repair' | 'invalid' | 'least'> & { required?: R }

function text(kind: FieldKind) {
  return <const R extends Required = undefined>(
    label: Words,
    most: number,
    { required, ...rules }: TextRules<R> = {},
  ): Field<Held<R, string>> => ({ kind, label, most, missing: missingWords(label, required), ...rules })
}

/** One line of text. */
const line = text('line')
/** Several lines of text. */
const lines = text('lines')

/** An e-mail address, kept in small letters where nothing else is said. */
const email = <const R extends Required = undefined>(label: Words, most: number, rules: TextRules<R> = {}) =>
  text('email')<R>(label, most, { repair: (typed) => typed.toLowerCase(), ...rules })

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

/** An account that money is transferred to, as those see it who pay into it. */
export const bankAccount = { bankName: line('Bank', 100), bankAccountNumber: accountNumber, bankIfscCode: ifsc }

type NumberRules<R extends Required> = Common & { required?: R; least?: number; most?: number }

/** An amount typed in rupees and kept in paise; `least` and `most` are paise. With `empty: 0` nothing entered is nothing. */
function money<const R extends Required = undefined, const E extends 0 | undefined = undefined>(
  label: string,
  { required, most = usualAmountPaise, ...rules }: NumberRules<R> & { empty?: E },
): Field<E extends 0 ? number : Held<R, number>> {
  return { kind: 'money', label, missing: missingWords(label, required), most, ...rules }
}

const usualAmountPaise = 1_00_000_00

/** A whole number. With `empty: 0` nothing entered is none. */
function whole<const R extends Required = undefined, const E extends 0 | undefined = undefined>(
  label: Words,
  { required, ...rules }: NumberRules<R> & { empty?: E },
): Field<E extends 0 ? number : Held<R, number>> {
  return { kind: 'whole', label, missing: missingWords(label, required), ...rules }
}

/** A number that is typed in a way of its own: a length in km, kept in metres. */
function typed<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: NumberRules<R> & { typed: NonNullable<Field['typed']> },
): Field<Held<R, number>> {
  return { kind: 'typed', label, missing: missingWords(label, required), ...rules }
}

/** A time of day, `07:05`, kept as minutes after midnight. */
function clock<const R extends Required = undefined>(label: string, rules: NumberRules<R> = {}) {
  const typedAs = { read: minuteOf, show: clockOf, words: 'Enter a time such as 07:05 or 14:30' }
  return typed<R>(label, { typed: typedAs, control: { type: 'time' }, ...rules })
}

/** A day, `2026-04-01`. */
function day<const R extends Required = undefined>(
  label: Words,
  { required, ...rules }: Common & Pick<Field, 'pattern'> & { required?: R } = {},
): Field<Held<R, string>> {
  return { kind: 'day', label, missing: missingWords(label, required), ...rules }
}

/** A time of day, `08:00`, kept as such; the page may know which there are. */
function time(label: string, { required, ...rules }: Common & Pick<Field, 'calledBy'> & { required: true | string }) {
  const described: Field<string> = { kind: 'time', label, missing: missingWords(label, required), ...rules }
  return described
}

/** A box to tick. */
function tick(label: Words, rules: Common = {}): Field<boolean> {
  return { kind: 'tick', label, missing: null, ...rules }
}

export function optionsOf(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

/** Things to choose from. */
export function choicesOf(things: readonly { publicId: string; name: string }[]): Option[] {
  return things.map(({ publicId, name }) => ({ value: publicId, label: name }))
}

/** One of a few; `words` are the values with what they are called, in the order in which they are offered. */
function choice<const Values extends Readonly<Record<string, Words>>, const R extends Words | undefined = undefined>(
  label: Words,
  words: Values,
  { required, ...rules }: Common & Pick<Field, 'isSet' | 'isHidden' | 'asRadios' | 'invalid'> & { required?: R },
): Field<Held<R, Extract<keyof Values, string>>> {
  const options = Object.entries(words).map(([value, label]) => ({ value, label }))
  return { kind: 'choice', label, missing: required ?? null, options, ...rules }
}

/** Any number of a few. They are not kept in a column. */
function choices<const Words extends Readonly<Record<string, string>>>(
  label: string,
  words: Words,
  rules: Common = {},
): Field<`${Extract<keyof Words, string | number>}`[]> {
  return { kind: 'choices', label, missing: null, options: optionsOf(words), ...rules }
}

type ThingRules = Common & Pick<Field, 'invalid' | 'none' | 'isSet'> & { calledBy: string }

/**
 * Another thing of the school by its public id; the page knows which there are. It is kept by its row, so not in a column of this name.
 * `words` are what may be chosen instead of one.
 */
function thing<const R extends Words | undefined = undefined>(
  label: Words,
  { required, words = {}, ...rules }: ThingRules & { required?: R; words?: Readonly<Record<string, string>> },
) {
  const described: Field = { kind: 'thing', label, missing: required ?? null, options: optionsOf(words), ...rules }
  return described as Field<Held<R, string>> & { readonly kind: 'thing' }
}

/** Any number of other things, in the same way. */
function things(label: string, rules: Omit<ThingRules, 'none' | 'isSet'>): Field<string[]> {
  return { kind: 'things', label, missing: null, ...rules }
}

/** The kinds of field, each made of its label, its limit and its words. */
export const field = {
  ...{ line, lines, email, phone },
  ...{ money, whole, typed, clock, day, time, tick, choice, choices, thing, things },
}

export type Fields = Readonly<Record<string, Field>>

/** What the fields hold once they were read: what a use case is given. */
export type ValuesOf<Of extends { fields: Fields }> = {
  -readonly [Name in keyof Of['fields']]: Of['fields'][Name] extends Field<infer Value> ? Value : never
}

/** What has to stand in another field of the form for a box to count. */
type When = { readonly field: string; readonly is: string | boolean }
type BoxWords = { readonly title: Words; readonly hint?: Words; readonly when?: When }

/** A box with a heading, and rows in it. */
type Box<Rows extends readonly Fields[] = readonly Fields[]> = BoxWords & { readonly rows: Rows }

/**
 * Fields in a box with a heading; each object of them is a row. Where it counts only `when` another field says so, its fields are asked for
 * then, and are empty otherwise.
 */
export function box<const Rows extends readonly (Fields | Box)[]>(
  words: BoxWords,
  ...rows: Rows
): Box<Rows extends readonly Fields[] ? Rows : readonly Fields[]> {
  return { ...words, rows: rows as never }
}

/** One row of a form by the names of its fields, or a box of rows. */
export type Row = readonly string[] | (BoxWords & { readonly rows: readonly Row[] })

/** Which boxes a field lies in that count only sometimes. */
export function conditionsOf(rows: readonly Row[], above: readonly When[] = []): ReadonlyMap<string, readonly When[]> {
  return new Map(
    rows.flatMap((row) => {
      if ('rows' in row) return [...conditionsOf(row.rows, row.when ? [...above, row.when] : above)]
      return above.length > 0 ? row.map((key) => [key, above] as const) : []
    }),
  )
}

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
  const fieldsOf = (row: Fields | Box): [string, Field][] =>
    isBox(row) ? row.rows.flatMap(fieldsOf) : Object.entries(row)
  const named = rows.flatMap(fieldsOf).map(([key, field]) => [key, { ...field, name: field.name ?? postedName(key) }])
  const namesOf = (row: Fields | Box): Row => (isBox(row) ? { ...row, rows: row.rows.map(namesOf) } : Object.keys(row))
  return { noun, fields: Object.fromEntries(named), rows: rows.map(namesOf) }
}

/** What a page shows of a form: plain data in the reader's language, for pages whose browser is not to know the form. */
export type FormView = {
  fields: Record<string, Pick<Field, 'kind' | 'most' | 'control' | 'isSet'> & Shape<string>>
  rows: readonly ViewRow[]
}
type ViewRow = readonly string[] | { title: string; hint?: string; when?: When; rows: readonly ViewRow[] }
type Shape<Said> = {
  name: string
  label: Said
  hint?: Said
  missing: Said | null
  options?: readonly { value: string; label: Said }[]
}

/** The same form as plain data. A list of choices that several fields have is one. */
export function viewOf({ fields, rows }: Form): FormView {
  const lists = new Map<unknown, readonly Option[]>()
  const listOf = (options: NonNullable<Field['options']>) => {
    const list = lists.get(options) ?? options.map(({ value, label }) => ({ value, label: said(label) }))
    lists.set(options, list)
    return list
  }
  const shown = Object.entries(fields).map(
    ([key, { kind, name, most, control, isSet, label, hint, missing, options }]) => [
      key,
      {
        ...{ kind, name, label: said(label), missing: missing === null ? null : '' },
        ...(most === undefined ? {} : { most }),
        ...(control ? { control } : {}),
        ...(isSet ? { isSet } : {}),
        ...(hint === undefined ? {} : { hint: said(hint) }),
        ...(options ? { options: listOf(options) } : {}),
      },
    ],
  )
  const rowOf = (row: Row): ViewRow => {
    if (!('rows' in row)) return row
    const { title, hint, when } = row
    const besides = { ...(hint ? { hint: said(hint) } : {}), ...(when ? { when } : {}) }
    return { title: said(title), ...besides, rows: row.rows.map(rowOf) }
  }
  return { fields: Object.fromEntries(shown), rows: rows.map(rowOf) }
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

const listed = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** How a value stands in a form, of the kinds that do not show it as it is. */
const shownAs: Partial<Record<FieldKind, (value: unknown, field: Field) => Shown>> = {
  typed: (value, { typed }) => (typed && typeof value === 'number' ? typed.show(value) : ''),
  money: (value) => (typeof value === 'number' ? typedRupees(value) : ''),
  tick: (value) => value === true,
  choices: listed,
  things: listed,
}

/** A thing as its form shows it, by posted names; without one, what a new form starts with. */
export function shownValues({ fields }: Form, thing?: object): Record<string, Shown> {
  const held = thing as Record<string, unknown> | undefined
  const shown = Object.entries(fields).map(([key, field]) => {
    const show = shownAs[field.kind] ?? plain
    return [field.name, held ? show(held[key], field) : (field.start ?? show(undefined, field))]
  })
  return Object.fromEntries(shown)
}

/** What a new form starts with where the database knows some of it. */
export function startValues(form: Form, known: object): Record<string, Shown> {
  const shown = shownValues(form, known)
  const names = Object.keys(known).flatMap((key) => form.fields[key]?.name ?? [])
  return { ...shownValues(form), ...Object.fromEntries(names.map((name) => [name, shown[name] ?? ''])) }
}

/** The names of what keeps a form's fields, to select them by. */
export function namesOf<Of extends Fields>(form: Form<Of>): Extract<keyof Of, string>[] {
  return Object.keys(form.fields) as Extract<keyof Of, string>[]
}
