import { execute } from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'

/** Rows per statement, and statements per sweep; the rest waits for the next hourly sweep. */
const batch = { rows: 2_000, max: 200 }

export async function sweepSecurityEvents(_system: SystemScope, days: number, size = batch): Promise<number> {
  let removed = 0
  for (let count = 0; count < size.max; count++) {
    const now = await execute(
      `DELETE FROM security_events WHERE happened_at < UTC_TIMESTAMP(3) - INTERVAL :days DAY
       ORDER BY happened_at LIMIT ${size.rows}`,
      { days },
    )
    removed += now
    if (now < size.rows) break
  }
  return removed
}
