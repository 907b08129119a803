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

/** Reads the school's rows of a table in batches, by primary key. */
export async function* rowsOf(connection: Connection, table: SchoolTable, schoolId: number): AsyncGenerator<Row[]> {
  const names = table.columns.map((name) => `\`${name}\``).join(', ')
  const order = table.primaryKey.map((name) => `\`${name}\``).join(', ')
  const rows: Readable = connection
    .query(`SELECT ${names} FROM ${table.name} WHERE ${schoolCondition(table, schoolId)} ORDER BY ${order}`)
    .stream()
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < maxBatch) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const maxBatch = 1000

export const schoolCondition = ({ where }: { where: string }, schoolId: number) =>
  where.replaceAll(':school', `${schoolId}`)

/** Decrypted texts of a row by column, in order; null for a text that the keys of this installation cannot decrypt. */
type DecryptedTexts = Record<string, Array<string | null>>

const sealedIn = (table: string) => sealedColumns.filter((sealedColumn) => sealedColumn.table === table)
/** Context of an encrypted text: it names the row's owner by id, so it changes when the row's ids are shifted. */
const contextOf = (sealedColumn: SealedColumn, row: Row) => sealedContext(sealedColumn, Number(row[sealedColumn.owner]))

/** Serializes a row as one line of a file: bytes as base64, decrypted texts beside the row. */
export function serializeRow(table: SchoolTable, row: Row): string {
  const opened: DecryptedTexts = {}
  for (const sealedColumn of sealedIn(table.name)) {
    const texts = String(row[sealedColumn.column] ?? '').match(sealedText)
    if (texts) opened[sealedColumn.column] = texts.map((text) => decryptOrNull(text, contextOf(sealedColumn, row)))
  }
  const plain = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Buffer ? { base64: value.toString('base64') } : value,
    ]),
  )
  return `${JSON.stringify({ row: plain, opened })}\n`
}

/** A line of the file. Sealed values in `row` are still sealed with the key of the exporting installation. */
type FileLine = { row: Row; opened: DecryptedTexts }

export function parseRow(line: string): FileLine {
  return JSON.parse(line, (_, value) =>
    typeof value?.base64 === 'string' ? Buffer.from(value.base64, 'base64') : value,
  )
}

/** Number to add to the row ids of each table, because this installation may already use the exported ids. */
export type Shifts = ReadonlyMap<string, number>

/**
 * Converts a row for this installation: shifts its id and references, and seals its decrypted texts with the key of
 * this installation, for the owner's new id.
 */
export function shiftRow(table: SchoolTable, line: FileLine, shifts: Shifts): Row {
  const row = { ...line.row }
  const shiftId = (column: string, referencedTable: string | null) => {
    if (referencedTable !== null && row[column] !== null)
      row[column] = Number(row[column]) + (shifts.get(referencedTable) ?? 0)
  }
  if (table.hasId) shiftId('id', table.name)
  for (const [column, tableFor] of table.references) if (line.row[column] !== null) shiftId(column, tableFor(line.row))
  if (table.name === 'jobs') shiftJob(row, shifts)
  // Comes after the ids are shifted, because the texts are sealed for the owner's new id.
  for (const sealedColumn of sealedIn(table.name)) {
    const texts = line.opened[sealedColumn.column]
    if (!texts) continue
    let index = 0
    row[sealedColumn.column] = String(row[sealedColumn.column]).replace(sealedText, (sealed) => {
      const text = texts[index++]
      return typeof text === 'string' ? encrypt(text, contextOf(sealedColumn, row)) : sealed
    })
  }
  return row
}

/** Shifts the row ids in a job's payload, and in its unique key if that ends with one: `close-attempt:12`. */
function shiftJob(row: Row, shifts: Shifts): void {
  const payload: Record<string, string | number> = JSON.parse(String(row.payload))
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== 'number') continue
    const table = jobReferences[name]
    if (table === undefined) throw new Trouble(`It is not known which table “${name}” of a job refers to.`)
    const newId = value + (shifts.get(table) ?? 0)
    payload[name] = newId
    if (row.unique_key !== null) row.unique_key = String(row.unique_key).replace(new RegExp(`:${value}$`), `:${newId}`)
  }
  row.payload = JSON.stringify(payload)
}
