import { selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type Page, selectPage } from '~/models/shared/select-page.server'
import { type Facility, facilities, type GenderType, type HostelType, type RoomStatus, type RoomType } from './options'
import { isRoomFree, mayLiveIn } from './rules'

/* What a student sees of the own school's hostels: the active ones with all their rooms. */

export interface HostelCard {
  publicId: string
  name: string
  genderType: GenderType
  hostelType: HostelType
  address: string
  contactNumber: string
  wardenName: string
  /** Key of the picture's small twin, or null. */
  pictureKey: string | null
  totalRooms: number
  /** Rooms with a free bed. */
  availableRooms: number
  /** The lowest rent of its rooms a month, in paise; null while it has no room. */
  minRentPaise: number | null
  /** What at least one of its rooms has. */
  facilities: Facility[]
}

export interface HostelsQuery {
  gender: GenderType | ''
  type: HostelType | ''
  /** Rent a month at most, in paise. */
  upToPaise: number | null
  /** One room has them all, at no more than that rent. */
  facilities: readonly Facility[]
  page: number
  pageSize: number
}

const isFree = `r.status = 'available' AND r.occupied_count < r.capacity`
const picture = (of: string) => `(SELECT COALESCE(small.storage_key, f.storage_key) FROM files f
  LEFT JOIN files small ON small.thumbnail_of = f.id WHERE f.id = ${of}.image_file_id LIMIT 1)`
const ofRooms = (what: string) => `(SELECT ${what} FROM rooms r WHERE r.school_id = h.school_id AND r.hostel_id = h.id)`
const cardColumns = `h.public_id AS publicId, h.name, h.gender_type AS genderType, h.hostel_type AS hostelType, h.address,
  h.contact_number AS contactNumber, h.warden_name AS wardenName, ${picture('h')} AS pictureKey,
  ${ofRooms('COUNT(*)')} AS totalRooms, CAST(${ofRooms(`COALESCE(SUM(${isFree}), 0)`)} AS SIGNED) AS availableRooms,
  ${ofRooms('MIN(r.monthly_rent_paise)')} AS minRentPaise`

type WithFacilities<Row extends { facilities: Facility[] }> = Omit<Row, 'facilities'> & { facilities: string | null }

/** In the order in which they are always named. */
function facilitiesOf(list: string | null): Facility[] {
  const there = new Set(list?.split(','))
  return facilities.filter((one) => there.has(one))
}

/** One page of the school's hostels by name, narrowed to those with a room as wished. */
export async function listHostels(scope: StudentScope, input: HostelsQuery): Promise<Page<HostelCard>> {
  const list = await selectPage<WithFacilities<HostelCard>>(
    {
      columns: `${cardColumns}, (SELECT GROUP_CONCAT(DISTINCT x.facility) FROM rooms r
        JOIN room_facilities x ON x.room_id = r.id WHERE r.school_id = h.school_id AND r.hostel_id = h.id) AS facilities`,
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
  return { ...list, rows: list.rows.map((row) => ({ ...row, facilities: facilitiesOf(row.facilities) })) }
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

export interface StudentHostel extends Omit<HostelCard, 'facilities'> {
  id: number
  wardenEmail: string | null
  depositPaise: number
  /** Everybody eats there and pays for it; else who asks for it does. */
  mealPlanIncluded: boolean
  mealPlanFeePaise: number
  /** Whether this student may live there (boys and girls). */
  isForMe: boolean
}

const hostelColumns = `h.id, h.warden_email AS wardenEmail, h.security_deposit_paise AS depositPaise,
  h.meal_plan_included AS mealPlanIncluded, h.meal_plan_fee_paise AS mealPlanFeePaise, s.gender AS studentGender`
const ofStudent = 'JOIN students s ON s.school_id = h.school_id AND s.id = :studentId'

type HostelRow = Omit<StudentHostel, 'mealPlanIncluded' | 'isForMe'> & {
  mealPlanIncluded: number
  studentGender: string
}

/** One active hostel of the student's school, or null. */
export async function findHostel(scope: StudentScope, publicId: string): Promise<StudentHostel | null> {
  const row = await selectOne<HostelRow>(
    `SELECT ${cardColumns}, ${hostelColumns} FROM hostels h ${ofStudent}
     WHERE h.school_id = :schoolId AND h.public_id = :publicId AND h.is_active = 1`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
  if (!row) return null
  const { studentGender, ...hostel } = row
  return {
    ...hostel,
    mealPlanIncluded: row.mealPlanIncluded === 1,
    isForMe: mayLiveIn(row.genderType, studentGender),
  }
}

export interface StudentRoom {
  publicId: string
  roomNumber: string
  roomType: RoomType
  floorNumber: number
  capacity: number
  /** None in a room that is not offered. */
  freeBeds: number
  rentPaise: number
  status: RoomStatus
  /** It is offered and has a free bed. */
  isFree: boolean
  facilities: Facility[]
  pictureKey: string | null
}

const roomColumns = `r.public_id AS publicId, r.room_number AS roomNumber, r.room_type AS roomType,
  r.floor_number AS floorNumber, r.capacity, r.occupied_count AS occupiedCount, r.monthly_rent_paise AS rentPaise, r.status,
  (SELECT GROUP_CONCAT(x.facility) FROM room_facilities x WHERE x.room_id = r.id) AS facilities, ${picture('r')} AS pictureKey`

type RoomRow = Omit<WithFacilities<StudentRoom>, 'freeBeds' | 'isFree'> & { occupiedCount: number }

function readRoom({ occupiedCount, ...room }: RoomRow): StudentRoom {
  return {
    ...room,
    freeBeds: room.status === 'available' ? room.capacity - occupiedCount : 0,
    isFree: isRoomFree({ ...room, occupiedCount }),
    facilities: facilitiesOf(room.facilities),
  }
}

/** One page of a hostel's rooms: those with a free bed first, then by floor and number. */
export async function listRooms(
  scope: StudentScope,
  hostel: { id: number },
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<StudentRoom>> {
  const list = await selectPage<RoomRow>(
    {
      columns: roomColumns,
      from: 'rooms r WHERE r.school_id = :schoolId AND r.hostel_id = :hostelId',
      order: [`NOT (${isFree})`, 'r.floor_number', 'LENGTH(r.room_number)', 'r.room_number', 'r.id'],
      values: { schoolId: scope.schoolId, hostelId: hostel.id },
    },
    { page, descending: false, pageSize },
  )
  return { ...list, rows: list.rows.map(readRoom) }
}

/** A room of this hostel, or null. */
export async function findRoom(scope: StudentScope, hostel: { id: number }, publicId: string) {
  const row = await selectOne<RoomRow>(
    `SELECT ${roomColumns} FROM rooms r WHERE r.school_id = :schoolId AND r.hostel_id = :hostelId AND r.public_id = :publicId`,
    { schoolId: scope.schoolId, hostelId: hostel.id, publicId },
  )
  return row && readRoom(row)
}
