/** Raw reads for tests: the caller states the type of the row. Product code reads through selections. */
export { select as readRows, selectOne as readRow } from '~/database/connection.server'
