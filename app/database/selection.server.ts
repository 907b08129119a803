import type { Cell } from './bulk.server'
import { select, type Value } from './statements.server'

/** Columns of a SELECT: the SQL of each and, if the driver's value needs conversion, its reader. */
export type Selection<Row> = {
  readonly [Name in keyof Row]: { readonly sql: string; readonly read?: (stored: unknown) => Row[Name] }
}

export type RowOf<Selected> = Selected extends Selection<infer Row> ? Row : never

/** Throws for null in a column that is never null: the statement is wrong, and a default would hide this. */
const neverNull = (sql: string, stored: unknown) => {
  if (stored === null) throw new Error(`The database answered null for ${sql}`)
  return stored
}

/** A computed number: a count, or a sum (which the driver returns as text). */
export const number = (sql: string) => ({ sql, read: (stored: unknown) => Number(neverNull(sql, stored)) })
export const numberOrNull = (sql: string) => ({
  sql,
  read: (stored: unknown) => (stored === null ? null : Number(stored)),
})

/** Counts from a joined subquery; 0 when the join found no row. */
export function numbersOf<Name extends string>(alias: string, ...names: Name[]) {
  const selected = names.map((name) => [name, number(`COALESCE(${alias}.${name}, 0)`)])
  return Object.fromEntries(selected) as { readonly [Each in Name]: ReturnType<typeof number> }
}

/** A computed boolean. */
export const flag = (sql: string) => ({ sql, read: (stored: unknown) => Number(stored) === 1 })
export const text = (sql: string) => ({ sql, read: (stored: unknown) => String(neverNull(sql, stored)) })
export const textOrNull = (sql: string) => ({
  sql,
  read: (stored: unknown) => (stored === null ? null : String(stored)),
})

const dateOf = (sql: string, stored: unknown): Date => {
  if (stored instanceof Date) return stored
  throw new Error(`The database answered no instant for ${sql}`)
}

/** Day and time in UTC. Throws for a value that the driver does not return as a date. */
export const instant = (sql: string) => ({ sql, read: (stored: unknown) => dateOf(sql, stored) })
export const instantOrNull = (sql: string) => ({
  sql,
  read: (stored: unknown) => (stored === null ? null : dateOf(sql, stored)),
})

/** Value that the driver already returns in the right type, such as a word from a fixed list. */
export const wordOf = <Word>(sql: string): { sql: string; read?: (stored: unknown) => Word } => ({ sql })

/** Columns of a LEFT JOIN, which are null when the join found no row. */
export function orNone<Row>(selection: Selection<Row>): Selection<{ [Name in keyof Row]: Row[Name] | null }> {
  const columns = Object.entries(selection as Selection<Record<string, unknown>>).map(([name, { sql, read }]) => [
    name,
    { sql, read: read && ((stored: unknown) => (stored === null ? null : read(stored))) },
  ])
  return Object.fromEntries(columns)
}

/**
 * Same as `orNone`, for columns that are never null in their own table: in TypeScript, a null check of one column
 * narrows all of them.
 */
export function allOrNone<Row>(selection: Selection<Row>) {
  return orNone(selection) as Selection<Row> | Selection<{ [Name in keyof Row]: null }>
}

/** SQL between SELECT and FROM. Names are quoted, since one of them is the reserved word `leave`. */
export function sqlOf<Row>(selection: Selection<Row>): string {
  return Object.entries(selection as Selection<Record<string, unknown>>)
    .map(([name, { sql }]) => `${sql} AS \`${name}\``)
    .join(', ')
}

/** Returns a function that converts a row of the driver to one of the selection, in place. */
export function readerOf<Row>(selection: Selection<Row>): (row: object) => Row {
  const reads = Object.entries(selection as Selection<Record<string, unknown>>).flatMap(([name, { read }]) =>
    read ? [[name, read] as const] : [],
  )
  return (row) => {
    const cells = row as Record<string, unknown>
    for (const [name, read] of reads) cells[name] = read(cells[name])
    return row as Row
  }
}

/** Rows of a read that joins or counts, typed by its selection; `rest` begins with FROM. */
export async function selectRows<Row extends object>(
  selection: Selection<Row>,
  rest: string,
  values: Record<string, Value> = {},
): Promise<Row[]> {
  const rows = await select<Row>(`SELECT ${sqlOf(selection)} ${rest}`, values)
  return rows.map(readerOf(selection))
}

export async function selectRow<Row extends object>(
  selection: Selection<Row>,
  rest: string,
  values: Record<string, Value> = {},
): Promise<Row | null> {
  return (await selectRows(selection, rest, values))[0] ?? null
}

/**
 * Rows of a whole statement that no selection can describe, since its columns or tables vary: downloads and retention.
 * Cells are as the driver returns them: instants as Date; days, decimals and sums as text.
 */
export function selectCells(sql: string, values: Record<string, Value>): Promise<Array<Record<string, Cell>>> {
  return select(sql, values)
}

/** Returns whether the read has a row; `rest` begins with FROM and has neither LIMIT nor lock. */
export async function exists(rest: string, values: Record<string, Value> = {}): Promise<boolean> {
  return (await select(`SELECT 1 AS found ${rest} LIMIT 1`, values)).length > 0
}

/** Locks the rows until the caller's transaction ends; `rest` begins with FROM. */
export async function lockRows(rest: string, values: Record<string, Value>): Promise<void> {
  await select(`SELECT 1 AS found ${rest} FOR UPDATE`, values)
}
