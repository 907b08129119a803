import { execute } from '~/database/database.server'
import type { LedgerScope } from '~/models/ledger/locks.server'
import { tripIsOffered } from './offered-sql.server'

/**
 * A step: takes one seat of a run. False when none is free, or the run is not offered: of fifty who ask for the last seat, one
 * gets it. Both kinds of application take seats here and nowhere else.
 */
export async function takeSeat(scope: LedgerScope, runId: number): Promise<boolean> {
  const taken = await execute(
    `UPDATE vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
     SET r.seats_taken = r.seats_taken + 1, r.updated_at = UTC_TIMESTAMP(3)
     WHERE r.school_id = :schoolId AND r.id = :runId AND r.seats_taken < r.seats AND ${tripIsOffered}`,
    { schoolId: scope.schoolId, runId },
  )
  return taken === 1
}

/** A step: gives a seat back. */
export async function giveSeatBack(scope: LedgerScope, runId: number): Promise<void> {
  const given = await execute(
    `UPDATE vehicle_routes SET seats_taken = seats_taken - 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :runId AND seats_taken > 0`,
    { schoolId: scope.schoolId, runId },
  )
  if (given !== 1) throw new Error('A seat that was held is gone')
}
