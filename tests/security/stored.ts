import { readRows } from '../factories/read'
import type { House } from './house'

/** Tables that every visit may write: they record visitors and attempts, and belong to no owner. */
export const volatileTables = ['sessions', 'throttles', 'device_cookies', 'security_events', 'migrations']

/**
 * Drafts of multi-step forms: stored even when invalid, for the student alone, so that choosing a location loses no
 * input.
 */
export const drafts = ['hostel_drafts', 'transport_drafts']

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

/** Watched state of one house's tables. */
interface Watch {
  /** Statement per table that counts and checksums its rows. */
  sums: Map<string, string>
  /** Tables that the database changes by cascade when a row of another table changes. */
  followers: Map<string, string[]>
  /** Statement that reads the number of writes per table, if the server counts them. */
  counters: string | null
  /** Counts at the last look. */
  counted: Map<string, string>
  lines: Map<string, string>
  moved: Set<string>
}

const watches = new WeakMap<House, Promise<Watch>>()

/**
 * Returns a fingerprint of the stored data of the house: row count and content, a line per table. Reads only tables
 * written since the last look when the server counts writes (MariaDB with `--userstat=1`, MySQL by default), otherwise
 * every table. Call it after the responses: an open transaction shows at the next look.
 */
export async function contentOf(house: House): Promise<string> {
  let begun = watches.get(house)
  if (!begun) {
    begun = beginWatch()
    watches.set(house, begun)
  }
  const watch = await begun
  const asked = await tablesToRead(watch)
  if (asked.length > 0) {
    const question = asked.map((name) => watch.sums.get(name)).join(' UNION ALL ')
    for (const row of await readRows<{ name: string; count: number; content: string | null }>(question)) {
      watch.lines.set(row.name, `${row.name}:${row.count}:${row.content}`)
    }
  }
  return [...watch.sums.keys()].map((name) => watch.lines.get(name)).join('\n')
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
  const sums = new Map<string, string>()
  for (const [name, found] of tables) {
    if (volatileTables.includes(name)) continue
    const row = found.map((columnName) => `COALESCE(\`${columnName}\`, '-')`).join(', ')
    sums.set(
      name,
      `SELECT '${name}' AS name, COUNT(*) AS count, SUM(CRC32(CONCAT_WS('#', ${row}))) AS content FROM \`${name}\``,
    )
  }
  const followers = new Map<string, string[]>()
  const bonds = await readRows<{ parent: string; child: string }>(
    `SELECT referenced_table_name AS parent, table_name AS child FROM information_schema.referential_constraints
     WHERE constraint_schema = DATABASE()
       AND (delete_rule IN ('CASCADE', 'SET NULL') OR update_rule IN ('CASCADE', 'SET NULL'))`,
  )
  for (const { parent, child } of bonds) followers.set(parent, [...(followers.get(parent) ?? []), child])
  return { sums, followers, counters: await countersOf(), counted: new Map(), lines: new Map(), moved: new Set() }
}

/**
 * Returns the server's statement for write counts, or null without one. Rolled-back writes count too: then the checksum
 * stays the same.
 */
async function countersOf(): Promise<string | null> {
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

async function tablesToRead(watch: Watch): Promise<string[]> {
  const all = [...watch.sums.keys()]
  if (!watch.counters) return all
  const rows = await readRows<{ name: string; written: number | string }>(watch.counters)
  const counted = new Map(rows.map((row) => [row.name, String(row.written)]))
  const moved = new Set<string>()
  const add = (name: string) => {
    if (moved.has(name)) return
    moved.add(name)
    // The server does not count rows changed by a cascade.
    for (const follower of watch.followers.get(name) ?? []) add(follower)
  }
  for (const [name, written] of counted) if (watch.counted.get(name) !== written) add(name)
  const isFirst = watch.lines.size === 0
  // Writes are counted at once but visible only after the commit: reads changed tables again at the next look.
  const asked = all.filter((name) => isFirst || moved.has(name) || watch.moved.has(name))
  watch.counted = counted
  watch.moved = moved
  return asked
}
