import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  eventsIn,
  isIntact,
  markEndOfStatement,
  nextLog,
  readEvent,
  readRowEvent,
  readTableMap,
  renameTable,
  statementOf,
  withoutChecksum,
} from './events'

/** Builds an event with its checksum, as a server writes it. */
function eventOf(type: number, body: Buffer): Buffer {
  const bytes = Buffer.alloc(19 + body.length + 4)
  bytes.writeUInt32LE(1_795_820_722, 0)
  bytes.writeUInt8(type, 4)
  bytes.writeUInt32LE(7, 5)
  bytes.writeUInt32LE(bytes.length, 9)
  bytes.writeUInt32LE(4000, 13)
  body.copy(bytes, 19)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4)
  return bytes
}

const named = (name: string) => Buffer.concat([Buffer.from([name.length]), Buffer.from(`${name}\0`)])
const columns = Buffer.from([2, 3, 15, 2, 80, 0, 2])
const map = eventOf(
  19,
  Buffer.concat([Buffer.from([9, 1, 0, 0, 0, 0, 1, 0]), named('shala'), named('receipts'), columns]),
)
const rows = (flags: number) => eventOf(23, Buffer.from([9, 1, 0, 0, 0, 0, flags, 0, 2, 255, 252, 1]))

describe('eventsIn', () => {
  it('reads consecutive events', () => {
    const [first, second] = [...eventsIn(Buffer.concat([map, rows(1)]))]
    expect([first?.type, second?.type, first?.time, first?.serverId, second?.nextPosition]).toEqual([
      19, 23, 1_795_820_722, 7, 4000,
    ])
  })

  it('refuses a truncated log', () => {
    expect(() => [...eventsIn(map.subarray(0, -1))]).toThrow('another length than its header states')
    expect(() => [...eventsIn(map.subarray(0, 9))]).toThrow('another length than its header states')
  })
})

describe('event checksum', () => {
  it('detects a changed byte', () => {
    const changed = Buffer.from(map)
    changed[30] = 0
    expect([isIntact(readEvent(map)), isIntact(readEvent(changed))]).toEqual([true, false])
  })

  it('is removed, and the event’s length field is reduced by its size', () => {
    const { bytes } = withoutChecksum(readEvent(map))
    expect([bytes.length, bytes.readUInt32LE(9)]).toEqual([map.length - 4, map.length - 4])
  })
})

it('renameTable: renames a table and leaves its columns unchanged', () => {
  const event = withoutChecksum(readEvent(map))
  expect(readTableMap(event)).toEqual({ id: 265, database: 'shala', table: 'receipts' })
  const other = readEvent(renameTable(event, 'shala_of_november', 'held'))
  expect(readTableMap(other)).toEqual({ id: 265, database: 'shala_of_november', table: 'held' })
  expect(other.bytes.subarray(-columns.length)).toEqual(columns)
})

it('readRowEvent and markEndOfStatement: detect and set the end of a statement', () => {
  expect(readRowEvent(readEvent(rows(0)))).toEqual({ tableId: 265, endsStatement: false })
  expect(readRowEvent(readEvent(rows(1)))).toEqual({ tableId: 265, endsStatement: true })
  // Other flags of the rows stay set: these rows were written without foreign key checks.
  const ending = markEndOfStatement(rows(2))
  expect([readRowEvent(readEvent(ending)).endsStatement, ending.readUInt16LE(25)]).toEqual([true, 3])
})

it('statementOf: reads a statement with the settings of its session', () => {
  const settings = Buffer.alloc(14)
  settings.writeUInt32LE(1 << 26, 1)
  settings.writeUInt8(1, 5)
  settings.writeBigUInt64LE(1_411_383_296n, 6)
  const head = Buffer.alloc(13)
  head.writeUInt8(5, 8)
  head.writeUInt16LE(settings.length, 11)
  const bytes = eventOf(2, Buffer.concat([head, settings, Buffer.from("shala\0ALTER TABLE t COMMENT 'फीस'")]))
  expect(statementOf(withoutChecksum(readEvent(bytes)))).toEqual({
    database: 'shala',
    sql: "ALTER TABLE t COMMENT 'फीस'",
    sqlMode: '1411383296',
    foreignKeyChecks: false,
    uniqueChecks: true,
  })
})

it('nextLog: reads the name of the log that follows', () => {
  const bytes = eventOf(4, Buffer.concat([Buffer.from([4, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('shala-bin.000002')]))
  expect(nextLog(readEvent(bytes), true)).toBe('shala-bin.000002')
})
