import { m } from '~/language/paraglide/messages'
import { isNumbered } from '~/models/learning/timetable/rules'

/** Room as students read it: adds the word "room" to a number; a name like `Lab 1` needs none. */
export function roomText(room: string): string {
  return isNumbered(room) ? m.timetable_room({ room }) : room
}
