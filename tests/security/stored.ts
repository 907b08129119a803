import { readRows } from '../factories/read'
import type { House } from './house'

/** Tables that every visit may write: they record visitors and attempts, and belong to no owner. */
export const volatileTables = ['sessions', 'throttles', 'device_cookies', 'security_events', 'migrations']

/**
 * Drafts of multi-step forms: stored even when invalid, for the student alone, so that choosing a location loses no
 * input.
 */
export const draftTables = ['hostel_drafts', 'transport_drafts']

/** Returns the columns of every table, without generated ones, which follow from the others. */
export async function storedColumns(): Promise<Map<string, string[]>> {
  const columns = await readRows<{ name: string; columnName: string }>(
    `SELECT c.table_name AS name, c.column_name AS columnName FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' AND c.extra NOT LIKE '%GENERATED%'
     ORDER BY c.table_name, c.ordinal_position`,
  )
  const tables = new Map<string, string[]>()
  for (const { name, columnName } of columns) tables.set(name, [...(tables.get(name) ?? []), columnName])
  return tables
}

/** State of the tables of one running app (`House`) between two fingerprints. */
interface Watch {
  /** By table: SQL that counts and checksums its rows. */
  checksumStatements: Map<string, string>
  /** By table: tables whose rows the database changes by cascade when the table's rows change. */
  cascadeChildren: Map<string, string[]>
  /** SQL that reads the number of writes per table; null when the server does not count them. */
  writeCountsStatement: string | null
  /** By table: number of writes at the last fingerprint. */
  lastWriteCounts: Map<string, string>
  /** By table: its line of the last fingerprint. */
  fingerprintLines: Map<string, string>
  /** Tables with writes that were counted at the last fingerprint, but perhaps not yet committed. */
  lastWrittenTables: Set<string>
}

const watches = new WeakMap<House, Promise<Watch>>()

/**
 * Returns a fingerprint of all data that the app has stored: row count and checksum, a line per table. A test compares
 * two to prove that a request wrote nothing. When the server counts writes (MariaDB with `--userstat=1`, MySQL by
 * default), it reads only tables written since the last call. Call it after the responses: changes of a transaction
 * that is still open show only in the next fingerprint.
 */
export async function fingerprintOf(house: House): Promise<string> {
  let watchPromise = watches.get(house)
  if (!watchPromise) {
    watchPromise = beginWatch()
    watches.set(house, watchPromise)
  }
  const watch = await watchPromise
  const tableNames = await tablesToRead(watch)
  if (tableNames.length > 0) {
    const statement = tableNames.map((name) => watch.checksumStatements.get(name)).join(' UNION ALL ')
    for (const row of await readRows<{ name: string; count: number; content: string | null }>(statement)) {
      watch.fingerprintLines.set(row.name, `${row.name}:${row.count}:${row.content}`)
    }
  }
  return [...watch.checksumStatements.keys()].map((name) => watch.fingerprintLines.get(name)).join('\n')
}

/** Returns the tables whose lines differ between two fingerprints. */
export function changedTables(before: string, after: string): string[] {
  const lines = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !lines.has(line))
    .map((line) => line.split(':')[0] ?? '')
}

async function beginWatch(): Promise<Watch> {
  const tables = await storedColumns()
  const checksumStatements = new Map<string, string>()
  for (const [name, columnNames] of tables) {
    if (volatileTables.includes(name)) continue
    const columnList = columnNames.map((columnName) => `COALESCE(\`${columnName}\`, '-')`).join(', ')
    checksumStatements.set(
      name,
      `SELECT '${name}' AS name, COUNT(*) AS count, SUM(CRC32(CONCAT_WS('#', ${columnList}))) AS content FROM \`${name}\``,
    )
  }
  const cascadeChildren = new Map<string, string[]>()
  const foreignKeys = await readRows<{ parent: string; child: string }>(
    `SELECT referenced_table_name AS parent, table_name AS child FROM information_schema.referential_constraints
     WHERE constraint_schema = DATABASE()
       AND (delete_rule IN ('CASCADE', 'SET NULL') OR update_rule IN ('CASCADE', 'SET NULL'))`,
  )
  for (const { parent, child } of foreignKeys)
    cascadeChildren.set(parent, [...(cascadeChildren.get(parent) ?? []), child])
  return {
    checksumStatements,
    cascadeChildren,
    writeCountsStatement: await findWriteCountsStatement(),
    lastWriteCounts: new Map(),
    fingerprintLines: new Map(),
    lastWrittenTables: new Set(),
  }
}

/**
 * Returns the statement that reads the server's write counts, or null if the server does not count writes. Rolled-back
 * writes count too, but leave the checksum unchanged.
 */
async function findWriteCountsStatement(): Promise<string | null> {
  const settings = await readRows<{ name: string; value: string }>(
    `SHOW GLOBAL VARIABLES WHERE variable_name IN ('userstat', 'performance_schema')`,
  )
  const isOn = (name: string) => settings.some((row) => Object.values(row).join() === `${name},ON`)
  if (isOn('userstat')) {
    return `SELECT table_name AS name, rows_changed AS written FROM information_schema.table_statistics
            WHERE table_schema = DATABASE()`
  }
  if (!isOn('performance_schema')) return null
  const instruments = await readRows(
    `SELECT 1 FROM performance_schema.setup_instruments WHERE name = 'wait/io/table/sql/handler' AND enabled = 'YES'`,
  )
  if (instruments.length === 0) return null
  return `SELECT object_name AS name, count_write AS written FROM performance_schema.table_io_waits_summary_by_table
          WHERE object_type = 'TABLE' AND object_schema = DATABASE()`
}

/**
 * Returns the tables that may have changed since the last fingerprint, and remembers the write counts for the next one.
 */
async function tablesToRead(watch: Watch): Promise<string[]> {
  const all = [...watch.checksumStatements.keys()]
  if (!watch.writeCountsStatement) return all
  const rows = await readRows<{ name: string; written: number | string }>(watch.writeCountsStatement)
  const writeCounts = new Map(rows.map((row) => [row.name, String(row.written)]))
  const writtenTables = new Set<string>()
  const addWithCascades = (name: string) => {
    if (writtenTables.has(name)) return
    writtenTables.add(name)
    // The server does not count rows changed by a cascade.
    for (const child of watch.cascadeChildren.get(name) ?? []) addWithCascades(child)
  }
  for (const [name, written] of writeCounts) if (watch.lastWriteCounts.get(name) !== written) addWithCascades(name)
  const isFirst = watch.fingerprintLines.size === 0
  // Writes are counted at once but visible only after the commit, so a written table is read again the next time.
  const tableNames = all.filter((name) => isFirst || writtenTables.has(name) || watch.lastWrittenTables.has(name))
  watch.lastWriteCounts = writeCounts
  watch.lastWrittenTables = writtenTables
  return tableNames
}
