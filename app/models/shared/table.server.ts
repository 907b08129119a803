import { type DataType, DataTypes, type Model, type ModelStatic } from 'sequelize'
import { database, type Selection, selectRow } from '~/database/database.server'
import type { Field, FieldKind } from './fields'
import type { SchoolScope } from './scope.server'

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

/** A column of a table as plain data, as a form's field is one. `Needed`: a new row must be given a value for it. */
type Column<Value = unknown, Needed extends boolean = boolean> = {
  readonly kind: ColumnKind
  readonly missing: Field['missing']
  readonly most?: number
  readonly options?: Field['options']
  readonly empty?: number
  readonly holds?: Value
  readonly needed?: Needed
}

const column = <Value>(kind: ColumnKind, most?: number) => ({ kind, most, missing: '' }) as Column<Value, true>

export const foreign = column<number>('foreign')
/** The row of which this is one more part, by whose id it goes: a school's settings. */
export const owner = column<number>('owner')
/** A stored file that goes with its row. */
export const file = column<number>('file')
export const code = (most: number) => column<string>('code', most)
export const text = <Value extends string = string>(most: number) => column<Value>('line', most)
export const count = column<number>('count')
export const instant = column<Date>('instant')
export const day = column<string>('day')
/** Paise. */
export const money = column<number>('money')
export const tick = column<boolean>('tick')
/** Degrees on the globe, as a text with six decimals. */
export const degrees = column<string>('degrees')
/** Marks with two decimals; read it is a text, as every DECIMAL. */
export const marks = column<number | string>('marks')
/** A time of day, `09:00`. */
export const time = column<string>('time')
/** One of these words. */
export const oneOf = <const Value extends string>(values: readonly Value[]) => ({
  ...column<Value>('choice'),
  options: values.map((value) => ({ value, label: value })),
})
/** A list or an object, kept as a text. */
export const json = <Value>() => column<Value>('json')

/** A column that may be empty. */
export const orNull = <Value>(of: Column<Value>) => ({ ...of, missing: null }) as Column<Value | null, false>
/** A column that the database, or Sequelize, fills in where a new row says nothing. */
export const given = <Value>(of: Column<Value>) => of as Column<Value, false>

/** What every thing of a school has that an address names. */
export const thing = { id: given(column<number>('key')), publicId: code(12), schoolId: foreign }
/** What a form that makes and edits a thing needs: which save of it this is, the once-only key, and when. */
export const edited = { version: given(count), formKey: text(40), createdAt: given(instant), updatedAt: given(instant) }

type Columns = Readonly<Record<string, Column | Field>>

/** A row whole. What a form holds as a list, or of another table, is no column. */
export type RowOf<Of extends Columns> = {
  -readonly [Name in keyof Of as Of[Name] extends { holds?: readonly unknown[] } | { kind: 'thing' }
    ? never
    : Name]: Of[Name] extends {
    holds?: infer Value
  }
    ? Value
    : never
}

type NeededOf<Of extends Columns> = {
  [Name in keyof Of]: Of[Name] extends { needed?: true } ? Name : never
}[keyof Of]

/** A row to be written. */
type NewRow<Of extends Columns> = Partial<RowOf<Of>> & Pick<RowOf<Of>, Extract<NeededOf<Of>, keyof RowOf<Of>>>

const size = ({ most = 255 }: Column) => most

const id = () => DataTypes.BIGINT.UNSIGNED
const string = (of: Column) => DataTypes.STRING(size(of))

/** What keeps each kind; the others are no columns. */
const types: Partial<Record<ColumnKind, (of: Column) => DataType>> = {
  ...{ key: id, owner: id, foreign: id, file: id },
  code: (of) => DataTypes.CHAR(size(of)),
  ...{ line: string, lines: string, email: string },
  money: () => DataTypes.BIGINT,
  whole: () => DataTypes.INTEGER,
  count: () => DataTypes.INTEGER.UNSIGNED,
  tick: () => DataTypes.BOOLEAN,
  choice: (of) => DataTypes.ENUM(...(of.options ?? []).map(({ value }) => value)),
  typed: () => DataTypes.INTEGER.UNSIGNED,
  day: () => DataTypes.DATEONLY,
  time: () => DataTypes.TIME,
  instant: () => DataTypes.DATE(3),
  degrees: () => DataTypes.DECIMAL(9, 6),
  marks: () => DataTypes.DECIMAL(6, 2),
  json: () => DataTypes.JSON,
}

/** A table's description, with the type of its rows. */
export type Described<Row> = { readonly name: string; readonly described: Columns; readonly row?: Row }

/** A table's model. */
type Table<Of extends Columns> = ModelStatic<Model<RowOf<Of>, NewRow<Of>> & RowOf<Of>> & Described<RowOf<Of>>

/** Whether it is a column. */
export const isKept = ({ kind }: Column) => kind in types

/** All tables that were described so far; a test holds them against the database. */
export const tables = new Map<string, Columns>()

/** A table, described once: its model for writing and plain reading, the type of its rows, its columns for SQL (`columnsOf`). */
export function table<const Of extends Columns>(name: string, described: Of): Table<Of> {
  tables.set(name, described)
  const kept = Object.entries(described).filter(([, of]) => isKept(of))
  const attributes = kept.map(([key, of]) => [key, { type: types[of.kind]?.(of), ...keys[of.kind] }])
  const stamps = { createdAt: 'createdAt' in described, updatedAt: 'updatedAt' in described }
  const model = database().define(name, Object.fromEntries(attributes), stamps)
  return Object.assign(model, { described }) as unknown as Table<Of>
}

const keys: Partial<Record<ColumnKind, object>> = {
  key: { primaryKey: true, autoIncrement: true },
  owner: { primaryKey: true },
}

/** How the driver's value becomes ours, where it is not yet. */
const readers: Partial<Record<ColumnKind, (stored: unknown) => unknown>> = {
  tick: Boolean,
  time: (stored) => String(stored).slice(0, 5),
  json: (stored) => (stored === null ? null : JSON.parse(String(stored))),
}

/** `wardenName` is the column `warden_name`. */
export const columnName = (key: string) => key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

/** Columns of a table for a SELECT in which it is called `alias`: the named ones, or all. */
export function columnsOf<Row, Name extends Extract<keyof Row, string> = Extract<keyof Row, string>>(
  { described }: Described<Row>,
  alias: string,
  ...names: Name[]
): Selection<Pick<Row, Name>> {
  const all = Object.entries(described).flatMap(([key, of]) => (isKept(of) ? [key] : []))
  const wanted: readonly string[] = names.length > 0 ? names : all
  const selected = wanted.map((key) => [
    key,
    { sql: `${alias}.${columnName(key)}`, read: readers[described[key]?.kind ?? 'line'] },
  ])
  return Object.fromEntries(selected)
}

/** A thing of the school by its public id, held by this transaction; null where the school has none such. */
export function lockThing<Row extends object>(table: Described<Row>, { schoolId }: SchoolScope, publicId: string) {
  const where = 'WHERE t.school_id = :schoolId AND t.public_id = :publicId FOR UPDATE'
  const whole = columnsOf(table, 't') as Selection<Row>
  return selectRow(whole, `FROM ${table.name} t ${where}`, { schoolId, publicId })
}
