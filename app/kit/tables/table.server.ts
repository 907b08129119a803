import { type DataType, DataTypes, type Model, type ModelStatic } from 'sequelize'
import { database, type Selection, selectRow } from '~/database/database.server'
import { type Language, languages } from '~/language/language'
import { type Localized, readLocalized } from '~/language/localized'
import type { Keep } from '~/models/core/shared/data-classes'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Field, FieldKind, Fields, Form } from '../forms/fields'

type ColumnKind =
  | FieldKind
  | 'key'
  | 'owner'
  | 'foreign'
  | 'file'
  | 'code'
  | 'count'
  | 'instant'
  | 'degrees'
  | 'marks'
  | 'json'
  | 'localized'
  | 'language'

/** Table column as plain data, like a form field. `Needed`: a new row must have a value for it. */
type Column<Value = unknown, Needed extends boolean = boolean> = {
  readonly kind: ColumnKind
  readonly missing: Field['missing']
  readonly max?: number
  readonly options?: Field['options']
  readonly empty?: number
  readonly keep?: Keep
  readonly holds?: Value
  readonly needed?: Needed
}

const columnOf = <Value>(kind: ColumnKind, max?: number) => ({ kind, max, missing: '' }) as Column<Value, true>

export const column = {
  foreign: columnOf<number>('foreign'),
  /** Primary key of a row that extends a row of another table and shares its id, such as a school's settings. */
  owner: columnOf<number>('owner'),
  /** Id of a stored file that belongs to the row. */
  file: columnOf<number>('file'),
  code: (max: number) => columnOf<string>('code', max),
  text: <Value extends string = string>(max: number) => columnOf<Value>('line', max),
  /** Text without a maximum length in our code (TEXT). */
  longText: columnOf<string>('lines'),
  count: columnOf<number>('count'),
  instant: columnOf<Date>('instant'),
  day: columnOf<string>('day'),
  /** Paise. */
  money: columnOf<number>('money'),
  tick: columnOf<boolean>('tick'),
  /** Degrees as text with six decimals. */
  degrees: columnOf<string>('degrees'),
  /** Marks with two decimals; read as text, like every DECIMAL. */
  marks: columnOf<number | string>('marks'),
  /** Time of day, `09:00`. */
  time: columnOf<string>('time'),
  oneOf: <const Value extends string>(values: readonly Value[]) => ({
    ...columnOf<Value>('choice'),
    options: values.map((value) => ({ value, label: value })),
  }),
  /** Code of a language. Refuses to write a code that is not in `languages`. */
  language: columnOf<Language>('language', 2),
  /** Text in several languages, stored as JSON text. */
  localized: columnOf<Localized>('localized'),
  /** List or object, stored as JSON text. */
  json: <Value>() => columnOf<Value>('json'),
}

export const orNull = <Value>(definition: Column<Value>) =>
  ({ ...definition, missing: null }) as Column<Value | null, false>
/** Column that the database or Sequelize fills in by default. */
export const withDefault = <Value>(definition: Column<Value>) => definition as Column<Value, false>

/**
 * Marks a column with its class of personal data, which decides when its value is removed (decision 51). A test
 * requires a class of every column about a person.
 */
export const kept = <Of extends Column>(keep: Keep, definition: Of): Of => ({ ...definition, keep })

/** Gives all columns one class of personal data, whatever class each of them has elsewhere. */
export function keptTogether<Of extends Columns>(keep: Keep, columns: Of): Of {
  return Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, { ...of, keep }])) as Of
}

/** Columns of every thing of a school that has its own URL. */
export const thingColumns = {
  id: withDefault(columnOf<number>('key')),
  publicId: column.code(12),
  schoolId: column.foreign,
}
/** Columns for a form that creates and edits a thing: version, idempotency key and timestamps. */
export const editColumns = {
  version: withDefault(column.count),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
}

/** Columns of a form's values, with one JSON column for each localized text. */
export function columnsOfForm<Of extends Fields>({ fields }: Form<Of>): FormColumns<Of> {
  const columns = Object.entries(fields).map(([key, field]) => [
    field.of ?? key,
    field.of === undefined ? field : column.localized,
  ])
  return Object.fromEntries(columns)
}

type FormColumns<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name] extends { readonly of: infer Text extends string }
    ? Text
    : Name]: Of[Name] extends { readonly of: string } ? Column<Localized, true> : Of[Name]
}

type Columns = Readonly<Record<string, Column | Field>>

/** Complete row of a table. Fields of a form that hold a list or refer to another record have no column. */
export type RowOf<Of extends Columns> = {
  -readonly [Name in keyof Of as Of[Name] extends { holds?: readonly unknown[] } | { kind: 'thing' }
    ? never
    : Name]: Of[Name] extends { holds?: infer Value } ? Value : never
}

