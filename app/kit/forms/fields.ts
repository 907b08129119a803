import { type Language, languages, languageWords } from '~/language/language'
import { type Localized, withWords } from '~/language/localized'
import type { Keep } from '~/models/core/shared/data-classes'
import { typedRupees } from '~/models/core/shared/money'
import { clockOf, minuteOf } from '~/models/core/shared/time-of-day'
import { textOf, type Words } from '~/models/core/shared/words'

export type Option = { readonly value: string; readonly label: string; readonly hint?: string }

/**
 * Kind of a field. It determines how the field is parsed, stored, formatted and drawn; each layer has one table by
 * kind.
 */
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

type ControlWords = {
  type?: 'tel' | 'email' | 'time'
  inputMode?: 'numeric' | 'decimal' | 'tel'
  autoComplete?: string
  autoCapitalize?: string
  className?: string
  spellCheck?: false
  rows?: number
  maxLength?: number
}

/**
 * One form field as plain data, the only definition of its label, limits and messages. The column, the validation, the
 * page's field and the conflict messages derive from it. `Value` is the parsed type.
 */
export type Field<Value = unknown> = {
  readonly kind: FieldKind
  readonly label: Words
  /** Error when the field is empty; null when the field is optional. */
  readonly missing: Words | null
  /** Error for an unknown choice or an invalid e-mail address. */
  readonly invalid?: Words
  /** Name of the posted value; by default the key in snake case. */
  readonly name?: string
  readonly hint?: Words
  /** Maximum and minimum: length of a text, or value of a number. */
  readonly max?: number
  readonly min?: number
  /** Stored value of an empty field. */
  readonly empty?: number
  /** Parser, formatter and error message of a number with its own notation. */
  readonly typed?: { read: (input: string) => number | null; show: (value: number) => string; words: string }
  /** Required format of a text or day, and the error when it does not match. */
  readonly pattern?: { readonly looks: { test: (input: string) => boolean }; readonly words: Words }
  /** Normalizes typed text: case, spaces. */
  readonly repair?: (input: string) => string
  readonly options?: readonly { readonly value: string; readonly label: Words }[]
  /** Initial value in a new form. */
  readonly start?: string | boolean
  readonly control?: ControlWords
  /** For a `thing`: property with the current name of the referenced thing. */
  readonly calledBy?: string
  /** For a choice: label of the empty option. */
  readonly none?: string
  /**
   * For a choice: `hasNoEmptyOption` omits the empty option, because a value always applies; `isHidden` lets the page
   * set the value without showing it.
   */
  readonly hasNoEmptyOption?: true
  readonly isHidden?: true
  /** For a tick: field that is empty on purpose while the tick is set. The tick itself is not stored. */
  readonly emptyOf?: string
  /** Class of personal data of the field's column. */
  readonly keep?: Keep
  readonly asRadios?: true
  /** For an input of a localized text: key of the text, and the language of the input. */
  readonly of?: string
  readonly language?: Language
  /** Never set: carries the type `Value`, for TypeScript only. */
  readonly holds?: Value
}

type Common = Pick<Field, 'name' | 'hint' | 'start' | 'control' | 'keep'>
type Required = true | Words | undefined
type Held<R extends Required, Value> = R extends true | Words ? Value : Value | null

const missingWords = (label: Words, required: Required) =>
  required === true ? `${textOf(label)} is required` : (required ?? null)

type TextRules<R extends Required> = Common & Pick<Field, 'pattern' | 'repair' | 'invalid' | 'min'> & { required?: R }

function text(kind: FieldKind) {
  return <const R extends Required = undefined>(
    label: Words,
    max: number,
    { required, ...rules }: TextRules<R> = {},
  ): Field<Held<R, string>> => ({ kind, label, max, missing: missingWords(label, required), ...rules })
}

const line = text('line')
const lines = text('lines')

/** E-mail address, stored in lower case by default. */
const email = <const R extends Required = undefined>(label: Words, max: number, rules: TextRules<R> = {}) =>
  text('email')<R>(label, max, { repair: (input) => input.toLowerCase(), ...rules })

function phone<const R extends Required = undefined>(label: string, max: number, rules: TextRules<R> = {}) {
  const pattern = { looks: /^\+?[\d\s()/-]{6,20}$/, words: 'Enter a phone number' }
  return line<R>(label, max, { pattern, control: { type: 'tel' }, ...rules })
}

