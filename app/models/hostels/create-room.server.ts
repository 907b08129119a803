import { execute, type Tx } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockThing } from '~/models/shared/table.server'
import type { RoomFields } from './office-schema'
import type { Facility } from './options'
import { Hostel, Room } from './tables.server'

/**
 * Adds a room with free beds to a hostel; the rent is paise a month. The same form key makes one room and has one answer, its public id.
 * Refuses `not-found` (no such hostel) and `number-taken` (the hostel has a room of this number).
 */
export async function createRoom(
  scope: SchoolScope,
  hostelId: string,
  formKey: string,
  { facilities, ...fields }: RoomFields,
): Promise<Outcome<string, 'not-found' | 'number-taken'>> {
  try {
    return await inTransaction(async (tx) => {
      const hostel = await lockThing(Hostel, scope, hostelId, tx)
      if (!hostel) return refused('not-found')
      const room = await Room.create(
        { ...fields, publicId: newPublicId(), schoolId: scope.schoolId, hostelId: hostel.id, formKey },
        { transaction: tx },
      )
      await writeFacilities(room.id, facilities, tx)
      const details = {
        hostel: hostel.name,
        room: fields.roomNumber,
        beds: fields.capacity,
        rentPaise: fields.monthlyRentPaise,
      }
      await recordAudit(scope, { action: 'room.created', subject: { kind: 'room', id: room.id }, details }, tx)
      return done(room.publicId)
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key !== 'rooms_form_key' && key !== 'rooms_number') throw error
    // The second of two clicks meets the number that the first has just taken.
    const where = { schoolId: scope.schoolId, formKey }
    const same = await Room.findOne({ attributes: ['publicId'], where, raw: true })
    return same ? done(same.publicId) : refused('number-taken')
  }
}

/** A step: a room has these facilities and no others. */
export async function writeFacilities(roomId: number, facilities: readonly Facility[], tx: Tx): Promise<void> {
  await execute('DELETE FROM room_facilities WHERE room_id = :roomId', { roomId }, tx)
  if (facilities.length === 0) return
  const rows = facilities.map((_, index) => `(:roomId, :facility${index})`)
  const named = Object.fromEntries(facilities.map((facility, index) => [`facility${index}`, facility]))
  await execute(`INSERT INTO room_facilities (room_id, facility) VALUES ${rows.join(', ')}`, { roomId, ...named }, tx)
}
