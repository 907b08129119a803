import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Connection } from 'mysql2'
import type { RowDataPacket } from 'mysql2/promise'
import { inTransaction } from '~/database/database.server'
import { type HoldReason, holdSchoolOutgoing } from '~/models/core/outbox/hold-outgoing.server'
import { counted } from '~/models/core/shared/counted'
import { endUnusedAccounts } from '~/models/people/guardians/end-accounts.server'
import { fileStore } from '~/services/storage/file-store.server'
import { lastMigration, type Manifest, readText } from '../backups/manifest'
import { Trouble } from '../processes.mjs'
import { type LastNumber, lastNumbers, raiseNumbers, savedLastNumbers } from './last-numbers'
import { deleteRows } from './remove-school'
import { headName, parseRows, schoolFile, tableOfEntry } from './school-file'
import { rowsConnection, rowsOf, type Shifts, schoolCondition, shiftRow, sqlOn } from './school-rows'
import { type Row, type SchoolTable, schoolTables } from './school-tables'

type School = { publicId: string; name: string }

/** The school that an import replaces: the import's transaction deletes its rows. */
export interface ReplacedSchool {
  id: number
  /** The school's digest (`schoolDigest`) when the import began. Only a school that still has it is replaced. */
  state: string
}

/**
 * Adds a school to the existing ones: its rows with new ids, in one transaction, and its files. Reads and checks the
 * whole file before writing; rolls back on failure. Holds the school's outgoing work, and continues its counters after
 * the last number used here. The caller holds the schema's lock.
 * @param replaces deleted with all its rows and files in the same transaction; its security events move to the new
 * school
 * @throws Trouble when the file is damaged, has another key or version, or the school or a unique value already exists
 * here
 */
export async function importSchool(
  file: string,
  key: string,
  { replaces = null, reason = 'import' }: { replaces?: ReplacedSchool | null; reason?: HoldReason } = {},
): Promise<{ school: School; manifest: Manifest }> {
  const tables = await schoolTables()
  const connection = await rowsConnection()
  try {
    const { school, manifest, highest, types } = await lookThrough({ file, key, tables, connection, replaces })
    const shifts = await reserve(connection, highest)
    const newId = (highest.get('schools') ?? 0) + (shifts.get('schools') ?? 0)
    await write({ file, key, tables, connection, shifts, manifest, types, replaces, reason, newId, school })
    return { school, manifest }
  } finally {
    connection.destroy()
  }
}

/**
 * Digest of the school's rows, without jobs and the next query time of payments, which the worker changes by itself.
 * Stable while no one changes anything.
 */
export async function schoolDigest(id: number): Promise<string> {
  const tables = await schoolTables()
  const hash = createHash('sha256')
  const connection = await rowsConnection()
  try {
    await connection.promise().query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await connection.promise().query('START TRANSACTION WITH CONSISTENT SNAPSHOT')
    for (const table of tables) {
      if (table.name === 'jobs') continue
      for await (const some of rowsOf(connection, table, id))
        for (const row of some)
          hash.update(`${table.name} ${JSON.stringify(table.name === 'payments' ? plainPayment(row) : row)}\n`)
    }
  } finally {
    connection.destroy()
  }
  return hash.digest('hex')
}

const plainPayment = ({ checks, next_check_at, updated_at, ...row }: Row) => row

interface Looking {
  file: string
  key: string
  tables: SchoolTable[]
  connection: Connection
  replaces: ReplacedSchool | null
}

/**
 * Reads the whole file and refuses what cannot be imported. Returns the highest id of each table, and the types of the
 * files.
 */
