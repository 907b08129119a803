import { describe, expect, it } from 'vitest'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { entriesOf } from '../../../../../tests/factories/audit'
import {
  applicationFor,
  expireOffer,
  faultsOfHostels,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  moveStayBack,
  readApplication,
  readOccupiedBeds,
} from '../../../../../tests/factories/hostels'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { applyForRoom } from '../apply/apply-for-room.server'
import { chargesOf } from '../stay/charges.server'
import { leaveHostel } from '../stay/leave-hostel.server'
import { checkIn, checkOut } from '../stay/move-in-and-out.server'
import { findStaysToCharge, raiseMonths } from '../stay/raise-months.server'
import { acceptOffer, approveApplication } from './approve-application.server'
import { cancelOwnApplication, rejectApplication } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { lapseOffer } from './offer-beds.server'
import { waitlistApplication } from './waitlist-application.server'

const today = todayInIndia(new Date())

async function makeBoarder(school: MadeSchool, overrides: Parameters<typeof makeStudent>[1] = {}) {
  const student = await makeStudent(school, overrides)
  await makeEnrollment(student)
  return student
}

async function makeHouse(room: Parameters<typeof makeRoom>[1] = {}, hostel: Parameters<typeof makeHostel>[1] = {}) {
  const school = await makeSchool()
  const made = await makeRoom(await makeHostel(school, hostel), room)
  return { school, room: made, student: await makeBoarder(school) }
}

async function pay(school: MadeSchool, application: { id: number; studentId: number }) {
  const charges = (await chargesOf(school.scope, application)).filter((charge) => charge.state === 'open')
  const paid = await recordOfflinePayment(school.scope, {
    dueIds: charges.map((charge) => charge.duePublicId),
    method: 'cash',
    amountPaise: charges.reduce((sum, charge) => sum + charge.amountPaise, 0),
    reference: null,
    remarks: null,
    paidOn: today,
    formKey: crypto.randomUUID(),
  })
  expect(paid.ok).toBe(true)
}

describe('applyForRoom', () => {
  it('charges the deposit and the first month, and takes no bed', async () => {
    const { school, room, student } = await makeHouse()
    const application = await makeHostelApplication(student, room, { mealPlanRequired: true })
    const charges = await chargesOf(school.scope, { id: application.id, studentId: student.id })
    expect(charges.map(({ period, name, amountPaise, dueOn }) => ({ period, name, amountPaise, dueOn }))).toEqual([
      { period: 0, name: 'Hostel deposit', amountPaise: 10_000_00, dueOn: today },
      { period: 1, name: 'Hostel first month', amountPaise: 8_870_00, dueOn: today },
    ])
    expect(await readOccupiedBeds(room)).toBe(0)
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('refuses each invalid application with its reason', async () => {
    const { school, room, student } = await makeHouse()
    const other = await makeRoom(await makeHostel(school), {})
    const girls = await makeRoom(await makeHostel(school, { genderType: 'girls' }))
    const boy = await makeBoarder(school, { gender: 'Male' })
    const full = await makeRoom(room.hostel, { status: 'maintenance' })
    const stranger = await makeRoom(await makeHostel(await makeSchool()))
    const asked = async (input: ReturnType<typeof applicationFor>, who = student) => {
      const outcome = await applyForRoom(who.scope, input)
      return outcome.ok ? 'applied' : outcome.reason
    }
    expect(await asked(applicationFor(room, { roomId: other.publicId }))).toBe('room-gone')
    expect(await asked(applicationFor(stranger))).toBe('room-gone')
    expect(await asked(applicationFor(full))).toBe('room-full')
    expect(await asked(applicationFor(girls), boy)).toBe('not-for-you')
    expect(await asked(applicationFor(room, { checkInDate: addDays(today, -1) }))).toBe('check-in-past')
    expect(await asked(applicationFor(room, { checkOutDate: today }))).toBe('check-out-before')
    expect(await asked(applicationFor(room, { seenFirstPaise: 1 }))).toBe('price-changed')
    expect(await asked(applicationFor(room), await makeStudent(school))).toBe('no-session')
    const right = applicationFor(room)
    expect(await asked(right)).toBe('applied')
    expect(await asked(right)).toBe('applied')
    expect(await asked(applicationFor(other, { semester: '2' }))).toBe('applied-already')
    expect(await asked(right, boy)).toBe('stale')
  })

  it('creates one application for fifty identical posts', async () => {
    const { school, room, student } = await makeHouse()
    const input = applicationFor(room)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => applyForRoom(student.scope, input)))
    expect(new Set(outcomes.map((one) => (one.ok ? one.value.applicationId : one.reason))).size).toBe(1)
    const rows = await readRows('SELECT id FROM hostel_applications WHERE school_id = :id', { id: school.id })
    expect(rows).toHaveLength(1)
  })
})

