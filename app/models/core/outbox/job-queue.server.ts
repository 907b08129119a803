import {
  execute,
  exists,
  flag,
  inTransaction,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  text,
} from '~/database/database.server'
import type { SchoolScope, SystemScope } from '~/models/core/shared/scope.server'
import { type JobLine, kindsWhenSuspended, runsWhenSuspended } from './job-kinds'
import { leaseSeconds, maxAttempts, maxLosses, pauseAfter } from './patience'

/** One of possibly many workers, and the job kinds it knows: newer kinds are left for a newer worker. */
export interface Lessee {
  name: string
  kinds: readonly string[]
  leaseSeconds: number
}

export interface LeasedJob extends Omit<Row, 'attempts' | 'lost'> {
  /**
   * 1 for the first attempt. Together with the worker's name it identifies the lease, so that a worker that finishes
   * too late changes nothing.
   */
  attempt: number
}

/**
 * While a job runs, run_at is the time of its next run: never, or the time of a request made in the meantime. Otherwise
 * such a request would be lost, since the running job may already have read its data.
 */
const never = '9999-12-31 00:00:00.000'

const columns = {
  id: number('id'),
  kind: text('kind'),
  schoolId: numberOrNull('school_id'),
  payload: text('payload'),
  attempts: number('attempts'),
  lost: number('lost'),
}
type Row = RowOf<typeof columns>

/** SQL condition: this worker still has its lease of the job. Needs the values of `leaseOf`. */
const isLeasedToMe = `id = :id AND state = 'running' AND leased_by = :name AND attempts = :attempt`
const leaseEnd = 'UTC_TIMESTAMP(3) + INTERVAL :lease MICROSECOND'

/** Position in the rotation of one line: its schools are served in the order of their ids, round-robin. */
export interface Turn extends JobLine {
  /** The school served last, 0 for the installation's own work. */
  after: number
  /**
   * Schools with a job running here; `0` is the installation's own work. If `mayShare`, they are served after all
   * others, otherwise not at all.
   */
  busy: readonly number[]
  mayShare: boolean
  /** The only school to check: a moment ago no other had work. */
  only?: number
}

/*
 * The claim's SQL is put together from the conditions below. It leases the first due job of the next school in turn:
 *   turn_of = COALESCE(next school after `:after`, the installation's own work (0), next school from the start)
 * Imports of approved schools come first: anyone can register unapproved schools, and many would lengthen each round.
 */

/** Condition for a row of `jobs`: a waiting job of the line, of a kind that this worker knows. */
const waitsInLine = `state = 'waiting' AND class = :class AND lane = :lane AND kind IN (:kinds)`
const isNotSuspended = 'NOT EXISTS (SELECT 1 FROM schools x WHERE x.id = turn_of AND x.suspended_at IS NOT NULL)'
/** Condition for a row of `jobs`: the school is not suspended, or the kind runs for a suspended school too. */
const mayRun = `(kind IN (:kindsWhenSuspended) OR ${isNotSuspended})`

/**
 * Condition that the first of a school's jobs that may run is due. Takes one index lookup: with EXISTS, MariaDB would
 * first collect the jobs of all schools; without turn_of in the order, MySQL would sort all jobs of the school.
 * @param school SQL of its id (0: the installation); `isOpen`: SQL condition that it is not suspended
 */
const hasDueJob = (school: string, isOpen: string) =>
  `(SELECT run_at FROM jobs FORCE INDEX (jobs_turns) WHERE turn_of = ${school} AND ${waitsInLine}
     AND (${isOpen} OR kind IN (:kindsWhenSuspended)) ORDER BY turn_of, run_at LIMIT 1) <= UTC_TIMESTAMP(3)`

/**
 * Condition for a school `s`: false for a suspended school if no job of the line runs for suspended schools. Saves a
 * search for its jobs.
 */
const isWorthLooking = '(s.suspended_at IS NULL OR :runsWhenSuspended)'

/**
 * Arguments of COALESCE: the next school with a due job, then the installation's own work after the last school, then
 * again from the first school.
 * @param mayServe receives the SQL of a school's id and returns the condition for serving that school
 */
const nextInTurn = (mayServe: (school: string) => string) => {
  const hasWork = `${isWorthLooking} AND ${hasDueJob('s.id', 's.suspended_at IS NULL')}`
  return `
  (SELECT s.id FROM schools s WHERE s.id > :after AND ${mayServe('s.id')} AND ${hasWork} ORDER BY s.id LIMIT 1),
  (SELECT 0 FROM DUAL WHERE ${mayServe('0')} AND ${hasDueJob('0', 'TRUE')}),
  (SELECT s.id FROM schools s WHERE s.id <= :after AND ${mayServe('s.id')} AND ${hasWork} ORDER BY s.id LIMIT 1)`
}
const isIdle = (school: string) => `${school} NOT IN (:busy)`
const isApproved = (school: string) =>
  `EXISTS (SELECT 1 FROM schools y WHERE y.id = ${school} AND y.approved_at IS NOT NULL)`
