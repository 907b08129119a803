import { execute, inTransaction, select } from '~/database/database.server'
import type { SystemScope } from '~/models/shared/scope.server'
import { type JobKind, jobsOfOutgoing, type OutgoingKind, outgoingKinds, outgoingOf } from './job-kinds'

/** After which command. */
export type HoldReason = 'restore' | 'import'

/** Runs one statement, in a transaction of the caller. */
export type RunStatement = (sql: string) => Promise<unknown>

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ')
const allJobs = quoted(outgoingKinds.flatMap((what) => jobsOfOutgoing[what]))

/** As migration 0114 has it: a backup from before it is restored without. */
const makeTable = `CREATE TABLE IF NOT EXISTS outgoing_holds (
  school_id BIGINT UNSIGNED NOT NULL,
  what ENUM(${quoted(outgoingKinds)}) NOT NULL,
  reason ENUM('restore','import') NOT NULL,
  since DATETIME(3) NOT NULL,
  PRIMARY KEY (school_id, what)
) ENGINE=InnoDB`

/**
 * Holds all that goes out of the installation until the operator releases it: mails, messages, refunds and notices that wait or that a lost
 * worker had in hand, and those that are asked for from now on, but for mails of accounts. For a database that knows less than has happened. Call it
 * before anything is served from the database; the tables may be those of an earlier version, whose jobs are held by the migrations.
 */
export async function holdOutgoing(reason: HoldReason): Promise<void> {
  const [state] = await select<{ type: string }>(
    `SELECT column_type AS type FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = 'jobs' AND column_name = 'state'`,
  )
  const isOlder = !state?.type.includes("'held'")
  if (isOlder) await execute(makeTable, {})
  await inTransaction(() => runHold(reason, { run: (sql) => execute(sql, {}), canHoldJobs: !isOlder }))
}

/** The same for one school, as a step of the transaction that brings it in. */
export function holdOutgoingOf(schoolId: number, reason: HoldReason, run: RunStatement): Promise<void> {
  return runHold(reason, { run, schoolId, canHoldJobs: true })
}

interface Hold {
  run: RunStatement
  /** All schools and the installation itself without it. */
  schoolId?: number
  canHoldJobs: boolean
}

async function runHold(reason: HoldReason, { run, schoolId, canHoldJobs }: Hold): Promise<void> {
  const schools =
    schoolId === undefined
      ? 'SELECT id FROM schools UNION ALL SELECT 0'
      : `SELECT id FROM schools WHERE id = ${schoolId}`
  for (const what of outgoingKinds)
    await run(
      `INSERT INTO outgoing_holds (school_id, what, reason, since) SELECT s.id, '${what}', '${reason}', UTC_TIMESTAMP(3) FROM (${schools}) s
       ON DUPLICATE KEY UPDATE reason = VALUES(reason), since = VALUES(since)`,
    )
  if (!canHoldJobs) return
  // The next run of one that was running is set far away.
  await run(
    `UPDATE jobs SET run_at = IF(state = 'running', UTC_TIMESTAMP(3), run_at), leased_by = NULL, leased_until = NULL, state = 'held'
     WHERE state IN ('waiting', 'running') AND kind IN (${allJobs}) ${schoolId === undefined ? '' : `AND turn_of = ${schoolId}`}`,
  )
}

/** Of which held work an operator speaks; all of it without either. */
export interface HeldChoice {
  /** 0 is the installation's own. */
  schoolId?: number
  what?: OutgoingKind
}

const chosen = ({ schoolId, what }: HeldChoice) => {
  const kinds = (what ? [what] : outgoingKinds).flatMap((one): readonly JobKind[] => jobsOfOutgoing[one])
  return {
    ofHolds: `(:schoolId IS NULL OR school_id = :schoolId) AND (:what IS NULL OR what = :what)`,
    ofJobs: `state = 'held' AND kind IN (:kinds) AND (:schoolId IS NULL OR turn_of = :schoolId)`,
    values: { schoolId: schoolId ?? null, what: what ?? null, kinds },
  }
}

/** Lets what is held go out, and what is asked for from now on too. Answers how many jobs there were. */
export function releaseOutgoing(_system: SystemScope, choice: HeldChoice): Promise<number> {
  const { ofHolds, ofJobs, values } = chosen(choice)
  return inTransaction(async () => {
    // First: it waits for those who are writing jobs under it.
    await execute(`DELETE FROM outgoing_holds WHERE ${ofHolds}`, values)
    return execute(`UPDATE jobs SET state = 'waiting' WHERE ${ofJobs}`, values)
  })
}

/**
 * Drops what is held: the worker marks each mail, message and notice as not sent. Of a refund it asks the provider first, which may have
 * returned the money. What is asked for from now on is held on. Answers how many jobs there were.
 */
export function dismissOutgoing(_system: SystemScope, choice: HeldChoice): Promise<number> {
  const { ofJobs, values } = chosen(choice)
  return execute(
    `UPDATE jobs SET payload = JSON_SET(payload, '$.dismissed', 'yes'), run_at = LEAST(run_at, UTC_TIMESTAMP(3)), state = 'waiting' WHERE ${ofJobs}`,
    values,
  )
}

/** What is held of one school, or of the installation itself (`publicId` null), of one kind. */
export interface HeldWork {
  publicId: string | null
  name: string | null
  what: OutgoingKind
  reason: HoldReason
  since: Date
  jobs: number
  /** When the oldest of the jobs was asked for; null where there is none. */
  oldest: Date | null
}

/** All holds with their jobs, by the names of the schools; those of which nothing waits yet too. */
export async function listHeld(_system: SystemScope): Promise<HeldWork[]> {
  const holds = await select<Omit<HeldWork, 'jobs' | 'oldest'> & { schoolId: number }>(
    `SELECT h.school_id AS schoolId, s.public_id AS publicId, s.name, h.what, h.reason, h.since
     FROM outgoing_holds h LEFT JOIN schools s ON s.id = h.school_id ORDER BY s.name, s.id, h.what`,
  )
  const jobs = await select<{ schoolId: number; kind: string; count: number; oldest: Date }>(
    `SELECT CAST(COALESCE(turn_of, 0) AS UNSIGNED) AS schoolId, kind, COUNT(*) AS count, MIN(created_at) AS oldest FROM jobs WHERE state = 'held' GROUP BY turn_of, kind`,
  )
  return holds.map(({ schoolId, ...hold }) => {
    const own = jobs.filter((job) => job.schoolId === schoolId && outgoingOf(job.kind) === hold.what)
    const oldest = own.reduce<Date | null>((first, job) => (first && first < job.oldest ? first : job.oldest), null)
    return { ...hold, jobs: own.reduce((sum, { count }) => sum + Number(count), 0), oldest }
  })
}

/** The same of all schools together, for the status page: by kind, with the age of the oldest in seconds. */
export async function heldByKind(system: SystemScope) {
  const held = await listHeld(system)
  return outgoingKinds.flatMap((what) => {
    const own = held.filter((one) => one.what === what)
    if (own.length === 0) return []
    const ages = own.flatMap(({ oldest }) => (oldest ? [Math.floor((Date.now() - oldest.getTime()) / 1000)] : []))
    return {
      what,
      holds: own.length,
      jobs: own.reduce((sum, { jobs }) => sum + jobs, 0),
      oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
    }
  })
}
