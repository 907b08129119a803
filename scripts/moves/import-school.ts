import { Readable } from 'node:stream'
import type { Connection } from 'mysql2'
import type { RowDataPacket } from 'mysql2/promise'
import { holdOutgoingOf } from '~/models/outbox/hold-outgoing.server'
import { fileStore } from '~/services/storage/file-store.server'
import { checked, lastMigration, type Manifest, textOf } from '../backups/manifest'
import { type Entry, readSealed } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import { headName } from './export-school'
import { movedRow, ofSchool, readLine, rowsConnection, type Shifts } from './school-rows'
import { type Row, type SchoolTable, schoolTables } from './school-tables'

type School = { publicId: string; name: string }

/** The entries of a school's file, checked to the end, which is its manifest. */
export function schoolFile(file: string, key: string): AsyncGenerator<Entry, Manifest> {
  return checked(readSealed(file, [key], `${file} was made with another key.`), file)
}

/**
 * Takes a school in, beside those that are here: its rows with numbers of their own, in one transaction, and its files. The whole file is
 * read and checked before anything is written; what fails after that is taken back. What goes out of it is held. Hold the schema's lock around it.
 * @throws Trouble where the file is damaged, of another key or another version, and where the school or what must be there once is here already
 */
export async function importSchool(file: string, key: string): Promise<{ school: School; manifest: Manifest }> {
  const tables = await schoolTables()
  const connection = await rowsConnection()
  try {
    const { school, manifest, highest } = await lookThrough(file, key, tables, connection)
    const shifts = await reserve(connection, highest)
    await write({ file, key, tables, connection, shifts, manifest })
    return { school, manifest }
  } finally {
    connection.destroy()
  }
}

/** Reads all of it, and refuses what cannot be taken in. Answers the highest number of each table. */
async function lookThrough(file: string, key: string, tables: SchoolTable[], connection: Connection) {
  const highest = new Map<string, number>()
  const taken: string[] = []
  let school: School | undefined
  const entries = schoolFile(file, key)
  let next = await entries.next()
  for (; !next.done; next = await entries.next()) {
    const { name } = next.value
    if (name === headName) school = JSON.parse(await textOf(next.value))
    else if (name.startsWith('rows/')) {
      const table = tableOf(name, tables)
      const rows = linesOf(await textOf(next.value)).map(({ row }) => row)
      for (const { id } of table.hasId ? rows : []) {
        highest.set(table.name, Math.max(highest.get(table.name) ?? 0, Number(id)))
      }
      for (const columns of table.unique) taken.push(...(await takenOf(connection, table.name, columns, rows)))
    } else for await (const _ of next.value.content);
  }
  const manifest = next.value
  if (!school) throw new Trouble(`${file} is no file of a school.`)
  const here = await lastMigration()
  if (manifest.lastMigration !== here) {
    throw new Trouble(
      `${file} is of another version (${manifest.version}, ${manifest.lastMigration}; here ${here}): bring both places to the same one first.`,
    )
  }
  if (taken.some((one) => one.startsWith('schools.public_id '))) throw new Trouble(`${school.name} is here already.`)
  if (taken.length > 0) {
    const more = taken.length > shown ? `, and ${taken.length - shown} more` : ''
    throw new Trouble(
      `Some things may be here only once, and are here already: ${taken.slice(0, shown).join(', ')}${more}. Nothing was written.`,
    )
  }
  return { school, manifest, highest }
}

const shown = 20

