import { selectOne } from '~/database/database.server'
import type { SystemScope } from '~/models/shared/scope.server'

/** What waits in a queue, and for how many seconds the oldest of it could have been done; null where nothing waits. */
interface Waiting {
  waiting: number
  oldestSeconds: number | null
  /** Given up: kept until somebody has looked. */
  failed: number
}

const age = (moment: string) => `TIMESTAMPDIFF(SECOND, MIN(CASE WHEN ${moment} THEN`

/** The worker's jobs whose time has come, those that run, and those of another day. */
export async function jobQueue(_system: SystemScope): Promise<Waiting & { running: number; later: number }> {
  const isDue = `state = 'waiting' AND run_at <= UTC_TIMESTAMP(3)`
  const row = await selectOne<Waiting & { running: number; later: number }>(
    `SELECT COUNT(CASE WHEN ${isDue} THEN 1 END) AS waiting,
       ${age(isDue)} run_at END), UTC_TIMESTAMP(3)) AS oldestSeconds,
       COUNT(CASE WHEN state = 'failed' THEN 1 END) AS failed,
       COUNT(CASE WHEN state = 'running' THEN 1 END) AS running,
       COUNT(CASE WHEN state = 'waiting' AND run_at > UTC_TIMESTAMP(3) THEN 1 END) AS later
     FROM jobs WHERE state IN ('waiting', 'running', 'failed')`,
  )
  return row ?? { waiting: 0, oldestSeconds: null, failed: 0, running: 0, later: 0 }
}

/** The mails that are written and not sent yet. */
export async function mailQueue(_system: SystemScope): Promise<Waiting> {
  const row = await selectOne<Waiting>(
    `SELECT COUNT(CASE WHEN state = 'waiting' THEN 1 END) AS waiting,
       ${age(`state = 'waiting'`)} created_at END), UTC_TIMESTAMP(3)) AS oldestSeconds,
       COUNT(CASE WHEN state = 'failed' THEN 1 END) AS failed
     FROM outgoing_mail WHERE state IN ('waiting', 'failed')`,
  )
  return row ?? { waiting: 0, oldestSeconds: null, failed: 0 }
}
