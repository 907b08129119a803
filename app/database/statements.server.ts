import { DatabaseError, QueryTypes } from 'sequelize'
import { database } from './connection.server'
import { againOnCollision } from './retry.server'
import { currentTransaction, requireTransaction } from './transaction-store.server'
import { noteStatement } from './work.server'

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number)[]

/**
 * Rows of a read, in the surrounding transaction if any; named parameters (`:name`) only. Nothing checks the type of
 * the row, so only selections and tests call this.
 */
export async function select<Row extends object>(
  sql: string,
  replacements: Record<string, Value> = {},
): Promise<Row[]> {
  // A lock outside a transaction protects nothing.
  if (sql.includes('FOR UPDATE') || sql.includes('LOCK IN SHARE MODE')) requireTransaction()
  return database().query<Row>(sql, { type: QueryTypes.SELECT, replacements, raw: true })
}

/**
 * Runs an UPDATE, INSERT … SELECT or DELETE and returns the number of changed rows. Outside a transaction, the
 * statement is a transaction of its own.
 */
export async function execute(sql: string, replacements: Record<string, Value>): Promise<number> {
  const [, changed] = await database().query(sql, { type: QueryTypes.UPDATE, replacements })
  return changed
}

/** Runs `work` in a separate transaction. */
export function transact<T>(work: () => Promise<T>): Promise<T> {
  return database().transaction(work)
}

/** Sequelize's transaction, with the driver's connection that it runs on. */
interface OpenTransaction {
  connection: { query(sql: string, callback: (error: Error | null) => void): void }
}

/**
 * Sends a statement with many inlined rows, in the surrounding transaction or its own. Bypasses Sequelize, which would
 * scan the text several times to classify it: for a megabyte, that takes longer than sending it.
 * @param operation operation and table, as in the statement (`UPDATE students SET`)
 */
export async function sendRows(operation: string, sql: string): Promise<void> {
  const transaction = currentTransaction()?.get('transaction') as OpenTransaction | undefined
  if (!transaction) return againOnCollision(() => transact(() => sendRows(operation, sql)))
  noteStatement()
  await new Promise<void>((resolve, reject) => {
    // Wrap the error as Sequelize does: the driver's message repeats values, which must not reach the log.
    const wrapError = (error: Error) => new DatabaseError(Object.assign(error, { sql: operation }))
    transaction.connection.query(sql, (error) => (error ? reject(wrapError(error)) : resolve()))
  })
}
