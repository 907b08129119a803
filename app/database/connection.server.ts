import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { ConnectionAcquireTimeoutError, DatabaseError, QueryTypes, Sequelize, Transaction } from 'sequelize'
import { env, isLoopback } from '~/env.server'
import { isDatabaseGone, isRetryable } from './errors.server'
import { impatient, type NewConnection, setUp } from './new-connection.server'
import { againOnCollision } from './retry.server'
import { isForRequest, noteStatement } from './work.server'

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number)[]

type Around = AsyncLocalStorage<Map<string, unknown>>

const slot = Symbol.for('shala.transaction')
const shared = globalThis as { [slot]?: Around }
shared[slot] ??= new AsyncLocalStorage()

/**
 * State of the surrounding transaction: Sequelize stores the transaction itself here (`useCLS`). One per process, like
 * Sequelize's, even if this module is loaded several times (by tests, by Vite after a change).
 */
const around = shared[slot]

// biome-ignore lint/correctness/useHookAtTopLevel: a method of Sequelize, not a hook of React.
Sequelize.useCLS({
  run: (work: (store: Map<string, unknown>) => void) => {
    const store = new Map<string, unknown>()
    return around.run(store, () => work(store))
  },
  get: (name: string) => around.getStore()?.get(name),
  set: (name: string, value: unknown) => around.getStore()?.set(name, value),
  bind: AsyncResource.bind,
})

export function currentTransaction(): Map<string, unknown> | null {
  const store = around.getStore()
  return store?.get('transaction') ? store : null
}

/** Throws outside a transaction: for steps of a larger change that must all happen or none. */
export function requireTransaction(): void {
  if (!currentTransaction()) throw new Error('This belongs inside a transaction')
}

/** Runs `work` outside the surrounding transaction: it reads committed data, and its writes persist. */
export function outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return around.run(new Map(), work)
}

let instance: Sequelize | undefined

/**
 * The connection pool of this process; with DATABASE_REPLICA_URL a second one, for reads outside transactions
 * (Sequelize chooses). Instants are read and written as UTC, days (DATE) as `YYYY-MM-DD` text.
 */
export function database(): Sequelize {
  instance ??= openPool()
  return instance
}

function openPool(): Sequelize {
  const { DATABASE_URL: address, DATABASE_REPLICA_URL: replica } = env()
  const reader = replica && { ...serverAt(replica), isReplica: true }
  const pool = new Sequelize(address.replace(/^mariadb:/, 'mysql:'), {
    ...(reader ? { replication: { write: serverAt(address), read: [reader] } } : {}),
    dialect: 'mysql',
    timezone: '+00:00',
    isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED,
    pool: { max: env().DATABASE_POOL, min: 0, acquire: 15_000, idle: 30_000 },
    define: { underscored: true, freezeTableName: true },
    dialectOptions: { dateStrings: ['DATE'], connectTimeout: 5_000, ...encryption() },
    // Called for each statement before it is sent.
    logging: noteStatement,
  })
  pool.addHook('afterConnect', (connection, config) => {
    const raw = connection as NewConnection
    impatient(raw, limitOf)
    return setUp(raw, 'isReplica' in config).catch((error: unknown) => {
      raw.destroy()
      // Mark every server error as fatal: this server is unusable now.
      throw error instanceof Error && 'errno' in error ? Object.assign(error, { fatal: true }) : error
    })
  })
  waitBriefly(pool)
  return watched(pool)
}

/**
 * Timeout of a request's statement in milliseconds: a read may take as long as a request waits for a connection; a
 * write or a statement in a transaction three times as long, since it may wait for a lock. Background work has no
 * limit.
 */
function limitOf(sql: string): number | null {
  if (!isForRequest()) return null
  const { DATABASE_PATIENCE_MS: patience } = env()
  const isRead = /^[\s(]*(SELECT|WITH)\b/i.test(sql) && currentTransaction() === null
  return isRead ? patience : 3 * patience
}

/**
 * Limits a request's wait for a connection to the timeout of a read; a connection that comes later goes back to the
 * pool.
 */
function waitBriefly(pool: Sequelize): void {
  const manager = pool.connectionManager
  const get = manager.getConnection.bind(manager)
  manager.getConnection = (options) => {
    if (!isForRequest()) return get(options)
    let isLate = false
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        isLate = true
        reject(new ConnectionAcquireTimeoutError(new Error('All connections of this process are busy')))
      }, env().DATABASE_PATIENCE_MS)
      void get(options)
        .then((connection) => (isLate ? manager.releaseConnection(connection) : resolve(connection)), reject)
        .finally(() => clearTimeout(timer))
    })
  }
}

