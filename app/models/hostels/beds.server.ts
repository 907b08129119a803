import { execute, selectOne } from '~/database/database.server'
import type { LedgerScope } from '~/models/ledger/locks.server'

/** A step: takes one bed of a room. False when none is free, or the room is not offered: of fifty who ask for the last bed, one gets it. */
export async function takeBed(scope: LedgerScope, roomId: number): Promise<boolean> {
  const taken = await execute(
    `UPDATE rooms SET occupied_count = occupied_count + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :roomId AND status = 'available' AND occupied_count < capacity`,
    { schoolId: scope.schoolId, roomId },
  )
  return taken === 1
}

/** A step: nobody takes or frees a bed of the room (public id) until this transaction is over. */
export async function lockRoom(scope: LedgerScope, publicId: string): Promise<void> {
  const values = { schoolId: scope.schoolId, publicId }
  await selectOne('SELECT id FROM rooms WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE', values)
}

/** A step: gives a bed back. Who waits for it is offered it by `offerFreeBeds`. */
export async function giveBedBack(scope: LedgerScope, roomId: number): Promise<void> {
  const given = await execute(
    `UPDATE rooms SET occupied_count = occupied_count - 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :roomId AND occupied_count > 0`,
    { schoolId: scope.schoolId, roomId },
  )
  if (given !== 1) throw new Error('A bed that was held is gone')
}
