import { select as readRows } from '~/database/statements.server'

/** Raw reads for tests: the caller states the type of the row. Product code reads through selections. */
export { readRows }

/** The first row of a raw read, or null. */
export async function readRow<Row extends object>(...read: Parameters<typeof readRows>): Promise<Row | null> {
  return (await readRows<Row>(...read))[0] ?? null
}
