import { flag, selectRow, selectRows, text } from '~/database/database.server'
import { withPicture } from '~/models/files/picture-columns.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import type { RoomAt } from './lock-hostel.server'
import { facilities } from './options'
import { Room } from './tables.server'

const columns = {
  ...columnsOf(
    Room,
    't',
    'publicId',
    'roomNumber',
    'roomType',
    'floorNumber',
    'capacity',
    'occupiedCount',
    'monthlyRentPaise',
    'status',
    'version',
  ),
  facilities: {
    sql: '(SELECT GROUP_CONCAT(x.facility) FROM room_facilities x WHERE x.room_id = t.id)',
    read: (stored: unknown) => {
      const named = stored === null ? [] : String(stored).split(',')
      return facilities.filter((facility) => named.includes(facility))
    },
  },
  ...withPicture.more,
}

/** The rooms of a hostel by their numbers: 9 before 10, and A9 before A10. */
export function listRooms({ schoolId }: SchoolScope, hostel: { id: number }) {
  return selectRows(
    columns,
    `FROM rooms t ${withPicture.moreJoins} WHERE t.school_id = :schoolId AND t.hostel_id = :hostelId
     ORDER BY CHAR_LENGTH(t.room_number), t.room_number`,
    { schoolId, hostelId: hostel.id },
  )
}

/** A room with the name of its hostel, or null when this hostel of the school has no such room. */
export function findRoom({ schoolId }: SchoolScope, place: RoomAt) {
  const isAppliedFor = flag('EXISTS (SELECT 1 FROM hostel_applications a WHERE a.room_id = t.id)')
  return selectRow(
    { ...columns, hostelName: text('h.name'), isAppliedFor },
    `FROM rooms t ${withPicture.moreJoins} JOIN hostels h ON h.school_id = t.school_id AND h.id = t.hostel_id
     WHERE t.school_id = :schoolId AND h.public_id = :hostelId AND t.public_id = :roomId`,
    { schoolId, ...place },
  )
}