const nextApprovedIdleSchool = nextInTurn((school) => `${isIdle(school)} AND ${isApproved(school)}`)
const nextIdleSchool = nextInTurn(isIdle)
const nextSchool = nextInTurn(() => 'TRUE')

/**
 * Leases the oldest job of the school whose turn it is; null when there is nothing to do. Most jobs of a suspended
 * school wait.
 */
export function claimJob(_system: SystemScope, lessee: Lessee, turn: Turn): Promise<LeasedJob | null> {
  return inTransaction(async () => {
    const mayServeBusy = turn.mayShare && turn.busy.length > 0
    const turns = [
      ...(turn.lane === 'import' ? [nextApprovedIdleSchool] : []),
      nextIdleSchool,
      ...(mayServeBusy ? [nextSchool] : []),
    ]
    const inTurn = `COALESCE(${turns.join(', ')})`
    const school = turn.only === undefined ? inTurn : ':only'
    const job = await selectRow(
      columns,
      `FROM jobs FORCE INDEX (jobs_turns) WHERE turn_of = ${school} AND ${waitsInLine} AND run_at <= UTC_TIMESTAMP(3)
         ${runsWhenSuspended(turn) ? `AND ${mayRun}` : ''} ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      // -1 matches no school and keeps the list of values from being empty.
      {
        ...turn,
        kinds: lessee.kinds,
        busy: [...turn.busy, -1],
        kindsWhenSuspended,
        runsWhenSuspended: runsWhenSuspended(turn),
      },
    )
    return job && lease(lessee, job)
  })
}

/**
 * Lines with a waiting job, due or not; empty while no job at all is due. Makes one index lookup per line; the claim
 * then checks whether the line has a due job.
 */
export async function findLinesWithWork<Line extends JobLine>(
  _system: SystemScope,
  lines: readonly Line[],
): Promise<Set<Line>> {
  const lookups = lines.map(
    ({ class: jobClass, lane }) =>
      `EXISTS (SELECT 1 FROM jobs FORCE INDEX (jobs_turns) WHERE state = 'waiting' AND class = '${jobClass}' AND lane = '${lane}')`,
  )
  const row = await selectRow(
    Object.fromEntries(lookups.map((lookup, index) => [index, flag(lookup)])),
    `FROM DUAL WHERE EXISTS (
       SELECT 1 FROM jobs FORCE INDEX (jobs_due) WHERE state = 'waiting' AND run_at <= UTC_TIMESTAMP(3))`,
  )
  return new Set(lines.filter((_, index) => row?.[index]))
}

async function lease(lessee: Lessee, { attempts, lost, ...job }: Row): Promise<LeasedJob> {
  await execute(
    `UPDATE jobs SET state = 'running', run_at = :never, attempts = :attempt, lost = :lost, leased_by = :name, leased_until = ${leaseEnd}
     WHERE id = :id`,
    { id: job.id, never, attempt: attempts + 1, lost, name: lessee.name, lease: lessee.leaseSeconds * 1_000_000 },
  )
  return { ...job, attempt: attempts + 1 }
}

const isLost = `state = 'running' AND leased_until < UTC_TIMESTAMP(3) AND kind IN (:kinds) AND ${mayRun}`

/** Returns true when a job's worker ended and its lease has expired. */
export function hasLostJob(_system: SystemScope, lessee: Lessee): Promise<boolean> {
  return exists(`FROM jobs WHERE ${isLost}`, { kinds: lessee.kinds, kindsWhenSuspended })
}

/**
 * Leases a job whose worker ended, to run while this worker runs no other job; null when there is none. A job that
 * ended its worker twice is abandoned, so that it cannot end more workers.
 */
export function claimLostJob(_system: SystemScope, lessee: Lessee) {
  return inTransaction(async () => {
    const lostJob = await selectRow(
      columns,
      `FROM jobs WHERE ${isLost} ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { kinds: lessee.kinds, kindsWhenSuspended },
    )
    if (!lostJob) return null
    const lost = lostJob.lost + 1
    if (lost < maxLosses) return { job: await lease(lessee, { ...lostJob, lost }), isGivenUp: false }
    await execute(
      `UPDATE jobs SET state = 'failed', lost = :lost, leased_by = NULL, leased_until = NULL, finished_at = UTC_TIMESTAMP(3),
         last_error = 'The worker ended while it ran' WHERE id = :id`,
      { id: lostJob.id, lost },
    )
    const { attempts, lost: _, ...job } = lostJob
    return { job: { ...job, attempt: attempts }, isGivenUp: true }
  })
}

