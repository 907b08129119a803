import { setImmediate as breathe } from 'node:timers/promises'
import mysql from 'mysql2'
import { sendRows } from './statements.server'

export type Cell = string | number | Date | null

const atOnce = 1_000

/**
 * Inserts many rows in few statements. `after` follows the values (ON DUPLICATE KEY UPDATE …). Table and columns must
 * be constants of our code; values are escaped. Prepares the next statement while the database runs one. `rows` may be
 * a generator, which is never held in memory as a whole. Returns nothing: read ids by public id where needed.
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
    // A later await reports an error; without this handler it would count as an unhandled rejection until then.
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
 * Updates many rows of a table in few statements. Each of `rows` is the row's id and its own values, where null leaves
 * a column unchanged. `also` is set on every row.
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

/**
 * Uses the driver's escaping: Sequelize's replacements would scan every statement again for names. Joining makes one
 * text of the many pieces in which the driver leaves an escaped one.
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
