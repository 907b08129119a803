import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { QueryTypes, Sequelize, Transaction } from 'sequelize'
import { env, isLoopback } from '~/env.server'
import { againOnCollision } from './retry.server'

export type Tx = Transaction
export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number)[]

const queries = new AsyncLocalStorage<{ count: number }>()
let instance: Sequelize | undefined

/** The one connection pool of this process. Instants are read and written as UTC, days (DATE) as `YYYY-MM-DD` text. */
export function database(): Sequelize {
  instance ??= openPool()
  return instance
}

function openPool(): Sequelize {
  const pool = new Sequelize(env().DATABASE_URL.replace(/^mariadb:/, 'mysql:'), {
    dialect: 'mysql',
    timezone: '+00:00',
    isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED,
    pool: { max: env().DATABASE_POOL, min: 0, acquire: 15_000, idle: 30_000 },
    define: { underscored: true, freezeTableName: true },
    dialectOptions: { dateStrings: ['DATE'], connectTimeout: 5_000, ...encryption() },
    logging: () => {
      const counter = queries.getStore()
      if (counter) counter.count++
    },
  })
  pool.addHook('afterConnect', (connection) => setUp(connection as RawConnection))
  return pool
}

/** With DATABASE_CA no connection is made in the clear, or to a server whose certificate that authority has not signed for this host. */
function encryption(): { ssl?: object } {
  const { DATABASE_CA: file, DATABASE_URL: address } = env()
  if (!file) return {}
  return { ssl: { ca: readFileSync(file), minVersion: 'TLSv1.2', verifyIdentity: !isLoopback(address) } }
}

interface RawConnection {
  query(sql: string, done: (error: Error | null) => void): void
}

// Lists in one column (GROUP_CONCAT) would be cut off without a word after 1,024 bytes, which is MySQL's default. And what a statement
// means is ours to say: a server may cut what is too long, refuse a GROUP BY by names (MySQL's default) or read "x" as a column.
const settings = `SET SESSION group_concat_max_len = 1048576, sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`

function setUp(connection: RawConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(settings, (error) => (error ? reject(error) : resolve()))
  })
}

/** Rows of a read that joins or counts; named parameters (`:name`) only. Give `tx` to read inside a transaction. */
export function select<Row extends object>(
  sql: string,
  replacements: Record<string, Value> = {},
  tx?: Tx | null,
): Promise<Row[]> {
  return database().query<Row>(sql, { type: QueryTypes.SELECT, replacements, transaction: tx ?? null, raw: true })
}

/** The first row of a read, or null. */
export async function selectOne<Row extends object>(
  sql: string,
  replacements: Record<string, Value> = {},
  tx?: Tx | null,
): Promise<Row | null> {
  return (await select<Row>(sql, replacements, tx))[0] ?? null
}

/**
 * A relative update, insert … select or delete; answers how many rows it changed. Outside of a transaction it is one by itself, and is
 * tried again when it collides with another.
 */
export async function execute(sql: string, replacements: Record<string, Value>, tx?: Tx | null): Promise<number> {
  const run = async () => {
    const [, changed] = await database().query(sql, {
      type: QueryTypes.UPDATE,
      replacements,
      transaction: tx ?? null,
    })
    return changed
  }
  return tx ? run() : againOnCollision(run)
}

/** Counts the statements that `work` sends, for the budgets of the integration tests and the query report. */
export async function countQueries<T>(work: () => Promise<T>): Promise<{ value: T; count: number }> {
  const counter = { count: 0 }
  const value = await queries.run(counter, work)
  return { value, count: counter.count }
}

/** Statements sent so far in the counted work around this call; 0 outside of any. */
export function queriesSoFar(): number {
  return queries.getStore()?.count ?? 0
}

export async function closeDatabase(): Promise<void> {
  await instance?.close()
  instance = undefined
}
