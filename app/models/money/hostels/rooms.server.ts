import { execute, flag, inTransaction, selectRow, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { type PictureChange, savePicture } from '~/kit/records/save-picture.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { releaseFiles } from '~/models/core/files/keep-received.server'
import { withPicture } from '~/models/core/files/picture-columns.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { offerFreeBeds } from './decide/offer-beds.server'
import { facilities } from './options'
import type { roomForm } from './room-fields'
import { Hostel, Room } from './tables.server'

/** Public ids of a room and of its hostel. */
export type RoomIds = { id: string; roomId: string }
type Values = ValuesOf<typeof roomForm>

const columns = {
  ...columnsOf(Room, 't', 'publicId', 'roomNumber', 'roomType', 'floorNumber', 'capacity', 'occupiedCount'),
  ...columnsOf(Room, 't', 'monthlyRentPaise', 'status', 'version'),
  facilities: {
    sql: '(SELECT GROUP_CONCAT(x.facility) FROM room_facilities x WHERE x.room_id = t.id)',
    read: (stored: unknown) => {
      const storedFacilities = stored === null ? [] : String(stored).split(',')
      return facilities.filter((facility) => storedFacilities.includes(facility))
    },
  },
  ...withPicture.more,
}

/** Rooms of a hostel by their numbers: 9 before 10, and A9 before A10. */
export function listRooms({ schoolId }: SchoolScope, hostel: { id: number }) {
  return selectRows(
    columns,
    `FROM rooms t ${withPicture.moreJoins} WHERE t.school_id = :schoolId AND t.hostel_id = :hostelId
     ORDER BY CHAR_LENGTH(t.room_number), t.room_number`,
    { schoolId, hostelId: hostel.id },
  )
}

export function findRoom({ schoolId }: SchoolScope, ids: RoomIds) {
  const isAppliedFor = flag('EXISTS (SELECT 1 FROM hostel_applications a WHERE a.room_id = t.id)')
  return selectRow(
    { ...columns, hostelName: text('h.name'), isAppliedFor },
    `FROM rooms t ${withPicture.moreJoins} JOIN hostels h ON h.school_id = t.school_id AND h.id = t.hostel_id
     WHERE t.school_id = :schoolId AND h.public_id = :id AND t.public_id = :roomId`,
    { schoolId, ...ids },
  )
}

/**
 * Adds a room with free beds to a hostel; the rent is in paise per month. The same form key creates one room and
 * returns the same public id. Refuses `not-found` (no such hostel) and `number-taken` (the hostel has a room with this
 * number).
 */
export function createRoom(scope: SchoolScope, formKey: string, { facilities, ...fields }: Values, hostelId: string) {
  return createOnce({ table: Room, scope, formKey, taken: { rooms_number: 'number-taken' } }, async () => {
    const hostel = await lockThing(Hostel, scope, hostelId)
    if (!hostel) return refused('not-found')
    const publicId = newPublicId()
    const keys = { publicId, schoolId: scope.schoolId, hostelId: hostel.id, formKey }
    const room = await Room.create({ ...fields, ...keys })
    await writeFacilities(room.id, facilities)
    const { capacity: beds, monthlyRentPaise: rentPaise } = fields
    await note(scope, 'room.created', { ...fields, id: room.id, hostelName: hostel.name }, { beds, rentPaise })
    return done(publicId)
  })
}

async function writeFacilities(roomId: number, facilities: Values['facilities']): Promise<void> {
  await execute('DELETE FROM room_facilities WHERE room_id = :roomId', { roomId })
  if (facilities.length === 0) return
  const rows = facilities.map((_, index) => `(:roomId, :facility${index})`)
  const facilityValues = Object.fromEntries(facilities.map((facility, index) => [`facility${index}`, facility]))
  await execute(`INSERT INTO room_facilities (room_id, facility) VALUES ${rows.join(', ')}`, {
    roomId,
    ...facilityValues,
  })
}

/**
 * Changes all fields of a room; earlier applications keep their rent. Beds that this frees (more beds, or a room
 * offered again) are held for those waiting longest. Refuses `not-found`, `changed` (saved by another user since
 * `version`), `number-taken` and `too-small` (fewer beds than are taken or held).
 */
export function updateRoom(scope: SchoolScope, ids: RoomIds, version: number, { facilities, ...fields }: Values) {
  return inTransaction(
    async () => {
      const before = await lockRoom(scope, ids)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      if (fields.capacity < before.occupiedCount) return { ...refused('too-small'), taken: before.occupiedCount }
      await Room.update({ ...fields, version: version + 1 }, { where: { id: before.id } })
      await writeFacilities(before.id, facilities)
      const facts = {
        beds: fields.capacity,
        bedsBefore: before.capacity,
        rentPaise: fields.monthlyRentPaise,
        rentBeforePaise: before.monthlyRentPaise,
        status: fields.status,
      }
      await note(scope, 'room.updated', { ...before, roomNumber: fields.roomNumber }, facts)
      const isOfferedAgain = before.status !== 'available' && fields.status === 'available'
      if (isOfferedAgain || fields.capacity > before.capacity) await offerFreeBeds(scope, before.id)
      return done()
    },
    { rooms_number: 'number-taken' },
  )
}

/**
 * Deletes a room with its facilities and picture. Refuses `not-found` and `applied-for` (has applications: close it
 * instead).
 */
export function deleteRoom(scope: SchoolScope, ids: RoomIds) {
  return inTransaction(
    async () => {
      const room = await lockRoom(scope, ids)
      if (!room) return refused('not-found')
      await Room.destroy({ where: { id: room.id } })
      if (room.imageFileId !== null) await releaseFiles(scope, [room.imageFileId])
      await note(scope, 'room.deleted', room)
      return done()
    },
    { hostel_applications_room: 'applied-for' },
  )
}

/** Replaces or removes the picture of a room. Refuses `not-found` and as `savePicture` does. */
export function saveRoomPicture(scope: SchoolScope, ids: RoomIds, change: PictureChange) {
  return inTransaction(async () => {
    const room = await lockRoom(scope, ids)
    if (!room) return refused('not-found')
    const details = { hostel: room.hostelName, room: room.roomNumber }
    return savePicture(scope, { ...room, table: 'rooms', kind: 'room', details }, change)
  })
}

/** Locks a room and returns it with its hostel's name; null when this hostel of the school has no such room. */
async function lockRoom(scope: SchoolScope, { id, roomId }: RoomIds) {
  const hostel = await selectRow(
    columnsOf(Hostel, 'h', 'id', 'name'),
    'FROM hostels h WHERE h.school_id = :schoolId AND h.public_id = :id',
    { schoolId: scope.schoolId, id },
  )
  const room = hostel && (await lockThing(Room, scope, roomId))
  return room?.hostelId === hostel?.id && room && hostel ? { ...room, hostelName: hostel.name } : null
}

function note(
  scope: SchoolScope,
  action: string,
  { id, hostelName: hostel, roomNumber: room }: { id: number; hostelName: string; roomNumber: string },
  facts: Record<string, string | number> = {},
): Promise<void> {
  return recordAudit(scope, { action, subject: { kind: 'room', id }, details: { hostel, room, ...facts } })
}