const accountNumber = line('Account number', 20, {
  repair: (input) => input.replace(/\s/g, ''),
  pattern: { looks: /^\d{9,18}$/, words: 'An account number has 9 to 18 digits' },
  control: { inputMode: 'numeric', autoComplete: 'off', maxLength: 24 },
})

/** Bank branch code. */
const ifsc = line('IFSC', 11, {
  repair: (input) => input.toUpperCase(),
  pattern: { looks: /^[A-Z]{4}0[A-Z0-9]{6}$/, words: 'An IFSC has four letters, a zero and six letters or digits' },
  control: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
})

/** Bank account for transfers, as shown to payers. */
export const bankAccount = {
  bankName: line('Bank', 100, { keep: 'nobody' }),
  bankAccountNumber: accountNumber,
  bankIfscCode: ifsc,
}

type NumberRules<R extends Required> = Common & { required?: R; min?: number; max?: number }

/** Amount typed in rupees and stored in paise; `min` and `max` are paise. `empty: 0` stores an empty field as 0. */
function money<const R extends Required = undefined, const E extends 0 | undefined = undefined>(
  label: string,
  { required, max = usualAmountPaise, ...rules }: NumberRules<R> & { empty?: E },
): Field<E extends 0 ? number : Held<R, number>> {
  return { kind: 'money', label, missing: missingWords(label, required), max, ...rules }
}

const usualAmountPaise = 1_00_000_00

/** Whole number. `empty: 0` stores an empty field as 0. */
function whole<const R extends Required = undefined, const E extends 0 | undefined = undefined>(
  label: Words,
  { required, ...rules }: NumberRules<R> & { empty?: E },
): Field<E extends 0 ? number : Held<R, number>> {
  return { kind: 'whole', label, missing: missingWords(label, required), ...rules }
}

/** Number with its own notation, such as a length that is typed in km and stored in metres. */
function formattedNumber<const R extends Required = undefined>(
  label: string,
  { required, ...rules }: NumberRules<R> & { typed: NonNullable<Field['typed']> },
): Field<Held<R, number>> {
  return { kind: 'typed', label, missing: missingWords(label, required), ...rules }
}

/** Time of day, `07:05`, stored as minutes after midnight. */
function clock<const R extends Required = undefined>(label: string, rules: NumberRules<R> = {}) {
  const typedAs = { read: minuteOf, show: clockOf, words: 'Enter a time such as 07:05 or 14:30' }
  return formattedNumber<R>(label, { typed: typedAs, control: { type: 'time' }, ...rules })
}

/** Day, `2026-04-01`. */
function day<const R extends Required = undefined>(
  label: Words,
  { required, ...rules }: Common & Pick<Field, 'pattern'> & { required?: R } = {},
): Field<Held<R, string>> {
  return { kind: 'day', label, missing: missingWords(label, required), ...rules }
}

/** Time of day, `08:00`, stored as text; the page may supply the options. */
function time(label: string, { required, ...rules }: Common & Pick<Field, 'calledBy'> & { required: true | string }) {
  const described: Field<string> = { kind: 'time', label, missing: missingWords(label, required), ...rules }
  return described
}

/** Checkbox. */
function tick(label: Words, rules: Common = {}): Field<boolean> {
  return { kind: 'tick', label, missing: null, ...rules }
}

/** Checkbox that allows a required field of the form to be empty: "has one name only". Not stored. */
function emptyTick(label: Words, emptyOf: string, rules: Common = {}) {
  return { ...tick(label, rules), emptyOf }
}