interface Asked {
  type?: string
  useMaster?: boolean
}

const writes = /^\s*(INSERT|REPLACE|UPDATE|DELETE)\b/i

/**
 * Every statement passes through here. A write outside a transaction is retried when it conflicts with another; a read
 * that its replica could not answer goes to the primary server.
 */
function watched(pool: Sequelize): Sequelize {
  const send = pool.query.bind(pool) as (sql: unknown, options: Asked) => Promise<unknown>
  async function query(sql: string | { query: string }, options: Asked = {}): Promise<unknown> {
    const statement = typeof sql === 'string' ? sql : sql.query
    if (writes.test(statement)) {
      const write = () => send(sql, options)
      return currentTransaction() ? write() : againOnCollision(write)
    }
    try {
      return await send(sql, options)
    } catch (error) {
      if (options.type !== QueryTypes.SELECT || currentTransaction() || !env().DATABASE_REPLICA_URL) throw error
      // Use the primary for retryable errors as well: a replica that has just lost its cluster times out (1205) waiting
      // for the others' commits.
      if (!isDatabaseGone(error) && !isRetryable(error)) throw error
      return send(sql, { ...options, useMaster: true })
    }
  }
  return Object.assign(pool, { query })
}

/** Sequelize accepts several servers only as separate fields, not as URLs. */
function serverAt(address: string) {
  const { hostname, port, username, password, pathname } = new URL(address)
  return {
    host: hostname,
    port: port || '3306',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  }
}

/** Runs `work` in a transaction of its own. */
export function transact<T>(work: () => Promise<T>): Promise<T> {
  return database().transaction(work)
}

interface Carrier {
  connection: { query(sql: string, callback: (error: Error | null) => void): void }
}

/**
 * Sends a statement with many inlined rows, in the surrounding transaction or its own. Sequelize would scan its text
 * several times to classify it, which costs more for a megabyte than sending it.
 * @param begins operation and table, as in the statement (`UPDATE students SET`)
 */
export async function sendRows(begins: string, sql: string): Promise<void> {
  const transaction = currentTransaction()?.get('transaction') as Carrier | undefined
  if (!transaction) return againOnCollision(() => transact(() => sendRows(begins, sql)))
  noteStatement()
  await new Promise<void>((resolve, reject) => {
    // Wrap the error as Sequelize does: the driver's message repeats values, which must not reach the log.
    const wrapError = (error: Error) => new DatabaseError(Object.assign(error, { sql: begins }))
    transaction.connection.query(sql, (error) => (error ? reject(wrapError(error)) : resolve()))
  })
}

/** Options for a connection outside the pool: session state, such as a lock, must not leak to others. */
export function connectionOptions() {
  return { uri: env().DATABASE_URL.replace(/^mariadb:/, 'mysql:'), connectTimeout: 5_000, ...encryption() }
}

/**
 * TLS options. With DATABASE_CA, plain-text connections are refused, and so is a server whose certificate this
 * authority has not signed for its host name.
 */
function encryption(): { ssl?: object } {
  const { DATABASE_CA: file, DATABASE_URL: address } = env()
  if (!file) return {}
  return { ssl: { ca: readFileSync(file), minVersion: 'TLSv1.2', verifyIdentity: !isLoopback(address) } }
}

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
 * Runs a relative update, insert … select or delete and returns the number of changed rows. Outside a transaction it
 * runs in its own.
 */
export async function execute(sql: string, replacements: Record<string, Value>): Promise<number> {
  const [, changed] = await database().query(sql, { type: QueryTypes.UPDATE, replacements })
  return changed
}

export async function closeDatabase(): Promise<void> {
  await instance?.close()
  instance = undefined
}
