import { m } from '~/language/paraglide/messages'
import { isNumbered } from '~/models/timetable/rules'

/** A room as a student reads it: a number is said to be a room's, a name like `Lab 1` says it itself. */
export function roomText(room: string): string {
  return isNumbered(room) ? m.timetable_room({ room }) : room
}
