import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { listFacts } from '~/models/core/audit/list-facts.server'
import { addDays, addMonths, todayInIndia } from '~/models/core/shared/calendar'
import { systemScope } from '~/models/core/shared/scope.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { makeAcademicSession, makeEnrollment } from '../../../../../tests/factories/academics'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import {
  applicationFor,
  faultsOfHostels,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  moveStayBack,
  readApplication,
  readOccupiedBeds,
  stayUntil,
} from '../../../../../tests/factories/hostels'
import { readRow } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool } from '../../../../../tests/factories/school'
import { checkEligibility } from '../apply/check-eligibility.server'
import { academicYearOf, monthBegins, monthsToRaise } from '../rules'
import { chargesOf } from '../stay/charges.server'
import { checkIn, checkOut } from '../stay/move-in-and-out.server'
import { countBeds, listBeds } from '../stay/occupancy.server'
import { findStaysToCharge, raiseMonths } from '../stay/raise-months.server'
import { findHostelApplication } from './applications.server'
import { acceptOffer, approveApplication } from './approve-application.server'
import { cancelOwnApplication } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { lapseOffer } from './offer-beds.server'
import { waitlistApplication } from './waitlist-application.server'

const today = todayInIndia(new Date())
const lastYear = academicYearOf(addMonths(today, -12))

/** A student with an application for a room, approved by default. */
async function makePlace({ capacity = 2, isApproved = true } = {}) {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school), { capacity })
  const student = await makeBoarder(school)
  const place = { ...(await makeHostelApplication(student, room)), studentId: student.id }
  if (isApproved) expect(await approveApplication(school.scope, place.publicId, null)).toMatchObject({ ok: true })
  return { school, room, student, place }
}

function change(place: { id: number }, assignment: string, values: Record<string, string | null> = {}) {
  return execute(`UPDATE hostel_applications SET ${assignment} WHERE id = :id`, { ...values, id: place.id })
}

function beginYearsIn(school: { id: number }, month: number) {
  return execute(
    'INSERT INTO school_settings (school_id, updated_at, year_starts_month) VALUES (:id, UTC_TIMESTAMP(3), :month)',
    { id: school.id, month },
  )
}

async function isToCharge(place: { id: number }) {
  const stays = await findStaysToCharge(systemScope(), today, place.id - 1)
  return stays.some((stay) => stay.id === place.id)
}

async function monthsOf(school: MadeSchool, place: { id: number; studentId: number }) {
  return (await chargesOf(school.scope, place)).map((charge) => charge.period)
}