async function lookThrough({ file, key, tables, connection, replaces }: Looking) {
  const highest = new Map<string, number>()
  const types = new Map<string, string>()
  const conflictingValues: string[] = []
  let school: School | undefined
  const entries = schoolFile(file, key)
  let next = await entries.next()
  for (; !next.done; next = await entries.next()) {
    const { name } = next.value
    if (name === headName) school = JSON.parse(await readText(next.value))
    else if (name.startsWith('rows/')) {
      const table = tableOfEntry(name, tables)
      const rows = parseRows(await readText(next.value)).map(({ row }) => row)
      for (const { id } of table.hasId ? rows : []) {
        highest.set(table.name, Math.max(highest.get(table.name) ?? 0, Number(id)))
      }
      for (const row of table.name === 'files' ? rows : []) types.set(String(row.storage_key), String(row.content_type))
      for (const columns of table.unique)
        conflictingValues.push(...(await takenOf({ connection, table, columns, rows, replaces })))
    } else for await (const _ of next.value.content);
  }
  const manifest = next.value
  if (!school) throw new Trouble(`${file} is not the file of a school.`)
  const here = await lastMigration()
  if (manifest.lastMigration !== here) {
    throw new Trouble(
      `${file} was made by another version (${manifest.version}, ${manifest.lastMigration}; here ${here}). Bring both installations to the same version first.`,
    )
  }
  if (conflictingValues.some((one) => one.startsWith('schools.public_id ')))
    throw new Trouble(`${school.name} already exists here.`)
  if (conflictingValues.length > 0) {
    const more = conflictingValues.length > maxShown ? `, and ${conflictingValues.length - maxShown} more` : ''
    throw new Trouble(
      `These values must be unique and already exist here: ${conflictingValues.slice(0, maxShown).join(', ')}${more}. Nothing was written.`,
    )
  }
  return { school, manifest, highest, types }
}

const maxShown = 20

interface Taking {
  connection: Connection
  table: SchoolTable
  columns: string[]
  rows: Row[]
  replaces: ReplacedSchool | null
}

async function takenOf({ connection, table, columns, rows, replaces }: Taking): Promise<string[]> {
  const values = rows.map((row) => columns.map((name) => row[name])).filter((set) => !set.includes(null))
  if (values.length === 0) return []
  const others = replaces ? `AND NOT (${schoolCondition(table, replaces.id)})` : ''
  const [found] = await connection
    .promise()
    .query<RowDataPacket[]>(
      `SELECT ${columns.join(', ')} FROM ${table.name} WHERE (${columns.join(', ')}) IN (?) ${others}`,
      [values],
    )
  return found.map((row) => `${table.name}.${columns.join('+')} ${columns.map((name) => row[name]).join(' ')}`)
}

/** Ids that concurrent writers may take between reading the maximum and reserving. */
const margin = 1000

/** Reserves ids after the existing ones: new rows of the portal come after the reserved range. */
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
  types: ReadonlyMap<string, string>
  replaces: ReplacedSchool | null
  reason: HoldReason
  newId: number
  school: School
}

/**
 * Writes the files first, which may take long: the rows of a replaced school stay locked only while rows are written.
 */
async function write(writing: Writing): Promise<void> {
  const { connection, types } = writing
  const newFileKeys: string[] = []
  let removedData: Gone | null = null
  try {
    await writeFiles(writing, newFileKeys)
    await connection.promise().query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED')
    await connection.promise().query('START TRANSACTION')
    removedData = await writeRows(writing)
  } catch (error) {
    // When the connection is lost, the server rolls back by itself.
    await connection
      .promise()
      .query('ROLLBACK')
      .catch(() => undefined)
    for (const name of newFileKeys) await fileStore().remove(name)
    throw error
  }
  // If the answer to COMMIT is lost, it may still have succeeded. So the files stay; unowned files are swept after a
  // day.
  await connection.promise().query('COMMIT')
  const accounts = removedData?.accounts ?? []
  await inTransaction(() => endUnusedAccounts(accounts))
  for (const name of removedData?.files ?? []) if (!types.has(name)) await fileStore().remove(name)
}

/** Puts the files into the store; collects in `newFileKeys` those that were not there before. */
async function writeFiles({ file, key, connection, types, replaces }: Writing, newFileKeys: string[]): Promise<void> {
  for await (const entry of schoolFile(file, key)) {
    if (!entry.name.startsWith('files/')) {
      for await (const _ of entry.content);
      continue
    }
    const name = entry.name.slice('files/'.length)
    const [[owner]] = await connection
      .promise()
      .query<RowDataPacket[]>('SELECT school_id AS id FROM files WHERE storage_key = ?', [name])
    if (owner && owner.id !== replaces?.id) throw new Trouble(`A file ${name} already exists here.`)
    // Keys are unique: an existing file with this key has the same content.
    if (!(await fileStore().exists(name))) newFileKeys.push(name)
    await fileStore().put(name, Readable.from(entry.content), types.get(name) ?? 'application/octet-stream')
  }
}

/**
 * Runs in the import's transaction: writes all rows. Returns what the import still needs of the replaced school; null
 * without one.
 */
