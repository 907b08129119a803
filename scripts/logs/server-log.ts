import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { connectionOptions } from '~/database/database.server'
import { Trouble } from '../processes.mjs'
import { hasChecksums, isIntact, type LogEvent, nextLog, readEvent, types } from './events'

export type ServerKind = 'MariaDB' | 'MySQL'

/** Position in a server's binary log: file name and byte offset. */
export interface Position {
  log: string
  position: number
}

/** Consecutive events of one log. `stamp` distinguishes logs of the same name by their start time and server id. */
export interface Slice extends Position {
  stamp: string
  description: Buffer
  end: number
  bytes: Buffer
}

/** The server no longer has the events after the position, or never had them. */
export class LogGapError extends Error {}

/** A separate connection that knows the kind of its server. */
export class LogServer {
  private constructor(
    readonly connection: Connection,
    readonly kind: ServerKind,
  ) {}

  static async connect(): Promise<LogServer> {
    const connection = await createConnection(connectionOptions())
    const [rows] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version')
    return new LogServer(connection, /mariadb/i.test(rows[0]?.version) ? 'MariaDB' : 'MySQL')
  }

  async ask<Row extends object>(sql: string): Promise<Row[]> {
    const [rows] = await this.connection.query<RowDataPacket[]>(sql).catch((error: Error & { errno?: number }) => {
      throw error.errno === 1227 ? new Trouble(rightsMissing(this.kind)) : error
    })
    return rows as unknown as Row[]
  }

  close(): void {
    this.connection.destroy()
  }
}

const rightsMissing = (kind: ServerKind) =>
  `The account of DATABASE_URL may not read the binary log. As an administrator of the database: GRANT ${
    kind === 'MariaDB' ? 'REPLICATION SLAVE, BINLOG MONITOR' : 'RELOAD, REPLICATION SLAVE, REPLICATION CLIENT'
  } ON *.* TO the account`

/** Settings that a replay needs, with the error message for each. */
const requiredSettings: ReadonlyArray<[setting: string, value: string, wrong: string]> = [
  ['log_bin', 'ON', 'The database server writes no binary log'],
  ['binlog_format', 'ROW', 'The binary log has statements instead of rows'],
  ['log_bin_compress', 'OFF', 'The binary log is compressed'],
  ['binlog_transaction_compression', 'OFF', 'The binary log is compressed'],
]

/** @throws Trouble when the server's log settings do not allow restoring a database to a moment */
export async function requireLog(server: LogServer): Promise<void> {
  const names = requiredSettings.map(([setting]) => `'${setting}'`).join(', ')
  const rows = await server.ask<{ Variable_name: string; Value: string }>(
    `SHOW GLOBAL VARIABLES WHERE Variable_name IN (${names})`,
  )
  const set = new Map(rows.map(({ Variable_name: name, Value: value }) => [name, value]))
  for (const [setting, value, wrong] of requiredSettings) {
    if ((set.get(setting) ?? value) !== value) throw new Trouble(`${wrong}: ${setting} must be ${value} (docs/deploy).`)
  }
}

export async function endOfLog(server: LogServer): Promise<Position> {
  const [row] = await server
    .ask<{ File: string; Position: number }>(
      server.kind === 'MariaDB' ? 'SHOW BINLOG STATUS' : 'SHOW BINARY LOG STATUS',
    )
    .catch((error) => {
      if (error instanceof Trouble) throw error
      return server.ask<{ File: string; Position: number }>('SHOW MASTER STATUS')
    })
  if (!row) throw new Trouble('The database server reports no binary log.')
  return { log: row.File, position: Number(row.Position) }
}

/** Private members of a mysql2 connection, used because mysql2's own binary log reader drops the bytes of events. */
interface Wire {
  addCommand(command: object): void
  write(bytes: Buffer): void
  sequenceId: number
  _resetSequenceId(): void
  once(name: 'error', listener: (error: Error) => void): void
}
interface Packet {
  buffer: Buffer
  offset: number
  end: number
}

/**
 * Reads the server's logs from a position on, by the same request that a replica sends. Ends the connection.
 * @param from start of an event; `stamp` identifies the expected log
 * @param enough limit in bytes: a later call reads the rest
 * @returns the slices in order; a log without new events yields an empty one. `isAll`: the end of the log was reached
 * @throws LogGapError when the server does not have that position, or has another log of that name
 */
export async function readServerLog(
  server: LogServer,
  from: Position & { stamp?: string },
  enough: number,
): Promise<{ slices: Slice[]; isAll: boolean }> {
  await server.ask(
    'SET @master_binlog_checksum = @@global.binlog_checksum, @source_binlog_checksum = @@global.binlog_checksum, @mariadb_slave_capability = 4',
  )
  const wire = (server.connection as unknown as { connection: Wire }).connection
  const reader = new SliceReader(from)
  try {
    const isAll = await new Promise<boolean>((resolve, reject) => {
      wire.once('error', reject)
      wire.addCommand(new Dump(from, { kind: server.kind, reader, enough, resolve, reject }))
    })
    return { slices: reader.finish(), isAll }
  } catch (error) {
    const { errno } = error as { errno?: number }
    if (errno === 1227 || errno === 1045) throw new Trouble(rightsMissing(server.kind))
    if (errno === 1236) throw new LogGapError((error as Error).message)
    throw error
  } finally {
    server.close()
  }
}

