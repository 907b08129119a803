import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'

export const auditSorts = ['when'] as const

export interface AuditRow {
  id: number
  at: Date
  actor: string
  actorKind: 'staff' | 'student' | 'system'
  /** As `subject.verb`: 'student.updated'. */
  action: string
  subjectKind: string
  /** JSON text of plain facts. */
  details: string
  /** The student whom it is about, where it is about one: by name and public id. */
  whom: string | null
  whomId: string | null
}

export interface AuditWish extends ListQuery<(typeof auditSorts)[number]> {
  /** '' for any; days of India, `YYYY-MM-DD`. */
  subjectKind: string
  actorKind: string
  from: string
  to: string
}

/** The student behind an entry's subject, if there is one. */
const studentOfEntry = `CASE t.subject_kind WHEN 'student' THEN t.subject_id
  WHEN 'payment' THEN (SELECT p.student_id FROM payments p WHERE p.school_id = t.school_id AND p.id = t.subject_id)
  WHEN 'due' THEN (SELECT d.student_id FROM dues d WHERE d.school_id = t.school_id AND d.id = t.subject_id)
  WHEN 'enrollment' THEN (SELECT e.student_id FROM enrollments e WHERE e.school_id = t.school_id AND e.id = t.subject_id)
  WHEN 'admission' THEN (SELECT a.student_id FROM admissions a WHERE a.school_id = t.school_id AND a.id = t.subject_id)
  END`

/** The school's audit log, the newest entry first unless turned round. Searched are actor, action, facts and the student's name. */
export function listAudit(scope: SchoolScope, query: AuditWish): Promise<Page<AuditRow>> {
  const conditions = [
    't.school_id = :schoolId',
    ...(query.search
      ? [
          `(t.actor_name LIKE :search ESCAPE '!' OR t.action LIKE :search ESCAPE '!' OR t.details LIKE :search ESCAPE '!'
            OR CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!')`,
        ]
      : []),
    ...(query.subjectKind ? ['t.subject_kind = :subjectKind'] : []),
    ...(query.actorKind ? ['t.actor_kind = :actorKind'] : []),
    // Instants are UTC; the days meant are those of India.
    ...(query.from ? ["t.created_at >= CONVERT_TZ(:from, '+05:30', '+00:00')"] : []),
    ...(query.to ? ["t.created_at < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY"] : []),
  ]
  return selectPage<AuditRow>(
    {
      columns: `t.id, t.created_at AS at, t.actor_name AS actor, t.actor_kind AS actorKind, t.action, t.subject_kind AS subjectKind,
        t.details, CONCAT(s.first_name, ' ', s.last_name) AS whom, s.public_id AS whomId`,
      from: `audit_entries t LEFT JOIN students s ON s.school_id = t.school_id AND s.id = ${studentOfEntry}
        WHERE ${conditions.join(' AND ')}`,
      order: ['t.created_at', 't.id'],
      values: {
        schoolId: scope.schoolId,
        search: containing(query.search),
        subjectKind: query.subjectKind,
        actorKind: query.actorKind,
        from: query.from,
        to: query.to,
      },
    },
    { ...query, descending: !query.descending },
  )
}

/** What entries of the school are about: the choices of the filter. */
export async function listAuditSubjects(scope: SchoolScope): Promise<string[]> {
  const rows = await select<{ kind: string }>(
    'SELECT DISTINCT subject_kind AS kind FROM audit_entries WHERE school_id = :schoolId ORDER BY subject_kind',
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => row.kind)
}
