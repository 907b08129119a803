import type { Readable } from 'node:stream'
import { type Connection, createConnection } from 'mysql2'
import type { RowDataPacket } from 'mysql2/promise'
import { connectionOptions } from '~/database/connection.server'
import { type SealedColumn, sealedColumns, sealedContext, sealedText } from '~/models/sealing/sealed-columns'
import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { Trouble } from '../processes.mjs'
import { namedInJobs, type Row, type SchoolTable } from './school-tables'

/** A connection beside the pool, whose rows are as the database has them: days and instants as text, large numbers exact. */
export async function rowsConnection(): Promise<Connection> {
  const connection = createConnection({ ...connectionOptions(), dateStrings: true, supportBigNumbers: true })
  await connection.promise().connect()
  return connection
}

/** Sends one statement of our own words and answers its rows; of a write, none. */
export type AskRows = (sql: string) => Promise<Row[]>

/** Statements on this connection, in its transaction. */
export const askOn =
  (connection: Connection): AskRows =>
  async (sql) => {
    const [rows] = await connection.promise().query<RowDataPacket[]>(sql)
    return Array.isArray(rows) ? rows : []
  }

/** The school's rows of a table, some at a time. */
export async function* rowsOf(connection: Connection, table: SchoolTable, schoolId: number): AsyncGenerator<Row[]> {
  const names = table.columns.map((name) => `\`${name}\``).join(', ')
  const order = table.primaryKey.map((name) => `\`${name}\``).join(', ')
  const rows: Readable = connection
    .query(`SELECT ${names} FROM ${table.name} WHERE ${ofSchool(table, schoolId)} ORDER BY ${order}`)
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

export const ofSchool = ({ where }: { where: string }, schoolId: number) => where.replaceAll(':school', `${schoolId}`)

/** What a row's sealed texts say, in their order; null for what is none, or opens with no key that is here. */
type Opened = Record<string, Array<string | null>>

const sealedIn = (table: string) => sealedColumns.filter((place) => place.table === table)
const ownerOf = (place: SealedColumn, row: Row) => sealedContext(place, Number(row[place.owner]))

/** A row as a line of a file: bytes as base64, sealed texts open beside it. */
export function lineOf(table: SchoolTable, row: Row): string {
  const opened: Opened = {}
  for (const place of sealedIn(table.name)) {
    const texts = String(row[place.column] ?? '').match(sealedText)
    if (texts) opened[place.column] = texts.map((text) => decryptOrNull(text, ownerOf(place, row)))
  }
  const plain = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Buffer ? { base64: value.toString('base64') } : value,
    ]),
  )
  return `${JSON.stringify({ row: plain, opened })}\n`
}

/** The row of a line, with its sealed texts still those of the old place. */
export function readLine(line: string): { row: Row; opened: Opened } {
  return JSON.parse(line, (_, value) =>
    typeof value?.base64 === 'string' ? Buffer.from(value.base64, 'base64') : value,
  )
}

/** How far the numbers of each table move. */
export type Shifts = ReadonlyMap<string, number>

/** The row as it is kept here: its number and those it names moved, what was sealed there sealed here. */
export function movedRow(table: SchoolTable, line: { row: Row; opened: Opened }, shifts: Shifts): Row {
  const row = { ...line.row }
  const move = (name: string, of: string | null) => {
    if (of !== null && row[name] !== null) row[name] = Number(row[name]) + (shifts.get(of) ?? 0)
  }
  if (table.hasId) move('id', table.name)
  for (const [name, named] of table.references) if (line.row[name] !== null) move(name, named(line.row))
  if (table.name === 'jobs') moveJob(row, shifts)
  for (const place of sealedIn(table.name)) {
    const texts = line.opened[place.column]
    if (!texts) continue
    let at = 0
    row[place.column] = String(row[place.column]).replace(sealedText, (sealed) => {
      const text = texts[at++]
      return typeof text === 'string' ? encrypt(text, ownerOf(place, row)) : sealed
    })
  }
  return row
}

/** A job names its row in what it is given, and often in its name: `close-attempt:12`. */
function moveJob(row: Row, shifts: Shifts): void {
  const payload: Record<string, string | number> = JSON.parse(String(row.payload))
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== 'number') continue
    const table = namedInJobs[name]
    if (table === undefined) throw new Trouble(`Nothing says what “${name}” of a job is the number of.`)
    const moved = value + (shifts.get(table) ?? 0)
    payload[name] = moved
    if (row.unique_key !== null) row.unique_key = String(row.unique_key).replace(new RegExp(`:${value}$`), `:${moved}`)
  }
  row.payload = JSON.stringify(payload)
}
