import {
  execute,
  exists,
  inTransaction,
  lockRows,
  number,
  selectRow,
  selectRows,
  text,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { countDue } from './due.server'
import type { ClassKey } from './field-classes'
import { RetentionRun } from './tables.server'
import { findPlan, type Plan } from './years.server'

const columns = columnsOf(
  RetentionRun,
  't',
  ...(['id', 'publicId', 'state', 'plan', 'askedBy', 'askedByName', 'askedAt'] as const),
  ...(['confirmedByName', 'confirmedAt', 'finishedAt'] as const),
  ...(['restoreAskedAt', 'restoreByName', 'restoreReason', 'restoredAt'] as const),
)

export interface RunningRun {
  id: number
  plan: Plan
}

/**
 * Runs in the caller's transaction, before anything else: serializes the removals and restores of a school. Locks the
 * row of the school's first run, which is never deleted; without a run there is nothing to serialize.
 */
export async function lockRuns({ schoolId }: SchoolScope): Promise<void> {
  await lockRows('FROM retention_runs WHERE school_id = :schoolId ORDER BY id LIMIT 1', { schoolId })
}

/** Returns whether a run or a restore is in progress at this school. Call it under `lockRuns`. */
export async function isBusy({ schoolId }: SchoolScope): Promise<boolean> {
  const row = await selectRow(
    { id: number('t.id') },
    `FROM retention_runs t WHERE t.school_id = :schoolId
       AND (t.state = 'running' OR (t.restore_asked_at IS NOT NULL AND t.restored_at IS NULL)) LIMIT 1`,
    { schoolId },
  )
  return row !== null
}

/** Returns a confirmed run that is not finished. */
export function findRunning({ schoolId }: SchoolScope, runId: number): Promise<RunningRun | null> {
  return selectRow(
    columnsOf(RetentionRun, 't', 'id', 'plan'),
    `FROM retention_runs t WHERE t.school_id = :schoolId AND t.id = :runId AND t.state = 'running'`,
    { schoolId, runId },
  )
}

/** Returns a run in any state by its public id, with the users who requested and confirmed it; null if unknown. */
export function findRun({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(columns, 'FROM retention_runs t WHERE t.school_id = :schoolId AND t.public_id = :publicId', {
    schoolId,
    publicId,
  })
}

export function listRuns({ schoolId }: SchoolScope) {
  return selectRows(columns, 'FROM retention_runs t WHERE t.school_id = :schoolId ORDER BY t.id DESC LIMIT 20', {
    schoolId,
  })
}

/** Plan of the last finished, unrestored run before `runId`; students due under that plan do not count as new. */
export async function planBefore({ schoolId }: SchoolScope, runId: number): Promise<Plan> {
  const row = await selectRow(
    columnsOf(RetentionRun, 't', 'plan'),
    "FROM retention_runs t WHERE t.school_id = :schoolId AND t.id < :runId AND t.state = 'done' AND t.restore_asked_at IS NULL ORDER BY t.id DESC LIMIT 1",
    { schoolId, runId },
  )
  return row?.plan ?? {}
}

/**
 * Counts, by field class, the students whose data a run has removed so far. A student whose field class was removed
 * again by a later run counts only for that run.
 */
export function countRemoved({ schoolId }: SchoolScope, runId: number) {
  return selectRows(
    { key: text('t.class_key'), count: number('COUNT(*)') },
    'FROM retention_removals t WHERE t.school_id = :schoolId AND t.run_id = :runId GROUP BY t.class_key',
    { schoolId, runId },
  )
}

/**
 * Requests a run over everything due today; it waits for `confirmRun`. Refuses `open-already` (another one waits or
 * runs) and `nothing-due`.
 */
export function requestRun(scope: SchoolScope) {
  return inTransaction(
    async () => {
      const plan = await findPlan(scope)
      const counts = await countDue(scope, plan)
      if (counts.every(({ due }) => due === 0)) return refused('nothing-due')
      const run = await RetentionRun.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        state: 'asked',
        plan,
        askedBy: scope.actor.id ?? 0,
        askedByName: scope.actor.name,
        askedAt: new Date(),
        confirmedBy: null,
        confirmedByName: null,
        confirmedAt: null,
      })
      await recordAudit(scope, { action: 'retention.asked', subject: { kind: 'retention-run', id: run.id } })
      return done({ publicId: run.publicId })
    },
    { retention_runs_open: 'open-already' },
  )
}