describe('the months of a stay', () => {
  it('end with the planned last day until the student moves in, then with the actual check-out', async () => {
    const { school, place } = await makePlace()
    await moveStayBack(place, 100)
    await change(place, 'check_out_date = :day', { day: addDays(today, -65) })
    expect(await isToCharge(place)).toBe(true)
    await raiseMonths(school.scope, place.id, today)
    expect(await monthsOf(school, place)).toEqual([0, 1, 2])
    expect(await isToCharge(place), 'nothing can be raised').toBe(false)

    expect(await checkIn(school.scope, place.publicId, addDays(today, -100))).toMatchObject({ ok: true })
    expect(await isToCharge(place)).toBe(true)
    await raiseMonths(school.scope, place.id, today)
    expect(await monthsOf(school, place)).toEqual([0, 1, 2, 3, 4])
    expect(await isToCharge(place), 'all are raised').toBe(false)
    expect(await checkOut(school.scope, place.publicId, today)).toMatchObject({ ok: true })
    expect(await isToCharge(place)).toBe(false)
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('finds a stay to charge exactly when, by the rules, one of its months is to be charged', async () => {
    const { place } = await makePlace()
    const yearEndsOn = `${academicYearOf(today).slice(5)}-03-31`
    const seen = new Set<boolean>()
    for (let days = -70; days <= 40; days += 5) {
      const startsOn = addDays(today, -days)
      for (const checkOutDate of [null, addDays(startsOn, 35)]) {
        for (const checkedInOn of [null, startsOn]) {
          const values = { startsOn, checkOutDate, checkedInOn }
          await change(
            place,
            'check_in_date = :startsOn, starts_on = :startsOn, check_out_date = :checkOutDate, checked_in_on = :checkedInOn',
            values,
          )
          const isExpected = monthsToRaise({ ...values, yearEndsOn, raised: 1 }, today).length > 0
          seen.add(isExpected)
          expect(await isToCharge(place), JSON.stringify(values)).toBe(isExpected)
        }
      }
    }
    expect(seen.size).toBe(2)
  })

  it('charges a month in the session in which the student is enrolled when the charge is made', async () => {
    const { school, student, place } = await makePlace()
    const sessionsOf = async (month: number) =>
      readRow<{ sessionId: number }>(
        `SELECT d.academic_session_id AS sessionId FROM dues d JOIN hostel_charges c ON c.id = d.source_id
         WHERE d.kind = 'hostel' AND c.application_id = :id AND c.month = :month`,
        { id: place.id, month },
      )
    const old = await sessionsOf(1)
    await moveStayBack(place, 25)
    await stayUntil(place, addMonths(today, 6))
    await execute('UPDATE academic_sessions SET is_current = 0 WHERE school_id = :id', { id: school.id })
    const next = await makeAcademicSession(school, { startYear: 2040, isCurrent: true })
    await raiseMonths(school.scope, place.id, today)
    expect(await sessionsOf(2), 'not studying in it yet').toEqual(old)
    await makeEnrollment(student, { session: next })
    await raiseMonths(school.scope, place.id, addDays(today, 30))
    expect(await sessionsOf(3)).toEqual({ sessionId: next.id })
  })
})

it("ends a stay without a last day at the end of the school's academic year", async () => {
  const { school, room, place } = await makePlace()
  const beds = async () => {
    const input = { search: '', sort: 'room', descending: false, page: 1, filters: { state: '' } } as const
    const { rows } = await listBeds(school.scope, room.hostel, input)
    const { until, isLate } = rows.find((row) => row.applicationId === place.publicId) ?? {}
    return { until, isLate, late: (await countBeds(school.scope, room.hostel)).late }
  }
  const year = Number(academicYearOf(today).slice(5))
  expect(await beds()).toEqual({ until: `${year}-03-31`, isLate: false, late: 0 })
  await change(place, 'academic_year = :lastYear', { lastYear })
  expect(await beds()).toEqual({ until: `${lastYear.slice(5)}-03-31`, isLate: true, late: 1 })
  // Last day that the student chose: the bed is still in use that night and should be free on the next day.
  const leaveOn = (day: string) =>
    change(place, 'check_in_date = :since, check_out_date = :day', { since: addDays(today, -25), day })
  await leaveOn(today)
  expect(await beds()).toEqual({ until: today, isLate: false, late: 0 })
  await leaveOn(addDays(today, -1))
  expect(await beds()).toEqual({ until: addDays(today, -1), isLate: true, late: 1 })
  await change(place, 'check_out_date = NULL')
  await beginYearsIn(school, 6)
  expect(await beds()).toMatchObject({ until: `${lastYear.slice(5)}-05-31` })
  expect(await findHostelApplication(school.scope, place.publicId)).toMatchObject({
    yearEndsOn: `${lastYear.slice(5)}-05-31`,
  })
})

it(`accepts dates within the academic year that begins in the school's own month`, async () => {
  const { school, room } = await makePlace()
  const student = await makeBoarder(school)
  const academicYear = academicYearOf(today)
  // With academic years that begin in June, 1 April is in the previous year.
  const input = applicationFor(room, { academicYear, checkInDate: `${academicYear.slice(5)}-04-01` })
  expect(await checkEligibility(student.scope, input)).toMatchObject({ reason: 'check-in-outside-year' })
  await beginYearsIn(school, 6)
  expect(await checkEligibility(student.scope, input)).toMatchObject({ ok: true })
})

it('refuses a move-in date that would change months already charged', async () => {
  const { school, place } = await makePlace()
  await moveStayBack(place, 35)
  const before = addDays(today, -36)
  await change(place, 'check_out_date = :until, academic_year = :year', {
    until: addDays(today, 40),
    year: academicYearOf(before),
  })
  await raiseMonths(school.scope, place.id, today)
  expect(await monthsOf(school, place)).toContain(2)
  expect(await checkIn(school.scope, place.publicId, before)).toEqual({ ok: false, reason: 'months-raised' })
  expect(await checkIn(school.scope, place.publicId, addDays(before, 1))).toMatchObject({ ok: true })
})

it.each([
  ['the first day', 0, false],
  ['the second day', 1, true],
])(
  'when a student moves out on %s of the second month (%i days after it began), charges that month: %s',
  async (_, days, isOwed) => {
    const { school, place } = await makePlace()
    await moveStayBack(place, 45)
    await stayUntil(place, addDays(today, 40))
    expect(await checkIn(school.scope, place.publicId, addDays(today, -45))).toMatchObject({ ok: true })
    await raiseMonths(school.scope, place.id, today)
    const second = addDays(monthBegins(addDays(today, -45), 2), days)
    expect(await checkOut(school.scope, place.publicId, second)).toMatchObject({ ok: true })
    const charges = await chargesOf(school.scope, place)
    expect(charges.some(({ period, state }) => period === 2 && state === 'open')).toBe(isOwed)
  },
)

it('lets a student apply for the same year again after moving out', async () => {
  const { school, room, student, place } = await makePlace()
  const apply = () => checkEligibility(student.scope, applicationFor(room))
  await moveStayBack(place, 3)
  expect(await checkIn(school.scope, place.publicId, addDays(today, -3))).toMatchObject({ ok: true })
  expect(await apply()).toMatchObject({ reason: 'applied-already' })
  expect(await checkOut(school.scope, place.publicId, today)).toMatchObject({ ok: true })
  expect(await apply()).toMatchObject({ ok: true })
})

it('keeps an offered bed until the offer expires', async () => {
  const { school, place } = await makePlace({ isApproved: false })
  expect(await waitlistApplication(school.scope, place.publicId, null)).toMatchObject({ ok: true })
  await lapseOffer(school.scope, place.id)
  expect(await readApplication(place.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
  await change(place, 'offered_until = UTC_TIMESTAMP(3)')
  await lapseOffer(school.scope, place.id)
  expect(await readApplication(place.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 0 })
})

describe('an application whose period is over', () => {
  it.each([
    ['the day of moving out has come', 'check_in_date = :before, check_out_date = :today'],
    ['the academic year has ended', 'academic_year = :lastYear'],
  ])('gets no bed when %s', async (_, assignment) => {
    const { school, room, student, place } = await makePlace({ capacity: 1, isApproved: false })
    const values = { before: addDays(today, -1), today, lastYear }
    const used = Object.fromEntries(Object.entries(values).filter(([name]) => assignment.includes(`:${name}`)))
    await change(place, assignment, used)
    expect(await approveApplication(school.scope, place.publicId, null)).toMatchObject({ reason: 'period-over' })
    const other = await makeBoarder(school)
    const next = await makeHostelApplication(other, room)
    expect(await waitlistApplication(school.scope, place.publicId, null)).toMatchObject({ ok: true })
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 0 })
    expect(await acceptOffer(student.scope, place.publicId)).toMatchObject({ reason: 'no-offer' })
    expect(await waitlistApplication(school.scope, next.publicId, null)).toMatchObject({ ok: true })
    expect(await readApplication(next.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    expect(await findHostelApplication(school.scope, next.publicId)).toMatchObject({ ahead: 0 })
    await change(next, assignment, used)
    expect(await acceptOffer(other.scope, next.publicId)).toMatchObject({ reason: 'period-over' })
  })
})

describe('a hostel that no longer admits the student', () => {
  const becomesGirlsOnly = async (room: { hostel: { id: number } }, student: { id: number }) => {
    await execute("UPDATE hostels SET gender_type = 'girls' WHERE id = :id", { id: room.hostel.id })
    await execute("UPDATE students SET gender = 'Male' WHERE id = :id", { id: student.id })
  }

  it('refuses the student an offered bed', async () => {
    const { school, room, student, place } = await makePlace({ isApproved: false })
    await waitlistApplication(school.scope, place.publicId, null)
    await becomesGirlsOnly(room, student)
    expect(await acceptOffer(student.scope, place.publicId)).toMatchObject({ reason: 'wrong-gender' })
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
  })

  it('refuses approval by the office, and takes no bed', async () => {
    const { school, room, student, place } = await makePlace({ isApproved: false })
    await becomesGirlsOnly(room, student)
    expect(await approveApplication(school.scope, place.publicId, null)).toEqual({ ok: false, reason: 'wrong-gender' })
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'pending', holdsBed: 0, startsOn: null })
    expect(await readOccupiedBeds(room)).toBe(0)
    expect(await faultsOfHostels(school)).toEqual([])
    await execute("UPDATE students SET gender = 'Female' WHERE id = :id", { id: student.id })
    expect(await approveApplication(school.scope, place.publicId, null)).toMatchObject({ ok: true })
    expect(await readOccupiedBeds(room)).toBe(1)
  })

  it('refuses approval by the office when a bed is already held', async () => {
    const { school, room, student, place } = await makePlace({ isApproved: false })
    await waitlistApplication(school.scope, place.publicId, null)
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1 })
    await becomesGirlsOnly(room, student)
    expect(await approveApplication(school.scope, place.publicId, null)).toEqual({ ok: false, reason: 'wrong-gender' })
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'waitlisted', holdsBed: 1, startsOn: null })
    expect(await readOccupiedBeds(room)).toBe(1)
    expect(await faultsOfHostels(school)).toEqual([])
  })

  it('refuses to put the student on its waiting list', async () => {
    const { school, room, student, place } = await makePlace({ isApproved: false })
    await becomesGirlsOnly(room, student)
    expect(await waitlistApplication(school.scope, place.publicId, null)).toEqual({ ok: false, reason: 'wrong-gender' })
    expect(await readApplication(place.publicId)).toMatchObject({ status: 'pending', holdsBed: 0 })
  })
})

