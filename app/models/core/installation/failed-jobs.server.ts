import {
  execute,
  exists,
  flag,
  instant,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { enqueueJob, heldOrWaiting } from '~/models/core/outbox/enqueue.server'
import { isJobKind, type JobClass, outgoingOf } from '~/models/core/outbox/job-kinds'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { withoutAddresses } from '~/services/log.server'

const failed = {
  /** Id of the job; for a mail, `mail-` and the id of the mail. */
  id: text('f.id'),
  kind: text('f.kind'),
  class: wordOf<JobClass>('f.class'),
  schoolId: { sql: 'f.school_id', read: (stored: unknown) => (stored === null ? null : Number(stored)) },
  schoolPublicId: textOrNull('s.public_id'),
  schoolName: textOrNull('s.name'),
  /** Time when a job was abandoned, or a mail was written. */
  since: instant('f.since'),
  tries: number('f.attempts'),
  /** Number of times its worker ended while it ran. */
  losses: number('f.lost'),
  reason: { sql: "COALESCE(f.last_error, '')", read: (stored: unknown) => withoutPersonalData(String(stored)) },
}

const source = `FROM (
    SELECT CAST(id AS CHAR) AS id, kind, class, school_id, COALESCE(finished_at, created_at) AS since, attempts, lost, last_error
    FROM jobs WHERE state = 'failed'
    UNION ALL
    SELECT CONCAT('mail-', id), 'send-mail', class, school_id, created_at, attempts, 0, last_error
    FROM outgoing_mail WHERE state = 'failed' AND dismissed_at IS NULL
  ) f LEFT JOIN schools s ON s.id = f.school_id`

/** An abandoned job or mail without its content: payloads and texts contain personal data. */
export type FailedJob = Awaited<ReturnType<typeof listFailed>>[number]

export interface FailedFilter {
  kind?: string
  /** Public id of a school. */
  school?: string
}

const filterSql = `(:kind IS NULL OR f.kind = :kind) AND (:school IS NULL OR s.public_id = :school)`
const filterValues = ({ kind, school }: FailedFilter) => ({ kind: kind ?? null, school: school ?? null })

/** Abandoned jobs and mails that are not dismissed, the newest first. */
export function listFailed(_system: SystemScope, filter: FailedFilter, { limit = 1_000_000 } = {}) {
  return selectRows(failed, `${source} WHERE ${filterSql} ORDER BY f.since DESC, f.id LIMIT :limit`, {
    ...filterValues(filter),
    limit,
  })
}

export async function countFailed(_system: SystemScope, filter: FailedFilter): Promise<number> {
  const row = await selectRow({ count: number('COUNT(*)') }, `${source} WHERE ${filterSql}`, filterValues(filter))
  return row?.count ?? 0
}

/** One failed job or mail by its id in the list; null when it is not, or no longer, abandoned. */
export function findFailed(_system: SystemScope, id: string): Promise<FailedJob | null> {
  return selectRow(failed, `${source} WHERE f.id = :id`, { id })
}

/** Removes addresses, and numbers as long as phone and Aadhaar numbers. */
function withoutPersonalData(reason: string): string {
  return withoutAddresses(reason).replace(/\d(?:[\s-]?\d){5,}/g, '(number)')
}

/**
 * Queues an abandoned job again. This is safe: handlers first check what is left to do, and refunds have an idempotency
 * key. Returns `asked-already` when another job does the same work, and dismisses this one. Refuses `not-found`,
 * `unknown-kind` (of another version), and for mails `no-text` and `went-otherwise` (sent on another channel).
 */
export function repeatFailed(
  system: SystemScope,
  job: FailedJob,
): Promise<Outcome<'repeated' | 'asked-already', 'not-found' | 'unknown-kind' | 'no-text' | 'went-otherwise'>> {
  return mailIdOf(job) === null ? repeatJob(system, job) : repeatMail(job)
}

async function repeatJob(_system: SystemScope, job: FailedJob) {
  const { id } = job
  if (!isJobKind(job.kind)) return refused('unknown-kind')
  const change = (sql: string, values = {}) =>
    inTransaction(
      async () => {
        if ((await execute(`${sql} WHERE id = :id AND state = 'failed'`, { ...values, id })) !== 1)
          return refused('not-found')
        await noteOperator('repeated', job)
        return done('repeated' as const)
      },
      { jobs_one_open: 'asked-already' },
    )
  const outgoingKind = outgoingOf(job.kind)
  const state = outgoingKind === null ? "'waiting'" : heldOrWaiting
  const repeated = await change(
    `UPDATE jobs SET state = ${state}, attempts = 0, lost = 0, run_at = UTC_TIMESTAMP(3), finished_at = NULL`,
    { turnOf: job.schoolId ?? 0, what: outgoingKind },
  )
  if (repeated.ok || repeated.reason === 'not-found') return repeated
  const putAway = await change(putAwaySql('Requested again by another job'))
  return putAway.ok ? done('asked-already' as const) : refused('not-found')
}

const putAwaySql = (why: string) =>
  `UPDATE jobs SET state = 'done', finished_at = UTC_TIMESTAMP(3), last_error = LEFT(CONCAT('${why}. ', COALESCE(last_error, '')), 300)`

const mailText = {
  bodyText: text('o.body_text'),
  class: wordOf<JobClass>('o.class'),
  isUnapproved: flag('EXISTS (SELECT 1 FROM schools c WHERE c.id = o.school_id AND c.approved_at IS NULL)'),
}

function repeatMail(job: FailedJob) {
  const id = mailIdOf(job)
  return inTransaction(async () => {
    const mail = await selectRow(
      mailText,
      `FROM outgoing_mail o WHERE o.id = :id AND o.state = 'failed' AND o.dismissed_at IS NULL FOR UPDATE`,
      { id },
    )
    if (!mail) return refused('not-found')
    if (mail.bodyText === '') return refused('no-text')
    const isLost = await exists(
      `FROM message_attempts WHERE school_id = :schoolId AND provider_id = :mail AND channel = 'mail' AND state <> 'sent'`,
      { schoolId: job.schoolId, mail: String(id) },
    )
    if (isLost) return refused('went-otherwise')
    await execute(`UPDATE outgoing_mail SET state = 'waiting', attempts = 0 WHERE id = :id`, { id })
    await enqueueJob({
      kind: 'send-mail',
      class: mail.class,
      isUnapproved: mail.isUnapproved,
      schoolId: job.schoolId,
      payload: { mailId: Number(id) },
    })
    await noteOperator('repeated', job)
    return done('repeated' as const)
  })
}

/**
 * Removes an abandoned job or mail from counts and list without doing its work. Audits it in its school, and keeps the
 * row for a fortnight. Refuses `not-found`.
 */
export function dismissFailed(_system: SystemScope, job: FailedJob): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const mailId = mailIdOf(job)
    const changed = mailId === null ? await dismissJob(job) : await dismissMail(mailId, 'failed')
    if (!changed) return refused('not-found')
    await noteOperator('dismissed', job)
    return done()
  })
}

