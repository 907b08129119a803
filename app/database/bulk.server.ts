import { setImmediate as breathe } from 'node:timers/promises'
import mysql from 'mysql2'
import { sendRows } from './statements.server'

export type Cell = string | number | Date | null

const atOnce = 1_000

/**
 * Inserts many rows in few statements, and prepares the next statement while the database runs one. `after` follows the
 * values (ON DUPLICATE KEY UPDATE …). Table and columns must be constants of our code; values are escaped. `rows` may
 * be a generator, so that memory never holds all rows. Returns nothing: read ids by public id where needed.
 */
export async function insertRows(
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
  after = '',
): Promise<void> {
  const head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `
  let sending: Promise<void> | undefined
  let tuples: string[] = []
  const flush = async () => {
    await sending
    sending = sendRows(head, `${head}${tuples.join(',')} ${after}`)
    // The next await reports an error. Until then, Node would treat it as an unhandled rejection without this handler.
    sending.catch(() => {})
    tuples = []
    await breathe()
  }
  for (const row of rows) {
    tuples.push(tupleOf(row))
    if (tuples.length === atOnce) await flush()
  }
  if (tuples.length > 0) await flush()
  await sending
}

/**
 * Updates many rows of a table in few statements. Each of `rows` is a row's id followed by its new values; null leaves
 * a column unchanged. `also` is an SQL assignment that applies to every row.
 */
export async function updateRows(
  table: string,
  idColumn: string,
  columns: readonly string[],
  rows: ReadonlyArray<readonly [id: number, ...cells: Cell[]]>,
  schoolId: number,
  also = 'updated_at = UTC_TIMESTAMP(3)',
): Promise<void> {
  const shape = columns.map((column, index) => `${column} TEXT PATH '$[${index + 1}]'`)
  const sets = columns.map((column) => `t.${column} = COALESCE(v.${column}, t.${column})`)
  for (const part of inParts(rows)) {
    await sendRows(
      `UPDATE ${table} SET`,
      `UPDATE ${table} t
       JOIN JSON_TABLE(${mysql.escape(JSON.stringify(part))}, '$[*]' COLUMNS (row_id BIGINT UNSIGNED PATH '$[0]', ${shape.join(', ')})) v
         ON v.row_id = t.${idColumn}
       SET ${[...sets, `t.${also}`].join(', ')}
       WHERE t.school_id = ${mysql.escape(schoolId)}`,
    )
  }
}

/** Target of `setRows`: a table, its key, the columns to set, and the columns that must not have changed. */
export interface RowsToSet {
  table: string
  /** Columns of the key: whole numbers. */
  keys: readonly string[]
  columns: readonly string[]
  /** Columns whose text must still equal the passed value; otherwise the row is not changed. */
  same?: readonly string[]
  /** SQL condition that limits the row `t` to the school's rows. */
  ofSchool: string
}

/**
 * Sets columns of many rows in few statements. Unlike in `updateRows`, null sets a column to null. Each of `rows` has
 * the values of `keys`, `columns` and `same`, in this order. Names and `ofSchool` must be constants of our code; values
 * are escaped.
 */
export async function setRows(
  { table, keys, columns, same = [], ofSchool }: RowsToSet,
  rows: ReadonlyArray<readonly Cell[]>,
): Promise<void> {
  const shape = [
    ...keys.map((_, index) => `key_${index} BIGINT UNSIGNED PATH '$[${index}]'`),
    ...columns.map((_, index) => `cell_${index} LONGTEXT PATH '$[${keys.length + index}]'`),
    ...same.map((_, index) => `same_${index} LONGTEXT PATH '$[${keys.length + columns.length + index}]'`),
  ]
  const conditions = [
    ofSchool,
    // Compare bytes, because the collations of the column and of the JSON text differ.
    ...same.map((column, index) => `CAST(t.\`${column}\` AS BINARY) <=> CAST(v.same_${index} AS BINARY)`),
  ]
  for (const part of inParts(rows)) {
    await sendRows(
      `UPDATE ${table} SET`,
      `UPDATE ${table} t
       JOIN JSON_TABLE(${mysql.escape(JSON.stringify(part))}, '$[*]' COLUMNS (${shape.join(', ')})) v
         ON ${keys.map((key, index) => `t.\`${key}\` = v.key_${index}`).join(' AND ')}
       SET ${columns.map((column, index) => `t.\`${column}\` = v.cell_${index}`).join(', ')}
       WHERE ${conditions.join(' AND ')}`,
    )
    await breathe()
  }
}

/**
 * Escapes values with the driver, because Sequelize's replacements would scan every statement again for names. The
 * driver leaves an escaped text in many pieces; `join` combines them.
 */
function tupleOf(row: readonly Cell[]): string {
  const cells = row.map((cell) =>
    typeof cell === 'number' ? cell : cell instanceof Date ? instantOf(cell) : mysql.escape(cell),
  )
  return `(${cells.join(',')})`
}

let lastInstant: [at: number, text: string] = [0, '']

/** Caches the last instant: most rows of a statement share it. */
function instantOf(date: Date): string {
  const at = date.getTime()
  if (lastInstant[0] !== at) lastInstant = [at, mysql.escape(date, false, 'Z')]
  return lastInstant[1]
}

/** Splits a long list for IN (…). */
export function inParts<Item>(items: readonly Item[], size = atOnce): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
