import { crc32 } from 'node:zlib'
import { Trouble } from '../processes.mjs'

/*
 * Events of a binary log (format 4), as both servers write them: a header of 19 bytes (time, type, server, length,
 * position of the next event, flags), the body, and optionally a checksum of four bytes.
 */

/** Event types, by the numbers that both servers use. */
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
/**
 * Flags in the header. `inUse`: the log is still being written. `artificial`: the server generated the event for this
 * reader, and no log contains it.
 */
const [inUse, artificial] = [0x01, 0x20]

/** Changed rows: of MariaDB (23 to 25, compressed 166 to 168), and of MySQL (30 to 32, partial JSON 39). */
const rowTypes = new Set([23, 24, 25, 30, 31, 32, 39, 166, 167, 168])
/** Events without data changes: log metadata, comments, heartbeats and checkpoints. */
const passedOver = new Set([types.stop, types.rotate, 27, 28, 29, 35, 36, 37, 42, 160, 161, 163, 164])

/** One event, including its checksum if the log has checksums. */
export interface LogEvent {
  type: number
  /** Seconds since 1970; for the first event of a transaction, the start of its COMMIT. */
  time: number
  serverId: number
  /** Start of the next event in the same log. */
  nextPosition: number
  isArtificial: boolean
  bytes: Buffer
}

/** @throws Trouble when the actual length differs from the length in the header */
export function readEvent(bytes: Buffer): LogEvent {
  if (bytes.length < headerBytes || bytes.readUInt32LE(9) !== bytes.length) {
    throw new Trouble('An event of the binary log has another length than its header states.')
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

/** Reads consecutive events. @throws Trouble when the last one is truncated */
export function* eventsIn(bytes: Buffer): Generator<LogEvent> {
  for (let at = 0; at < bytes.length; ) {
    const length = at + 13 <= bytes.length ? bytes.readUInt32LE(at + 9) : 0
    const event = readEvent(bytes.subarray(at, at + Math.max(length, 1)))
    yield event
    at += length
  }
}

/** Returns true when the events that follow this format description event end with a checksum. */
export const hasChecksums = (description: Buffer) => description.readUInt8(description.length - 5) === 1

/** Returns true when the checksum of an event matches its bytes. */
export function isIntact({ bytes, type }: LogEvent): boolean {
  const body = Buffer.from(bytes.subarray(0, -checksumBytes))
  // The server computes the checksum before it sets the in-use flag.
  if (type === types.description) body.writeUInt16LE(body.readUInt16LE(17) & ~inUse, 17)
  return crc32(body) === bytes.readUInt32LE(bytes.length - checksumBytes)
}

/** Copy of a format description event for the `BINLOG` statement: it announces events without checksums. */
export function plainDescription(description: Buffer): Buffer {
  const plain = Buffer.from(description)
  plain.writeUInt8(0, plain.length - 5)
  plain.writeUInt16LE(plain.readUInt16LE(17) & ~inUse, 17)
  return plain
}

export function withoutChecksum(event: LogEvent): LogEvent {
  const bytes = Buffer.from(event.bytes.subarray(0, -checksumBytes))
  bytes.writeUInt32LE(bytes.length, 9)
  return { ...event, bytes }
}

export const isRowEvent = ({ type }: LogEvent) => rowTypes.has(type)
export const isIgnored = ({ type }: LogEvent) => passedOver.has(type as never)
export const beginsTransaction = ({ type }: LogEvent) =>
  type === types.mariadbGtid || type === types.gtid || type === types.anonymousGtid

/**
 * Returns true for a MariaDB transaction that commits by itself. Also true for every MySQL transaction, because there
 * only the BEGIN statement shows that more events follow.
 */
export const isStandalone = ({ type, bytes }: LogEvent) =>
  type !== types.mariadbGtid || (bytes.readUInt8(headerBytes + 12) & 1) === 1

/** Name of the next log, from a rotate event. */
export const nextLog = ({ bytes }: LogEvent, checksums: boolean) =>
  bytes.subarray(headerBytes + 8, checksums ? -checksumBytes : undefined).toString()

const tableIdOf = (bytes: Buffer) => bytes.readUIntLE(headerBytes, 6)

/** Table of the row events after this event; they refer to it by `id`. */
export function readTableMap({ bytes }: LogEvent): { id: number; database: string; table: string } {
  const [database, end] = nameAt(bytes, headerBytes + 8)
  return { id: tableIdOf(bytes), database, table: nameAt(bytes, end)[0] }
}

/** Reads a name with a length prefix and a terminating zero; returns the name and its end. */
function nameAt(bytes: Buffer, at: number): [name: string, end: number] {
  const end = at + 1 + bytes.readUInt8(at)
  return [bytes.subarray(at + 1, end).toString(), end + 1]
}

/** Copy of a table map event for another table. */
export function renameTable({ bytes }: LogEvent, database: string, table: string): Buffer {
  const names = [database, table].map((name) => {
    const text = Buffer.from(name)
    return Buffer.concat([Buffer.from([text.length]), text, Buffer.from([0])])
  })
  const rest = nameAt(bytes, nameAt(bytes, headerBytes + 8)[1])[1]
  const map = Buffer.concat([bytes.subarray(0, headerBytes + 8), ...names, bytes.subarray(rest)])
  map.writeUInt32LE(map.length, 9)
  return map
}

export function readRowEvent({ bytes }: LogEvent): { tableId: number; endsStatement: boolean } {
  return { tableId: tableIdOf(bytes), endsStatement: (bytes.readUInt16LE(headerBytes + 6) & 1) === 1 }
}

/** Copy of a row event, marked as the last of its statement. */
export function markEndOfStatement(bytes: Buffer): Buffer {
  const ending = Buffer.from(bytes)
  ending.writeUInt16LE(ending.readUInt16LE(headerBytes + 6) | 1, headerBytes + 6)
  return ending
}

/** A logged statement with the session settings that affect its meaning. */
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
  // Both servers write two settings first: 0, session flags; 1, sql_mode.
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