async function dismissJob({ id, kind }: FailedJob): Promise<boolean> {
  const row = await selectRow({ payload: text('j.payload') }, 'FROM jobs j WHERE j.id = :id FOR UPDATE', { id })
  const changed = await execute(`${putAwaySql('Dismissed by the operator')} WHERE id = :id AND state = 'failed'`, {
    id,
  })
  if (!row || changed !== 1) return false
  if (kind !== 'send-mail') return true
  const hasOthers = await exists(
    `FROM jobs WHERE kind = 'send-mail' AND state IN ('waiting', 'running', 'held') AND payload = :payload`,
    { payload: row.payload },
  )
  // Dismisses the mail too, unless another job sends it: without a job it would wait for ever.
  if (!hasOthers) await dismissMail(Number(JSON.parse(row.payload).mailId), 'waiting')
  return true
}

async function dismissMail(id: number, state: 'failed' | 'waiting'): Promise<boolean> {
  const changed = await execute(
    `UPDATE outgoing_mail SET state = 'failed', dismissed_at = UTC_TIMESTAMP(3), body_text = '', last_error = COALESCE(last_error, 'Dismissed by the operator')
     WHERE id = :id AND state = :state AND dismissed_at IS NULL`,
    { id, state },
  )
  return changed === 1
}

const mailIdOf = ({ id }: FailedJob): number | null => (id.startsWith('mail-') ? Number(id.slice(5)) : null)

/**
 * Audits an operator's action. The installation's own work has no audit log; its rows show the action for a fortnight.
 */
async function noteOperator(verb: 'repeated' | 'dismissed', job: FailedJob): Promise<void> {
  if (job.schoolId === null) return
  const mailId = mailIdOf(job)
  const subject = mailId === null ? { kind: 'job', id: Number(job.id) } : { kind: 'mail', id: mailId }
  const actor = { kind: 'system', id: null, name: 'Operator' } as const
  const details = { kind: job.kind, class: job.class }
  await recordAudits({ schoolId: job.schoolId, actor }, [{ action: `${subject.kind}.${verb}`, subject, details }])
}
