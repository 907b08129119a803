import { select, selectOne } from '~/database/database.server'
import type { JobClass } from '~/models/core/outbox/job-kinds'
import type { SystemScope } from '~/models/core/shared/scope.server'

/** Waiting work of a queue, and the seconds since the oldest could have been done; null when nothing waits. */
interface Waiting {
  waiting: number
  oldestSeconds: number | null
  /** Abandoned, and not dismissed by the operator. */
  failed: number
}

/** Excludes suspended schools, whose waiting work is not a delay. */
const isSchoolOpen = (school: string) => `${school} NOT IN (SELECT id FROM schools WHERE suspended_at IS NOT NULL)`
const isDue = `state = 'waiting' AND run_at <= UTC_TIMESTAMP(3) AND ${isSchoolOpen('turn_of')}`
const isWaitingMail = `state = 'waiting' AND ${isSchoolOpen('COALESCE(school_id, 0)')}`
const isGivenUp = "state = 'failed' AND dismissed_at IS NULL"
const ofLastDay = 'created_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY'
const age = (moment: string) => `TIMESTAMPDIFF(SECOND, MIN(CASE WHEN ${moment} THEN`

/** The worker's jobs that are due, running, or for later. */
export async function jobQueue(_system: SystemScope): Promise<Waiting & { running: number; later: number }> {
  const row = await selectOne<Waiting & { running: number; later: number }>(
    `SELECT COUNT(CASE WHEN ${isDue} THEN 1 END) AS waiting,
       ${age(isDue)} run_at END), UTC_TIMESTAMP(3)) AS oldestSeconds,
       COUNT(CASE WHEN state = 'failed' THEN 1 END) AS failed,
       COUNT(CASE WHEN state = 'running' THEN 1 END) AS running,
       COUNT(CASE WHEN state = 'waiting' AND NOT (${isDue}) THEN 1 END) AS later
     FROM jobs WHERE state IN ('waiting', 'running', 'failed')`,
  )
  return row ?? { waiting: 0, oldestSeconds: null, failed: 0, running: 0, later: 0 }
}

/** Waiting and running jobs of one kind and class. */
interface KindOfJob {
  class: JobClass
  kind: string
  waiting: number
  oldestSeconds: number | null
  running: number
}

/** Due and running jobs, by class and kind. */
export async function jobsByKind(_system: SystemScope): Promise<KindOfJob[]> {
  const rows = await select<KindOfJob>(
    `SELECT class, kind, COUNT(CASE WHEN ${isDue} THEN 1 END) AS waiting,
       ${age(isDue)} run_at END), UTC_TIMESTAMP(3)) AS oldestSeconds, COUNT(CASE WHEN state = 'running' THEN 1 END) AS running
     FROM jobs WHERE state IN ('waiting', 'running') GROUP BY class, kind ORDER BY class, kind`,
  )
  return rows
}

/** Mails that are written but not sent, and the number abandoned in the last day. */
export async function mailQueue(_system: SystemScope): Promise<Waiting & { lastDay: number; failedLastDay: number }> {
  const row = await selectOne<Waiting & { lastDay: number; failedLastDay: number }>(
    `SELECT COUNT(CASE WHEN ${isWaitingMail} THEN 1 END) AS waiting,
       ${age(isWaitingMail)} created_at END), UTC_TIMESTAMP(3)) AS oldestSeconds,
       COUNT(CASE WHEN ${isGivenUp} THEN 1 END) AS failed,
       (SELECT COUNT(*) FROM outgoing_mail WHERE state IN ('sent', 'failed', 'skipped') AND ${ofLastDay}) AS lastDay,
       COUNT(CASE WHEN ${ofLastDay} AND ${isGivenUp} THEN 1 END) AS failedLastDay
     FROM outgoing_mail WHERE state IN ('waiting', 'failed')`,
  )
  return row ?? { waiting: 0, oldestSeconds: null, failed: 0, lastDay: 0, failedLastDay: 0 }
}
