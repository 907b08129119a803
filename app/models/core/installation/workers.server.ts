import { execute, selectRows, text } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'

/** Interval of a worker's heartbeats. A worker counts as gone after `goneSeconds` without a heartbeat. */
export const aliveEverySeconds = 10
const goneSeconds = 45

/** External service that a worker has trouble with: its name and state (`slow`, `resting` or `trying`). */
export interface Trouble {
  name: string
  state: string
}

/** Records a worker's heartbeat with the state of external services; deletes workers without one for a day. */
export async function noteWorker(_system: SystemScope, name: string, troubles: readonly Trouble[]): Promise<void> {
  await execute(
    `INSERT INTO workers (name, started_at, seen_at, troubles) VALUES (:name, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), :troubles)
     ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at), troubles = VALUES(troubles)`,
    { name, troubles: JSON.stringify(troubles) },
  )
  await execute('DELETE FROM workers WHERE seen_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY', {})
}

/** Deletes a worker that has shut down cleanly, so that it does not count as lost. */
export async function forgetWorker(_system: SystemScope, name: string): Promise<void> {
  await execute('DELETE FROM workers WHERE name = :name', { name })
}

/** Number of active workers, and the problems that any of them has. */
export async function findWorkers(_system: SystemScope): Promise<{ alive: number; troubles: Trouble[] }> {
  const rows = await selectRows(
    { troubles: text('troubles') },
    `FROM workers WHERE seen_at > UTC_TIMESTAMP(3) - INTERVAL ${goneSeconds} SECOND ORDER BY name`,
  )
  const all = rows.flatMap(({ troubles }) => JSON.parse(troubles) as Trouble[])
  return { alive: rows.length, troubles: [...new Map(all.map((one) => [one.name, one])).values()] }
}