/** Returns whether another owner of the school could confirm this user's request. */
export function hasSecondPerson({ schoolId, actor }: SchoolScope): Promise<boolean> {
  const others = "FROM staff_users WHERE school_id = :schoolId AND role = 'owner' AND status = 'active' AND id <> :me"
  return exists(others, { schoolId, me: actor.id })
}

/**
 * Confirms and starts a run. The page has verified the password; in a school with two owners the other one must
 * confirm. Refuses `not-found`, `over` (confirmed or withdrawn), `same-person`, and `restoring` while another run is
 * being restored.
 */
export function confirmRun(scope: SchoolScope, publicId: string) {
  const { schoolId, actor } = scope
  return inTransaction(async () => {
    await lockRuns(scope)
    const run = await selectRow(
      columns,
      'FROM retention_runs t WHERE t.school_id = :schoolId AND t.public_id = :publicId FOR UPDATE',
      { schoolId, publicId },
    )
    if (!run) return refused('not-found')
    if (run.state !== 'asked') return refused('over')
    if (run.askedBy === actor.id && (await hasSecondPerson(scope))) return refused('same-person')
    if (await isBusy(scope)) return refused('restoring')
    await execute(
      `UPDATE retention_runs SET state = 'running', confirmed_by = :by, confirmed_by_name = :name, confirmed_at = UTC_TIMESTAMP(3)
       WHERE id = :id`,
      { id: run.id, by: actor.id, name: actor.name },
    )
    await enqueueJob({ kind: 'remove-data', schoolId, payload: { runId: run.id }, uniqueKey: `remove-data:${run.id}` })
    await recordAudit(scope, { action: 'retention.confirmed', subject: { kind: 'retention-run', id: run.id } })
    return done()
  })
}

/** Resets a run whose job failed for good: it waits for another confirmation and then continues where it stopped. */
export function giveUpRun(scope: SchoolScope, runId: number) {
  return inTransaction(async () => {
    const wasRunning = await execute(
      `UPDATE retention_runs SET state = 'asked', confirmed_by = NULL, confirmed_by_name = NULL, confirmed_at = NULL
       WHERE school_id = :schoolId AND id = :runId AND state = 'running'`,
      { schoolId: scope.schoolId, runId },
    )
    if (wasRunning === 1)
      await recordAudit(scope, { action: 'retention.gave-up', subject: { kind: 'retention-run', id: runId } })
  })
}

/** Withdraws a waiting run. Refuses `not-found` and `over`. */
export function withdrawRun(scope: SchoolScope, publicId: string) {
  return inTransaction(async () => {
    const run = await findRun(scope, publicId)
    if (!run) return refused('not-found')
    const isWaiting = await execute(
      `UPDATE retention_runs SET state = 'withdrawn' WHERE id = :id AND state = 'asked'`,
      { id: run.id },
    )
    if (isWaiting !== 1) return refused('over')
    await recordAudit(scope, { action: 'retention.withdrawn', subject: { kind: 'retention-run', id: run.id } })
    return done()
  })
}

/** Lists the removed field classes of a student, each with the day of its removal, `YYYY-MM-DD`. */
export async function listRemovals({ schoolId }: { schoolId: number }, studentId: number) {
  const rows = await selectRows(
    { key: text('t.class_key'), removedOn: text('t.removed_on') },
    'FROM retention_removals t WHERE t.school_id = :schoolId AND t.student_id = :studentId ORDER BY t.removed_on, t.class_key',
    { schoolId, studentId },
  )
  return rows.map(({ key, removedOn }) => ({ key: key as ClassKey, removedOn }))
}
