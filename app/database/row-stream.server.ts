import type { Readable } from 'node:stream'
import { DatabaseError } from 'sequelize'
import { database } from './connection.server'
import { readerOf, type Selection, sqlOf } from './selection.server'
import type { Value } from './statements.server'
import { noteStatement } from './work.server'

/** Rows of one statement, read on demand. */
export interface RowStream<Row> {
  /** Returns the next `count` rows; fewer only at the end. */
  take(count: number): Promise<Row[]>
  /**
   * Releases the connection. If rows are left, closes the connection instead, so that the server stops reading them.
   */
  close(): Promise<void>
}

/** Members of the driver's connection that Sequelize does not expose. */
interface RawConnection {
  query(sql: string, callback: () => void): void
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

/** Number of rows that the driver buffers before it stops reading, which makes the server wait. */
const rowsAhead = 100

// Lets the server wait 900 seconds for a client that reads nothing, instead of a minute by default: a slow phone may
// delay the reading for as long as a download may take.
const patience = 'SET SESSION net_write_timeout = 900'

/**
 * Starts a read whose rows are taken in parts, so that memory holds only one part. All rows are as of the start of the
 * statement. `rest` begins with FROM. The stream keeps a connection of the pool until closed, so only a few may be open
 * at once.
 */
export async function openRows<Row extends object>(
  selection: Selection<Row>,
  rest: string,
  values: Record<string, Value>,
): Promise<RowStream<Row>> {
  const sql = `SELECT ${sqlOf(selection)} ${rest}`
  const read = readerOf(selection)
  const connections = database().connectionManager as unknown as Connections
  noteStatement()
  const connection = await connections.getConnection({ type: 'SELECT' })
  // Ignore an error here, because the read on the same connection then fails as well.
  connection.query(patience, () => undefined)
  const rows = connection.query({ sql, values, namedPlaceholders: true }).stream({ highWaterMark: rowsAhead })
  // The stream keeps an error that occurs between two takes, and the next take throws it.
  rows.on('error', () => undefined)
  const iterator = rows[Symbol.asyncIterator]() as AsyncIterator<object>
  let isClosed = false
  let isAtEnd = false
  return {
    async take(count) {
      const batch: Row[] = []
      while (batch.length < count && !isAtEnd) {
        const { done = false, value } = await iterator.next().catch((error: Error) => {
          throw new DatabaseError(Object.assign(error, { sql }))
        })
        isAtEnd = done
        if (!done) batch.push(read(value))
      }
      return batch
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
