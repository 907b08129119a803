import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { ValuesOf } from '~/models/shared/fields'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { writeFacilities } from './create-room.server'
import { lockRoom, type RoomAt } from './lock-hostel.server'
import { offerFreeBeds } from './offer-beds.server'
import type { roomForm } from './room-fields'
import { Room } from './tables.server'

/** A room that has fewer beds than are taken or held; `taken` says how many that are. */
type TooSmall = { ok: false; reason: 'too-small'; taken: number }

/**
 * Changes a room whole; who applied before keeps the rent of that day. Beds that come free by it (more of them, or a room that is offered
 * again) are held for those who wait longest. Refuses `not-found`, `changed` (saved by somebody else since `version`), `number-taken`
 * and `too-small` (more beds are taken or held than the room would have).
 */
export async function updateRoom(
  scope: SchoolScope,
  place: RoomAt,
  version: number,
  { facilities, ...fields }: ValuesOf<typeof roomForm>,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'number-taken'> | TooSmall> {
  return inTransaction(
    async () => {
      const before = await lockRoom(scope, place)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      if (fields.capacity < before.occupiedCount) return { ...refused('too-small'), taken: before.occupiedCount }
      const where = { id: before.id, schoolId: scope.schoolId }
      await Room.update({ ...fields, version: version + 1 }, { where })
      await writeFacilities(before.id, facilities)
      const details = {
        hostel: before.hostelName,
        room: fields.roomNumber,
        beds: fields.capacity,
        bedsBefore: before.capacity,
        rentPaise: fields.monthlyRentPaise,
        rentBeforePaise: before.monthlyRentPaise,
        status: fields.status,
      }
      await recordAudit(scope, { action: 'room.updated', subject: { kind: 'room', id: before.id }, details })
      const isOfferedAgain = before.status !== 'available' && fields.status === 'available'
      if (isOfferedAgain || fields.capacity > before.capacity) await offerFreeBeds(scope, before.id)
      return done()
    },
    {
      rooms_number: 'number-taken',
    },
  )
}
