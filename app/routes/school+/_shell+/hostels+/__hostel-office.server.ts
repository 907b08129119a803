import { foundOr404 } from '~/http/route.server'
import type { RoomAt } from '~/models/hostels/lock-hostel.server'
import { findRoom } from '~/models/hostels/rooms.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The room of an address below a hostel. @throws Response 404 where this hostel of the school has none such */
export async function requireRoom(scope: SchoolScope, { id, roomId }: { id?: string; roomId?: string }) {
  const place: RoomAt = foundOr404(isPublicId(id) && isPublicId(roomId) ? { hostelId: id, roomId } : null)
  return { place, room: foundOr404(await findRoom(scope, place)) }
}
