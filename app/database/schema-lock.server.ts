import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { connectionOptions } from './connection.server'

/** Longest wait for another migration, backup or restore: a large school's backup takes minutes. */
const maxWaitSeconds = 3600

// Locks of this kind belong to the server, not to a database, and their names are short.
const name = "CONCAT('shala:', LEFT(SHA2(DATABASE(), 256), 40))"

/**
 * Runs `work` while nobody else copies the logs of this database. Backups and migrations go on beside it.
 * @returns null where another copy is being made
 */
export async function whileLogsLocked<T>(work: () => Promise<T>): Promise<T | null> {
  const connection = await createConnection(connectionOptions())
  try {
    const [[row]] = await connection.query<RowDataPacket[]>(
      `SELECT GET_LOCK(${name.replace('shala:', 'shala-logs:')}, 0) AS taken`,
    )
    return row?.taken === 1 ? await work() : null
  } finally {
    await connection.end()
  }
}

/**
 * Runs `work` while nobody else migrates, backs up or restores this database; waits for whoever does. The lock is held by a connection
 * of its own, so that it ends with this process whatever happens to it.
 * @param onWait called once where somebody else holds the lock
 * @throws when the other has not finished within an hour
 */
export async function whileSchemaLocked<T>(work: () => Promise<T>, onWait: () => void = () => {}): Promise<T> {
  const connection = await createConnection(connectionOptions())
  // It lies idle while the work is done, which may be longer than the server lets a connection lie.
  await connection.query('SET SESSION wait_timeout = 86400')
  const take = async (seconds: number) => {
    const [[row]] = await connection.query<RowDataPacket[]>(`SELECT GET_LOCK(${name}, ${seconds}) AS taken`)
    return row?.taken === 1
  }
  try {
    if (!(await take(0))) {
      onWait()
      if (!(await take(maxWaitSeconds))) {
        throw new Error('Another migration, backup or restore of this database has not finished within an hour')
      }
    }
    return await work()
  } finally {
    await connection.end()
  }
}
