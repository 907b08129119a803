import { number, selectRows, text, textOrNull } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** SQL: the student behind an entry's subject, if any. */
const studentOfEntry = `CASE t.subject_kind WHEN 'student' THEN t.subject_id
  WHEN 'payment' THEN (SELECT p.student_id FROM payments p WHERE p.school_id = t.school_id AND p.id = t.subject_id)
  WHEN 'due' THEN (SELECT d.student_id FROM dues d WHERE d.school_id = t.school_id AND d.id = t.subject_id)
  WHEN 'enrollment' THEN (SELECT e.student_id FROM enrollments e WHERE e.school_id = t.school_id AND e.id = t.subject_id)
  WHEN 'admission' THEN (SELECT a.student_id FROM admissions a WHERE a.school_id = t.school_id AND a.id = t.subject_id)
  END`
const studentName = "TRIM(CONCAT(s.first_name, ' ', s.last_name))"

const entries = plainList({
  columns: {
    id: number('t.id'),
    at: { sql: 't.created_at', read: (stored: unknown) => stored as Date },
    actor: text('t.actor_name'),
    actorKind: text('t.actor_kind'),
    // As `subject.verb`: 'student.updated'.
    action: text('t.action'),
    subjectKind: text('t.subject_kind'),
    // JSON object of plain values, as text.
    details: text('t.details'),
    // Student affected by the entry, if any.
    whom: textOrNull(studentName),
    whomId: textOrNull('s.public_id'),
  },
  from: `audit_entries t LEFT JOIN students s ON s.school_id = t.school_id AND s.id = ${studentOfEntry}`,
  always: 't.school_id = :schoolId',
  search: ['t.actor_name', 't.action', 't.details', studentName],
  filters: {
    subjectKind: 't.subject_kind = :subjectKind',
    actorKind: 't.actor_kind = :actorKind',
    // Instants are stored in UTC; the filter's days are days in India.
    from: "t.created_at >= CONVERT_TZ(:from, '+05:30', '+00:00')",
    to: "t.created_at < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY",
  },
  orders: { when: 't.created_at' },
  last: 't.id',
})

export function listAudit(scope: SchoolScope, query: Parameters<typeof entries.list>[1]) {
  return entries.list(scope, { ...query, descending: !query.descending })
}

export async function listAuditSubjects(scope: SchoolScope): Promise<string[]> {
  const rows = await selectRows(
    { kind: text('subject_kind') },
    'FROM audit_entries WHERE school_id = :schoolId GROUP BY subject_kind ORDER BY subject_kind',
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => row.kind)
}
