import { QueryTypes } from 'sequelize'
import { database, type Tx } from '~/database/connection.server'

export type Cell = string | number | Date | null

const atOnce = 1_000

/**
 * Many rows in few statements: `after` follows the values (ON DUPLICATE KEY UPDATE …). Table and columns are words of ours, values
 * are escaped. Answers nothing: where ids are needed they are read by public id.
 */
export async function insertRows(
  table: string,
  columns: readonly string[],
  rows: ReadonlyArray<readonly Cell[]>,
  tx: Tx | null,
  after = '',
): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce) {
    await database().query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES :rows ${after}`, {
      type: QueryTypes.RAW,
      replacements: { rows: rows.slice(from, from + atOnce) },
      transaction: tx,
    })
  }
}

/** Parts of a long list, for IN (…). */
export function inParts<Item>(items: readonly Item[], size = atOnce): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
