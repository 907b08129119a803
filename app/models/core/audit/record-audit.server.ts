import { afterCommit, execute, insertRows } from '~/database/database.server'
import type { Actor, GuardianScope, SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { recordSecurityEvents } from './record-security-event.server'
import { eventsOfAudit } from './security-rules'

interface AuditEntry {
  /** Action as `subject.verb`: 'payment.recorded', 'student.created'. */
  action: string
  subject: { kind: string; id: number | null }
  /** Facts that explain the action later; never a secret, a password or an Aadhaar number. */
  details?: Record<string, string | number | boolean | null>
  /** Restricts a guardian's entry to the one school that it concerns. */
  schoolId?: number
}

/**
 * Writes one line of the audit log in the transaction of the change. A guardian's action on their own account is
 * written once for each school of that account.
 */
export async function recordAudit(scope: SchoolScope | StudentScope | GuardianScope, entry: AuditEntry): Promise<void> {
  if ('accountId' in scope) return recordOfGuardian(scope, entry)
  await execute(
    `INSERT INTO audit_entries (school_id, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details, created_at)
     VALUES (:schoolId, :actorKind, :actorId, :actorName, :action, :subjectKind, :subjectId, :details, UTC_TIMESTAMP(3))`,
    {
      schoolId: scope.schoolId,
      actorKind: scope.actor.kind,
      actorId: scope.actor.id,
      actorName: scope.actor.name,
      action: entry.action,
      subjectKind: entry.subject.kind,
      subjectId: entry.subject.id,
      details: JSON.stringify(entry.details ?? {}),
    },
  )
  noteSecurity(scope, [entry])
}

async function recordOfGuardian({ accountId, actor }: GuardianScope, entry: AuditEntry): Promise<void> {
  await execute(
    `INSERT INTO audit_entries (school_id, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details, created_at)
     SELECT g.school_id, 'guardian', g.account_id, :name, :action, 'guardian', g.id, :details, UTC_TIMESTAMP(3)
     FROM family_guardians g WHERE g.account_id = :accountId AND g.school_id = COALESCE(:schoolId, g.school_id)`,
    {
      accountId,
      schoolId: entry.schoolId ?? null,
      name: actor.name,
      action: entry.action,
      details: JSON.stringify(entry.details ?? {}),
    },
  )
  noteSecurity({ schoolId: null, actor }, [{ ...entry, subject: { kind: 'guardian', id: accountId } }])
}

/** Copies entries about sign-in and rights to the security log, after the commit. */
function noteSecurity(scope: { schoolId: number | null; actor: Actor }, entries: readonly AuditEntry[]): void {
  const events = entries.flatMap(({ action, subject, details }) =>
    eventsOfAudit(action, details).map((event) => ({ ...scope, ...event, subject })),
  )
  if (events.length > 0) afterCommit(() => recordSecurityEvents(events))
}

/** Writes several entries at once, for one actor who does the same to many subjects. */
export async function recordAudits(
  scope: Pick<SchoolScope, 'schoolId' | 'actor'>,
  entries: readonly AuditEntry[],
): Promise<void> {
  const now = new Date()
  const { kind, id, name } = scope.actor
  await insertRows(
    'audit_entries',
    [
      'school_id',
      'actor_kind',
      'actor_id',
      'actor_name',
      'action',
      'subject_kind',
      'subject_id',
      'details',
      'created_at',
    ],
    entries.map(({ action, subject, details }) => [
      scope.schoolId,
      kind,
      id,
      name,
      action,
      subject.kind,
      subject.id,
      JSON.stringify(details ?? {}),
      now,
    ]),
  )
  noteSecurity(scope, entries)
}
