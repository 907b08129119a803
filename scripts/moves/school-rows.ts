import type { Readable } from 'node:stream'
import { type Connection, createConnection } from 'mysql2'
import type { RowDataPacket } from 'mysql2/promise'
import { connectionOptions } from '~/database/database.server'
import { type SealedColumn, sealedColumns, sealedContext, sealedText } from '~/models/core/sealing/sealed-columns'
import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { Trouble } from '../processes.mjs'
import { jobReferences, type Row, type SchoolTable } from './school-tables'

/** Opens a connection outside the pool that returns raw values: dates and instants as text, large numbers exact. */
export async function rowsConnection(): Promise<Connection> {
  const connection = createConnection({ ...connectionOptions(), dateStrings: true, supportBigNumbers: true })
  await connection.promise().connect()
  return connection
}

/** Runs one SQL statement without parameters and returns its rows (none for a write). */
export type RunSql = (sql: string) => Promise<Row[]>

/** Runs statements on this connection, in its transaction. */
export const sqlOn =
  (connection: Connection): RunSql =>
  async (sql) => {
    const [rows] = await connection.promise().query<RowDataPacket[]>(sql)
    return Array.isArray(rows) ? rows : []
  }

export async function* rowsOf(connection: Connection, table: SchoolTable, schoolId: number): AsyncGenerator<Row[]> {
  const names = table.columns.map((name) => `\`${name}\``).join(', ')
  const order = table.primaryKey.map((name) => `\`${name}\``).join(', ')
  const rows: Readable = connection
    .query(`SELECT ${names} FROM ${table.name} WHERE ${schoolCondition(table, schoolId)} ORDER BY ${order}`)
    .stream()
  let some: Row[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length < rowsAtOnce) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

const rowsAtOnce = 1000

export const schoolCondition = ({ where }: { where: string }, schoolId: number) =>
  where.replaceAll(':school', `${schoolId}`)

/** Unsealed texts of a row, in order; null for a text that is not sealed or that no key here opens. */
type Opened = Record<string, Array<string | null>>

const sealedIn = (table: string) => sealedColumns.filter((sealedColumn) => sealedColumn.table === table)
const ownerOf = (sealedColumn: SealedColumn, row: Row) => sealedContext(sealedColumn, Number(row[sealedColumn.owner]))

/** Serializes a row as one line of a file: bytes as base64, unsealed texts beside the row. */
export function serializeRow(table: SchoolTable, row: Row): string {
  const opened: Opened = {}
  for (const sealedColumn of sealedIn(table.name)) {
    const texts = String(row[sealedColumn.column] ?? '').match(sealedText)
    if (texts) opened[sealedColumn.column] = texts.map((text) => decryptOrNull(text, ownerOf(sealedColumn, row)))
  }
  const plain = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Buffer ? { base64: value.toString('base64') } : value,
    ]),
  )
  return `${JSON.stringify({ row: plain, opened })}\n`
}

/** Parses a line; sealed values in the row are still sealed with the key of the source. */
export function parseRow(line: string): { row: Row; opened: Opened } {
  return JSON.parse(line, (_, value) =>
    typeof value?.base64 === 'string' ? Buffer.from(value.base64, 'base64') : value,
  )
}

/** Offset of the ids of each table. */
export type Shifts = ReadonlyMap<string, number>

/** Row for this installation: its id and references shifted, sealed values sealed with the key here. */
export function shiftRow(table: SchoolTable, line: { row: Row; opened: Opened }, shifts: Shifts): Row {
  const row = { ...line.row }
  const move = (name: string, referencedTable: string | null) => {
    if (referencedTable !== null && row[name] !== null)
      row[name] = Number(row[name]) + (shifts.get(referencedTable) ?? 0)
  }
  if (table.hasId) move('id', table.name)
  for (const [name, named] of table.references) if (line.row[name] !== null) move(name, named(line.row))
  if (table.name === 'jobs') moveJob(row, shifts)
  for (const sealedColumn of sealedIn(table.name)) {
    const texts = line.opened[sealedColumn.column]
    if (!texts) continue
    let at = 0
    row[sealedColumn.column] = String(row[sealedColumn.column]).replace(sealedText, (sealed) => {
      const text = texts[at++]
      return typeof text === 'string' ? encrypt(text, ownerOf(sealedColumn, row)) : sealed
    })
  }
  return row
}

/** Shifts the row id in a job's payload, and often in its unique key: `close-attempt:12`. */
function moveJob(row: Row, shifts: Shifts): void {
  const payload: Record<string, string | number> = JSON.parse(String(row.payload))
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== 'number') continue
    const table = jobReferences[name]
    if (table === undefined) throw new Trouble(`It is not known which table “${name}” of a job refers to.`)
    const moved = value + (shifts.get(table) ?? 0)
    payload[name] = moved
    if (row.unique_key !== null) row.unique_key = String(row.unique_key).replace(new RegExp(`:${value}$`), `:${moved}`)
  }
  row.payload = JSON.stringify(payload)
}
