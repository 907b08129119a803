import { describe, expect, it } from 'vitest'
import { listFacts } from '~/models/core/audit/list-facts.server'
import { findApplicant } from '~/models/money/subscriptions/find-applicant.server'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import {
  applicationFor,
  faultsOfHostels,
  type MadeRoom,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  readApplication,
  readOccupiedBeds,
} from '../../../../../tests/factories/hostels'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import type { MadeStudent } from '../../../../../tests/factories/student'
import { applyForRoom } from '../apply/apply-for-room.server'
import { enterApplication } from '../apply/enter-application.server'
import { findOwnApplication } from '../apply/own-applications.server'
import { roomPaymentStep } from '../apply/room-payment.server'
import { findChosenRoom } from '../apply/rooms-to-choose.server'
import { chargesOf } from '../stay/charges.server'
import { countBeds } from '../stay/occupancy.server'
import { findHostelApplication } from './applications.server'
import { acceptOffer, approveApplication } from './approve-application.server'
import { cancelApplication, cancelOwnApplication, rejectApplication } from './close-application.server'
import { waitlistApplication } from './waitlist-application.server'

/** A room whose only bed is taken. */
async function makeFullRoom() {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school), { capacity: 1 })
  const inside = await makeBoarder(school)
  const taken = await makeHostelApplication(inside, room)
  expect(await approveApplication(school.scope, taken.publicId, null)).toMatchObject({ ok: true })
  const free = () => cancelOwnApplication(inside.scope, taken.publicId)
  return { school, room, free }
}

async function join({ scope }: Pick<MadeStudent, 'scope'>, room: MadeRoom): Promise<string> {
  const applied = await applyForRoom(scope, applicationFor(room, { forWaitingList: true }))
  if (!applied.ok) throw new Error(applied.reason)
  return applied.value.applicationId
}

async function placeOf({ scope }: Pick<MadeStudent, 'scope'>, id: string) {
  return (await findOwnApplication(scope, id))?.ahead
}

