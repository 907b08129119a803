import { crc32 } from 'node:zlib'
import { Trouble } from '../processes.mjs'

/*
 * Events of a binary log, as both servers write them (format 4): a header of 19 bytes (time, type, server, length, position of the next event,
 * flags), the body, and where the log has them, four bytes of checksum.
 */

/** Types of events, by the numbers of both servers. */
export const types = {
  query: 2,
  stop: 3,
  rotate: 4,
  description: 15,
  xid: 16,
  tableMap: 19,
  gtid: 33,
  anonymousGtid: 34,
  xaPrepare: 38,
  mariadbGtid: 162,
} as const

const headerBytes = 19
const checksumBytes = 4
/** Bits of the header's flags: the log is still being written; the server made the event for this reader, and no log has it. */
const [inUse, artificial] = [0x01, 0x20]

/** Changed rows: of MariaDB (23 to 25, packed 166 to 168), and of MySQL (30 to 32, parts of JSON 39). */
const rowTypes = new Set([23, 24, 25, 30, 31, 32, 39, 166, 167, 168])
/** Nothing for a database: what a log says of itself, comments, heartbeats and checkpoints. */
const passedOver = new Set([types.stop, types.rotate, 27, 28, 29, 35, 36, 37, 42, 160, 161, 163, 164])

/** One event, with its checksum where it has one. */
export interface LogEvent {
  type: number
  /** Seconds since 1970; of a transaction's first event, when its COMMIT began. */
  time: number
  serverId: number
  /** Where the next event of the same log begins. */
  nextPosition: number
  isArtificial: boolean
  bytes: Buffer
}

/** @throws Trouble where its length is not the one that it says */
export function readEvent(bytes: Buffer): LogEvent {
  if (bytes.length < headerBytes || bytes.readUInt32LE(9) !== bytes.length) {
    throw new Trouble('An event of the binary log is not as long as it says.')
  }
  return {
    type: bytes.readUInt8(4),
    time: bytes.readUInt32LE(0),
    serverId: bytes.readUInt32LE(5),
    nextPosition: bytes.readUInt32LE(13),
    isArtificial: (bytes.readUInt16LE(17) & artificial) !== 0,
    bytes,
  }
}

/** The events that lie behind each other in `bytes`. @throws Trouble where the last is cut */
export function* eventsIn(bytes: Buffer): Generator<LogEvent> {
  for (let at = 0; at < bytes.length; ) {
    const length = at + 13 <= bytes.length ? bytes.readUInt32LE(at + 9) : 0
    const event = readEvent(bytes.subarray(at, at + Math.max(length, 1)))
    yield event
    at += length
  }
}

/** Whether the events behind this description end with a checksum. */
export const hasChecksums = (description: Buffer) => description.readUInt8(description.length - 5) === 1

/** Whether an event's checksum is the one of its bytes. */
export function isIntact({ bytes, type }: LogEvent): boolean {
  const body = Buffer.from(bytes.subarray(0, -checksumBytes))
  // The server makes the checksum before it says that the log is in use.
  if (type === types.description) body.writeUInt16LE(body.readUInt16LE(17) & ~inUse, 17)
  return crc32(body) === bytes.readUInt32LE(bytes.length - checksumBytes)
}

/** The description as `BINLOG` takes it: of events without checksums. */
export function plainDescription(description: Buffer): Buffer {
  const plain = Buffer.from(description)
  plain.writeUInt8(0, plain.length - 5)
  plain.writeUInt16LE(plain.readUInt16LE(17) & ~inUse, 17)
  return plain
}

/** The event without its checksum. */
export function withoutChecksum(event: LogEvent): LogEvent {
  const bytes = Buffer.from(event.bytes.subarray(0, -checksumBytes))
  bytes.writeUInt32LE(bytes.length, 9)
  return { ...event, bytes }
}

export const isOfRows = ({ type }: LogEvent) => rowTypes.has(type)
export const isPassedOver = ({ type }: LogEvent) => passedOver.has(type as never)
export const beginsTransaction = ({ type }: LogEvent) =>
  type === types.mariadbGtid || type === types.gtid || type === types.anonymousGtid

/** Whether what begins here is one statement that commits by itself. MySQL says it by the statement alone. */
export const isStandalone = ({ type, bytes }: LogEvent) =>
  type !== types.mariadbGtid || (bytes.readUInt8(headerBytes + 12) & 1) === 1

/** The log that a rotation leads to. */
export const nextLog = ({ bytes }: LogEvent, checksums: boolean) =>
  bytes.subarray(headerBytes + 8, checksums ? -checksumBytes : undefined).toString()

const tableIdOf = (bytes: Buffer) => bytes.readUIntLE(headerBytes, 6)

/** Which table the rows behind this event are of; `id` names it in them. */
export function tableOf({ bytes }: LogEvent): { id: number; database: string; table: string } {
  const [database, end] = nameAt(bytes, headerBytes + 8)
  return { id: tableIdOf(bytes), database, table: nameAt(bytes, end)[0] }
}

/** A name with its length before it and a zero behind it; and where it ends. */
function nameAt(bytes: Buffer, at: number): [name: string, end: number] {
  const end = at + 1 + bytes.readUInt8(at)
  return [bytes.subarray(at + 1, end).toString(), end + 1]
}

/** The same event for another table. */
export function tableMapOf({ bytes }: LogEvent, database: string, table: string): Buffer {
  const names = [database, table].map((name) => {
    const text = Buffer.from(name)
    return Buffer.concat([Buffer.from([text.length]), text, Buffer.from([0])])
  })
  const rest = nameAt(bytes, nameAt(bytes, headerBytes + 8)[1])[1]
  const map = Buffer.concat([bytes.subarray(0, headerBytes + 8), ...names, bytes.subarray(rest)])
  map.writeUInt32LE(map.length, 9)
  return map
}

/** Of an event of rows: the number of its table, and whether its statement ends with it. */
export function rowsOf({ bytes }: LogEvent): { tableId: number; endsStatement: boolean } {
  return { tableId: tableIdOf(bytes), endsStatement: (bytes.readUInt16LE(headerBytes + 6) & 1) === 1 }
}

/** The same rows, as the last of their statement. */
export function endingStatement(bytes: Buffer): Buffer {
  const ending = Buffer.from(bytes)
  ending.writeUInt16LE(ending.readUInt16LE(headerBytes + 6) | 1, headerBytes + 6)
  return ending
}

/** A statement as it stands in a log, with the settings of its session that say what it means. */
export interface LoggedStatement {
  database: string
  sql: string
  sqlMode: string
  foreignKeyChecks: boolean
  uniqueChecks: boolean
}

export function statementOf({ bytes }: LogEvent): LoggedStatement {
  const databaseBytes = bytes.readUInt8(headerBytes + 8)
  const settings = headerBytes + 13
  const settingsEnd = settings + bytes.readUInt16LE(headerBytes + 11)
  const databaseEnd = settingsEnd + databaseBytes
  // The first two that each server writes: 0, bits of the session; 1, its sql_mode.
  const bits = bytes[settings] === 0 ? bytes.readUInt32LE(settings + 1) : 0
  const mode = bytes[settings] === 0 ? settings + 5 : settings
  return {
    database: bytes.subarray(settingsEnd, databaseEnd).toString(),
    sql: bytes.subarray(databaseEnd + 1).toString(),
    sqlMode: mode < settingsEnd && bytes[mode] === 1 ? String(bytes.readBigUInt64LE(mode + 1)) : '0',
    foreignKeyChecks: (bits & (1 << 26)) === 0,
    uniqueChecks: (bits & (1 << 27)) === 0,
  }
}
