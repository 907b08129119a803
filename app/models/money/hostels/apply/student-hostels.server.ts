import { flag, number, numberOrNull, selectRow, text, textOrNull } from '~/database/database.server'
import { selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { type Facility, facilities, type GenderType, type HostelType } from '../options'
import { mayLiveIn } from '../rules'
import { Hostel, Room } from '../tables.server'

/* Student's view of the school's hostels: the active ones with all their rooms. */

export interface HostelsQuery {
  gender: GenderType | ''
  type: HostelType | ''
  /** Maximum monthly rent, in paise. */
  upToPaise: number | null
  /** Facilities that must all be in one room of the hostel, at a rent of at most `upToPaise`. */
  facilities: readonly Facility[]
  page: number
  pageSize: number
}

const isFree = `r.status = 'available' AND r.occupied_count < r.capacity`
const picture = (tableAlias: string) => `(SELECT COALESCE(small.storage_key, f.storage_key) FROM files f
  LEFT JOIN files small ON small.thumbnail_of = f.id WHERE f.id = ${tableAlias}.image_file_id LIMIT 1)`
const ofRooms = (columnSql: string) =>
  `(SELECT ${columnSql} FROM rooms r WHERE r.school_id = h.school_id AND r.hostel_id = h.id)`
const facilitiesIn = (from: string) => ({
  sql: `(SELECT GROUP_CONCAT(DISTINCT x.facility) FROM ${from})`,
  // Keeps the fixed order of facilities.
  read: (list: unknown) => {
    const storedFacilities = new Set(typeof list === 'string' ? list.split(',') : [])
    return facilities.filter((one) => storedFacilities.has(one))
  },
})

const card = {
  ...columnsOf(Hostel, 'h', 'publicId', 'name', 'genderType', 'hostelType', 'address', 'contactNumber', 'wardenName'),
  /** Key of the picture's thumbnail. */
  pictureKey: textOrNull(picture('h')),
  totalRooms: number(ofRooms('COUNT(*)')),
  availableRooms: number(ofRooms(`COALESCE(SUM(${isFree}), 0)`)),
  /** Lowest monthly rent of its rooms, in paise; null while it has no room. */
  minRentPaise: numberOrNull(ofRooms('MIN(r.monthly_rent_paise)')),
}
const inHostel =
  'rooms r JOIN room_facilities x ON x.room_id = r.id WHERE r.school_id = h.school_id AND r.hostel_id = h.id'
const listed = { ...card, facilities: facilitiesIn(inHostel) }

/** One page of the school's hostels by name, narrowed to those with a matching room. */
export function listHostels(scope: StudentScope, input: HostelsQuery) {
  return selectPage(
    {
      columns: listed,
      from: `hostels h WHERE h.school_id = :schoolId AND h.is_active = 1${narrowing(input)}`,
      order: ['h.name', 'h.id'],
      values: {
        schoolId: scope.schoolId,
        gender: input.gender,
        type: input.type,
        upToPaise: input.upToPaise,
        ...Object.fromEntries(input.facilities.map((facility, index) => [`facility${index}`, facility])),
      },
    },
    { page: input.page, descending: false, pageSize: input.pageSize },
  )
}

function narrowing({ gender, type, upToPaise, facilities: wanted }: HostelsQuery): string {
  const ofRoom = [
    ...(upToPaise === null ? [] : ['r.monthly_rent_paise <= :upToPaise']),
    ...wanted.map(
      (_, index) =>
        `EXISTS (SELECT 1 FROM room_facilities x WHERE x.room_id = r.id AND x.facility = :facility${index})`,
    ),
  ]
  const room = `r.school_id = h.school_id AND r.hostel_id = h.id`
  return [
    gender === '' ? '' : ' AND h.gender_type = :gender',
    type === '' ? '' : ' AND h.hostel_type = :type',
    ofRoom.length === 0 ? '' : ` AND EXISTS (SELECT 1 FROM rooms r WHERE ${[room, ...ofRoom].join(' AND ')})`,
  ].join('')
}

const whole = {
  ...card,
  ...columnsOf(Hostel, 'h', 'id', 'wardenEmail', 'mealPlanIncluded', 'mealPlanFeePaise'),
  depositPaise: number('h.security_deposit_paise'),
  studentGender: text('s.gender'),
}

/**
 * One active hostel of the student's school, and whether this student may live there (boys' or girls' hostel); or null.
 */
export async function findHostel(scope: StudentScope, publicId: string) {
  const hostel = await selectRow(
    whole,
    `FROM hostels h JOIN students s ON s.school_id = h.school_id AND s.id = :studentId
     WHERE h.school_id = :schoolId AND h.public_id = :publicId AND h.is_active = 1`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
  return hostel && { ...hostel, isForMe: mayLiveIn(hostel.genderType, hostel.studentGender) }
}

export type StudentHostel = NonNullable<Awaited<ReturnType<typeof findHostel>>>

const room = {
  ...columnsOf(Room, 'r', 'publicId', 'roomNumber', 'roomType', 'floorNumber', 'capacity', 'status'),
  /** 0 in a room that is not offered. */
  freeBeds: number(`IF(r.status = 'available', CAST(r.capacity AS SIGNED) - r.occupied_count, 0)`),
  rentPaise: number('r.monthly_rent_paise'),
  /** Offered and with a free bed. */
  isFree: flag(isFree),
  facilities: facilitiesIn('room_facilities x WHERE x.room_id = r.id'),
  pictureKey: textOrNull(picture('r')),
}

/** One page of a hostel's rooms: those with a free bed first, then by floor and number. */
export function listRooms(
  scope: StudentScope,
  hostel: { id: number },
  { page, pageSize }: { page: number; pageSize: number },
) {
  return selectPage(
    {
      columns: room,
      from: 'rooms r WHERE r.school_id = :schoolId AND r.hostel_id = :hostelId',
      order: [`NOT (${isFree})`, 'r.floor_number', 'LENGTH(r.room_number)', 'r.room_number', 'r.id'],
      values: { schoolId: scope.schoolId, hostelId: hostel.id },
    },
    { page, descending: false, pageSize },
  )
}

export function findRoom(scope: StudentScope, hostel: { id: number }, publicId: string) {
  return selectRow(
    room,
    'FROM rooms r WHERE r.school_id = :schoolId AND r.hostel_id = :hostelId AND r.public_id = :publicId',
    { schoolId: scope.schoolId, hostelId: hostel.id, publicId },
  )
}

export type StudentRoom = NonNullable<Awaited<ReturnType<typeof findRoom>>>
