import {
  execute,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { containing, contains, type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import { readShapes } from '~/models/core/shared/row-shapes.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { restorableDays, type SkipReason } from './options'
import { firstRestorable, restoreBundle } from './restore-data.server'
import { isBusy, lockRuns } from './runs.server'

/**
 * Requests a restore of everything that a run removed; the worker restores one student after the other.
 * Refuses `not-found`, `nothing-sealed` (already restored, or the thirty days are over) and `running` (a run or a
 * restore is in progress).
 */
export function requestRestore(scope: SchoolScope, publicId: string, reason: string) {
  const { schoolId, actor } = scope
  return inTransaction(async () => {
    await lockRuns(scope)
    const run = await selectRow(
      { id: number('t.id') },
      "FROM retention_runs t WHERE t.school_id = :schoolId AND t.public_id = :publicId AND t.state = 'done' FOR UPDATE",
      { schoolId, publicId },
    )
    if (!run) return refused('not-found')
    if (await isBusy(scope)) return refused('running')
    if ((await countRestorable(scope, run.id)).people === 0) return refused('nothing-sealed')
    // Includes students skipped by an earlier restore.
    await execute('UPDATE sealed_removals SET blocked = NULL WHERE school_id = :schoolId AND run_id = :runId', {
      schoolId,
      runId: run.id,
    })
    await execute(
      `UPDATE retention_runs SET restore_asked_at = UTC_TIMESTAMP(3), restore_by = :by, restore_by_name = :name, restore_reason = :reason,
         restored_at = NULL WHERE school_id = :schoolId AND id = :runId`,
      { schoolId, runId: run.id, by: actor.id, name: actor.name, reason },
    )
    await enqueueJob({
      kind: 'restore-data',
      schoolId,
      payload: { runId: run.id },
      uniqueKey: `restore-data:${run.id}`,
    })
    await recordAudit(scope, {
      action: 'retention.restore-asked',
      subject: { kind: 'retention-run', id: run.id },
      details: { reason },
    })
    return done()
  })
}

const atOnce = 50

/**
 * Job: restores one student or admission after the other, each completely or not at all, and finally data on addresses
 * that belong to no one. Skips and lists those with obstacles. May be interrupted and run again.
 */
export async function restoreRun(scope: SchoolScope, runId: number): Promise<void> {
  const { schoolId } = scope
  const request = await selectRow(
    { id: number('t.id') },
    'FROM retention_runs t WHERE t.school_id = :schoolId AND t.id = :runId AND t.restore_asked_at IS NOT NULL AND t.restored_at IS NULL',
    { schoolId, runId },
  )
  if (!request) return
  const shapes = await readShapes()
  for (const kind of ['student', 'admission', 'address']) {
    for (;;) {
      const some = await selectRows(
        { bundle: text('DISTINCT t.bundle') },
        `FROM sealed_removals t WHERE t.school_id = :schoolId AND t.run_id = :runId AND t.bundle LIKE :kind AND t.blocked IS NULL
         ORDER BY t.bundle LIMIT ${atOnce}`,
        { schoolId, runId, kind: `${kind}:%` },
      )
      if (some.length === 0) break
      for (const { bundle } of some) await restoreOne(scope, { runId, bundle })
    }
  }
  await inTransaction(async () => {
    const isLast = await execute(
      'UPDATE retention_runs SET restored_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :runId AND restored_at IS NULL',
      { schoolId, runId },
    )
    if (isLast === 1)
      await recordAudit(scope, { action: 'retention.restored', subject: { kind: 'retention-run', id: runId } })
  })

  async function restoreOne(worker: SchoolScope, restorable: { runId: number; bundle: string }): Promise<void> {
    const answer = await inTransaction(() => restoreBundle(worker, restorable, { shapes }), { '*': 'in-the-way' })
    if (answer.ok || answer.reason === 'nothing-sealed') return
    await execute(
      'UPDATE sealed_removals SET blocked = :reason WHERE school_id = :schoolId AND run_id = :runId AND bundle = :bundle',
      { schoolId, ...restorable, reason: answer.reason },
    )
  }
}

/** Ends a restore whose job failed for good: restored data stays, and the office may request it again. */
export function giveUpRestore(scope: SchoolScope, runId: number) {
  return inTransaction(async () => {
    const wasUnderWay = await execute(
      `UPDATE retention_runs SET restored_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :runId AND restore_asked_at IS NOT NULL AND restored_at IS NULL`,
      { schoolId: scope.schoolId, runId },
    )
    if (wasUnderWay === 1)
      await recordAudit(scope, { action: 'retention.restore-gave-up', subject: { kind: 'retention-run', id: runId } })
  })
}

/**
 * Counts the students and admissions of a run that can be restored and those skipped, and returns the earliest day on
 * which the time for a restore ends.
 */
export async function countRestorable({ schoolId }: SchoolScope, runId: number) {
  const row = await selectRow(
    {
      people: number('COUNT(DISTINCT t.bundle)'),
      blocked: number('COUNT(DISTINCT IF(t.blocked IS NULL, NULL, t.bundle))'),
      until: textOrNull(`DATE_ADD(MIN(t.removed_on), INTERVAL ${restorableDays} DAY)`),
    },
    `FROM sealed_removals t WHERE t.school_id = :schoolId AND t.run_id = :runId AND t.removed_on >= :first
       AND (t.bundle LIKE 'student:%' OR t.bundle LIKE 'admission:%')`,
    { schoolId, runId, first: firstRestorable() },
  )
  return row ?? nothingRestorable
}

export const nothingRestorable = { people: 0, blocked: 0, until: null }

/** Finds a student with restorable data that this run removed, and the last day of a restore (`until`); or null. */
export function findRestorable({ schoolId }: SchoolScope, at: { id: string; student: string }) {
  return selectRow(
    {
      runId: number('r.id'),
      studentId: number('s.id'),
      name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
      until: text(`DATE_ADD(MIN(t.removed_on), INTERVAL ${restorableDays} DAY)`),
    },
    `FROM sealed_removals t JOIN retention_runs r ON r.id = t.run_id JOIN students s ON s.id = t.student_id
     WHERE t.school_id = :schoolId AND r.public_id = :id AND s.public_id = :student AND s.school_id = t.school_id AND t.removed_on >= :first
     GROUP BY r.id, s.id, s.first_name, s.last_name`,
    { schoolId, ...at, first: firstRestorable() },
  )
}

/** Lists one page of students with restorable data, those with the least remaining time first. */
export function listRestorable({ schoolId }: SchoolScope, query: FilteredQuery<'until', never>) {
  return selectPage(
    {
      columns: {
        run: text('d.run'),
        publicId: text('d.public_id'),
        number: text('d.number'),
        name: text('d.name'),
        removedOn: text('d.removed_on'),
        until: text(`DATE_ADD(d.removed_on, INTERVAL ${restorableDays} DAY)`),
        blocked: wordOf<SkipReason | null>('d.blocked'),
      },
      from: `(SELECT r.public_id AS run, s.public_id, s.enrollment_number AS number, TRIM(CONCAT(s.first_name, ' ', s.last_name)) AS name,
          MIN(t.removed_on) AS removed_on, MIN(t.blocked) AS blocked, MIN(t.id) AS id
        FROM sealed_removals t JOIN retention_runs r ON r.id = t.run_id JOIN students s ON s.id = t.student_id
        WHERE t.school_id = :schoolId AND t.removed_on >= :first
        GROUP BY r.public_id, s.public_id, s.enrollment_number, s.first_name, s.last_name) d
        WHERE (${contains('d.name', query.search)} OR ${contains('d.number', query.search)})`,
      order: ['d.removed_on', 'd.id'],
      values: { schoolId, first: firstRestorable(), search: containing(query.search) },
    },
    query,
  )
}
