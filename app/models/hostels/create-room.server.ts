import { execute } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { ValuesOf } from '~/models/shared/fields'
import { makeOnce } from '~/models/shared/make-once.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockThing } from '~/models/shared/table.server'
import type { Facility } from './options'
import type { roomForm } from './room-fields'
import { Hostel, Room } from './tables.server'

/**
 * Adds a room with free beds to a hostel; the rent is paise a month. The same form key makes one room and has one answer, its public id.
 * Refuses `not-found` (no such hostel) and `number-taken` (the hostel has a room of this number).
 */
export function createRoom(
  scope: SchoolScope,
  hostelId: string,
  formKey: string,
  { facilities, ...fields }: ValuesOf<typeof roomForm>,
) {
  return makeOnce({ table: Room, scope, formKey, taken: { rooms_number: 'number-taken' } }, async () => {
    const hostel = await lockThing(Hostel, scope, hostelId)
    if (!hostel) return refused('not-found')
    const publicId = newPublicId()
    const own = { publicId, schoolId: scope.schoolId, hostelId: hostel.id, formKey }
    const room = await Room.create({ ...fields, ...own })
    await writeFacilities(room.id, facilities)
    const details = {
      hostel: hostel.name,
      room: fields.roomNumber,
      beds: fields.capacity,
      rentPaise: fields.monthlyRentPaise,
    }
    await recordAudit(scope, { action: 'room.created', subject: { kind: 'room', id: room.id }, details })
    return done(publicId)
  })
}

/** A step: a room has these facilities and no others. */
export async function writeFacilities(roomId: number, facilities: readonly Facility[]): Promise<void> {
  await execute('DELETE FROM room_facilities WHERE room_id = :roomId', { roomId })
  if (facilities.length === 0) return
  const rows = facilities.map((_, index) => `(:roomId, :facility${index})`)
  const named = Object.fromEntries(facilities.map((facility, index) => [`facility${index}`, facility]))
  await execute(`INSERT INTO room_facilities (room_id, facility) VALUES ${rows.join(', ')}`, { roomId, ...named })
}
