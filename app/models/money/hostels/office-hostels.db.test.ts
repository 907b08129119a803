import { describe, expect, it } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { pictureRule } from '~/kit/records/save-picture.server'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { makeEnrollment } from '../../../../tests/factories/academics'
import {
  faultsOfHostels,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  moveStayBack,
  readApplication,
  readOccupiedBeds,
} from '../../../../tests/factories/hostels'
import { picture } from '../../../../tests/factories/pictures'
import { readRow, readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../tests/factories/student'
import { approveApplication } from './decide/approve-application.server'
import { waitlistApplication } from './decide/waitlist-application.server'
import type { hostelForm } from './hostel-fields'
import { hostels, saveHostelPicture } from './hostels.server'
import { periodsSchema } from './periods.server'
import { roomForm } from './room-fields'
import { createRoom, deleteRoom, findRoom, listRooms, saveRoomPicture, updateRoom } from './rooms.server'
import { academicYearOf } from './rules'
import { checkIn } from './stay/move-in-and-out.server'
import { countBeds, listBeds } from './stay/occupancy.server'

type HostelFields = ValuesOf<typeof hostelForm>
type RoomFields = ValuesOf<typeof roomForm>
const roomSchema = schemaOf(roomForm)

const today = todayInIndia(new Date())

const lakeside: HostelFields = {
  name: 'Lakeside',
  genderType: 'mixed',
  hostelType: 'standard',
  address: '12 Lake Road, Anand',
  contactNumber: '98250 12345',
  wardenName: 'Kamla Desai',
  wardenEmail: null,
  securityDepositPaise: 10_000_00,
  mealPlanIncluded: false,
  mealPlanFeePaise: 2_500_00,
  bankName: 'State Bank of India',
  bankAccountNumber: '30012345678',
  bankIfscCode: 'SBIN0001234',
  isActive: true,
}

const double: RoomFields = {
  roomNumber: '101',
  roomType: 'double',
  floorNumber: 1,
  capacity: 2,
  monthlyRentPaise: 6_000_00,
  status: 'available',
  facilities: ['furnished', 'wifi'],
}

const ofList = { search: '', descending: false, page: 1 }
const allBeds = { ...ofList, sort: 'room' as const, filters: { state: '' } }
const allHostels = { ...ofList, sort: 'name' as const, filters: { gender: '', type: '', state: '' } }

async function openHostel(school: MadeSchool, fields: Partial<HostelFields> = {}): Promise<string> {
  const created = await hostels.create(school.scope, newFormKey(), { ...lakeside, ...fields })
  if (!created.ok) throw new Error(created.reason)
  return created.value
}

/** A room with applications that all await a decision. */
async function makeApplied(count: number, room: Parameters<typeof makeRoom>[1] = {}) {
  const school = await makeSchool()
  const hostel = await makeHostel(school)
  const made = await makeRoom(hostel, room)
  const applications: Array<{ id: number; publicId: string }> = []
  for (let index = 0; index < count; index++) {
    const student = await makeStudent(school)
    await makeEnrollment(student)
    applications.push(await makeHostelApplication(student, made))
  }
  const place = { id: hostel.publicId, roomId: made.publicId }
  const fields = { ...double, roomNumber: made.number }
  return { school, hostel, room: made, applications, place, fields }
}

function actionsOf(school: MadeSchool) {
  return readRows<{ action: string; details: string }>(
    'SELECT action, details FROM audit_entries WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
}

describe('a hostel', () => {
  it('creates one hostel per form, and refuses a change based on an older version', async () => {
    const school = await makeSchool()
    const formKey = newFormKey()
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () => hostels.create(school.scope, formKey, { ...lakeside })),
    )
    const ids = new Set(clicks.map((one) => (one.ok ? one.value : one.reason)))
    expect(ids.size).toBe(1)
    const id = [...ids][0] ?? ''
    expect(await hostels.create(school.scope, newFormKey(), lakeside)).toEqual({ ok: false, reason: 'name-taken' })
    const hill = await openHostel(school, { name: 'Hillside' })
    expect(await hostels.update(school.scope, hill, 1, lakeside)).toEqual({ ok: false, reason: 'name-taken' })
    expect(await hostels.update(school.scope, id, 1, { ...lakeside, isActive: false })).toEqual({ ok: true })
    expect(await hostels.update(school.scope, id, 1, lakeside)).toEqual({ ok: false, reason: 'changed' })
    expect(await hostels.find(school.scope, id)).toMatchObject({ isActive: false, version: 2, rooms: 0, beds: 0 })
    const other = await makeSchool()
    expect(await hostels.update(other.scope, id, 2, lakeside)).toEqual({ ok: false, reason: 'not-found' })
    expect(await hostels.find(other.scope, id)).toBeNull()
    const told = await actionsOf(school)
    expect(told.map((one) => one.action)).toEqual(['hostel.created', 'hostel.created', 'hostel.updated'])
    expect(JSON.parse(told[0]?.details ?? '')).toMatchObject({ bankAccount: '30012345678', depositPaise: 10_000_00 })
  })

  it('cannot become girls-only or boys-only while a student of the other gender has a bed or waits', async () => {
    const { school, hostel, applications } = await makeApplied(1)
    const [application] = applications
    const [student] = await readRows<{ gender: string }>(
      'SELECT s.gender FROM students s JOIN hostel_applications a ON a.student_id = s.id WHERE a.public_id = :id',
      { id: application?.publicId ?? '' },
    )
    const others = student?.gender === 'Male' ? 'girls' : 'boys'
    const change = (genderType: HostelFields['genderType'], version: number) =>
      hostels.update(school.scope, hostel.publicId, version, { ...lakeside, genderType })
    expect(await change(others, 1)).toEqual({ ok: false, reason: 'others-there' })
    expect(await change(others === 'girls' ? 'boys' : 'girls', 1)).toEqual({ ok: true })
  })

  it('deletes a hostel only when it has no rooms', async () => {
    const school = await makeSchool()
    const id = await openHostel(school)
    const room = await createRoom(school.scope, newFormKey(), double, id)
    expect(await hostels.remove(school.scope, id)).toEqual({ ok: false, reason: 'has-rooms' })
    expect(await deleteRoom(school.scope, { id: id, roomId: room.ok ? room.value : '' })).toEqual({ ok: true })
    expect(await hostels.remove(school.scope, id)).toEqual({ ok: true })
    expect(await hostels.remove(school.scope, id)).toEqual({ ok: false, reason: 'not-found' })
  })

  it('lists hostels with rooms and beds, searched and filtered', async () => {
    const { school, hostel, applications } = await makeApplied(1)
    await makeRoom(hostel, { capacity: 3, status: 'maintenance' })
    await approveApplication(school.scope, applications[0]?.publicId ?? '', null)
    await openHostel(school, { name: 'Zenith', genderType: 'girls', isActive: false })
    const { rows, total } = await hostels.list(school.scope, allHostels)
    expect(total).toBe(2)
    expect(rows[0]).toMatchObject({ name: hostel.name, rooms: 2, beds: 5, taken: 1, free: 1, isActive: true })
    expect(rows[1]).toMatchObject({ name: 'Zenith', rooms: 0, beds: 0, taken: 0, free: 0, isActive: false })
    const found = (input: Partial<typeof allHostels>) => hostels.list(school.scope, { ...allHostels, ...input })
    expect((await found({ search: 'zen' })).total).toBe(1)
    expect((await found({ search: '%' })).total).toBe(0)
    const filters = { gender: 'girls', type: 'standard', state: 'inactive' }
    expect((await found({ filters })).rows.map((row) => row.name)).toEqual(['Zenith'])
    expect((await found({ filters: { ...filters, state: 'active' } })).total).toBe(0)
    for (const sort of ['beds', 'free', 'deposit'] as const) {
      expect((await hostels.list(school.scope, { ...allHostels, sort, descending: true })).rows).toHaveLength(2)
    }
    expect((await hostels.list((await makeSchool()).scope, allHostels)).rows).toEqual([])
  })
})

