import { createHash } from 'node:crypto'
import { execute } from '~/database/database.server'
import { networkOf } from '~/models/shared/network.server'
import { log, loggable } from '~/services/log.server'
import { keyedDigest } from '~/services/secrets/secrets.server'
import { requester } from './requester.server'
import { badSecurityKinds, type SecurityKind } from './security-options'
import { keptDetails, type SecurityDetails } from './security-rules'

interface Person {
  kind: string
  id: number | null
}

interface SecurityEvent {
  kind: SecurityKind
  /** Whom it is about: 'student', 'staff' or 'applicant'; the actor where it is left out. */
  subject?: Person | null
  /** What was typed as a name that nobody has: kept as a digest that only APP_KEY can make again. */
  unknownName?: string
  /**
   * Few facts, from a closed list or of things that exist. Events with other facts are other rows, so nothing stands here that a sender may
   * vary at will; and never a password, a token or what somebody typed.
   */
  details?: SecurityDetails
}

/** Who did it and at which school; a visitor has no actor, a name that nobody has no school. */
type Whose = { schoolId: number | null; actor?: Person }

/**
 * Writes one security event: a row, and a line in the process's log. Outside of any transaction, so that it stays when what it tells of was
 * refused; call it after the transaction (`afterCommit`). It never fails: whatever stands in its way is logged.
 *
 * The same event of a minute (kind, people, network, device, details) is counted on one row, and names that nobody has all count as one:
 * whoever sends wrong passwords without end makes as many rows as there are minutes.
 */
export function recordSecurityEvent(whose: Whose, event: SecurityEvent): Promise<void> {
  return recordSecurityEvents([{ ...whose, ...event }])
}

/** Rows of one statement. */
const atOnce = 100

/** Several at once: a name that accounts of several schools share, an import that changes a hundred addresses. */
export async function recordSecurityEvents(events: ReadonlyArray<Whose & SecurityEvent>): Promise<void> {
  for (let start = 0; start < events.length; start += atOnce) await record(events.slice(start, start + atOnce))
}

async function record(events: ReadonlyArray<Whose & SecurityEvent>): Promise<void> {
  try {
    const from = requester()
    const rows = events.map((event) => rowOf(event, from))
    for (const { kind, schoolId, actorKind, actorId, subjectKind, subjectId } of rows) {
      log()[badSecurityKinds.has(kind) ? 'warn' : 'info']({
        event: kind,
        requestId: from.requestId,
        address: from.address,
        school: schoolId,
        actor: actorId === null ? actorKind : `${actorKind}:${actorId}`,
        subject: subjectId === null ? subjectKind : `${subjectKind}:${subjectId}`,
      })
    }
    // Rows of one statement in one order everywhere: two who write the same do not wait for each other crosswise.
    rows.sort((a, b) => (a.same < b.same ? -1 : 1))
    await execute(
      `INSERT INTO security_events (happened_at, same_key, kind, school_id, actor_kind, actor_id, subject_kind, subject_id,
         name_digest, address, request_id, device, details)
       VALUES ${rows.map((_, index) => tuple(index)).join(', ')}
       ON DUPLICATE KEY UPDATE times = times + 1`,
      Object.assign({}, ...rows.map(replacementsOf)),
    )
  } catch (error) {
    log().error({ error: loggable(error), events: events.map(({ kind }) => kind) }, 'security events were not written')
  }
}

const columns = [
  'kind',
  'schoolId',
  'actorKind',
  'actorId',
  'subjectKind',
  'subjectId',
  'name',
  'address',
  'requestId',
  'device',
  'details',
] as const

/** The minute is the database's, as all moments here are. */
function tuple(index: number): string {
  const same = `UNHEX(SHA2(CONCAT(:same${index}, DATE_FORMAT(UTC_TIMESTAMP(), '%Y%m%d%H%i')), 256))`
  return `(UTC_TIMESTAMP(3), ${same}, ${columns.map((column) => `:${column}${index}`).join(', ')})`
}

type Row = ReturnType<typeof rowOf>

function replacementsOf(row: Row, index: number) {
  return Object.fromEntries((['same', ...columns] as const).map((name) => [`${name}${index}`, row[name]]))
}

function rowOf(event: Whose & SecurityEvent, from: ReturnType<typeof requester>) {
  const actor: Person = event.actor && event.actor.kind !== 'system' ? event.actor : { kind: 'none', id: null }
  const subject = event.subject ?? actor
  const details = keptDetails(event.details ?? {})
  const row = {
    kind: event.kind,
    schoolId: event.schoolId,
    actorKind: actor.kind,
    actorId: actor.id,
    subjectKind: subject.kind,
    subjectId: subject.id,
    details,
  }
  const same = JSON.stringify([row, networkOf(from.address), from.device])
  return {
    ...row,
    ...from,
    same: createHash('sha256').update(same).digest('hex'),
    name: event.unknownName === undefined ? null : keyedDigest('security-event-name', event.unknownName),
  }
}
