import { readFileSync } from 'node:fs'
import { Sequelize, Transaction } from 'sequelize'
import { env, isLoopback } from '~/env.server'
import { abortLateStatements, type NewConnection, setUp } from './new-connection.server'
import { limitConnectionWait, retryStatements, statementTimeout } from './sequelize-patches.server'
import { noteStatement } from './work.server'

const connectTimeoutMs = 5_000

let instance: Sequelize | undefined

/**
 * The connection pool of this process; with DATABASE_REPLICA_URL a second one, for reads outside transactions
 * (Sequelize chooses). Instants are read and written as UTC, days (DATE) as `YYYY-MM-DD` text.
 */
export function database(): Sequelize {
  instance ??= openPool()
  return instance
}

export async function closeDatabase(): Promise<void> {
  await instance?.close()
  instance = undefined
}

/** Use of one pool of this process. */
interface PoolUse {
  server: 'primary' | 'replica'
  /** Connections in use. */
  used: number
  /** Statements and transactions that wait for a connection. */
  waiting: number
}

/** Use of this process's pools; a replica has its own pool. */
export function poolUse(): PoolUse[] {
  const { pool } = database().connectionManager as unknown as { pool: Pool & { write?: Pool; read?: Pool } }
  const pools = [['primary', pool.write ?? pool] as const, ...(pool.read ? [['replica', pool.read] as const] : [])]
  return pools.map(([server, { using, waiting }]) => ({ server, used: using, waiting }))
}

/** Properties of Sequelize's pool, which its types omit. */
interface Pool {
  using: number
  waiting: number
}

function openPool(): Sequelize {
  const { DATABASE_URL: address, DATABASE_REPLICA_URL: replica } = env()
  const reader = replica && { ...serverAt(replica), isReplica: true }
  const pool = new Sequelize(address.replace(/^mariadb:/, 'mysql:'), {
    ...(reader ? { replication: { write: serverAt(address), read: [reader] } } : {}),
    dialect: 'mysql',
    timezone: '+00:00',
    isolationLevel: Transaction.ISOLATION_LEVELS.READ_COMMITTED,
    // Milliseconds.
    pool: { max: env().DATABASE_POOL, min: 0, acquire: 15_000, idle: 30_000 },
    define: { underscored: true, freezeTableName: true },
    dialectOptions: { dateStrings: ['DATE'], connectTimeout: connectTimeoutMs, ...encryption() },
    // Called for each statement before it is sent.
    logging: noteStatement,
  })
  pool.addHook('afterConnect', (connection, config) => {
    const newConnection = connection as NewConnection
    abortLateStatements(newConnection, statementTimeout)
    return setUp(newConnection, 'isReplica' in config).catch((error: unknown) => {
      newConnection.destroy()
      // Mark every server error during set-up as fatal: this server is unusable now.
      throw error instanceof Error && 'errno' in error ? Object.assign(error, { fatal: true }) : error
    })
  })
  limitConnectionWait(pool)
  retryStatements(pool)
  return pool
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

/** Options for a connection outside the pool: session state, such as a lock, must not leak to others. */
export function connectionOptions() {
  const uri = env().DATABASE_URL.replace(/^mariadb:/, 'mysql:')
  return { uri, connectTimeout: connectTimeoutMs, ...encryption() }
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
