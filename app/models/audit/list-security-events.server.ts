import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { type SecurityKind, securityGroupNames, securityGroups } from './security-options'

export const securitySorts = ['when'] as const

export interface SecurityRow {
  id: number
  at: Date
  kind: SecurityKind
  /** How often the same happened within that minute. */
  times: number
  /** Who did it, by name; null for somebody who had not signed in. */
  actor: string | null
  /** Whom it is about, where that is not the actor. */
  whom: string | null
  address: string | null
  device: string | null
  /** JSON text of plain facts. */
  details: string
}

export interface SecurityQuery extends ListQuery<(typeof securitySorts)[number]> {
  /** '' for any; days of India, `YYYY-MM-DD`. */
  group: string
  personKind: string
  from: string
  to: string
}

/** The name that a person of the school has now; a person who is gone has none. */
const nameOf = (kind: string, id: string) => `CASE ${kind}
  WHEN 'staff' THEN (SELECT u.name FROM staff_users u WHERE u.school_id = t.school_id AND u.id = ${id})
  WHEN 'student' THEN (SELECT CONCAT(s.first_name, ' ', s.last_name) FROM students s WHERE s.school_id = t.school_id AND s.id = ${id})
  WHEN 'applicant' THEN (SELECT CONCAT(a.first_name, ' ', a.last_name) FROM admissions a WHERE a.school_id = t.school_id AND a.id = ${id})
  END`

const actorName = nameOf('t.actor_kind', 't.actor_id')
const subjectName = nameOf('t.subject_kind', 't.subject_id')

/** The school's own security events, the newest first unless turned round. Searched are names, address and device. */
export function listSecurityEvents(scope: SchoolScope, query: SecurityQuery): Promise<Page<SecurityRow>> {
  const group = securityGroupNames.find((name) => name === query.group)
  const conditions = [
    't.school_id = :schoolId',
    ...(query.search
      ? [
          `(t.address LIKE :search ESCAPE '!' OR t.device LIKE :search ESCAPE '!' OR ${actorName} LIKE :search ESCAPE '!'
            OR ${subjectName} LIKE :search ESCAPE '!')`,
        ]
      : []),
    ...(group ? [`t.kind IN (${securityGroups[group].map((kind) => `'${kind}'`).join(', ')})`] : []),
    ...(query.personKind ? ['(t.actor_kind = :personKind OR t.subject_kind = :personKind)'] : []),
    // Instants are UTC; the days meant are those of India.
    ...(query.from ? ["t.happened_at >= CONVERT_TZ(:from, '+05:30', '+00:00')"] : []),
    ...(query.to ? ["t.happened_at < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY"] : []),
  ]
  return selectPage<SecurityRow>(
    {
      columns: `t.id, t.happened_at AS at, t.kind, t.times, ${actorName} AS actor,
        IF(t.subject_kind = t.actor_kind AND t.subject_id <=> t.actor_id, NULL, ${subjectName}) AS whom, t.address, t.device, t.details`,
      from: `security_events t WHERE ${conditions.join(' AND ')}`,
      order: ['t.happened_at', 't.id'],
      values: {
        schoolId: scope.schoolId,
        search: containing(query.search),
        personKind: query.personKind,
        from: query.from,
        to: query.to,
      },
    },
    { ...query, descending: !query.descending },
  )
}
