import {
  execute,
  instant,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { type JobKind, jobsOfOutgoing, type OutgoingKind, outgoingKinds, outgoingOf } from './job-kinds'

/** Command that caused the hold. */
export type HoldReason = 'restore' | 'import'

/** Runs one statement in a transaction of the caller. */
export type RunStatement = (sql: string) => Promise<unknown>

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const allJobs = quoted(outgoingKinds.flatMap((kind) => jobsOfOutgoing[kind]))

/** Creates the table as migration 0114 does, because a restored older backup lacks it. */
const makeTable = `CREATE TABLE IF NOT EXISTS outgoing_holds (
  school_id BIGINT UNSIGNED NOT NULL,
  what ENUM(${quoted(outgoingKinds)}) NOT NULL,
  reason ENUM('restore','import') NOT NULL,
  since DATETIME(3) NOT NULL,
  PRIMARY KEY (school_id, what)
) ENGINE=InnoDB`

/**
 * Holds the installation's mails, messages, refunds and notices, except account mails, until the operator releases
 * them. Call it for a restored database before serving from it. Holds waiting and new work, and work left by a lost
 * worker. If the tables are of an earlier version, it holds only new work, and the migrations hold the waiting jobs.
 */
export async function holdOutgoing(reason: HoldReason): Promise<void> {
  const state = await selectRow(
    { type: text('column_type') },
    "FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'jobs' AND column_name = 'state'",
  )
  const isOlder = !state?.type.includes("'held'")
  if (isOlder) await execute(makeTable, {})
  await inTransaction(() => runHold(reason, { run: (sql) => execute(sql, {}), canHoldJobs: !isOlder }))
}

/** Holds the outgoing work of one school, in the transaction that imports it. */
export function holdSchoolOutgoing(schoolId: number, reason: HoldReason, run: RunStatement): Promise<void> {
  return runHold(reason, { run, schoolId, canHoldJobs: true })
}

interface Hold {
  run: RunStatement
  /** Without it, all schools and the installation itself. */
  schoolId?: number
  canHoldJobs: boolean
}

async function runHold(reason: HoldReason, { run, schoolId, canHoldJobs }: Hold): Promise<void> {
  const schools =
    schoolId === undefined
      ? 'SELECT id FROM schools UNION ALL SELECT 0'
      : `SELECT id FROM schools WHERE id = ${schoolId}`
  for (const kind of outgoingKinds)
    await run(
      `INSERT INTO outgoing_holds (school_id, what, reason, since) SELECT s.id, '${kind}', '${reason}', UTC_TIMESTAMP(3) FROM (${schools}) s
       ON DUPLICATE KEY UPDATE reason = VALUES(reason), since = VALUES(since)`,
    )
  if (!canHoldJobs) return
  // Resets `run_at` of running jobs, which is usually far in the future.
  await run(
    `UPDATE jobs SET run_at = IF(state = 'running', UTC_TIMESTAMP(3), run_at), leased_by = NULL, leased_until = NULL, state = 'held'
     WHERE state IN ('waiting', 'running') AND kind IN (${allJobs}) ${schoolId === undefined ? '' : `AND turn_of = ${schoolId}`}`,
  )
}

/** Held work chosen by an operator; all of it without a filter. */
export interface HeldChoice {
  /** 0 stands for the installation itself. */
  schoolId?: number
  what?: OutgoingKind
}

const conditionsFor = ({ schoolId, what }: HeldChoice) => {
  const kinds = (what ? [what] : outgoingKinds).flatMap((one): readonly JobKind[] => jobsOfOutgoing[one])
  return {
    ofHolds: `(:schoolId IS NULL OR school_id = :schoolId) AND (:what IS NULL OR what = :what)`,
    ofJobs: `state = 'held' AND kind IN (:kinds) AND (:schoolId IS NULL OR turn_of = :schoolId)`,
    values: { schoolId: schoolId ?? null, what: what ?? null, kinds },
  }
}

/** Releases held work, and lets new work go out. Returns the number of jobs. */
export function releaseOutgoing(_system: SystemScope, choice: HeldChoice): Promise<number> {
  const { ofHolds, ofJobs, values } = conditionsFor(choice)
  return inTransaction(async () => {
    // Deletes the holds first: this waits for transactions that are writing held jobs, so that no job stays held.
    await execute(`DELETE FROM outgoing_holds WHERE ${ofHolds}`, values)
    return execute(`UPDATE jobs SET state = 'waiting' WHERE ${ofJobs}`, values)
  })
}

/**
 * Drops held work: the worker marks each mail, message and notice as not sent. For a refund it first checks with the
 * provider, which may have returned the money. New work is still held. Returns the number of jobs.
 */
export function dismissOutgoing(_system: SystemScope, choice: HeldChoice): Promise<number> {
  const { ofJobs, values } = conditionsFor(choice)
  return execute(
    `UPDATE jobs SET payload = JSON_SET(payload, '$.dismissed', 'yes'), run_at = LEAST(run_at, UTC_TIMESTAMP(3)), state = 'waiting' WHERE ${ofJobs}`,
    values,
  )
}

/** Hold of one school, or of the installation itself (`publicId` null), on one kind of work. */
const hold = {
  schoolId: number('h.school_id'),
  publicId: textOrNull('s.public_id'),
  name: textOrNull('s.name'),
  what: wordOf<OutgoingKind>('h.what'),
  reason: wordOf<HoldReason>('h.reason'),
  since: instant('h.since'),
}

/**
 * All holds with their jobs, sorted by school name, including holds without jobs. `oldest`: creation time of the oldest
 * job; null without jobs.
 */
export async function listHeld(_system: SystemScope) {
  const holds = await selectRows(
    hold,
    'FROM outgoing_holds h LEFT JOIN schools s ON s.id = h.school_id ORDER BY s.name, s.id, h.what',
  )
  const schoolId = number('CAST(COALESCE(turn_of, 0) AS UNSIGNED)')
  const jobs = await selectRows(
    { schoolId, kind: text('kind'), count: number('COUNT(*)'), oldest: instant('MIN(created_at)') },
    `FROM jobs WHERE state = 'held' GROUP BY turn_of, kind`,
  )
  return holds.map(({ schoolId, ...hold }) => {
    const heldJobs = jobs.filter((job) => job.schoolId === schoolId && outgoingOf(job.kind) === hold.what)
    const oldest = heldJobs.reduce<Date | null>(
      (first, job) => (first && first < job.oldest ? first : job.oldest),
      null,
    )
    return { ...hold, jobs: heldJobs.reduce((sum, { count }) => sum + count, 0), oldest }
  })
}

export type HeldWork = Awaited<ReturnType<typeof listHeld>>[number]

/** Held work of all schools together, for the status page: by kind, with the age of the oldest in seconds. */
export async function heldByKind(system: SystemScope) {
  const heldWork = await listHeld(system)
  return outgoingKinds.flatMap((kind) => {
    const kindHolds = heldWork.filter((one) => one.what === kind)
    if (kindHolds.length === 0) return []
    const ages = kindHolds.flatMap(({ oldest }) => (oldest ? [Math.floor((Date.now() - oldest.getTime()) / 1000)] : []))
    return {
      what: kind,
      holds: kindHolds.length,
      jobs: kindHolds.reduce((sum, { jobs }) => sum + jobs, 0),
      oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
    }
  })
}
