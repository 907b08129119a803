import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConnectionAcquireTimeoutError, DatabaseError, QueryTypes, Sequelize, Transaction } from 'sequelize'
import { env, isLoopback } from '~/env.server'
import { isDatabaseGone, isRetryable } from './errors.server'
import { impatient, type NewConnection, setUp } from './new-connection.server'
import { againOnCollision } from './retry.server'
import { actingFor, isForRequest, noteStatement, shownWrites } from './work.server'

export type Value = string | number | boolean | Date | Buffer | null | readonly (string | number)[]

type Around = AsyncLocalStorage<Map<string, unknown>>

const slot = Symbol.for('shala.transaction')
const shared = globalThis as { [slot]?: Around }
shared[slot] ??= new AsyncLocalStorage()

/**
 * What belongs to the transaction around a piece of work: Sequelize keeps the transaction itself here (`useCLS`). One for the process, as
 * Sequelize's is, however often this module is loaded (by the tests, by Vite after a change).
 */
const around = shared[slot]

// biome-ignore lint/correctness/useHookAtTopLevel: Sequelize's word for it, not React's.
Sequelize.useCLS({
  run: (work: (store: Map<string, unknown>) => void) => {
    const store = new Map<string, unknown>()
    return around.run(store, () => work(store))
  },
  get: (name: string) => around.getStore()?.get(name),
  set: (name: string, value: unknown) => around.getStore()?.set(name, value),
  bind: AsyncResource.bind,
})

/** The store of the transaction around this call, or null. */
export function currentTransaction(): Map<string, unknown> | null {
  const store = around.getStore()
  return store?.get('transaction') ? store : null
}

/** For steps of a larger change: both happen or neither, so that they are wrong outside of a transaction. */
export function requireTransaction(): void {
  if (!currentTransaction()) throw new Error('This belongs inside a transaction')
}

/** Runs `work` as if no transaction were around it: what it reads is committed, and what it writes stays. */
export function outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return around.run(new Map(), work)
}

let instance: Sequelize | undefined

/**
 * The one connection pool of this process; with DATABASE_REPLICA_URL one more, for reads outside of transactions (Sequelize chooses).
 * Instants are read and written as UTC, days (DATE) as `YYYY-MM-DD` text.
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
    // Of each statement, before it is sent: `Executing (…): SELECT …`.
    logging: (logged) => noteStatement(logged.slice(logged.indexOf(': ') + 2)),
  })
  pool.addHook('afterConnect', (connection, config) => {
    const raw = connection as NewConnection
    impatient(raw, limitOf)
    return setUp(raw, 'isReplica' in config).catch((error: unknown) => {
      raw.destroy()
      // Whatever the server itself said, it serves nobody now.
      throw error instanceof Error && 'errno' in error ? Object.assign(error, { fatal: true }) : error
    })
  })
  waitBriefly(pool)
  return watched(pool)
}

/**
 * How long a statement of a request may take, in milliseconds: what only reads as long as a request waits for a connection, and within a transaction
 * three times as long, since there it may wait for a lock. Work that nobody waits for takes the time it needs.
 */
function limitOf(sql: string): number | null {
  if (!isForRequest()) return null
  const { DATABASE_PATIENCE_MS: patience } = env()
  const isRead = /^[\s(]*(SELECT|WITH)\b/i.test(sql) && currentTransaction() === null
  return isRead ? patience : 3 * patience
}

/** A request waits for a connection no longer than for an answer; one that comes later goes back to the pool. */
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
  logging?: unknown
  useMaster?: boolean
  replacements?: { schoolId?: unknown }
}

const writes = /^\s*(INSERT|REPLACE|UPDATE|DELETE)\b/i

/**
 * Every statement passes here. What is written outside of a transaction is tried again when it collides with another. What writes rows of
 * kept pages has a transaction, its own where none is around it, which notes them; a read that its replica could not answer is asked of the
 * server that is written to.
 */
function watched(pool: Sequelize): Sequelize {
  const send = pool.query.bind(pool) as (sql: unknown, options: Asked) => Promise<unknown>
  async function query(sql: string | { query: string }, options: Asked = {}): Promise<unknown> {
    const statement = typeof sql === 'string' ? sql : sql.query
    if (writes.test(statement)) {
      const tables = options.logging === false ? [] : shownWrites(statement)
      const write = () => {
        noteWritten(tables, options.replacements?.schoolId)
        return send(sql, options)
      }
      if (currentTransaction()) return write()
      return againOnCollision(() => (tables.length > 0 ? transact(write) : write()))
    }
    try {
      return await send(sql, options)
    } catch (error) {
      if (options.type !== QueryTypes.SELECT || currentTransaction() || !env().DATABASE_REPLICA_URL) throw error
      // Retryable: it waited in vain for what the others have committed (1205), as a server that has just lost them does.
      if (!isDatabaseGone(error) && !isRetryable(error)) throw error
      return send(sql, { ...options, useMaster: true })
    }
  }
  return Object.assign(pool, { query })
}

