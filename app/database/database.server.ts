/** Database functions for models. */

export { type Cell, inParts, insertRows, updateRows } from './bulk.server'
export {
  closeDatabase,
  database,
  execute,
  outsideTransaction,
  requireTransaction,
  select,
  selectOne,
} from './connection.server'
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
  readerOf,
  type Selection,
  selectCells,
  selectRow,
  selectRows,
  sqlOf,
  text,
  textOrNull,
  wordOf,
} from './selection.server'
export { afterCommit, inTransaction } from './transaction.server'
export { countQueries } from './work.server'
