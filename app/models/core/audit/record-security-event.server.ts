import { createHash } from 'node:crypto'
import { execute } from '~/database/database.server'
import { networkOf } from '~/models/core/shared/client/network.server'
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
  /** Subject: 'student', 'staff' or 'applicant'; defaults to the actor. */
  subject?: Person | null
  /** Typed sign-in name that no account has; stored as a digest keyed by APP_KEY. */
  unknownName?: string
  /**
   * Few facts, from a closed list or about existing records. Different facts create a separate row, so they must not
   * contain anything a client can vary at will; and never a password, a token or typed text.
   */
  details?: SecurityDetails
}

/** Actor and school of an event. A visitor has no actor; an event for an unknown sign-in name has no school. */
type EventOwner = { schoolId: number | null; actor?: Person }

/**
 * Writes one security event: a row, and a line in the process log. Call it after the transaction (`afterCommit`), so
 * that the event is kept even when the action was refused. It never throws. Equal events within a minute (kind, people,
 * network, device, details) share one row. Unknown names count as equal, so that endless wrong passwords create at most
 * one row a minute.
 */
export function recordSecurityEvent(owner: EventOwner, event: SecurityEvent): Promise<void> {
  return recordSecurityEvents([{ ...owner, ...event }])
}

/** Rows per statement. */
const atOnce = 100

/**
 * Writes several events at once: for a name shared by accounts of several schools, or an import that changes many
 * addresses.
 */
export async function recordSecurityEvents(events: ReadonlyArray<EventOwner & SecurityEvent>): Promise<void> {
  for (let start = 0; start < events.length; start += atOnce) await record(events.slice(start, start + atOnce))
}

async function record(events: ReadonlyArray<EventOwner & SecurityEvent>): Promise<void> {
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
    // Sorts the rows, so that two concurrent statements with the same rows cannot deadlock.
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

/** SQL of one row. Its minute comes from the database's clock, like all instants of the log. */
function tuple(index: number): string {
  const same = `UNHEX(SHA2(CONCAT(:same${index}, DATE_FORMAT(UTC_TIMESTAMP(), '%Y%m%d%H%i')), 256))`
  return `(UTC_TIMESTAMP(3), ${same}, ${columns.map((column) => `:${column}${index}`).join(', ')})`
}

type Row = ReturnType<typeof rowOf>

function replacementsOf(row: Row, index: number) {
  return Object.fromEntries((['same', ...columns] as const).map((name) => [`${name}${index}`, row[name]]))
}

function rowOf(event: EventOwner & SecurityEvent, from: ReturnType<typeof requester>) {
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
