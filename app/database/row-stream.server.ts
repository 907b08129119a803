import type { Readable } from 'node:stream'
import { DatabaseError } from 'sequelize'
import { database, type Value } from './connection.server'
import { noteStatement } from './work.server'

/** The rows of one statement, read as they are wanted. */
export interface RowStream {
  /** The next rows, at most so many; fewer only at the end. */
  take(count: number): Promise<object[]>
  /** Gives the connection back. Before the end of the rows it closes the connection, so that the server stops working for it. */
  close(): Promise<void>
}

/** What the driver's own connection can do beyond Sequelize. */
interface RawConnection {
  query(sql: string, done: () => void): void
  query(statement: { sql: string; values: object; namedPlaceholders: true }): {
    stream(options: { highWaterMark: number }): Readable
  }
  destroy(): void
}

interface Connections {
  getConnection(options: { type: 'SELECT' }): Promise<RawConnection>
  releaseConnection(connection: RawConnection): void
  destroyConnection(connection: RawConnection): Promise<void>
}

/** Rows that the driver keeps ready. Then it stops reading, and the server waits. */
const rowsAhead = 100

// A server gives up a client that reads nothing for a minute. Ours may wait for a slow phone, for as long as a download may take.
const patience = 'SET SESSION net_write_timeout = 900'

/**
 * Sends a read whose rows are taken in parts, so that memory holds one part of them, however many there are. All rows are as they were when the
 * statement began. It keeps a connection of the pool until it is closed: only a few may be open at once.
 */
export async function openRows(sql: string, values: Record<string, Value>): Promise<RowStream> {
  const connections = database().connectionManager as unknown as Connections
  noteStatement(sql)
  const connection = await connections.getConnection({ type: 'SELECT' })
  // Where it fails, the read fails as well.
  connection.query(patience, () => undefined)
  const rows = connection.query({ sql, values, namedPlaceholders: true }).stream({ highWaterMark: rowsAhead })
  // An error between two takes waits in the stream for the next one.
  rows.on('error', () => undefined)
  const iterator = rows[Symbol.asyncIterator]() as AsyncIterator<object>
  let isClosed = false
  let isAtEnd = false
  return {
    async take(count) {
      const taken: object[] = []
      while (taken.length < count && !isAtEnd) {
        const { done = false, value } = await iterator.next().catch((error: Error) => {
          throw new DatabaseError(Object.assign(error, { sql }))
        })
        isAtEnd = done
        if (!done) taken.push(value)
      }
      return taken
    },
    async close() {
      if (isClosed) return
      isClosed = true
      if (isAtEnd) return connections.releaseConnection(connection)
      rows.destroy()
      connection.destroy()
      await connections.destroyConnection(connection)
    },
  }
}