/** Sequelize takes several servers by their parts only. */
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

const writtenRows = 'written'

/** Keeps with the transaction which tables of kept pages it writes, and whose rows: the statement's own school before that of whoever acts. */
function noteWritten(tables: readonly string[], given: unknown): void {
  const store = currentTransaction()
  if (!store || tables.length === 0) return
  const school = typeof given === 'number' ? given : actingFor()
  const before = (store.get(writtenRows) ?? []) as string[]
  store.set(writtenRows, [...before, ...tables.map((table) => `${school} ${table}`)])
}

/**
 * Runs `work` in a transaction of its own. Its last statement gives what it wrote of kept pages another version (decision 38): whoever
 * writes the same waits there for the commit, so that no version is seen before its rows.
 */
export function transact<T>(work: () => Promise<T>): Promise<T> {
  return database().transaction(async () => {
    const value = await work()
    const written = new Set((currentTransaction()?.get(writtenRows) ?? []) as string[])
    if (written.size > 0) await moveVersions([...written].sort())
    return value
  })
}

interface Carrier {
  connection: { query(sql: string, done: (error: Error | null) => void): void }
}

/**
 * Sends a statement of many rows, values and all, in the transaction around it or one of its own. Sequelize reads the text of whatever it
 * is given several times over, to know what it may be; of a megabyte that is more work than sending it.
 * @param begins what it does to which table, as the statement says it (`UPDATE students SET`)
 */
export async function sendRows(begins: string, sql: string): Promise<void> {
  const transaction = currentTransaction()?.get('transaction') as Carrier | undefined
  if (!transaction) return againOnCollision(() => transact(() => sendRows(begins, sql)))
  noteStatement(begins)
  noteWritten(shownWrites(begins), undefined)
  await new Promise<void>((resolve, reject) => {
    // As Sequelize tells it: the driver's own message repeats values, which no log may have.
    const told = (error: Error) => new DatabaseError(Object.assign(error, { sql: begins }))
    transaction.connection.query(sql, (error) => (error ? reject(told(error)) : resolve()))
  })
}

/** Gives what was written (`school table`, sorted) a version that it never had. */
export function moveVersions(written: readonly string[]): Promise<unknown> {
  // Drawn, not counted: after a backup was taken back no number comes twice.
  const version = randomBytes(8).readBigUInt64BE() >> 4n
  const rows = written.map((one) => one.replace(/(\d+) (\w+)/, `($1, '$2', ${version})`))
  const sql = `INSERT INTO table_versions (school_id, table_name, version) VALUES ${rows.join(', ')}
    ON DUPLICATE KEY UPDATE version = VALUES(version)`
  return database().query(sql, { type: QueryTypes.RAW })
}

/** From here on no page stands that a browser kept: each of them reads `students`, to know who is signed in. */
export async function giveUpKeptPages(): Promise<void> {
  await moveVersions(['0 students'])
}

/** For a connection beside the pool: what a session holds, such as a lock, must not come back to others. */
export function connectionOptions() {
  return { uri: env().DATABASE_URL.replace(/^mariadb:/, 'mysql:'), connectTimeout: 5_000, ...encryption() }
}

/** With DATABASE_CA no connection is made in the clear, or to a server whose certificate that authority has not signed for this host. */
function encryption(): { ssl?: object } {
  const { DATABASE_CA: file, DATABASE_URL: address } = env()
  if (!file) return {}
  return { ssl: { ca: readFileSync(file), minVersion: 'TLSv1.2', verifyIdentity: !isLoopback(address) } }
}

/** Rows of a read that joins or counts, in the transaction around it if there is one; named parameters (`:name`) only. */
export async function select<Row extends object>(
  sql: string,
  replacements: Record<string, Value> = {},
): Promise<Row[]> {
  // A lock that nothing holds protects nobody.
  if (sql.includes('FOR UPDATE') || sql.includes('LOCK IN SHARE MODE')) requireTransaction()
  return database().query<Row>(sql, { type: QueryTypes.SELECT, replacements, raw: true })
}

/** The first row of a read, or null. */
export async function selectOne<Row extends object>(
  sql: string,
  replacements: Record<string, Value> = {},
): Promise<Row | null> {
  return (await select<Row>(sql, replacements))[0] ?? null
}

/** A relative update, insert … select or delete; answers how many rows it changed. Outside of a transaction it is one by itself. */
export async function execute(sql: string, replacements: Record<string, Value>): Promise<number> {
  const [, changed] = await database().query(sql, { type: QueryTypes.UPDATE, replacements })
  return changed
}

export async function closeDatabase(): Promise<void> {
  await instance?.close()
  instance = undefined
}
