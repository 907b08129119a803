/** Database functions for models. */

export { type Cell, inParts, insertRows, setRows, updateRows } from './bulk.server'
export { closeDatabase, connectionOptions, database, poolUse } from './connection.server'
export { openRows, type RowStream } from './row-stream.server'
export {
  allOrNone,
  exists,
  flag,
  instant,
  instantOrNull,
  lockRows,
  number,
  numberOrNull,
  numbersOf,
  orNone,
  type RowOf,
  type Selection,
  selectCells,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from './selection.server'
export { execute } from './statements.server'
export { afterCommit, inTransaction } from './transaction.server'
export { outsideTransaction, requireTransaction } from './transaction-store.server'
export { countQueries } from './work.server'
