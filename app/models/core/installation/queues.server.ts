import { number, numberOrNull, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import type { JobClass } from '~/models/core/outbox/job-kinds'
import type { SystemScope } from '~/models/core/shared/scope.server'

/** Excludes suspended schools: their work waits on purpose. */
const isSchoolOpen = (school: string) => `${school} NOT IN (SELECT id FROM schools WHERE suspended_at IS NOT NULL)`
const isDue = `state = 'waiting' AND run_at <= UTC_TIMESTAMP(3) AND ${isSchoolOpen('turn_of')}`
const isWaitingMail = `state = 'waiting' AND ${isSchoolOpen('COALESCE(school_id, 0)')}`
const isGivenUp = "state = 'failed' AND dismissed_at IS NULL"
const ofLastDay = 'created_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY'
const countOf = (condition: string) => number(`COUNT(CASE WHEN ${condition} THEN 1 END)`)

/** Number of waiting items, and the seconds for which the oldest has been due (`since`); null when nothing waits. */
const waiting = (condition: string, since: string) => ({
  waiting: countOf(condition),
  oldestSeconds: numberOrNull(`TIMESTAMPDIFF(SECOND, MIN(CASE WHEN ${condition} THEN ${since} END), UTC_TIMESTAMP(3))`),
})
const nothing = { waiting: 0, oldestSeconds: null, failed: 0 }

const ofJobs = { ...waiting(isDue, 'run_at'), running: countOf("state = 'running'") }

/**
 * Numbers of the worker's jobs: due, running, scheduled for `later`, and abandoned without being dismissed by the
 * operator.
 */
export async function jobQueue(_system: SystemScope) {
  const row = await selectRow(
    { ...ofJobs, failed: countOf("state = 'failed'"), later: countOf(`state = 'waiting' AND NOT (${isDue})`) },
    `FROM jobs WHERE state IN ('waiting', 'running', 'failed')`,
  )
  return row ?? { ...nothing, running: 0, later: 0 }
}

/** Due and running jobs, by class and kind. */
export function jobsByKind(_system: SystemScope) {
  return selectRows(
    { class: wordOf<JobClass>('class'), kind: text('kind'), ...ofJobs },
    `FROM jobs WHERE state IN ('waiting', 'running') GROUP BY class, kind ORDER BY class, kind`,
  )
}

/**
 * Counts mails: waiting ones, and abandoned ones that the operator has not dismissed (`failed`); of the mails written
 * in the last day, also all that are no longer waiting (`lastDay`) and the abandoned ones (`failedLastDay`).
 */
export async function mailQueue(_system: SystemScope) {
  const row = await selectRow(
    {
      ...waiting(isWaitingMail, 'created_at'),
      failed: countOf(isGivenUp),
      lastDay: number(
        `(SELECT COUNT(*) FROM outgoing_mail WHERE state IN ('sent', 'failed', 'skipped') AND ${ofLastDay})`,
      ),
      failedLastDay: countOf(`${ofLastDay} AND ${isGivenUp}`),
    },
    `FROM outgoing_mail WHERE state IN ('waiting', 'failed')`,
  )
  return row ?? { ...nothing, lastDay: 0, failedLastDay: 0 }
}