/**
 * Returns true when the worker of one of these jobs of the school has not renewed its lease for half the lease time: it
 * has probably ended, and another worker takes the job when the lease expires.
 */
export function isWorkerSilent({ schoolId }: SchoolScope, uniqueKeys: readonly string[]): Promise<boolean> {
  return exists(
    `FROM jobs WHERE unique_key IN (:uniqueKeys) AND is_open = 1 AND school_id = :schoolId AND state = 'running'
       AND leased_until < UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds / 2} SECOND`,
    { schoolId, uniqueKeys },
  )
}

/** Renews the lease of a running job; returns false when another worker has taken it over. */
export async function renewLease(_system: SystemScope, lessee: Lessee, job: LeasedJob): Promise<boolean> {
  const changed = await execute(`UPDATE jobs SET leased_until = ${leaseEnd} WHERE ${isLeasedToMe}`, {
    ...leaseOf(lessee, job),
    lease: lessee.leaseSeconds * 1_000_000,
  })
  return changed === 1
}

/**
 * Completes a job, or queues it again if it was requested while it ran; returns false when another worker has taken it
 * over.
 */
export async function completeJob(_system: SystemScope, lessee: Lessee, job: LeasedJob): Promise<boolean> {
  // MariaDB and MySQL assign from left to right: the later assignments already read the new `state`.
  const changed = await execute(
    `UPDATE jobs SET state = IF(run_at < :never, 'waiting', 'done'), leased_by = NULL, leased_until = NULL, last_error = NULL, lost = 0,
       attempts = IF(state = 'waiting', 0, attempts), finished_at = IF(state = 'waiting', NULL, UTC_TIMESTAMP(3))
     WHERE ${isLeasedToMe}`,
    { ...leaseOf(lessee, job), never },
  )
  return changed === 1
}

/**
 * Returns a failed job to the queue with a growing delay, or abandons it after the last attempt. `reason` must not
 * contain personal data.
 * @returns true when it was abandoned
 */
export async function putBackJob(
  _system: SystemScope,
  lessee: Lessee,
  job: LeasedJob,
  reason: string,
): Promise<boolean> {
  const again = job.attempt < maxAttempts
  // The later assignments already read the new `state`, as in `completeJob`.
  await execute(
    `UPDATE jobs SET state = IF(:again OR run_at < :never, 'waiting', 'failed'), leased_by = NULL, leased_until = NULL, lost = 0,
       last_error = :reason, attempts = IF(:again OR state = 'failed', attempts, 0), run_at = UTC_TIMESTAMP(3) + INTERVAL :pause SECOND,
       finished_at = IF(state = 'failed', UTC_TIMESTAMP(3), NULL)
     WHERE ${isLeasedToMe}`,
    { ...leaseOf(lessee, job), never, again, reason: reason.slice(0, 300), pause: pauseAfter(job.attempt) },
  )
  return !again && exists(`FROM jobs WHERE id = :id AND state = 'failed'`, { id: job.id })
}

function leaseOf(lessee: Lessee, job: LeasedJob) {
  return { id: job.id, name: lessee.name, attempt: job.attempt }
}

/**
 * Deletes finished and dismissed jobs, sent and skipped mails, and the text of failed mails after 14 days; failed mails
 * and delivery reports after 90 days. Failed jobs stay until the operator repeats or dismisses them, and mails of a
 * data breach stay with their case.
 */
export async function sweepOutbox(_system: SystemScope): Promise<void> {
  await execute(`DELETE FROM jobs WHERE state = 'done' AND finished_at < UTC_TIMESTAMP(3) - INTERVAL 14 DAY`, {})
  await execute(
    `UPDATE outgoing_mail SET body_text = '' WHERE state = 'failed' AND body_text <> '' AND created_at < UTC_TIMESTAMP(3) - INTERVAL 14 DAY`,
    {},
  )
  await execute(
    `DELETE FROM outgoing_mail WHERE breach_person_id IS NULL
       AND (state = 'sent' AND sent_at < UTC_TIMESTAMP(3) - INTERVAL 14 DAY
         OR state = 'skipped' AND created_at < UTC_TIMESTAMP(3) - INTERVAL 14 DAY
         OR state = 'failed' AND created_at < UTC_TIMESTAMP(3) - INTERVAL 90 DAY)`,
    {},
  )
  await execute('DELETE FROM message_reports WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL 90 DAY', {})
}
