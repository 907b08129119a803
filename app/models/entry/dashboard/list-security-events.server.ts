import { instant, number, text, textOrNull, wordOf } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { type SecurityKind, securityGroupNames, securityGroups } from '~/models/core/audit/security-options'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** SQL: the current name of a person of the school; null if deleted. */
const nameOf = (kind: string, id: string) => `CASE ${kind}
  WHEN 'staff' THEN (SELECT u.name FROM staff_users u WHERE u.school_id = t.school_id AND u.id = ${id})
  WHEN 'student' THEN (SELECT TRIM(CONCAT(s.first_name, ' ', s.last_name)) FROM students s WHERE s.school_id = t.school_id AND s.id = ${id})
  WHEN 'guardian' THEN (SELECT g.name FROM family_guardians g WHERE g.school_id = t.school_id AND g.account_id = ${id})
  WHEN 'applicant' THEN (SELECT TRIM(CONCAT(a.first_name, ' ', a.last_name)) FROM admissions a WHERE a.school_id = t.school_id AND a.id = ${id})
  END`

const actorName = nameOf('t.actor_kind', 't.actor_id')
const subjectName = nameOf('t.subject_kind', 't.subject_id')

const groups = securityGroupNames.map(
  (name) => `(:group = '${name}' AND t.kind IN (${securityGroups[name].map((kind) => `'${kind}'`).join(', ')}))`,
)

const events = plainList({
  columns: {
    id: number('t.id'),
    at: instant('t.happened_at'),
    kind: wordOf<SecurityKind>('t.kind'),
    /** Number of equal events within the calendar minute of `at`, which are stored as one row. */
    times: number('t.times'),
    /** Name of the actor; null if not signed in. */
    actor: textOrNull(actorName),
    /** Name of the subject, if not the actor. */
    whom: textOrNull(`IF(t.subject_kind = t.actor_kind AND t.subject_id <=> t.actor_id, NULL, ${subjectName})`),
    address: textOrNull('t.address'),
    device: textOrNull('t.device'),
    /** JSON object of plain values, as text. */
    details: text('t.details'),
  },
  from: 'security_events t',
  always: 't.school_id = :schoolId',
  search: ['t.address', 't.device', actorName, subjectName],
  filters: {
    group: `(${groups.join(' OR ')})`,
    personKind: '(t.actor_kind = :personKind OR t.subject_kind = :personKind)',
    // Instants are stored in UTC; the filter's days are days in India.
    from: "t.happened_at >= CONVERT_TZ(:from, '+05:30', '+00:00')",
    to: "t.happened_at < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY",
  },
  orders: { when: 't.happened_at' },
  last: 't.id',
})

/** Lists the school's own security events, newest first by default. Search matches names, address and device. */
export function listSecurityEvents(scope: SchoolScope, query: Parameters<typeof events.list>[1]) {
  return events.list(scope, { ...query, descending: !query.descending })
}
