import { instant, number, type RowOf, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'

interface Span {
  from: Date
  /** Exclusive end. */
  to: Date
  schoolId: number | null
}

/** Rows per batch of one log. */
const atOnce = 1_000

const person = (kind: string, id: string) => `CONCAT_WS(':', ${kind}, ${id})`

/** Columns of one log's lines. People are shown by kind and id, by which the operator finds them in the database. */
const columnsOfLog = (
  log: 'security' | 'audit',
  at: string,
  eventColumn: string,
  ownColumns: Partial<Record<OfOne, string>>,
) => ({
  at: instant(at),
  id: number('t.id'),
  log: wordOf<typeof log>(`'${log}'`),
  /** Public id of the school; null for an event without a school. */
  school: textOrNull('s.public_id'),
  what: text(eventColumn),
  times: number(ownColumns.times ?? '1'),
  actor: text(person('t.actor_kind', 't.actor_id')),
  actorName: textOrNull(ownColumns.actorName ?? 'NULL'),
  subject: text(person('t.subject_kind', 't.subject_id')),
  address: textOrNull(ownColumns.address ?? 'NULL'),
  device: textOrNull(ownColumns.device ?? 'NULL'),
  requestId: textOrNull(ownColumns.requestId ?? 'NULL'),
  nameDigest: textOrNull(ownColumns.nameDigest ?? 'NULL'),
  details: text('t.details'),
})
type OfOne = 'times' | 'actorName' | 'address' | 'device' | 'requestId' | 'nameDigest'
export type LogLine = RowOf<ReturnType<typeof columnsOfLog>>

const sources = {
  security_events: columnsOfLog('security', 't.happened_at', 't.kind', {
    times: 't.times',
    address: 't.address',
    device: 't.device',
    requestId: 't.request_id',
    nameDigest: 'LOWER(HEX(t.name_digest))',
  }),
  audit_entries: columnsOfLog('audit', 't.created_at', 't.action', { actorName: 't.actor_name' }),
}

/**
 * Streams both logs of the installation, or of one school, merged by time in batches, so that memory holds at most two
 * batches. For the operator, to report after an incident.
 */
export async function* logsBetween(_system: SystemScope, span: Span, size = atOnce): AsyncGenerator<LogLine[]> {
  const logs = [linesOf('security_events', span, size), linesOf('audit_entries', span, size)]
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

async function* linesOf(table: keyof typeof sources, span: Span, size: number): AsyncGenerator<LogLine> {
  const columns = sources[table]
  const at = columns.at.sql
  let last: { at: Date; id: number } | undefined
  for (;;) {
    const rows: LogLine[] = await selectRows(
      columns,
      `FROM ${table} t LEFT JOIN schools s ON s.id = t.school_id WHERE ${at} >= :from AND ${at} < :to ${span.schoolId === null ? '' : 'AND t.school_id = :schoolId'}
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
