import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { listFacts } from '~/models/core/audit/list-facts.server'
import { addDays, addMonths, todayInIndia } from '~/models/core/shared/calendar'
import { makeBoarder, notificationsOf, payRoom } from '../../../../../tests/factories/hostel-decisions'
import {
  faultsOfHostels,
  type MadeRoom,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  moveStayBack,
  readApplication,
  readOccupiedBeds,
  stayUntil,
} from '../../../../../tests/factories/hostels'
import { type MadeSchool, makeSchool } from '../../../../../tests/factories/school'
import { findHostelApplication } from '../decide/applications.server'
import { approveApplication } from '../decide/approve-application.server'
import { waitlistApplication } from '../decide/waitlist-application.server'
import { academicYearOf } from '../rules'
import { changeStay } from '../stay/change-stay.server'
import { chargesOf } from '../stay/charges.server'
import { checkIn } from '../stay/move-in-and-out.server'
import { raiseMonths } from '../stay/raise-months.server'
import { listRoomsToGive, moveToRoom } from './other-room.server'
import { findOwnApplication } from './own-applications.server'

const today = todayInIndia(new Date())

/** Creates an application for a room at ₹6,000, and another room at ₹7,500 in a hostel with a deposit of ₹8,000. */
async function makeChoice({ capacity = 1 } = {}) {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school), { capacity })
  const other = await makeRoom(await makeHostel(school, { depositPaise: 8_000_00 }), {
    rentPaise: 7_500_00,
    capacity: 1,
  })
  const student = await makeBoarder(school)
  const place = { ...(await makeHostelApplication(student, room)), studentId: student.id }
  return { school, room, other, student, place }
}

async function owedFor(school: MadeSchool, place: { id: number; studentId: number }) {
  return (await chargesOf(school.scope, place)).map(({ period, amountPaise, state }) => [period, amountPaise, state])
}

async function roomNow(school: MadeSchool, { publicId }: { publicId: string }) {
  return (await findHostelApplication(school.scope, publicId))?.roomPublicId
}

async function versionOf(school: MadeSchool, { publicId }: { publicId: string }) {
  return (await findHostelApplication(school.scope, publicId))?.version ?? 0
}