describe('a room', () => {
  it('creates one room per form, under a unique number', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const id = await openHostel(school)
    const formKey = newFormKey()
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () => createRoom(school.scope, formKey, { ...double }, id)),
    )
    const ids = new Set(clicks.map((one) => (one.ok ? one.value : one.reason)))
    expect(ids.size).toBe(1)
    expect(await createRoom(school.scope, newFormKey(), double, id)).toEqual({ ok: false, reason: 'number-taken' })
    expect(await createRoom(other.scope, newFormKey(), double, id)).toEqual({ ok: false, reason: 'not-found' })
    for (const roomNumber of ['9', '1001']) await createRoom(school.scope, newFormKey(), { ...double, roomNumber }, id)
    const hostel = await hostels.find(school.scope, id)
    const rooms = await listRooms(school.scope, { id: hostel?.id ?? 0 })
    expect(rooms.map((room) => room.roomNumber)).toEqual(['9', '101', '1001'])
    expect(rooms[1]).toMatchObject({ capacity: 2, occupiedCount: 0, facilities: ['wifi', 'furnished'], floorNumber: 1 })
  })

  it('never has fewer beds than are taken, and offers freed beds to the waiting list', async () => {
    const { school, room, applications, place, fields } = await makeApplied(4)
    const [one, two, three, four] = applications.map((application) => application.publicId)
    for (const id of [one, two]) expect((await approveApplication(school.scope, id ?? '', null)).ok).toBe(true)
    for (const id of [three, four]) expect((await waitlistApplication(school.scope, id ?? '', null)).ok).toBe(true)
    const change = (version: number, changed: Partial<RoomFields>) =>
      updateRoom(school.scope, place, version, { ...fields, ...changed })
    expect(await change(1, { capacity: 1 })).toEqual({ ok: false, reason: 'too-small', taken: 2 })
    expect(await change(1, { capacity: 3, status: 'maintenance' })).toEqual({ ok: true })
    expect(await readApplication(three ?? '')).toMatchObject({ status: 'waitlisted', holdsBed: 0 })
    expect(await change(1, { capacity: 3 })).toEqual({ ok: false, reason: 'changed' })
    expect(await change(2, { capacity: 3, facilities: [] })).toEqual({ ok: true })
    expect(await readApplication(three ?? '')).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect(await readApplication(four ?? '')).toMatchObject({ holdsBed: 0 })
    expect(await change(3, { capacity: 4, facilities: [] })).toEqual({ ok: true })
    expect(await readApplication(four ?? '')).toMatchObject({ holdsBed: 1 })
    expect(await readOccupiedBeds(room)).toBe(4)
    expect(await findRoom(school.scope, place)).toMatchObject({ capacity: 4, facilities: [], isAppliedFor: true })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('keeps the bed count right while the office concurrently changes the room and approves applications', async () => {
    const { school, room, applications, place, fields } = await makeApplied(6, { capacity: 6 })
    const shrink = updateRoom(school.scope, place, 1, { ...fields, capacity: 3 })
    const approvals = applications.map(({ publicId }) => approveApplication(school.scope, publicId, null))
    const [shrunk, ...approved] = await Promise.all([shrink, ...approvals])
    const taken = await readOccupiedBeds(room)
    expect(approved.filter((one) => one.ok)).toHaveLength(taken)
    expect(taken).toBe(shrunk?.ok ? 3 : 6)
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('refuses to delete a room that has applications or belongs to another hostel', async () => {
    const { school, hostel, place } = await makeApplied(1)
    expect(await deleteRoom(school.scope, place)).toEqual({ ok: false, reason: 'applied-for' })
    const spare = await makeRoom(hostel)
    const wrong = { id: await openHostel(school), roomId: spare.publicId }
    expect(await deleteRoom(school.scope, wrong)).toEqual({ ok: false, reason: 'not-found' })
    expect(await updateRoom(school.scope, wrong, 1, double)).toEqual({ ok: false, reason: 'not-found' })
    expect(await findRoom(school.scope, wrong)).toBeNull()
    expect(await deleteRoom(school.scope, { ...place, roomId: spare.publicId })).toEqual({ ok: true })
  })
})

it('stores one re-encoded picture with a thumbnail per hostel and room, and deletes the previous one', async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const hostel = await makeHostel(school)
  const place = { id: hostel.publicId, roomId: (await makeRoom(hostel)).publicId }
  const receive = async (colour: string) => {
    const bytes = await picture(1200, 900, colour).png().toBuffer()
    const received = await receiveFile(school.scope, pictureRule('hostels'), { name: 'p.png', bytes, studentId: null })
    if (!received.ok) throw new Error(received.reason)
    return received.value.key
  }
  const [red, blue, green] = [await receive('#aa0000'), await receive('#0000aa'), await receive('#00aa00')]
  const change = (key: string, seen: string | null) => saveHostelPicture(school.scope, hostel.publicId, { key, seen })
  const elsewhere = await saveHostelPicture(other.scope, hostel.publicId, { key: red, seen: null })
  expect(elsewhere).toEqual({ ok: false, reason: 'not-found' })
  expect(await change(red, null)).toEqual({ ok: true })
  expect(await change(red, red)).toEqual({ ok: false, reason: 'file-gone' })
  // A user who has not seen the first picture cannot replace it.
  expect(await change(blue, null)).toEqual({ ok: false, reason: 'changed' })
  expect(await change(blue, red)).toEqual({ ok: true })
  const shown = await hostels.find(school.scope, hostel.publicId)
  expect(shown?.pictureKey).toBe(blue)
  expect(shown?.thumbnailKey).not.toBe(blue)
  expect(await saveRoomPicture(school.scope, place, { key: green, seen: null })).toEqual({ ok: true })
  expect((await findRoom(school.scope, place))?.pictureKey).toBe(green)
  expect(await saveRoomPicture(school.scope, place, { key: null, seen: green })).toEqual({ ok: true })
  const left = await readRows<{ key: string }>('SELECT storage_key AS `key` FROM files WHERE storage_key IN (:keys)', {
    keys: [red, blue, green],
  })
  expect(left).toEqual([{ key: blue }])
  expect(await deleteRoom(school.scope, place)).toEqual({ ok: true })
  expect(await hostels.remove(school.scope, hostel.publicId)).toEqual({ ok: true })
  expect(await readRow('SELECT id FROM files WHERE storage_key = :blue', { blue })).toBeNull()
})

it('shows every bed as occupied, expected, held, free or not offered, and marks overdue residents', async () => {
  const { school, hostel, applications, place, fields } = await makeApplied(3, { number: '7', capacity: 3 })
  await makeRoom(hostel, { number: '12', capacity: 2, status: 'closed' })
  const [inside, expected, waiting] = applications.map((application) => application.publicId)
  await approveApplication(school.scope, inside ?? '', null)
  await checkIn(school.scope, inside ?? '', today)
  await approveApplication(school.scope, expected ?? '', null)
  await moveStayBack({ publicId: expected ?? '' }, 30)
  await waitlistApplication(school.scope, waiting ?? '', null)
  await updateRoom(school.scope, place, 1, { ...fields, roomNumber: '7', capacity: 5 })
  const { rows, total } = await listBeds(school.scope, hostel, allBeds)
  expect(total).toBe(5)
  expect(rows.map((row) => [row.roomNumber, row.state, row.beds])).toEqual([
    ['7', 'in', 1],
    ['7', 'expected', 1],
    ['7', 'offered', 1],
    ['7', 'free', 2],
    ['12', 'off', 2],
  ])
  const yearEndsOn = `${academicYearOf(today).slice(5)}-03-31`
  expect(rows[0]).toMatchObject({ since: today, until: yearEndsOn, offeredUntil: null, isLate: false })
  expect(rows[1]?.since).toBe(addDays(today, -30))
  expect(rows[2]?.offeredUntil).toBeInstanceOf(Date)
  expect(await countBeds(school.scope, hostel)).toEqual({ in: 1, expected: 1, offered: 1, late: 0 })
  const found = async (state: string, search = '') =>
    (await listBeds(school.scope, hostel, { ...allBeds, search, filters: { state } })).rows.map((row) => row.state)
  expect(await found('free')).toEqual(['free'])
  expect(await found('', rows[0]?.enrollmentNumber ?? '?')).toEqual(['in'])
  expect(await found('late')).toEqual([])
  await endedYesterday(expected ?? '')
  expect(await found('late')).toEqual(['expected'])
  expect((await countBeds(school.scope, hostel)).late).toBe(1)
  for (const sort of ['student', 'since', 'until'] as const) {
    expect((await listBeds(school.scope, hostel, { ...allBeds, sort, descending: true })).rows).toHaveLength(5)
  }
  expect((await countQueries(() => listBeds(school.scope, hostel, allBeds))).count).toBe(2)
})

async function endedYesterday(publicId: string): Promise<void> {
  await execute('UPDATE hostel_applications SET check_out_date = :day WHERE public_id = :publicId', {
    day: addDays(today, -1),
    publicId,
  })
}

describe('the hostel and room forms', () => {
  const typedHostel = {
    name: ' Lakeside ',
    gender_type: 'boys',
    hostel_type: 'ac',
    address: '12 Lake Road\r\nAnand',
    contact_number: '98250 12345',
    warden_name: 'Kamla Desai',
    security_deposit: '10,000',
    meal_plan_fee: '0',
    is_active: true,
  }
  const messages = (parsed: { error?: { issues: Array<{ path: PropertyKey[]; message: string }> } }) =>
    Object.fromEntries(parsed.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? [])

  it('accepts a hostel without bank details, or with all of them', () => {
    expect(hostels.schema.parse(typedHostel)).toMatchObject({
      name: 'Lakeside',
      address: '12 Lake Road\nAnand',
      securityDepositPaise: 10_000_00,
      bankIfscCode: null,
    })
    const bank = { bank_name: 'SBI', bank_account_number: '3001 2345 678', bank_ifsc_code: 'sbin0001234' }
    expect(hostels.schema.parse({ ...typedHostel, ...bank })).toMatchObject({
      bankAccountNumber: '30012345678',
      bankIfscCode: 'SBIN0001234',
    })
    const wrong = { ...bank, bank_account_number: '1234', bank_ifsc_code: 'SBIN1001234', warden_email: 'kamla@' }
    expect(messages(hostels.schema.safeParse({ ...typedHostel, ...wrong }))).toEqual({
      bank_account_number: 'An account number has 9 to 18 digits',
      bank_ifsc_code: 'An IFSC has four letters, a zero and six letters or digits',
      warden_email: 'Invalid email',
    })
    expect(messages(hostels.schema.safeParse({ ...typedHostel, bank_name: 'SBI' }))).toEqual({
      bank_account_number: 'Enter all three bank details, or leave all three empty',
      bank_ifsc_code: 'Enter all three bank details, or leave all three empty',
    })
    const odd = { security_deposit: '1,00,001', meal_plan_fee: 'much', contact_number: 'Kamla' }
    expect(messages(hostels.schema.safeParse({ ...typedHostel, ...odd }))).toEqual({
      security_deposit: 'The amount must be at most ₹1,00,000',
      meal_plan_fee: 'Enter an amount in rupees, such as 6,000 or 6000.50',
      contact_number: 'Enter a phone number',
    })
  })

  it('accepts a room with beds, a floor and a rent', () => {
    const typed = {
      room_number: 'B-12',
      room_type: 'dormitory',
      floor_number: '-1',
      capacity: '12',
      monthly_rent: '3500',
      status: 'available',
      facilities: ['wifi', 'wifi'],
    }
    expect(roomSchema.parse(typed)).toMatchObject({ floorNumber: -1, capacity: 12, facilities: ['wifi'] })
    const wrong = { capacity: '0', floor_number: '1.5', monthly_rent: '0', room_number: ' ' }
    expect(messages(roomSchema.safeParse({ ...typed, ...wrong }))).toEqual({
      capacity: 'Enter a whole number from 1 to 200',
      floor_number: 'Enter a whole number from -5 to 100',
      monthly_rent: 'The amount must be at least ₹1',
      room_number: 'Room number is required',
    })
    expect(messages(periodsSchema.safeParse({}))).toEqual({ periods: 'Choose at least one period' })
  })
})