describe('the waiting list of a full room', () => {
  it('accepts an application, shows its position, and raises no due until the bed is accepted', async () => {
    const { school, room, free } = await makeFullRoom()
    const [first, second] = [await makeBoarder(school), await makeBoarder(school)]
    const mine = await join(first, room)
    const other = await join(second, room)
    const place = { hostelId: room.hostel.publicId, roomId: room.publicId }
    expect(await findChosenRoom(second.scope, place)).toMatchObject({ waiting: 2 })
    expect(await readApplication(mine)).toMatchObject({ status: 'waitlisted', holdsBed: 0 })
    const [ahead, behind] = [await placeOf(first, mine), await placeOf(second, other)]
    expect([ahead, behind]).toEqual([0, 1])
    const own = await findOwnApplication(first.scope, mine)
    expect(own).toMatchObject({ charges: [], owedPaise: 0 })
    expect(own && roomPaymentStep(own)).toBe('later')
    const found = await findHostelApplication(school.scope, mine)
    const facts = await listFacts(school.scope, { kind: 'hostel-application', id: found?.id ?? 0 })
    expect(facts.map((fact) => [fact.action, fact.actorKind])).toEqual([['hostel-application.waiting', 'student']])

    expect(await free()).toMatchObject({ ok: true })
    expect(await readApplication(mine)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect(await placeOf(second, other)).toBe(0)
    expect(await acceptOffer(first.scope, mine)).toEqual({ ok: true, value: undefined })
    const [accepted] = (await listFacts(school.scope, { kind: 'hostel-application', id: found?.id ?? 0 })).slice(-1)
    expect(accepted).toMatchObject({ action: 'hostel-application.accepted', actorKind: 'student' })
    expect(await readApplication(mine)).toMatchObject({ status: 'pending', holdsBed: 1, offeredUntil: null })
    const dues = await chargesOf(school.scope, { id: found?.id ?? 0, studentId: first.id })
    expect(dues.map(({ period, state, amountPaise }) => [period, state, amountPaise])).toEqual([
      [0, 'open', 10_000_00],
      [1, 'open', 6_320_00],
    ])
    expect(await faultsOfHostels(school)).toEqual([])
    expect(await acceptOffer(first.scope, mine)).toEqual({ ok: false, reason: 'no-offer' })
    expect(await approveApplication(school.scope, mine, null)).toMatchObject({ ok: true })
    expect(await readApplication(mine)).toMatchObject({ status: 'approved', holdsBed: 1 })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it.each([
    ['rejected', rejectApplication, 'rejected'],
    ['cancelled', cancelApplication, 'cancelled'],
    ['put on the list', waitlistApplication, 'waitlisted'],
  ])('offers an accepted bed to the next applicant when the application is %s', async (_word, decide, status) => {
    const { school, room, free } = await makeFullRoom()
    const [first, second] = [await makeBoarder(school), await makeBoarder(school)]
    const mine = await join(first, room)
    const other = await join(second, room)
    await free()
    expect(await acceptOffer(first.scope, mine)).toMatchObject({ ok: true })
    expect(await countBeds(school.scope, room.hostel)).toEqual({ in: 0, expected: 0, offered: 1, late: 0 })
    expect(await decide(school.scope, mine, null)).toMatchObject({ ok: true })
    expect(await readApplication(mine)).toMatchObject({ status, holdsBed: 0 })
    expect(await readApplication(other)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('lets the office approve a waiting application once a bed is free, and then raises its dues', async () => {
    const { school, room, free } = await makeFullRoom()
    const student = await makeBoarder(school)
    const mine = await join(student, room)
    expect(await approveApplication(school.scope, mine, null)).toEqual({ ok: false, reason: 'full' })
    await free()
    expect(await approveApplication(school.scope, mine, null)).toMatchObject({ ok: true })
    expect(await findOwnApplication(student.scope, mine)).toMatchObject({ owedPaise: 16_320_00 })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('accepts each applicant once, and only for an available room in which all beds are taken', async () => {
    const { school, room } = await makeFullRoom()
    const student = await makeBoarder(school)
    const asked = (other: MadeRoom, forWaitingList: boolean) =>
      applyForRoom(student.scope, applicationFor(other, { forWaitingList }))
    expect(await asked(room, false)).toEqual({ ok: false, reason: 'room-full' })
    const empty = await makeRoom(room.hostel)
    expect(await asked(empty, true)).toEqual({ ok: false, reason: 'bed-free' })
    const closed = await makeRoom(room.hostel, { status: 'closed' })
    expect(await asked(closed, true)).toEqual({ ok: false, reason: 'room-full' })
    expect((await asked(room, true)).ok).toBe(true)
    expect(await asked(room, true)).toEqual({ ok: false, reason: 'applied-already' })
  })

  it('assigns a different position to each of many concurrent applicants', async () => {
    const { school, room } = await makeFullRoom()
    const students = await Promise.all(Array.from({ length: 8 }, () => makeBoarder(school)))
    const ids = await Promise.all(students.map((student) => join(student, room)))
    const places = await Promise.all(ids.map((id, index) => placeOf(students[index] as MadeStudent, id)))
    expect(places.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('offers the bed to an applicant who joins the list while it is freed', async () => {
    for (let round = 0; round < 6; round++) {
      const { school, room, free } = await makeFullRoom()
      const student = await makeBoarder(school)
      const waits = applyForRoom(student.scope, applicationFor(room, { forWaitingList: true }))
      const [applied] = await Promise.all([waits, free()])
      const [waiting] = await readRows<{ holdsBed: number }>(
        "SELECT holds_bed AS holdsBed FROM hostel_applications WHERE school_id = :id AND status = 'waitlisted'",
        { id: school.id },
      )
      // Either the bed was freed before the student applied, or the student was on the list when it was freed.
      expect(applied.ok ? waiting : applied.reason).toEqual(applied.ok ? { holdsBed: 1 } : 'bed-free')
      expect(await readOccupiedBeds(room)).toBe(applied.ok ? 1 : 0)
      expect(await faultsOfHostels(school)).toEqual([])
    }
  })
})

it('lets the office put its own students on the waiting list, only when it ticks that option', async () => {
  const { school, room, free } = await makeFullRoom()
  const boarder = await makeBoarder(school)
  const { hostelId: _hostel, roomId, academicYear: _year, forWaitingList: _waits, ...given } = applicationFor(room)
  const { seenFirstPaise: _seen, formKey, ...values } = given
  const enter = (scope: typeof school.scope, key: string, mayWait: boolean) =>
    enterApplication(scope, key, boarder.id, { ...values, room: roomId, mayWait })
  expect(await enter(school.scope, formKey, false)).toMatchObject({ ok: false, reason: 'room-full' })
  const other = await makeSchool()
  expect(await enter(other.scope, `${formKey}x`, true)).toEqual({ ok: false, reason: 'room-gone' })
  const entered = await enter(school.scope, formKey, true)
  expect(entered).toMatchObject({ ok: true })
  expect(await enter(school.scope, formKey, true)).toEqual(entered)
  expect(await readApplication(entered.ok ? entered.value : '')).toMatchObject({ status: 'waitlisted', holdsBed: 0 })
  await free()
  // An application entered by the office needs no further decision.
  expect(await acceptOffer(boarder.scope, entered.ok ? entered.value : '')).toMatchObject({ ok: true })
  expect(await readApplication(entered.ok ? entered.value : '')).toMatchObject({ status: 'approved', holdsBed: 1 })
  expect(await findApplicant(school.scope, boarder.publicId)).toMatchObject({ id: boarder.id })
  expect(await findApplicant(other.scope, boarder.publicId)).toBeNull()
})
