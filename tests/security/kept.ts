import { createConnection } from 'mysql2/promise'
import { storedColumns, volatileTables } from './stored'

/** A copy of all stored rows, to restore from. */
export interface Kept {
  /** Restores the rows of these tables, and of the tables that any request may write. */
  restore: (tables: readonly string[]) => Promise<void>
  /** Deletes all rows of these tables, without cascades. */
  empty: (tables: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

/**
 * Copies the rows of this process's database. Restoring a table takes a thousandth of the time of creating new data, so
 * each request of a test can start from untouched data.
 */
export async function keepContent(): Promise<Kept> {
  const columns = await storedColumns()
  const uri = (process.env.DATABASE_URL ?? '').replace(/^mariadb:/, 'mysql:')
  const connection = await createConnection({ uri, multipleStatements: true })
  // Rows are restored in any order, and deletions must not cascade.
  await connection.query('SET SESSION foreign_key_checks = 0')
  const listOf = (name: string) => (columns.get(name) ?? []).map((column) => `\`${column}\``).join(', ')
  for (const name of columns.keys()) {
    // Temporary tables end with the connection.
    await connection.query(`CREATE TEMPORARY TABLE \`kept_${name}\` AS SELECT ${listOf(name)} FROM \`${name}\``)
  }
  return {
    async restore(tables) {
      const statements = [...new Set([...volatileTables, ...tables])].flatMap((name) => [
        `DELETE FROM \`${name}\``,
        `INSERT INTO \`${name}\` (${listOf(name)}) SELECT * FROM \`kept_${name}\``,
      ])
      await connection.query(statements.join('; '))
    },
    async empty(tables) {
      await connection.query(tables.map((name) => `DELETE FROM \`${name}\``).join('; '))
    },
    close: () => connection.end(),
  }
}