export function optionsOf(words: Readonly<Record<string, string>>): Option[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

export function choicesOf(things: readonly { publicId: string; name: string }[]): Option[] {
  return things.map(({ publicId, name }) => ({ value: publicId, label: name }))
}

/** Single choice; `words` maps values to labels, in display order. */
function choice<const Values extends Readonly<Record<string, Words>>, const R extends Words | undefined = undefined>(
  label: Words,
  words: Values,
  {
    required,
    ...rules
  }: Common & Pick<Field, 'hasNoEmptyOption' | 'isHidden' | 'asRadios' | 'invalid'> & { required?: R },
): Field<Held<R, Extract<keyof Values, string>>> {
  const options = Object.entries(words).map(([value, label]) => ({ value, label }))
  return { kind: 'choice', label, missing: required ?? null, options, ...rules }
}

/** Multiple choice. Not stored in a column. */
function choices<const Words extends Readonly<Record<string, string>>>(
  label: string,
  words: Words,
  rules: Common = {},
): Field<`${Extract<keyof Words, string | number>}`[]> {
  return { kind: 'choices', label, missing: null, options: optionsOf(words), ...rules }
}

type ThingRules = Common & Pick<Field, 'invalid' | 'none' | 'hasNoEmptyOption'> & { calledBy: string }

/**
 * Reference to another thing of the school by its public id; the page supplies the options. Stored by row id, so not in
 * a column of this name. `words` are extra options that are not things.
 */
function thing<const R extends Words | undefined = undefined>(
  label: Words,
  { required, words = {}, ...rules }: ThingRules & { required?: R; words?: Readonly<Record<string, string>> },
) {
  const described: Field = { kind: 'thing', label, missing: required ?? null, options: optionsOf(words), ...rules }
  return described as Field<Held<R, string>> & { readonly kind: 'thing' }
}

/** Multiple references, as in `thing`. */
function things(label: string, rules: Omit<ThingRules, 'none' | 'hasNoEmptyOption'>): Field<string[]> {
  return { kind: 'things', label, missing: null, ...rules }
}

/** Text in each language: one value, with an input for each language. */
type LocalizedField = {
  readonly kind: 'localized'
  readonly inputIn: (languageName: string, language: Language) => Field<string | null>
}

/** Text in each language; `inputIn` describes a language's input. A language without words is absent from the value. */
const localized = (inputIn: LocalizedField['inputIn']): LocalizedField => ({ kind: 'localized', inputIn })

export const field = {
  line,
  lines,
  email,
  phone,
  money,
  whole,
  typed: formattedNumber,
  clock,
  day,
  time,
  tick,
  emptyTick,
  choice,
  choices,
  thing,
  things,
  localized,
}

export type Fields = Readonly<Record<string, Field>>
/** Fields of one row before localized texts become inputs. */
type Described = Readonly<Record<string, Field | LocalizedField>>

/** Inputs of a form; a localized `title` has the inputs `title_en`, `title_hi` and so on. */
type InputsOf<Of> = {
  [Name in keyof Of as Of[Name] extends LocalizedField ? `${Name & string}_${Language}` : Name]: Of[Name] extends Field
    ? Of[Name]
    : Field<string | null> & { readonly of: Name; readonly language: Language }
}

/** Key of the value to which an input belongs. */
type ValueKey<Of, Name extends keyof Of> = Of[Name] extends { readonly of: infer Text extends string } ? Text : Name

/** Adds a class of personal data to all fields, except those that name their own. */
export function keptAs<Of extends Fields>(keep: Keep, fields: Of): Of {
  const classed = Object.entries(fields).map(([name, of]) => [name, { keep, ...of }])
  return Object.fromEntries(classed) as Of
}

/** Parsed values of a form's fields: the input of a use case. */
export type ValuesOf<Of extends { fields: Fields }> = {
  -readonly [Name in keyof Of['fields'] as Of['fields'][Name] extends { readonly emptyOf: string }
    ? never
    : ValueKey<Of['fields'], Name>]: Of['fields'][Name] extends { readonly of: string }
    ? Localized
    : Of['fields'][Name] extends Field<infer Value>
      ? Value
      : never
}

/** Condition for a box: the value that another field must have. */
type When = { readonly field: string; readonly is: string | boolean }
type BoxWords = { readonly title: Words; readonly hint?: Words; readonly when?: When }

type Box<Rows extends readonly Fields[] = readonly Fields[]> = BoxWords & { readonly rows: Rows }

/**
 * Groups fields in a box with a heading; each object is a row. With `when`, the box applies only if another field has
 * that value; otherwise its fields are empty.
 */
export function box<const Rows extends readonly (Fields | Box)[]>(
  words: BoxWords,
  ...rows: Rows
): Box<Rows extends readonly Fields[] ? Rows : readonly Fields[]> {
  return { ...words, rows: rows as never }
}

type EachLanguage<Rows extends readonly Described[] = readonly Described[]> = {
  readonly each: Rows
  readonly boxed: boolean
}

/** Repeats rows of localized texts for each language; `boxed` puts each language into a box with its name. */
export function inEachLanguage<const Rows extends readonly Described[]>(
  { boxed = false }: { boxed?: boolean },
  ...each: Rows
): EachLanguage<Rows> {
  return { each, boxed }
}

/** Row of a form by field names, or a box of rows. */
export type Row = readonly string[] | (BoxWords & { readonly rows: readonly Row[] })

/** Maps each field of a conditional box to the conditions of its boxes. */
export function conditionsOf(rows: readonly Row[], above: readonly When[] = []): ReadonlyMap<string, readonly When[]> {
  return new Map(
    rows.flatMap((row) => {
      if ('rows' in row) return [...conditionsOf(row.rows, row.when ? [...above, row.when] : above)]
      return above.length > 0 ? row.map((key) => [key, above] as const) : []
    }),
  )
}

/** Fields of all rows combined. */
type Joined<Rows extends readonly unknown[]> = Rows extends readonly [infer First, ...infer Rest]
  ? (First extends Box<infer Inner> ? Joined<Inner> : First extends EachLanguage<infer Inner> ? Joined<Inner> : First) &
      Joined<Rest>
  : unknown

type Plain<Of> = { [Name in keyof Of]: Of[Name] }

export type Form<Of extends Fields = Fields> = {
  /** Name of the thing that the form edits: 'hostel'. */
  readonly noun: string
  readonly fields: { readonly [Name in keyof Of]: Of[Name] & { readonly name: string } }
  readonly rows: readonly Row[]
}

/** Name of a thing: the value of its form's first field. */
export function nameOf({ fields }: Form, thing: object): string {
  const [[key, field] = ['', undefined]] = Object.entries(fields)
  return String(field ? heldIn(thing, key, field) : '')
}

/** Value of a thing for one input: the property itself, or one language of a localized text. */
function heldIn(thing: object, key: string, { of, language }: Field): unknown {
  const values = thing as Record<string, unknown>
  return of === undefined || language === undefined ? values[key] : (values[of] as Localized | undefined)?.[language]
}

/** Defines a form: rows of fields keyed by column names, in page order; fields of one row are shown side by side. */
export function form<const Rows extends readonly (Described | Box | EachLanguage)[]>(
  noun: string,
  ...described: Rows
): Form<InputsOf<Plain<Joined<Rows>>> extends infer Of extends Fields ? Of : never> {
  const rows = described.flatMap(rowsOf)
  const fieldsOf = (row: Fields | Box): [string, Field][] =>
    isBox(row) ? row.rows.flatMap(fieldsOf) : Object.entries(row)
  const namedFields = rows
    .flatMap(fieldsOf)
    .map(([key, field]) => [key, { ...field, name: field.name ?? postedName(key) }])
  const namesOf = (row: Fields | Box): Row => (isBox(row) ? { ...row, rows: row.rows.map(namesOf) } : Object.keys(row))
  return { noun, fields: Object.fromEntries(namedFields), rows: rows.map(namesOf) }
}

/** Rows with the inputs of localized texts in place of the texts. */
function rowsOf(row: Described | Box | EachLanguage): (Fields | Box)[] {
  if (isBox(row)) return [row]
  if (!isEachLanguage(row)) return [inputsOf(row, languages)]
  return languages.flatMap((language): (Fields | Box)[] => {
    const languageRows = row.each.map((each) => inputsOf(each, [language]))
    return row.boxed ? [box({ title: languageWords[language] }, ...languageRows)] : languageRows
  })
}

function inputsOf(row: Described, inputLanguages: readonly Language[]): Fields {
  const inputs = Object.entries(row).flatMap(([key, field]) =>
    field.kind === 'localized'
      ? inputLanguages.map((language): [string, Field] => {
          const input = field.inputIn(languageWords[language], language)
          return [`${key}_${language}`, { ...input, of: key, language }]
        })
      : [[key, field] as [string, Field]],
  )
  return Object.fromEntries(inputs)
}

/** View of a form as plain data in the user's language, for pages whose browser code must not include the form. */
export type FormView = {
  fields: Record<string, Pick<Field, 'kind' | 'max' | 'control' | 'hasNoEmptyOption'> & Shape<string>>
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

/** Converts a form to plain data. Fields with the same options share one list. */
export function viewOf({ fields, rows }: Form): FormView {
  const lists = new Map<unknown, readonly Option[]>()
  const listOf = (options: NonNullable<Field['options']>) => {
    const list = lists.get(options) ?? options.map(({ value, label }) => ({ value, label: textOf(label) }))
    lists.set(options, list)
    return list
  }
  const fieldEntries = Object.entries(fields).map(
    ([key, { kind, name, max, control, hasNoEmptyOption, label, hint, missing, options }]) => [
      key,
      {
        kind,
        name,
        label: textOf(label),
        missing: missing === null ? null : '',
        ...(max === undefined ? {} : { max }),
        ...(control ? { control } : {}),
        ...(hasNoEmptyOption ? { hasNoEmptyOption } : {}),
        ...(hint === undefined ? {} : { hint: textOf(hint) }),
        ...(options ? { options: listOf(options) } : {}),
      },
    ],
  )
  const rowOf = (row: Row): ViewRow => {
    if (!('rows' in row)) return row
    const { title, hint, when } = row
    const extra = { ...(hint ? { hint: textOf(hint) } : {}), ...(when ? { when } : {}) }
    return { title: textOf(title), ...extra, rows: row.rows.map(rowOf) }
  }
  return { fields: Object.fromEntries(fieldEntries), rows: rows.map(rowOf) }
}

function isBox(row: Described | Box | EachLanguage): row is Box {
  return 'rows' in row && Array.isArray(row.rows)
}

function isEachLanguage(row: Described | EachLanguage): row is EachLanguage {
  return 'each' in row && Array.isArray(row.each)
}

/** Returns the key in snake case, without `Paise`, because amounts are typed in rupees: `security_deposit`. */
function postedName(key: string): string {
  return key.replace(/Paise$/, '').replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** Value as a form shows it and the browser submits it. */
export type FormValue = string | boolean | readonly string[]

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const listed = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** Conversions to form values, for kinds whose stored value is not shown unchanged. */
const shownAs: Partial<Record<FieldKind, (value: unknown, field: Field) => FormValue>> = {
  typed: (value, { typed }) => (typed && typeof value === 'number' ? typed.show(value) : ''),
  money: (value) => (typeof value === 'number' ? typedRupees(value) : ''),
  tick: (value) => value === true,
  choices: listed,
  things: listed,
}

/** Form values of a thing, by posted names. Without a thing: the initial values of a new form. */
export function shownValues({ fields }: Form, thing?: object): Record<string, FormValue> {
  const valueEntries = Object.entries(fields).map(([key, field]) => {
    const show = shownAs[field.kind] ?? plain
    const { emptyOf } = field
    if (thing && emptyOf !== undefined)
      return [field.name, emptyOf in thing && plain(heldIn(thing, emptyOf, field)) === '']
    return [field.name, thing ? show(heldIn(thing, key, field), field) : (field.start ?? show(undefined, field))]
  })
  return Object.fromEntries(valueEntries)
}

/** Initial values of a new form; `knownValues` from the database replace the defaults. */
export function startValues(form: Form, knownValues: object): Record<string, FormValue> {
  const fieldValues = shownValues(form, knownValues)
  const names = Object.entries(form.fields).flatMap(([key, { name, of = key, emptyOf = of }]) =>
    emptyOf in knownValues ? name : [],
  )
  return { ...shownValues(form), ...Object.fromEntries(names.map((name) => [name, fieldValues[name] ?? ''])) }
}

/** Column names of a form's values, for a SELECT. */
export function namesOf<Of extends Fields>(form: Form<Of>): Extract<keyof ValuesOf<Form<Of>>, string>[] {
  const names = Object.entries(form.fields).flatMap(([key, { of, emptyOf }]) =>
    emptyOf === undefined ? (of ?? key) : [],
  )
  return [...new Set(names)] as Extract<keyof ValuesOf<Form<Of>>, string>[]
}

/** Converts values by input to values by column: the inputs of a localized text become one value. */
export function valuesByColumn(fields: Fields, inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [key, { of, language }] of Object.entries(fields)) {
    if (of === undefined || language === undefined) values[key] = inputs[key]
    else values[of] = withWords((values[of] ?? {}) as Localized, language, inputs[key] as string | null | undefined)
  }
  return values
}
