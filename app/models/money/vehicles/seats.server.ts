import { execute } from '~/database/database.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { tripIsOffered } from './offered-sql.server'

/**
 * Takes a seat of a trip in the caller's transaction, atomically, so that concurrent requests cannot share the last
 * one. Returns false if none is free or the trip is not offered. Applications by fare and for a vehicle both take their
 * seats only here.
 */
export async function takeSeat(scope: LedgerScope, runId: number): Promise<boolean> {
  const updatedRows = await execute(
    `UPDATE vehicle_routes r JOIN vehicles v ON v.id = r.vehicle_id JOIN transport_routes t ON t.id = r.route_id
     SET r.seats_taken = r.seats_taken + 1, r.updated_at = UTC_TIMESTAMP(3)
     WHERE r.school_id = :schoolId AND r.id = :runId AND r.seats_taken < r.seats AND ${tripIsOffered}`,
    { schoolId: scope.schoolId, runId },
  )
  return updatedRows === 1
}

export async function releaseSeat(scope: LedgerScope, runId: number): Promise<void> {
  const updatedRows = await execute(
    `UPDATE vehicle_routes SET seats_taken = seats_taken - 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :runId AND seats_taken > 0`,
    { schoolId: scope.schoolId, runId },
  )
  if (updatedRows !== 1) throw new Error('The trip has no taken seat to free')
}