async function writeRows(writing: Writing): Promise<Gone | null> {
  const { file, key, tables, connection, shifts, manifest, newId, school, reason } = writing
  const ask = sqlOn(connection)
  const late: Array<() => Promise<unknown>> = []
  const removedData = await clear(writing)
  for await (const entry of schoolFile(file, key)) {
    if (entry.name.startsWith('rows/')) {
      const table = tableOfEntry(entry.name, tables)
      const rows = parseRows(await readText(entry)).map((line) => shiftRow(table, line, shifts))
      await insert(connection, table, rows)
      late.push(...rows.flatMap((row) => lateOf(connection, table, row)))
    } else for await (const _ of entry.content);
  }
  for (const set of late) await set()
  await refuseOtherCounts(connection, tables, newId, manifest)
  await raiseNumbers(ask, newId, [...(removedData?.numbers ?? []), ...(await savedLastNumbers(ask, school.publicId))])
  await holdSchoolOutgoing(newId, reason, ask)
  return removedData
}

interface Gone {
  numbers: LastNumber[]
  files: string[]
  /** Guardian accounts with access to the school. */
  accounts: number[]
}

/**
 * Runs in the import's transaction: deletes the rows of the replaced school, if any. Its first statement blocks all
 * other writers of the school.
 */
async function clear({ connection, tables, replaces, newId }: Writing): Promise<Gone | null> {
  if (!replaces) return null
  const { id } = replaces
  const ask = sqlOn(connection)
  await ask(`SELECT id FROM schools WHERE id = ${id} FOR UPDATE`)
  const jobs = await ask(
    `SELECT state = 'running' AND leased_until > UTC_TIMESTAMP(3) AS isRunning FROM jobs
     WHERE turn_of = ${id} AND state IN ('waiting', 'running', 'held') FOR UPDATE`,
  )
  // A job with an expired lease was lost with its worker.
  const running = jobs.filter(({ isRunning }) => Number(isRunning) === 1).length
  if (running > 0)
    throw new Trouble(`This school has ${counted(running, 'running job')}. Try again, or stop the worker first.`)
  if ((await schoolDigest(id)) !== replaces.state)
    throw new Trouble('The school changed while it was being copied. Try again when no one is working in it.')
  const numbers = await lastNumbers(ask, id)
  const files = await ask(`SELECT storage_key AS name FROM files WHERE school_id = ${id}`)
  const guardians = await ask(
    `SELECT account_id AS id FROM family_guardians WHERE school_id = ${id} AND account_id IS NOT NULL FOR UPDATE`,
  )
  // The law requires keeping security events, so they move to the imported school, although its users get new ids.
  await ask(`UPDATE security_events SET school_id = ${newId} WHERE school_id = ${id}`)
  await deleteRows(ask, tables, id)
  return { numbers, files: files.map(({ name }) => String(name)), accounts: guardians.map((one) => Number(one.id)) }
}

async function insert(connection: Connection, table: SchoolTable, rows: Row[]): Promise<void> {
  const names = table.columns.map((name) => `\`${name}\``).join(', ')
  const values = rows.map((row) => table.columns.map((name) => (table.late.includes(name) ? null : row[name])))
  if (values.length > 0) await connection.promise().query(`INSERT INTO ${table.name} (${names}) VALUES ?`, [values])
}

/** Functions that set a row's references to rows that are written later; call them after all rows. */
function lateOf(connection: Connection, table: SchoolTable, row: Row): Array<() => Promise<unknown>> {
  return table.late
    .filter((name) => row[name] !== null)
    .map((name) => () => {
      const sql = `UPDATE ${table.name} SET \`${name}\` = ? WHERE id = ?`
      return connection.promise().query(sql, [row[name], row.id])
    })
}

async function refuseOtherCounts(connection: Connection, tables: SchoolTable[], schoolId: number, { rows }: Manifest) {
  for (const table of tables) {
    const [[found]] = await connection
      .promise()
      .query<RowDataPacket[]>(`SELECT COUNT(*) AS count FROM ${table.name} WHERE ${schoolCondition(table, schoolId)}`)
    const expectedCount = rows[table.name]?.after ?? 0
    if (Number(found?.count) !== expectedCount)
      throw new Trouble(`${table.name} has ${counted(Number(found?.count), 'row')}, not ${expectedCount}.`)
  }
}
