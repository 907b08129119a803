import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { connectionOptions } from './connection.server'

/** Maximum wait for another migration, backup or restore: a large school's backup takes minutes. */
const maxWaitSeconds = 3600

// Named locks belong to the server, not to a database, so the name contains the database, as a hash to keep it short.
const name = "CONCAT('shala:', LEFT(SHA2(DATABASE(), 256), 40))"

/**
 * Runs `work` while no other process copies this database's logs. Backups and migrations may run concurrently.
 * @returns null while another copy runs
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
 * Runs `work` while no other process migrates, backs up or restores this database; waits for a process that does. A
 * separate connection holds the lock, so that the lock ends with this process in any case.
 * @param onWait called once when another process holds the lock
 * @throws when the other process has not finished within an hour
 */
export async function whileSchemaLocked<T>(work: () => Promise<T>, onWait: () => void = () => {}): Promise<T> {
  const connection = await createConnection(connectionOptions())
  // The connection is idle during the work, which may exceed the server's idle timeout.
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
