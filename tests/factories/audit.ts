import { readRows } from './read'

export interface AuditEntry {
  kind: string
  id: number | null
  /** Actor kind: `staff`, `student`, `guardian` or `system`. */
  by: string
  details: Record<string, unknown>
}

/** Returns the entries of one action in the school's audit log, the oldest first. */
export async function entriesOf(school: { id: number }, action: string): Promise<AuditEntry[]> {
  const rows = await readRows<Omit<AuditEntry, 'details'> & { details: string }>(
    `SELECT subject_kind AS kind, subject_id AS id, actor_kind AS \`by\`, details FROM audit_entries e
     WHERE school_id = :id AND action = :action ORDER BY e.id`,
    { id: school.id, action },
  )
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as Record<string, unknown> }))
}
