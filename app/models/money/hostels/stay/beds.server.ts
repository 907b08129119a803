import { execute, lockRows } from '~/database/database.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'

/**
 * Takes one bed of a room in the caller's transaction. Returns false when none is free, or the room is not offered: of
 * fifty concurrent requests for the last bed, one succeeds.
 */
export async function takeBed(scope: LedgerScope, roomId: number): Promise<boolean> {
  const updatedRows = await execute(
    `UPDATE rooms SET occupied_count = occupied_count + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :roomId AND status = 'available' AND occupied_count < capacity`,
    { schoolId: scope.schoolId, roomId },
  )
  return updatedRows === 1
}

/**
 * Keeps other transactions from taking or freeing a bed of the room (public id) until the caller's transaction ends.
 */
export async function lockRoom(scope: LedgerScope, publicId: string): Promise<void> {
  const values = { schoolId: scope.schoolId, publicId }
  await lockRows('FROM rooms WHERE school_id = :schoolId AND public_id = :publicId', values)
}

/** Frees a bed in the caller's transaction. `offerFreeBeds` then offers it to the waiting list. */
export async function giveBedBack(scope: LedgerScope, roomId: number): Promise<void> {
  const updatedRows = await execute(
    `UPDATE rooms SET occupied_count = occupied_count - 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :roomId AND occupied_count > 0`,
    { schoolId: scope.schoolId, roomId },
  )
  if (updatedRows !== 1) throw new Error('The room has no occupied bed to free')
}