describe('approval with another room', () => {
  it('charges the price of that room when nothing was paid', async () => {
    const { school, room, other, place } = await makeChoice()
    expect(await approveApplication(school.scope, place.publicId, null, other.publicId)).toMatchObject({ ok: true })
    // The first month is ₹7,500 and the processing fee ₹310: 2 % of the deposit of ₹8,000 and that rent.
    expect(await owedFor(school, place)).toEqual([
      [0, 8_000_00, 'open'],
      [1, 7_810_00, 'open'],
    ])
    expect([await readOccupiedBeds(room), await readOccupiedBeds(other)]).toEqual([0, 1])
    expect(await roomNow(school, place)).toBe(other.publicId)
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('keeps paid dues as they are, and charges the new price from the second month', async () => {
    const { school, other, place, student } = await makeChoice()
    await payRoom(school, place)
    expect(await approveApplication(school.scope, place.publicId, null, other.publicId)).toMatchObject({ ok: true })
    const first = [
      [0, 10_000_00, 'open'],
      [1, 6_320_00, 'open'],
    ]
    expect(await owedFor(school, place)).toEqual(first)
    expect((await notificationsOf(student)).notices.at(-1)?.body).toContain('rent and meals cost ₹7,500.00 a month')
    await moveStayBack(place, 25)
    await stayUntil(place, addMonths(today, 6))
    await raiseMonths(school.scope, place.id, today)
    expect(await owedFor(school, place)).toEqual([...first, [2, 7_500_00, 'open']])
    expect(await findOwnApplication(student.scope, place.publicId)).toMatchObject({ owedPaise: 7_500_00 })
  })

  it('keeps dues with a concession as they are', async () => {
    const { school, other, place } = await makeChoice()
    await execute('UPDATE dues SET concession_paise = 2000 WHERE student_id = :id', { id: place.studentId })
    const before = await owedFor(school, place)
    expect(await approveApplication(school.scope, place.publicId, null, other.publicId)).toMatchObject({ ok: true })
    expect(await owedFor(school, place)).toEqual(before)
  })

  it('offers the previously held bed to the next applicant on the waiting list', async () => {
    const { school, room, other, place } = await makeChoice()
    await waitlistApplication(school.scope, place.publicId, null)
    const next = await makeHostelApplication(await makeBoarder(school), room, { forWaitingList: true })
    expect(await readApplication(next.publicId)).toMatchObject({ holdsBed: 0 })
    expect(await approveApplication(school.scope, place.publicId, null, other.publicId)).toMatchObject({ ok: true })
    expect(await readApplication(next.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('refuses rooms of another school, without a free bed or for another gender', async () => {
    const { school, other, place } = await makeChoice()
    const foreign = await makeRoom(await makeHostel(await makeSchool()))
    const girls = await makeRoom(await makeHostel(school, { genderType: 'girls' }))
    const boys = await makeRoom(await makeHostel(school, { genderType: 'boys' }))
    const found = await findHostelApplication(school.scope, place.publicId)
    if (!found) throw new Error('the application is there')
    const refusedRoom = found.studentGender === 'Female' ? boys : girls
    const offered = (await listRoomsToGive(school.scope, found)).map(({ publicId }) => publicId)
    expect(offered).toContain(other.publicId)
    expect(offered).not.toContain(refusedRoom.publicId)
    const approve = (room: MadeRoom) => approveApplication(school.scope, place.publicId, null, room.publicId)
    expect(await approve(foreign)).toEqual({ ok: false, reason: 'room-gone' })
    expect(await approve(refusedRoom)).toEqual({ ok: false, reason: 'wrong-gender' })
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'pending' })
  })
})

describe('moveToRoom', () => {
  it("frees the old bed, notifies the student, and charges the new room's price from the next month", async () => {
    const { school, room, other, place, student } = await makeChoice()
    await approveApplication(school.scope, place.publicId, null)
    const next = await makeHostelApplication(await makeBoarder(school), room, { forWaitingList: true })
    await moveStayBack(place, 25)
    await stayUntil(place, addMonths(today, 6))
    expect(await moveToRoom(school.scope, place.publicId, other.publicId)).toEqual({ ok: true, value: undefined })
    expect(await moveToRoom(school.scope, place.publicId, other.publicId)).toEqual({ ok: false, reason: 'same-room' })
    await raiseMonths(school.scope, place.id, today)
    expect(await owedFor(school, place)).toEqual([
      [0, 10_000_00, 'open'],
      [1, 6_320_00, 'open'],
      [2, 7_500_00, 'open'],
    ])
    expect(await readApplication(next.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect([await readOccupiedBeds(room), await readOccupiedBeds(other)]).toEqual([1, 1])
    const facts = await listFacts(school.scope, { kind: 'hostel-application', id: place.id })
    expect(facts.at(-1)).toMatchObject({ action: 'hostel-application.moved' })
    expect((await notificationsOf(student)).notices.at(-1)?.body).toContain('rent and meals cost ₹7,500.00 a month')
    expect(await findOwnApplication(student.scope, place.publicId)).toMatchObject({ roomNumber: other.number })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('moves only one of two students to the last bed, and keeps bed counts correct when two swap rooms', async () => {
    const { school, room, other, place } = await makeChoice({ capacity: 2 })
    const second = await makeHostelApplication(await makeBoarder(school), room)
    for (const one of [place, second]) await approveApplication(school.scope, one.publicId, null)
    const both = [place, second].map((one) => moveToRoom(school.scope, one.publicId, other.publicId))
    const outcomes = await Promise.all(both)
    expect(outcomes.map((one) => (one.ok ? 'done' : one.reason)).toSorted()).toEqual(['done', 'full'])
    expect([await readOccupiedBeds(room), await readOccupiedBeds(other)]).toEqual([1, 1])

    const wide = [await makeRoom(room.hostel), await makeRoom(room.hostel)] as const
    for (const [index, one] of [place, second].entries())
      await moveToRoom(school.scope, one.publicId, wide[index]?.publicId ?? '')
    await Promise.all([
      moveToRoom(school.scope, place.publicId, wide[1].publicId),
      moveToRoom(school.scope, second.publicId, wide[0].publicId),
    ])
    expect([await readOccupiedBeds(wide[0]), await readOccupiedBeds(wide[1])]).toEqual([1, 1])
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('refuses an application that is not approved, and one of another school', async () => {
    const { school, other, place } = await makeChoice()
    expect(await moveToRoom(school.scope, place.publicId, other.publicId)).toEqual({ ok: false, reason: 'over' })
    const foreign = await makeSchool()
    expect(await moveToRoom(foreign.scope, place.publicId, other.publicId)).toEqual({ ok: false, reason: 'not-found' })
  })
})

describe('changeStay', () => {
  const soon = addDays(today, 5)
  const asked = { checkInDate: soon, checkOutDate: null, mealPlanRequired: false }

  it('counts months and due dates from the new first day when it changes before the student moves in', async () => {
    const { school, place } = await makeChoice()
    await approveApplication(school.scope, place.publicId, null)
    const version = await versionOf(school, place)
    // In the last days of March, `soon` may be in the next academic year, which is not allowed; then the stay begins
    // today.
    const isSameYear = academicYearOf(soon) === academicYearOf(today)
    const change = { ...asked, checkInDate: isSameYear ? soon : today, mealPlanRequired: true }
    expect(await changeStay(school.scope, place.publicId, version, change)).toEqual({ ok: true, value: undefined })
    expect(await changeStay(school.scope, place.publicId, version, change)).toEqual({ ok: false, reason: 'changed' })
    expect(await readApplication(place.publicId)).toMatchObject({ startsOn: change.checkInDate })
    const charges = await chargesOf(school.scope, place)
    expect(charges.map(({ dueOn, amountPaise, state }) => [dueOn, amountPaise, state])).toEqual([
      [change.checkInDate, 10_000_00, 'open'],
      [change.checkInDate, 6_320_00, 'open'],
    ])
    await moveStayBack(place, 25)
    await stayUntil(place, addMonths(today, 6))
    await raiseMonths(school.scope, place.id, today)
    expect((await owedFor(school, place)).at(-1)).toEqual([2, 8_500_00, 'open'])
    const now = await versionOf(school, place)
    const late = await changeStay(school.scope, place.publicId, now, { ...asked, checkInDate: today })
    expect(late).toEqual({ ok: false, reason: 'months-raised' })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('refuses invalid days with their reason', async () => {
    const { school, place } = await makeChoice()
    const change = async (stay: Partial<typeof asked> | { checkOutDate: string }) =>
      changeStay(school.scope, place.publicId, await versionOf(school, place), {
        ...asked,
        checkInDate: today,
        ...stay,
      })
    expect(await change({})).toEqual({ ok: false, reason: 'over' })
    await approveApplication(school.scope, place.publicId, null)
    expect(await change({ checkInDate: addDays(today, -1) })).toEqual({ ok: false, reason: 'check-in-past' })
    expect(await change({ checkInDate: addMonths(today, 13) })).toEqual({ ok: false, reason: 'check-in-outside-year' })
    expect(await change({ checkOutDate: today })).toEqual({ ok: false, reason: 'check-out-before' })
    // A stay cannot begin in an earlier academic year: on the first day of a year, it can only begin today.
    const begun = {
      checkInDate: [addDays(today, -3), `${academicYearOf(today).slice(0, 4)}-04-01`].sort().at(-1) ?? '',
    }
    await execute('UPDATE hostel_applications SET check_in_date = :day, starts_on = :day WHERE id = :id', {
      id: place.id,
      day: begun.checkInDate,
    })
    expect(await change({ ...begun, checkOutDate: today })).toEqual({
      ok: false,
      reason: begun.checkInDate < today ? 'check-out-past' : 'check-out-before',
    })
    await checkIn(school.scope, place.publicId, today)
    const dayAfter = addDays(begun.checkInDate, 1)
    expect(await change({ checkInDate: dayAfter })).toEqual({ ok: false, reason: 'moved-in' })
    expect(await change({ ...begun, checkOutDate: addDays(today, 9) })).toMatchObject({ ok: true })
  })
})

it('counts the months of a stay from the move-in when that is earlier than planned', async () => {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school))
  const place = await makeHostelApplication(await makeBoarder(school), room)
  await approveApplication(school.scope, place.publicId, null)
  await moveStayBack(place, -5)
  expect(await readApplication(place.publicId)).toMatchObject({ startsOn: addDays(today, 5) })
  const lastYear = `${academicYearOf(today).slice(0, 4)}-03-31`
  expect(await checkIn(school.scope, place.publicId, lastYear)).toEqual({ ok: false, reason: 'too-early' })
  expect(await checkIn(school.scope, place.publicId, today)).toMatchObject({ ok: true })
  expect(await readApplication(place.publicId)).toMatchObject({ startsOn: today, checkedInOn: today })
})