const dumpCommand = 0x12
/**
 * Non-blocking dump: at the end of the log, the server reports the end instead of waiting for events. MariaDB is also
 * asked for the events with statement texts, which would otherwise be missing from the copy.
 */
const flags = { MariaDB: 3, MySQL: 1 }

/** A protocol command for mysql2, which passes it each packet of the answer. */
class Dump {
  private begun = false

  constructor(
    private readonly from: Position,
    private readonly to: {
      kind: ServerKind
      reader: SliceReader
      enough: number
      resolve: (isAll: boolean) => void
      reject: (error: unknown) => void
    },
  ) {}

  /** Command name that mysql2 prints in its packet log. */
  stateName() {
    return 'dump'
  }

  /** @returns true when the command is complete */
  execute(packet: Packet | undefined, wire: Wire): boolean {
    if (!this.begun) {
      this.begun = true
      this.send(wire)
      return false
    }
    if (!packet) return false
    const bytes = packet.buffer.subarray(packet.offset, packet.end)
    if (bytes[0] === 0xff) {
      this.to.reject(errorOf(bytes))
      return true
    }
    if (bytes[0] === 0xfe && bytes.length < 13) {
      this.to.resolve(true)
      return true
    }
    try {
      // Copies the bytes, because the parser reuses its buffer.
      this.to.reader.add(Buffer.from(bytes.subarray(1)))
    } catch (error) {
      this.to.reject(error)
    }
    if (this.to.reader.size >= this.to.enough) this.to.resolve(false)
    return false
  }

  private send(wire: Wire): void {
    const name = Buffer.from(this.from.log)
    const bytes = Buffer.alloc(15 + name.length)
    bytes.writeUIntLE(bytes.length - 4, 0, 3)
    bytes.writeUInt8(dumpCommand, 4)
    bytes.writeUInt32LE(this.from.position, 5)
    bytes.writeUInt16LE(flags[this.to.kind], 9)
    // Server id 0, because the server disconnects a replica that has the id of a new request.
    bytes.writeUInt32LE(0, 11)
    name.copy(bytes, 15)
    wire._resetSequenceId()
    wire.write(bytes)
    wire.sequenceId = 1
  }
}

function errorOf(bytes: Buffer): Error {
  const words = bytes.subarray(bytes[3] === 0x23 ? 9 : 3).toString()
  return Object.assign(new Error(words), { errno: bytes.readUInt16LE(1) })
}

/** Collects the events of an answer into slices. */
class SliceReader {
  size = 0
  private readonly done: Slice[] = []
  private events: Buffer[] = []
  private now: Omit<Slice, 'bytes'> | null = null
  private at: Position
  private hasChecksums = false
  private wanted: string | undefined

  constructor({ stamp, ...from }: Position & { stamp?: string }) {
    this.at = from
    this.wanted = stamp
  }

  add(bytes: Buffer): void {
    const event = readEvent(bytes)
    if (event.type === types.description) this.begin(event)
    else if (!event.isArtificial) this.addEvent(event)
    else if (event.type === types.rotate) this.turnTo(event)
  }

  private addEvent(event: LogEvent): void {
    const { bytes } = event
    if (this.hasChecksums && !isIntact(event)) {
      throw new Trouble(
        `The binary log ${this.at.log} is damaged before byte ${event.nextPosition}: a checksum is wrong.`,
      )
    }
    if (event.nextPosition !== this.at.position + bytes.length) {
      throw new Trouble(`The binary log ${this.at.log} does not continue at byte ${this.at.position}.`)
    }
    this.at.position = event.nextPosition
    this.events.push(bytes)
    this.size += bytes.length
    if (event.type === types.rotate) this.turnTo(event)
  }

  /**
   * Ends the slice if the event names another log. The server names every log before its events; a log names the next
   * one at its end, but not if the server crashed.
   */
  private turnTo(event: LogEvent): void {
    const log = nextLog(event, isIntact(event))
    if (log === this.at.log) return
    this.end()
    this.at = { log, position: 4 }
  }

  /** Returns all slices so far, including the (possibly empty) slice of the log that is still being written. */
  finish(): Slice[] {
    this.end()
    return this.done
  }

  private begin(event: LogEvent): void {
    this.end()
    this.hasChecksums = hasChecksums(event.bytes)
    const stamp = `${event.serverId}-${event.time}`
    // Checks the log before any of its events: a different log may have anything at this position.
    if (this.wanted && this.wanted !== stamp) throw new LogGapError(`${this.at.log} was replaced by another log`)
    this.wanted = undefined
    this.now = { ...this.at, stamp, description: event.bytes, end: this.at.position }
    // At the start of a log the description is one of its events.
    if (this.at.position === 4) {
      this.now.position = this.at.position = event.nextPosition
    }
  }

  private end(): void {
    if (!this.now) return
    this.done.push({ ...this.now, end: this.at.position, bytes: Buffer.concat(this.events) })
    this.events = []
    this.now = null
  }
}
