import { execute, inTransaction, number, select, selectRow, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
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
 * A step, the first of whatever removes or puts back at this school: two of them are one after the other. The row is the school's first run, which
 * is there in both cases and never goes.
 */
export async function lockRuns({ schoolId }: SchoolScope): Promise<void> {
  await select('SELECT id FROM retention_runs WHERE school_id = :schoolId ORDER BY id LIMIT 1 FOR UPDATE', { schoolId })
}

/** Whether a run removes, or is put back, at this school. Asked under the lock of `lockRuns`. */
export async function isBusy({ schoolId }: SchoolScope): Promise<boolean> {
  const row = await selectRow(
    { id: number('t.id') },
    `FROM retention_runs t WHERE t.school_id = :schoolId
       AND (t.state = 'running' OR (t.restore_asked_at IS NOT NULL AND t.restored_at IS NULL)) LIMIT 1`,
    { schoolId },
  )
  return row !== null
}

/** A run that was confirmed and is not over. */
export function findRunning({ schoolId }: SchoolScope, runId: number): Promise<RunningRun | null> {
  return selectRow(
    columnsOf(RetentionRun, 't', 'id', 'plan'),
    `FROM retention_runs t WHERE t.school_id = :schoolId AND t.id = :runId AND t.state = 'running'`,
    { schoolId, runId },
  )
}

/** A run of the school by its public id, in whatever state it is, with who asked for it and who confirmed it; null where there is none. */
export function findRun({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(columns, 'FROM retention_runs t WHERE t.school_id = :schoolId AND t.public_id = :publicId', {
    schoolId,
    publicId,
  })
}

/** The latest runs of the school. */
export function listRuns({ schoolId }: SchoolScope) {
  return selectRows(columns, 'FROM retention_runs t WHERE t.school_id = :schoolId ORDER BY t.id DESC LIMIT 20', {
    schoolId,
  })
}

/** By what days the last run before this one removed; what it would have taken is no news. A run that was put back does not count. */
export async function planBefore({ schoolId }: SchoolScope, runId: number): Promise<Plan> {
  const row = await selectRow(
    columnsOf(RetentionRun, 't', 'plan'),
    "FROM retention_runs t WHERE t.school_id = :schoolId AND t.id < :runId AND t.state = 'done' AND t.restore_asked_at IS NULL ORDER BY t.id DESC LIMIT 1",
    { schoolId, runId },
  )
  return row?.plan ?? {}
}

/** Of how many a run has removed each class so far. A student of whom a later run removed the same class again counts there. */
export function countRemoved({ schoolId }: SchoolScope, runId: number) {
  return selectRows(
    { key: text('t.class_key'), count: number('COUNT(*)') },
    'FROM retention_removals t WHERE t.school_id = :schoolId AND t.run_id = :runId GROUP BY t.class_key',
    { schoolId, runId },
  )
}

/**
 * Asks for a run: whatever has had its time today. It waits for `confirmRun`.
 * Refuses `open-already` (another one waits or runs) and `nothing-due`.
 */
export function askRun(scope: SchoolScope) {
  return inTransaction(
    async () => {
      const plan = await findPlan(scope)
      const counts = await countDue(scope, plan)
      if (counts.every(({ due }) => due === 0)) return refused('nothing-due')
      const run = await RetentionRun.create({
        ...{ publicId: newPublicId(), schoolId: scope.schoolId, state: 'asked', plan },
        ...{ askedBy: scope.actor.id ?? 0, askedByName: scope.actor.name, askedAt: new Date() },
        ...{ confirmedBy: null, confirmedByName: null, confirmedAt: null },
      })
      await recordAudit(scope, { action: 'retention.asked', subject: { kind: 'retention-run', id: run.id } })
      return done({ publicId: run.publicId })
    },
    { retention_runs_open: 'open-already' },
  )
}

/** Whether somebody else of the school could confirm what this person has asked for. */
export async function hasSecondPerson({ schoolId, actor }: SchoolScope): Promise<boolean> {
  const others = await select<{ id: number }>(
    `SELECT id FROM staff_users WHERE school_id = :schoolId AND role = 'owner' AND status = 'active' AND id <> :me LIMIT 1`,
    { schoolId, me: actor.id },
  )
  return others.length > 0
}

/**
 * Confirms a run, which begins. The page has asked for the password; where the school has two owners, it takes the other one.
 * Refuses `not-found`, `over` (confirmed or withdrawn already), `same-person`, and `restoring` while what another run removed is put back.
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

/** The worker has given the run's job up: it waits to be confirmed once more, and goes on then where it was. */
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

/** Takes back a run that waits. Refuses `not-found` and `over`. */
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

/** What was removed of a student: the classes, each with its day, `YYYY-MM-DD`. */
export async function listRemovals({ schoolId }: { schoolId: number }, studentId: number) {
  const rows = await selectRows(
    { key: text('t.class_key'), removedOn: text('t.removed_on') },
    'FROM retention_removals t WHERE t.school_id = :schoolId AND t.student_id = :studentId ORDER BY t.removed_on, t.class_key',
    { schoolId, studentId },
  )
  return rows.map(({ key, removedOn }) => ({ key: key as ClassKey, removedOn }))
}