type NeededOf<Of extends Columns> = {
  [Name in keyof Of]: Of[Name] extends { needed?: true } ? Name : never
}[keyof Of]

type NewRow<Of extends Columns> = Partial<RowOf<Of>> & Pick<RowOf<Of>, Extract<NeededOf<Of>, keyof RowOf<Of>>>

const size = ({ max = 255 }: Column) => max

const id = () => DataTypes.BIGINT.UNSIGNED
const string = (definition: Column) => DataTypes.STRING(size(definition))

/** Database types of the kinds that have a column. */
const types: Partial<Record<ColumnKind, (definition: Column) => DataType>> = {
  key: id,
  owner: id,
  foreign: id,
  file: id,
  code: (definition) => DataTypes.CHAR(size(definition)),
  line: string,
  lines: string,
  email: string,
  money: () => DataTypes.BIGINT,
  whole: () => DataTypes.INTEGER,
  count: () => DataTypes.INTEGER.UNSIGNED,
  tick: () => DataTypes.BOOLEAN,
  choice: (definition) => DataTypes.ENUM(...(definition.options ?? []).map(({ value }) => value)),
  typed: () => DataTypes.INTEGER.UNSIGNED,
  day: () => DataTypes.DATEONLY,
  time: () => DataTypes.TIME,
  instant: () => DataTypes.DATE(3),
  degrees: () => DataTypes.DECIMAL(9, 6),
  marks: () => DataTypes.DECIMAL(6, 2),
  json: () => DataTypes.JSON,
  localized: () => DataTypes.JSON,
  language: (definition) => DataTypes.CHAR(size(definition)),
}

export type TableDescription<Row> = { readonly name: string; readonly described: Columns; readonly row?: Row }

type Table<Of extends Columns> = ModelStatic<Model<RowOf<Of>, NewRow<Of>> & RowOf<Of>> & TableDescription<RowOf<Of>>

/** The model of a table, for a caller that does not know the type of its rows. */
export const modelOf = <Row>(described: TableDescription<Row>) => described as unknown as ModelStatic<never>

/** Returns whether the field has a column. */
export const isKept = ({ kind }: Column) => kind in types

/**
 * Returns whether the column accepts NULL. A checkbox column is never null, although its form does not require it.
 */
export const isNullable = ({ kind, missing, empty }: Column) =>
  kind !== 'tick' && missing === null && empty === undefined

/** All tables described so far; a test compares them with the database. */
export const tables = new Map<string, Columns>()

/** Describes a table once: its model for writing and plain reading, its row type and its SQL columns (`columnsOf`). */
export function table<const Of extends Columns>(name: string, described: Of): Table<Of> {
  tables.set(name, described)
  const storedColumns = Object.entries(described).filter(([, of]) => isKept(of))
  const attributes = storedColumns.map(([key, of]) => [key, { type: types[of.kind]?.(of), ...keys[of.kind] }])
  const stamps = { createdAt: 'createdAt' in described, updatedAt: 'updatedAt' in described }
  const model = database().define(name, Object.fromEntries(attributes), stamps)
  return Object.assign(model, { described }) as unknown as Table<Of>
}

const keys: Partial<Record<ColumnKind, object>> = {
  key: { primaryKey: true, autoIncrement: true },
  owner: { primaryKey: true },
  language: { validate: { isIn: [languages] } },
}

const readers: Partial<Record<ColumnKind, (stored: unknown) => unknown>> = {
  tick: Boolean,
  time: (stored) => String(stored).slice(0, 5),
  localized: readLocalized,
  json: (stored) => (stored === null ? null : JSON.parse(String(stored))),
}

/** Maps `wardenName` to the column `warden_name`. */
export const columnName = (key: string) => key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** Columns of a table for a SELECT that calls it `alias`: the named ones, or all. */
export function columnsOf<Row, Name extends Extract<keyof Row, string> = Extract<keyof Row, string>>(
  { described }: TableDescription<Row>,
  alias: string,
  ...names: Name[]
): Selection<Pick<Row, Name>> {
  const all = Object.entries(described).flatMap(([key, of]) => (isKept(of) ? [key] : []))
  const columnKeys: readonly string[] = names.length > 0 ? names : all
  const selected = columnKeys.map((key) => [
    key,
    { sql: `${alias}.${columnName(key)}`, read: readers[described[key]?.kind ?? 'line'] },
  ])
  return Object.fromEntries(selected)
}

/** Locks a thing of the school by its public id for this transaction; null when the school has no such thing. */
export function lockThing<Row extends object>(
  table: TableDescription<Row>,
  { schoolId }: SchoolScope,
  publicId: string,
) {
  const whereClause = 'WHERE t.school_id = :schoolId AND t.public_id = :publicId FOR UPDATE'
  const whole = columnsOf(table, 't') as Selection<Row>
  return selectRow(whole, `FROM ${table.name} t ${whereClause}`, { schoolId, publicId })
}
