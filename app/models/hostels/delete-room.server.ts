import { inTransaction } from '~/database/database.server'
import { violatedForeignKey } from '~/database/errors.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { releaseFiles } from '~/models/files/keep-received.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockRoom, type RoomAt } from './lock-hostel.server'
import { Room } from './tables.server'

/** Deletes a room with its facilities and picture. Refuses `not-found` and `applied-for`: it can be closed instead. */
export async function deleteRoom(scope: SchoolScope, place: RoomAt) {
  try {
    return await inTransaction(async () => {
      const room = await lockRoom(scope, place)
      if (!room) return refused('not-found')
      await Room.destroy({ where: { id: room.id } })
      if (room.imageFileId !== null) await releaseFiles(scope, [room.imageFileId])
      const details = { hostel: room.hostelName, room: room.roomNumber }
      await recordAudit(scope, { action: 'room.deleted', subject: { kind: 'room', id: room.id }, details })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) === 'hostel_applications_room') return refused('applied-for')
    throw error
  }
}
