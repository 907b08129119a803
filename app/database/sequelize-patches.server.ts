import { ConnectionAcquireTimeoutError, QueryTypes, type Sequelize } from 'sequelize'
import { env } from '~/env.server'
import { isDatabaseGone, isRetryable } from './errors.server'
import { againOnCollision } from './retry.server'
import { currentTransaction } from './transaction-store.server'
import { isForRequest } from './work.server'

/*
 * Changes to Sequelize's pool for which it has no options: timeouts of a request, retries, and a fallback from the
 * replica to the primary.
 */

/**
 * Timeout of a request's statement in milliseconds. A read may take as long as a request waits for a connection. A
 * write or a statement in a transaction may take three times as long, because it may wait for a lock. Background work
 * has no timeout (null).
 */
export function statementTimeout(sql: string): number | null {
  if (!isForRequest()) return null
  const { DATABASE_PATIENCE_MS: patience } = env()
  const isRead = /^[\s(]*(SELECT|WITH)\b/i.test(sql) && currentTransaction() === null
  return isRead ? patience : 3 * patience
}

/**
 * Limits a request's wait for a connection to the timeout of a read. A connection that becomes free later goes back to
 * the pool.
 */
export function limitConnectionWait(pool: Sequelize): void {
  const manager = pool.connectionManager
  const getConnection = manager.getConnection.bind(manager)
  manager.getConnection = (options) => {
    if (!isForRequest()) return getConnection(options)
    let isLate = false
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        isLate = true
        reject(new ConnectionAcquireTimeoutError(new Error('All connections of this process are busy')))
      }, env().DATABASE_PATIENCE_MS)
      void getConnection(options)
        .then((connection) => (isLate ? manager.releaseConnection(connection) : resolve(connection)), reject)
        .finally(() => clearTimeout(timer))
    })
  }
}

interface QueryOptions {
  type?: string
  useMaster?: boolean
}

const isWrite = (statement: string) => /^\s*(INSERT|REPLACE|UPDATE|DELETE)\b/i.test(statement)

/**
 * Retries a write outside a transaction when it conflicts with another. Repeats a read on the primary when the replica
 * could not answer it. Every statement passes through here.
 */
export function retryStatements(pool: Sequelize): void {
  const send = pool.query.bind(pool) as (sql: unknown, options: QueryOptions) => Promise<unknown>
  async function query(sql: string | { query: string }, options: QueryOptions = {}): Promise<unknown> {
    const statement = typeof sql === 'string' ? sql : sql.query
    if (isWrite(statement)) {
      const write = () => send(sql, options)
      return currentTransaction() ? write() : againOnCollision(write)
    }
    try {
      return await send(sql, options)
    } catch (error) {
      const isReplicaRead = options.type === QueryTypes.SELECT && !currentTransaction() && env().DATABASE_REPLICA_URL
      // Send a read to the primary after a retryable error too: a replica that has just lost its cluster times out
      // (1205) while it waits for the other servers' commits.
      if (!isReplicaRead || !(isDatabaseGone(error) || isRetryable(error))) throw error
      return send(sql, { ...options, useMaster: true })
    }
  }
  Object.assign(pool, { query })
}
