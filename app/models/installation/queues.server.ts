import { select, selectOne } from '~/database/database.server'
import type { JobClass } from '~/models/outbox/job-kinds'
import type { SystemScope } from '~/models/shared/scope.server'

/** What waits in a queue, and for how many seconds the oldest of it could have been done; null where nothing waits. */
interface Waiting {
  waiting: number
  oldestSeconds: number | null
  /** Given up, and not dismissed by the operator. */
  failed: number
}

/** What waits because its school is suspended is nobody's delay. */
const isSchoolOpen = (school: string) => `${school} NOT IN (SELECT id FROM schools WHERE suspended_at IS NOT NULL)`
const isDue = `state = 'waiting' AND run_at <= UTC_TIMESTAMP(3) AND ${isSchoolOpen('turn_of')}`
const isWaitingMail = `state = 'waiting' AND ${isSchoolOpen('COALESCE(school_id, 0)')}`
const isGivenUp = "state = 'failed' AND dismissed_at IS NULL"
const ofLastDay = 'created_at > UTC_TIMESTAMP(3) - INTERVAL 1 DAY'
const age = (moment: string) => `TIMESTAMPDIFF(SECOND, MIN(CASE WHEN ${moment} THEN`

/** The worker's jobs whose time has come, those that run, and those of another day. */
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

/** What waits or runs of one kind of job in one class. */
interface KindOfJob {
  class: JobClass
  kind: string
  waiting: number
  oldestSeconds: number | null
  running: number
}

/** The jobs whose time has come, and those that run, by class and kind. */
export async function jobsByKind(_system: SystemScope): Promise<KindOfJob[]> {
  const rows = await select<KindOfJob>(
    `SELECT class, kind, COUNT(CASE WHEN ${isDue} THEN 1 END) AS waiting,
       ${age(isDue)} run_at END), UTC_TIMESTAMP(3)) AS oldestSeconds, COUNT(CASE WHEN state = 'running' THEN 1 END) AS running
     FROM jobs WHERE state IN ('waiting', 'running') GROUP BY class, kind ORDER BY class, kind`,
  )
  return rows
}

/** The mails that are written and not sent yet, and how many of the last day's were given up. */
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