it('gives the last bed to one of many concurrent approvals', async () => {
  const { school, room } = await makeHouse({ capacity: 1 })
  const applications = []
  for (let index = 0; index < 20; index++) {
    applications.push(await makeHostelApplication(await makeBoarder(school), room))
  }
  const outcomes = await Promise.all(applications.map((one) => approveApplication(school.scope, one.publicId, null)))
  expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
  expect(new Set(outcomes.flatMap((one) => (one.ok ? [] : one.reason)))).toEqual(new Set(['full']))
  expect(await readOccupiedBeds(room)).toBe(1)
  expect(await faultsOfHostels(school)).toEqual([])
})

describe('the waiting list', () => {
  it('offers a freed bed for 48 hours to the first of the waiting list, then to the next', async () => {
    const { school, room, student } = await makeHouse({ capacity: 1 })
    const inside = await makeHostelApplication(student, room)
    const second = { student: await makeBoarder(school) }
    const third = { student: await makeBoarder(school) }
    const waiting = await makeHostelApplication(second.student, room)
    const last = await makeHostelApplication(third.student, room)
    expect(await approveApplication(school.scope, inside.publicId, null)).toMatchObject({ ok: true })
    expect(await waitlistApplication(school.scope, waiting.publicId, null)).toMatchObject({ ok: true })
    expect(await waitlistApplication(school.scope, last.publicId, null)).toMatchObject({ ok: true })
    expect(await acceptOffer(second.student.scope, waiting.publicId)).toMatchObject({ reason: 'no-offer' })
    expect(await faultsOfHostels(school)).toEqual([])

    expect(await cancelOwnApplication(student.scope, inside.publicId)).toMatchObject({ ok: true })
    expect(await readApplication(waiting.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect(await readOccupiedBeds(room)).toBe(1)
    await expireOffer(waiting)
    expect(await acceptOffer(second.student.scope, waiting.publicId)).toMatchObject({ reason: 'offer-over' })
    await lapseOffer(school.scope, waiting.id)
    await lapseOffer(school.scope, waiting.id)
    expect(await readApplication(waiting.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 0 })
    expect(await readApplication(last.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect(await acceptOffer(third.student.scope, last.publicId)).toMatchObject({ ok: true })
    expect(await readApplication(last.publicId)).toMatchObject({ status: 'approved', holdsBed: 1, startsOn: today })
    const entries = async (action: string) =>
      (await entriesOf(school, `hostel-application.${action}`)).map(({ kind, id, by }) => [kind, id, by])
    expect(await entries('offer-lapsed')).toEqual([['hostel-application', waiting.id, 'system']])
    expect((await entries('approved')).at(-1)).toEqual(['hostel-application', last.id, 'student'])
    const charges = await chargesOf(school.scope, { id: last.id, studentId: third.student.id })
    expect(charges.map((charge) => charge.state)).toEqual(['open', 'open'])
    expect(await faultsOfHostels(school)).toEqual([])
  })
})

describe('a stay', () => {
  it('charges each month once, and none after the check-out', async () => {
    const { school, room, student } = await makeHouse({}, { mealPlanIncluded: true })
    const application = await makeHostelApplication(student, room)
    const own = { id: application.id, studentId: student.id }
    await approveApplication(school.scope, application.publicId, null)
    await moveStayBack(application, 45)
    const stays = await findStaysToCharge(undefined as never, today, application.id - 1)
    expect(stays).toContainEqual({ id: application.id, schoolId: school.id })
    await Promise.all([1, 2, 3].map(() => raiseMonths(school.scope, application.id, today)))
    const charges = await chargesOf(school.scope, own)
    expect(charges.filter((charge) => charge.period === 2)).toMatchObject([
      { name: 'Hostel rent', amountPaise: 8_500_00 },
    ])
    expect(charges.length).toBeGreaterThanOrEqual(3)
    expect(await checkIn(school.scope, application.publicId, addDays(today, 1))).toMatchObject({
      reason: 'future-date',
    })
    expect(await checkIn(school.scope, application.publicId, addDays(today, -45))).toMatchObject({ ok: true })
    expect(await checkOut(school.scope, application.publicId, addDays(today, -46))).toMatchObject({
      reason: 'before-check-in',
    })
    expect(await checkOut(school.scope, application.publicId, today)).toMatchObject({ ok: true })
    expect(await readOccupiedBeds(room)).toBe(0)
    await raiseMonths(school.scope, application.id, addDays(today, 60))
    expect(await chargesOf(school.scope, own)).toHaveLength(charges.length)
  })

  it('refunds the deposit less a deduction after the check-out, and keeps the first month', async () => {
    const { school, room, student } = await makeHouse()
    const application = await makeHostelApplication(student, room)
    const own = { id: application.id, studentId: student.id }
    await approveApplication(school.scope, application.publicId, null)
    await pay(school, own)
    await checkIn(school.scope, application.publicId, today)
    await checkOut(school.scope, application.publicId, today)
    expect(await readApplication(application.publicId)).toMatchObject({ refundState: 'open' })
    const { held } = await heldOf(school.scope, { ...own, checkedOutOn: today })
    expect(held.map(({ name, heldPaise, suggestedPaise }) => ({ name, heldPaise, suggestedPaise }))).toEqual([
      { name: 'Hostel deposit', heldPaise: 10_000_00, suggestedPaise: 10_000_00 },
      { name: 'Hostel first month', heldPaise: 6_320_00, suggestedPaise: 0 },
    ])
    const amounts = [{ duePublicId: held[0]?.duePublicId ?? '', amountPaise: 9_000_00 }]
    const how = { amounts, givenBy: 'cash' as const, givenReference: null }
    expect(await decideRefund(school.scope, application.publicId, { ...how, remarks: null })).toMatchObject({
      reason: 'say-why',
    })
    const remarks = 'A broken window, ₹1,000'
    expect(await decideRefund(school.scope, application.publicId, { ...how, givenBy: null, remarks })).toMatchObject({
      reason: 'say-how',
    })
    expect(await decideRefund(school.scope, application.publicId, { ...how, remarks })).toEqual({
      ok: true,
      value: 9_000_00,
    })
    expect(await decideRefund(school.scope, application.publicId, { ...how, remarks })).toMatchObject({
      reason: 'nothing-open',
    })
    expect((await chargesOf(school.scope, own)).map((charge) => charge.paidPaise)).toEqual([1_000_00, 6_320_00])
  })

  it('refunds all money of a rejected application', async () => {
    const { school, room, student } = await makeHouse()
    const application = await makeHostelApplication(student, room)
    const own = { id: application.id, studentId: student.id }
    await pay(school, own)
    expect(await rejectApplication(school.scope, application.publicId, 'No place')).toMatchObject({ ok: true })
    expect(await readApplication(application.publicId)).toMatchObject({ refundState: 'open', adminRemarks: 'No place' })
    const { held } = await heldOf(school.scope, { ...own, checkedOutOn: null })
    const amounts = held.map((one) => ({ duePublicId: one.duePublicId, amountPaise: one.suggestedPaise }))
    const decision = { amounts, remarks: null, givenBy: 'cash' as const, givenReference: null }
    expect(await decideRefund(school.scope, application.publicId, decision)).toEqual({ ok: true, value: 16_320_00 })
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('ends when the student leaves the school', async () => {
    const { school, room, student } = await makeHouse()
    const application = await makeHostelApplication(student, room)
    await approveApplication(school.scope, application.publicId, null)
    const { inTransaction } = await import('~/database/transaction.server')
    const left = await inTransaction(() => leaveHostel(school.scope, { studentId: student.id, leftOn: today }))
    expect(left).toBe(1)
    expect(await readOccupiedBeds(room)).toBe(0)
    expect(await faultsOfHostels(school)).toEqual([])
  })
})
