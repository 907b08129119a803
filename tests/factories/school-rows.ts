import { selectCells } from '~/database/database.server'
import { schoolTables } from '../../scripts/moves/school-tables'

/** Tables that an undo does not restore because they record imports or belong to the worker. */
const ownOfImports = ['imports', 'import_rows', 'import_turns', 'jobs']
/** Tables that an undo does not restore (decision 72): the audit log, and the counter of gapless receipt numbers. */
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
