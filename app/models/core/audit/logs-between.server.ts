import { select } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'

/** Line of either log. People are shown by kind and id, by which the operator finds them in the database. */
export interface LogLine {
  at: Date
  id: number
  log: 'security' | 'audit'
  /** Public id of the school; null for an event without a school. */
  school: string | null
  what: string
  times: number
  actor: string
  actorName: string | null
  subject: string
  address: string | null
  device: string | null
  requestId: string | null
  nameDigest: string | null
  details: string
}

interface Span {
  from: Date
  /** Exclusive end. */
  to: Date
  schoolId: number | null
}

/** Batch size of rows per log. */
const atOnce = 1_000

const person = (kind: string, id: string) => `CONCAT_WS(':', ${kind}, ${id})`

const sources = {
  security: `SELECT t.happened_at AS at, t.id, 'security' AS log, s.public_id AS school, t.kind AS what, t.times,
      ${person('t.actor_kind', 't.actor_id')} AS actor, NULL AS actorName, ${person('t.subject_kind', 't.subject_id')} AS subject,
      t.address, t.device, t.request_id AS requestId, LOWER(HEX(t.name_digest)) AS nameDigest, t.details
    FROM security_events t LEFT JOIN schools s ON s.id = t.school_id`,
  audit: `SELECT t.created_at AS at, t.id, 'audit' AS log, s.public_id AS school, t.action AS what, 1 AS times,
      ${person('t.actor_kind', 't.actor_id')} AS actor, t.actor_name AS actorName, ${person('t.subject_kind', 't.subject_id')} AS subject,
      NULL AS address, NULL AS device, NULL AS requestId, NULL AS nameDigest, t.details
    FROM audit_entries t LEFT JOIN schools s ON s.id = t.school_id`,
} as const

/**
 * Streams both logs of the installation, or of one school, merged by time in batches, so that memory holds at most two.
 * For the operator, to report after an incident.
 */
export async function* logsBetween(_system: SystemScope, span: Span, size = atOnce): AsyncGenerator<LogLine[]> {
  const logs = [linesOf('security', span, size), linesOf('audit', span, size)]
  const next = await Promise.all(logs.map((lines) => lines.next()))
  let part: LogLine[] = []
  for (;;) {
    const [security, audit] = next.map((one) => (one.done ? null : one.value))
    if (!security && !audit) break
    const first = audit && (!security || audit.at < security.at) ? 1 : 0
    part.push((first === 1 ? audit : security) as LogLine)
    next[first] = await (logs[first] as AsyncGenerator<LogLine>).next()
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

async function* linesOf(log: keyof typeof sources, span: Span, size: number): AsyncGenerator<LogLine> {
  const at = log === 'audit' ? 't.created_at' : 't.happened_at'
  let last: { at: Date; id: number } | undefined
  for (;;) {
    const rows = await select<LogLine>(
      `${sources[log]} WHERE ${at} >= :from AND ${at} < :to ${span.schoolId === null ? '' : 'AND t.school_id = :schoolId'}
       ${last ? `AND (${at} > :lastAt OR t.id > :lastId)` : ''} ORDER BY ${at}, t.id LIMIT ${size}`,
      {
        from: last?.at ?? span.from,
        to: span.to,
        schoolId: span.schoolId,
        lastAt: last?.at ?? null,
        lastId: last?.id ?? null,
      },
    )
    yield* rows
    last = rows.at(-1)
    if (rows.length < size || !last) return
  }
}