function tableOf(entryName: string, tables: SchoolTable[]): SchoolTable {
  const [, name] = entryName.split('/')
  const table = tables.find((one) => one.name === name)
  if (!table)
    throw new Trouble(
      `The file has rows of ${name}, which is not known here: bring both places to the same version first.`,
    )
  return table
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map(readLine)

async function takenOf(connection: Connection, table: string, columns: string[], rows: Row[]): Promise<string[]> {
  const values = rows.map((row) => columns.map((name) => row[name])).filter((set) => !set.includes(null))
  if (values.length === 0) return []
  const [found] = await connection
    .promise()
    .query<RowDataPacket[]>(`SELECT ${columns.join(', ')} FROM ${table} WHERE (${columns.join(', ')}) IN (?)`, [values])
  return found.map((row) => `${table}.${columns.join('+')} ${columns.map((name) => row[name]).join(' ')}`)
}

/** Numbers that those who write beside us may take between our look and our claim. */
const margin = 1000

/** Claims numbers behind those that are taken: what the portal writes from now on comes after them. */
async function reserve(connection: Connection, highest: ReadonlyMap<string, number>): Promise<Shifts> {
  const shifts = new Map<string, number>()
  for (const [table, last] of highest) {
    const [[row]] = await connection.promise().query<RowDataPacket[]>(`SELECT MAX(id) AS id FROM ${table}`)
    const shift = row?.id === null ? 0 : Number(row?.id) + margin
    await connection.promise().query(`ALTER TABLE ${table} AUTO_INCREMENT = ${shift + last + 1}`)
    shifts.set(table, shift)
  }
  return shifts
}

interface Writing {
  file: string
  key: string
  tables: SchoolTable[]
  connection: Connection
  shifts: Shifts
  manifest: Manifest
}

async function write({ file, key, tables, connection, shifts, manifest }: Writing): Promise<void> {
  const kept: string[] = []
  const late: Array<() => Promise<unknown>> = []
  let schoolId = 0
  try {
    await connection.promise().query('START TRANSACTION')
    for await (const entry of schoolFile(file, key)) {
      if (entry.name.startsWith('rows/')) {
        const table = tableOf(entry.name, tables)
        const rows = linesOf(await textOf(entry)).map((line) => movedRow(table, line, shifts))
        if (table.name === 'schools') schoolId = Number(rows[0]?.id)
        await insert(connection, table, rows)
        late.push(...rows.flatMap((row) => lateOf(connection, table, row)))
      } else if (entry.name.startsWith('files/')) {
        const name = entry.name.slice('files/'.length)
        if (await fileStore().exists(name)) throw new Trouble(`There is a file ${name} already.`)
        kept.push(name)
        await keep(connection, name, entry)
      } else for await (const _ of entry.content);
    }
    for (const set of late) await set()
    await refuseOtherCounts(connection, tables, schoolId, manifest)
    await holdOutgoingOf(schoolId, 'import', (sql) => connection.promise().query(sql))
  } catch (error) {
    // Where the connection is gone the server takes it back by itself.
    await connection
      .promise()
      .query('ROLLBACK')
      .catch(() => undefined)
    for (const name of kept) await fileStore().remove(name)
    throw error
  }
  // Where its answer is lost it may be done all the same: the files stay, and if nobody owns them they are swept away after a day.
  await connection.promise().query('COMMIT')
}

async function insert(connection: Connection, table: SchoolTable, rows: Row[]): Promise<void> {
  const names = table.columns.map((name) => `\`${name}\``).join(', ')
  const values = rows.map((row) => table.columns.map((name) => (table.late.includes(name) ? null : row[name])))
  if (values.length > 0) await connection.promise().query(`INSERT INTO ${table.name} (${names}) VALUES ?`, [values])
}

/** What a row names among rows that come later. */
function lateOf(connection: Connection, table: SchoolTable, row: Row): Array<() => Promise<unknown>> {
  return table.late
    .filter((name) => row[name] !== null)
    .map((name) => () => {
      const sql = `UPDATE ${table.name} SET \`${name}\` = ? WHERE id = ?`
      return connection.promise().query(sql, [row[name], row.id])
    })
}

async function keep(connection: Connection, name: string, { content }: Entry): Promise<void> {
  const [[row]] = await connection
    .promise()
    .query<RowDataPacket[]>('SELECT content_type AS type FROM files WHERE storage_key = ?', [name])
  await fileStore().put(name, Readable.from(content), row?.type ?? 'application/octet-stream')
}

async function refuseOtherCounts(connection: Connection, tables: SchoolTable[], schoolId: number, { rows }: Manifest) {
  for (const table of tables) {
    const [[found]] = await connection
      .promise()
      .query<RowDataPacket[]>(`SELECT COUNT(*) AS count FROM ${table.name} WHERE ${ofSchool(table, schoolId)}`)
    const said = rows[table.name]?.after ?? 0
    if (Number(found?.count) !== said) throw new Trouble(`${table.name} has ${found?.count} rows, not ${said}.`)
  }
}
