import { execute, select } from '~/database/database.server'
import type { SystemScope } from '~/models/shared/scope.server'

/** A worker says this often that it is there, and counts as gone when it has not for `goneSeconds`. */
export const aliveEverySeconds = 10
const goneSeconds = 45

/** A service outside that does not answer a worker as it should: its name, and `slow`, `resting` or `trying`. */
export interface Trouble {
  name: string
  state: string
}

/** Says that a worker is there, and how the services outside treat it; forgets those that have not said so for a day. */
export async function noteWorker(_system: SystemScope, name: string, troubles: readonly Trouble[]): Promise<void> {
  await execute(
    `INSERT INTO workers (name, started_at, seen_at, troubles) VALUES (:name, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), :troubles)
     ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at), troubles = VALUES(troubles)`,
    { name, troubles: JSON.stringify(troubles) },
  )
  await execute('DELETE FROM workers WHERE seen_at < UTC_TIMESTAMP(3) - INTERVAL 1 DAY', {})
}

/** A worker that has ended as it was told to is not missed. */
export async function forgetWorker(_system: SystemScope, name: string): Promise<void> {
  await execute('DELETE FROM workers WHERE name = :name', { name })
}

/** How many workers are there, and the troubles that any of them has. */
export async function findWorkers(_system: SystemScope): Promise<{ alive: number; troubles: Trouble[] }> {
  const rows = await select<{ troubles: string }>(
    `SELECT troubles FROM workers WHERE seen_at > UTC_TIMESTAMP(3) - INTERVAL ${goneSeconds} SECOND ORDER BY name`,
  )
  const all = rows.flatMap(({ troubles }) => JSON.parse(troubles) as Trouble[])
  return { alive: rows.length, troubles: [...new Map(all.map((one) => [one.name, one])).values()] }
}
