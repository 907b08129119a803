import { selectCells } from '~/database/database.server'
import { schoolTables } from '../../scripts/moves/school-tables'

/** History of imports, and the queue of the worker: these are kept, whatever an undo does. */
const ownOfImports = ['imports', 'import_rows', 'import_turns', 'jobs']
/** What an undo leaves by decision 72: entries of the audit log, and counters without gaps. */
const alwaysLeft = ['audit_entries', 'receipt_counters']

/** Returns all rows of a school, as text by table, except those that an undo leaves. */
export async function snapshotOf(schoolId: number): Promise<Record<string, string[]>> {
  const snapshot: Record<string, string[]> = {}
  for (const { name, where, columns } of await schoolTables()) {
    if (ownOfImports.includes(name) || alwaysLeft.includes(name)) continue
    const rows = await selectCells(
      `SELECT ${columns.map((column) => `\`${column}\``).join(', ')} FROM ${name} WHERE ${where}`,
      { school: schoolId },
    )
    if (rows.length > 0) snapshot[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return snapshot
}
