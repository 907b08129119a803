import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { type ApplyForRoom, applyForRoom } from '~/models/money/hostels/apply/apply-for-room.server'
import {
  type Facility,
  facilities,
  type GenderType,
  type HostelType,
  hostelTypes,
  type RoomStatus,
  type RoomType,
} from '~/models/money/hostels/options'
import { academicYearOf, mealPaise, roomCost } from '~/models/money/hostels/rules'
import { insert, unique } from './insert'
import { readRow, readRows } from './read'

export interface MadeHostel {
  id: number
  publicId: string
  schoolId: number
  name: string
  depositPaise: number
  mealPlanIncluded: boolean
  mealPlanFeePaise: number
}

export interface HostelFacts {
  name: string
  genderType: GenderType
  hostelType: HostelType
  depositPaise: number
  mealPlanIncluded: boolean
  mealPlanFeePaise: number
  isActive: boolean
  wardenEmail: string | null
  withBank: boolean
}

/** Creates a mixed hostel, by default with a deposit of ₹10,000 and optional meals for ₹2,500. */
export async function makeHostel(school: { id: number }, overrides: Partial<HostelFacts> = {}): Promise<MadeHostel> {
  const facts = {
    name: `Hostel ${unique()}`,
    genderType: 'mixed',
    hostelType: 'standard',
    depositPaise: 10_000_00,
    mealPlanIncluded: false,
    mealPlanFeePaise: 2_500_00,
    isActive: true,
    wardenEmail: null,
    withBank: true,
    ...overrides,
  }
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('hostels', {
    public_id: publicId,
    school_id: school.id,
    name: facts.name,
    gender_type: facts.genderType,
    hostel_type: facts.hostelType,
    address: '12 Lake Road, Anand',
    contact_number: '9825012345',
    warden_name: 'Kamla Desai',
    warden_email: facts.wardenEmail,
    security_deposit_paise: facts.depositPaise,
    meal_plan_included: facts.mealPlanIncluded ? 1 : 0,
    meal_plan_fee_paise: facts.mealPlanFeePaise,
    bank_name: facts.withBank ? 'State Bank of India' : null,
    bank_account_number: facts.withBank ? '30012345678' : null,
    bank_ifsc_code: facts.withBank ? 'SBIN0001234' : null,
    is_active: facts.isActive ? 1 : 0,
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  const { name, depositPaise, mealPlanIncluded, mealPlanFeePaise } = facts
  return { id, publicId, schoolId: school.id, name, depositPaise, mealPlanIncluded, mealPlanFeePaise }
}

export interface MadeRoom {
  id: number
  publicId: string
  number: string
  rentPaise: number
  hostel: MadeHostel
}

export interface RoomFacts {
  number: string
  type: RoomType
  floor: number
  capacity: number
  rentPaise: number
  status: RoomStatus
  facilities: readonly Facility[]
}

let roomsMade = 4000

/** Returns a room number of digits only, which reads the same in every language. */
function nextRoomNumber(): string {
  roomsMade += 1
  return String(roomsMade)
}

/** Creates a room, by default a double room for ₹6,000 a month with two free beds. */
export async function makeRoom(hostel: MadeHostel, overrides: Partial<RoomFacts> = {}): Promise<MadeRoom> {
  const facts = {
    number: nextRoomNumber(),
    type: 'double',
    floor: 1,
    capacity: 2,
    rentPaise: 6_000_00,
    status: 'available',
    facilities: ['wifi', 'furnished'],
    ...overrides,
  }
  const publicId = newPublicId()
  const now = new Date()
  const id = await insert('rooms', {
    public_id: publicId,
    school_id: hostel.schoolId,
    hostel_id: hostel.id,
    room_number: facts.number,
    room_type: facts.type,
    floor_number: facts.floor,
    capacity: facts.capacity,
    monthly_rent_paise: facts.rentPaise,
    status: facts.status,
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  for (const facility of facts.facilities) await insert('room_facilities', { room_id: id, facility })
  return { id, publicId, number: facts.number, rentPaise: facts.rentPaise, hostel }
}

/** Form input of an application for a room: the full year from today, by default without meals. */
export function applicationFor(room: MadeRoom, overrides: Partial<ApplyForRoom> = {}): ApplyForRoom {
  const today = todayInIndia(new Date())
  const mealPlanRequired = overrides.mealPlanRequired ?? false
  const { hostel } = room
  const { firstPaise } = roomCost({
    rentPaise: room.rentPaise,
    depositPaise: hostel.depositPaise,
    mealPaise: mealPaise(hostel, mealPlanRequired),
  })
  return {
    hostelId: hostel.publicId,
    roomId: room.publicId,
    academicYear: academicYearOf(overrides.checkInDate ?? today),
    semester: 'full_year',
    checkInDate: today,
    checkOutDate: null,
    mealPlanRequired,
    forWaitingList: false,
    guardianName: 'Rajesh Patel',
    guardianPhone: '9825098250',
    guardianEmail: null,
    guardianAddress: null,
    emergencyContact: '9825098251',
    specialRequirements: null,
    seenFirstPaise: firstPaise,
    formKey: unique(),
    ...overrides,
  }
}

/**
 * Applies and returns the application's ids; the student must be enrolled in the current session.
 * @throws Error when the application is refused
 */
export async function makeHostelApplication(
  student: { scope: StudentScope },
  room: MadeRoom,
  overrides: Partial<ApplyForRoom> = {},
): Promise<{ id: number; publicId: string }> {
  const applied = await applyForRoom(student.scope, applicationFor(room, overrides))
  if (!applied.ok) throw new Error(`The application was refused: ${applied.reason}`)
  const publicId = applied.value.applicationId
  const row = await readRow<{ id: number }>('SELECT id FROM hostel_applications WHERE public_id = :publicId', {
    publicId,
  })
  return { id: row?.id ?? 0, publicId }
}

export function readApplication(publicId: string) {
  return readRow<{
    status: string
    holdsBed: number
    offeredUntil: Date | null
    startsOn: string | null
    checkedInOn: string | null
    checkedOutOn: string | null
    refundState: string
    adminRemarks: string | null
  }>(
    `SELECT status, holds_bed AS holdsBed, offered_until AS offeredUntil, starts_on AS startsOn, checked_in_on AS checkedInOn,
       checked_out_on AS checkedOutOn, refund_state AS refundState, admin_remarks AS adminRemarks
     FROM hostel_applications WHERE public_id = :publicId`,
    { publicId },
  )
}

/** Returns the room's counter of occupied or held beds. */
export async function readOccupiedBeds(room: { id: number }): Promise<number> {
  const row = await readRow<{ taken: number }>('SELECT occupied_count AS taken FROM rooms WHERE id = :id', {
    id: room.id,
  })
  return row?.taken ?? -1
}

/** Moves an offer's deadline into the past, so that its 48 hours are over. */
export async function expireOffer(application: { publicId: string }): Promise<void> {
  await execute(
    'UPDATE hostel_applications SET offered_until = UTC_TIMESTAMP(3) - INTERVAL 1 SECOND WHERE public_id = :publicId AND offered_until IS NOT NULL',
    { publicId: application.publicId },
  )
}

/** Moves the check-in date and, if set, the start of the stay to `days` days before today. */
export async function moveStayBack(application: { publicId: string }, days: number): Promise<void> {
  const begun = addDays(todayInIndia(new Date()), -days)
  await execute(
    `UPDATE hostel_applications SET check_in_date = :begun, starts_on = IF(starts_on IS NULL, NULL, :begun)
     WHERE public_id = :publicId`,
    { publicId: application.publicId, begun },
  )
}

/** Sets the move-out day, so that further months are charged even near the end of the academic year. */
export async function stayUntil(application: { publicId: string }, day: string): Promise<void> {
  await execute('UPDATE hostel_applications SET check_out_date = :day WHERE public_id = :publicId', {
    publicId: application.publicId,
    day,
  })
}

/** Sets the move-out day; moves the start to the day before it, unless the stay started earlier. */
export async function endStay(application: { publicId: string }, day: string): Promise<void> {
  await execute(
    `UPDATE hostel_applications SET check_in_date = LEAST(check_in_date, :before), check_out_date = :day
     WHERE public_id = :publicId`,
    { publicId: application.publicId, day, before: addDays(day, -1) },
  )
}

/** Checks the invariants of a school's beds and hostel dues; returns one sentence per violation. */
export async function faultsOfHostels(school: { id: number }): Promise<string[]> {
  const values = { schoolId: school.id }
  const beds = await readRows<{ room: string; counted: number; held: number; capacity: number }>(
    `SELECT r.room_number AS room, r.occupied_count AS counted, r.capacity,
       (SELECT COUNT(*) FROM hostel_applications a WHERE a.room_id = r.id AND a.holds_bed = 1) AS held
     FROM rooms r WHERE r.school_id = :schoolId`,
    values,
  )
  const states = await readRows<{ id: string; status: string; holdsBed: number; out: number; offered: number }>(
    `SELECT public_id AS id, status, holds_bed AS holdsBed, checked_out_on IS NOT NULL AS \`out\`, offered_until IS NOT NULL AS offered
     FROM hostel_applications WHERE school_id = :schoolId`,
    values,
  )
  const dues = await readRows<{
    id: string
    status: string
    out: number
    month: number
    state: string
    paid: number
    refund: string
  }>(
    `SELECT a.public_id AS id, a.status, a.checked_out_on IS NOT NULL AS \`out\`, c.month, d.state, d.paid_paise AS paid,
       a.refund_state AS refund
     FROM hostel_charges c JOIN hostel_applications a ON a.id = c.application_id
     LEFT JOIN dues d ON d.kind = 'hostel' AND d.source_id = c.id AND d.student_id = a.student_id
     WHERE c.school_id = :schoolId`,
    values,
  )
  const over = (row: { status: string }) => row.status === 'rejected' || row.status === 'cancelled'
  return [
    ...beds
      .filter((row) => row.counted !== row.held || row.held > row.capacity)
      .map((row) => `room ${row.room}: ${row.counted} counted, ${row.held} held, ${row.capacity} beds`),
    ...states
      .filter((row) => {
        const isTaken = row.holdsBed === 1 && row.offered === 0
        return row.status === 'pending' ? row.offered === 1 : (row.status === 'approved' && row.out === 0) !== isTaken
      })
      .map((row) => `application ${row.id}: ${row.status}, holds ${row.holdsBed}`),
    ...dues
      .filter((row) => row.state === null || (row.state === 'open') === (over(row) || row.status === 'waitlisted'))
      .filter((row) => !(row.out === 1 && row.state === 'cancelled'))
      .map((row) => `application ${row.id}, ${row.status}: month ${row.month} is ${row.state}`),
    ...dues
      .filter((row) => over(row) && row.paid > 0 && row.refund === 'none')
      .map((row) => `application ${row.id}: holds money that nobody decides about`),
  ]
}

/** Public ids: a hostel of the school with a free room, and the student's pending application for it. */
export interface HostelThings {
  hostel: string
  room: string
  application: string
  made: MadeRoom
}

/**
 * Creates a hostel and the student's application for the first semester; the student must be enrolled in the current
 * session. If `beside` (another student's things) is given, the application is for the same room.
 */
export async function makeHostelThings(
  school: { id: number },
  student: { scope: StudentScope },
  beside?: HostelThings,
): Promise<HostelThings> {
  const room =
    beside?.made ??
    (await makeRoom(await makeHostel(school, { wardenEmail: 'warden@school.test' }), {
      capacity: 20,
      facilities: ['wifi', 'ac', 'attached_bathroom', 'tv', 'furnished', 'balcony'],
    }))
  const application = await makeHostelApplication(student, room, { semester: '1', mealPlanRequired: true })
  return { hostel: room.hostel.publicId, room: room.publicId, application: application.publicId, made: room }
}

/** Fills a page of hostels, each with rooms of every kind, with long Gujarati words. */
export async function makeWorstHostels(school: { id: number }): Promise<void> {
  for (let number = 1; number <= 10; number++) {
    const hostel = await makeHostel(school, {
      name: `શ્રી સ્વામી વિવેકાનંદ વિદ્યાર્થિની છાત્રાલય અને અભ્યાસ કેન્દ્ર ${number}`,
      hostelType: hostelTypes[number % hostelTypes.length] ?? 'standard',
      wardenEmail: `warden${number}@vidyalaya.test`,
    })
    const facts = { facilities, capacity: 4, type: 'four_sharing' } as const
    for (let room = 1; room <= 3; room++) await makeRoom(hostel, { ...facts, number: `${number}0${room}`, floor: room })
  }
}

/** Creates the demo's hostels: one for boys, one for girls and one for all, with rooms of several kinds. */
export async function makeDemoHostels(school: { id: number }): Promise<void> {
  const boys = { genderType: 'boys', hostelType: 'standard', mealPlanIncluded: true } as const
  const girls = { genderType: 'girls', hostelType: 'deluxe', wardenEmail: 'warden@school.test' } as const
  const all = { genderType: 'mixed', hostelType: 'ac', depositPaise: 15_000_00 } as const
  for (const facts of [
    { ...boys, name: 'Sabarmati Boys Hostel' },
    { ...girls, name: 'Narmada Girls Hostel' },
    { ...all, name: 'Lakeside House' },
  ]) {
    const hostel = await makeHostel(school, facts)
    await makeRoom(hostel, { number: '101', facilities: ['wifi', 'furnished', 'attached_bathroom', 'balcony', 'tv'] })
    await makeRoom(hostel, {
      number: '102',
      type: 'single',
      capacity: 1,
      rentPaise: 8_500_00,
      facilities: ['wifi', 'ac'],
    })
    await makeRoom(hostel, { number: '103', status: 'maintenance', facilities: ['furnished'] })
    const large = { type: 'four_sharing', capacity: 4, rentPaise: 4_200_00 } as const
    for (const number of ['201', '202', '203']) await makeRoom(hostel, { ...large, number, floor: 2 })
  }
}