it('records the system as the actor of an offered bed', async () => {
  const { school, room, student, place } = await makePlace({ capacity: 1, isApproved: false })
  const waiting = await makeHostelApplication(await makeBoarder(school), room)
  await approveApplication(school.scope, place.publicId, null)
  await waitlistApplication(school.scope, waiting.publicId, null)
  expect(await cancelOwnApplication(student.scope, place.publicId)).toMatchObject({ ok: true })
  const factsOf = ({ id }: { id: number }) => listFacts(school.scope, { kind: 'hostel-application', id })
  const facts = await factsOf(waiting)
  expect(facts.at(-1)).toMatchObject({ action: 'hostel-application.offered', actorKind: 'system' })
  expect((await factsOf(place)).at(-1)).toMatchObject({ actorKind: 'student' })
})

describe('the money of an ended stay', () => {
  /** A stay that ends today, with the deposit, the first month and `paidPaise` of the second month (₹6,000) paid. */
  async function makeOver(paidPaise: number, days = 50) {
    const { school, place } = await makePlace()
    await moveStayBack(place, days)
    await checkIn(school.scope, place.publicId, addDays(today, -days))
    await raiseMonths(school.scope, place.id, today)
    const charges = await chargesOf(school.scope, place)
    const due = (month: number) => charges.find((charge) => charge.period === month)?.duePublicId ?? ''
    const months = paidPaise > 0 ? [0, 1, 2] : [0, 1]
    const paid = await recordOfflinePayment(school.scope, {
      dueIds: months.map(due),
      amountPaise: paidPaise > 0 ? 22_320_00 : 16_320_00,
      parts: new Map([[due(2), paidPaise]]),
      method: 'cash',
      reference: null,
      remarks: null,
      paidOn: today,
      formKey: crypto.randomUUID(),
    })
    expect(paid).toMatchObject({ ok: true })
    expect(await checkOut(school.scope, place.publicId, today)).toMatchObject({ ok: true })
    const own = { ...place, checkedOutOn: today }
    const decide = (amounts: Array<{ duePublicId: string; amountPaise: number }>) =>
      decideRefund(school.scope, place.publicId, {
        amounts,
        remarks: 'As agreed',
        givenBy: 'cash',
        givenReference: null,
      })
    const second = async () => (await chargesOf(school.scope, place)).find((charge) => charge.period === 2)
    return { money: await heldOf(school.scope, own), due, decide, second }
  }

  it('suggests a refund of the deposit less the rent owed', async () => {
    const { money, due, decide, second } = await makeOver(2_000_00)
    expect(money).toMatchObject({ owedPaise: 4_000_00, loweredPaise: 4_000_00 })
    const deposit = money.held.find((one) => one.duePublicId === due(0))
    expect(deposit).toMatchObject({ heldPaise: 10_000_00, suggestedPaise: 6_000_00, owedPaise: 0 })
    expect(money.held.find((one) => one.duePublicId === due(2))).toMatchObject({ owedPaise: 4_000_00 })
    expect(await decide([{ duePublicId: due(2), amountPaise: 1_000_00 }])).toMatchObject({ reason: 'rest-owed' })
    expect(await second()).toMatchObject({ state: 'open', paidPaise: 2_000_00 })
    expect(await decide([{ duePublicId: due(0), amountPaise: 6_000_00 }])).toEqual({ ok: true, value: 6_000_00 })
    expect(await second()).toMatchObject({ state: 'open', paidPaise: 2_000_00 })
  })

  it('suggests no refund when more is owed than the deposit', async () => {
    const { money, due } = await makeOver(0, 80)
    expect(money).toMatchObject({ owedPaise: 12_000_00, loweredPaise: 10_000_00 })
    expect(money.held.find((one) => one.duePublicId === due(0))).toMatchObject({ suggestedPaise: 0 })
  })

  it('suggests the full refund of a paid month that never began', async () => {
    const { money, due, second } = await makeOver(6_000_00, 25)
    expect(await second()).toMatchObject({ state: 'cancelled', paidPaise: 6_000_00 })
    const suggested = money.held.map(({ duePublicId, suggestedPaise }) => [duePublicId, suggestedPaise])
    expect(Object.fromEntries(suggested)).toEqual({ [due(0)]: 10_000_00, [due(1)]: 0, [due(2)]: 6_000_00 })
  })

  it('refunds a part of a fully paid month without making that part owed again', async () => {
    const { money, due, decide, second } = await makeOver(6_000_00)
    expect(money).toMatchObject({ owedPaise: 0, loweredPaise: 0 })
    const amounts = [
      { duePublicId: due(0), amountPaise: 10_000_00 },
      { duePublicId: due(2), amountPaise: 1_000_00 },
    ]
    expect(await decide(amounts)).toEqual({ ok: true, value: 11_000_00 })
    expect(await second()).toMatchObject({ state: 'cancelled', paidPaise: 5_000_00 })
  })
})
