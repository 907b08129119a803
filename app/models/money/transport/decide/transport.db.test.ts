import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, addMonths, todayInIndia } from '~/models/core/shared/calendar'
import { owedOf } from '~/models/money/subscriptions/charges.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { notificationsOf } from '../../../../../tests/factories/hostel-decisions'
import { payCharges } from '../../../../../tests/factories/pay-charges'
import { readRow } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import {
  faultsOfTransport,
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
  makeVehicleApplication,
  northOfRajkot,
  rajkot,
  readOccupiedSeats,
  transportAnswers,
} from '../../../../../tests/factories/transport'
import { applyForTransport, applyForVehicle } from '../apply/apply.server'
import { quoteTransport, quoteVehicle } from '../apply/quote-fare.server'
import { chargesOf } from '../charges.server'
import { raisePeriods } from '../raise-periods.server'
import { shownPrice } from '../rules'
import { activateApplication } from './activate-application.server'
import { approveApplication } from './approve-application.server'
import { cancelOwnApplication, endByOffice } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { suspendApplication } from './suspend-application.server'

const today = todayInIndia(new Date())
const times = { pickupMinute: 425, dropMinute: 850 }

async function makeWorld() {
  const school = await makeSchool()
  await locateSchool(school)
  const fare = await makeFare(school)
  const route = await makeRoute(school)
  const vehicle = await makeVehicle(school)
  const run = await makeRun(vehicle, route)
  const makePassenger = async () => {
    const student = await makeStudent(school)
    await makeEnrollment(student)
    return student
  }
  return { school, scope: school.scope, fare, route, vehicle, run, makePassenger }
}

it('charges ₹1,620 a month, ₹4,617 a quarter and ₹17,496 a year for 12.4 km, and the deposit once', async () => {
  const { fare, run, makePassenger } = await makeWorld()
  const { scope } = await makePassenger()
  const wanted = { pickup: northOfRajkot, fareStructureId: fare.publicId, stopId: null }
  const transport = await quoteTransport(scope, wanted)
  const vehicle = await quoteVehicle(scope, { pickup: northOfRajkot, runId: run.publicId })
  for (const quote of [transport, vehicle]) {
    expect(quote).toMatchObject({ ok: true, value: { metres: 12_400, monthPaise: 1_620_00, depositPaise: 2_000_00 } })
    expect(quote.ok && quote.value.plans.map(({ periodPaise }) => periodPaise)).toEqual([1_620_00, 4_617_00, 17_496_00])
  }
})

it('refuses a missing location, a missing fare, a point abroad or too far, a changed fare and a withdrawn vehicle', async () => {
  const { school, fare, run, route, makePassenger } = await makeWorld()
  const { scope } = await makePassenger()
  const wanted = { fareStructureId: fare.publicId, stopId: null, preferredRouteId: null }
  const apply = (overrides: Parameters<typeof transportAnswers>[0]) =>
    applyForTransport(scope, { ...transportAnswers(overrides), ...wanted })
  expect(await apply({ pickup: { latitude: 24.86, longitude: 67.0 } })).toMatchObject({ reason: 'outside-india' })
  expect(await apply({ pickup: { latitude: 28.6139, longitude: 77.209 } })).toMatchObject({ reason: 'too-far' })
  expect(await apply({ seenPrice: '1' })).toMatchObject({ reason: 'fare-changed' })
  const seen = { ...transportAnswers(), ...wanted }
  expect(await applyForTransport(scope, { ...seen, fareStructureId: run.publicId })).toMatchObject({
    reason: 'no-fare',
  })
  expect(await applyForTransport(scope, { ...seen, preferredRouteId: run.publicId })).toMatchObject({
    reason: 'no-route',
  })
  expect(
    await applyForTransport(scope, { ...seen, preferredRouteId: (await makeRoute(school)).publicId }),
  ).toMatchObject({ reason: 'no-route' })
  const byStop = await makeFare(school, { basis: 'stop', isDefault: false })
  const stop = await makeStop(route)
  const free = await makeStop(route, { farePaise: null, position: 2 })
  const at = (stopId: string | null) =>
    quoteTransport(scope, { pickup: rajkot, fareStructureId: byStop.publicId, stopId })
  expect(await at(null)).toMatchObject({ reason: 'no-stop' })
  expect(await at(free.publicId)).toMatchObject({ reason: 'no-stop' })
  expect(await at(stop.publicId)).toMatchObject({ ok: true, value: { monthPaise: 900_00 } })
  const stopped = await makeRun(await makeVehicle(school, { status: 'maintenance' }), route)
  const lost = await makeRun(await makeVehicle(school, { destination: null }), await makeRoute(school, { start: null }))
  expect(await applyForVehicle(scope, { ...transportAnswers(), runId: stopped.publicId })).toMatchObject({
    reason: 'vehicle-gone',
  })
  // If neither the vehicle's destination nor the route's start has a point, the distance is measured to the school.
  expect(await quoteVehicle(scope, { pickup: northOfRajkot, runId: lost.publicId })).toMatchObject({
    value: { metres: 12_400, destination: { address: school.name } },
  })
  const other = await makeSchool()
  const nowhere = await makeRun(
    await makeVehicle(other, { destination: null }),
    await makeRoute(other, { start: null }),
  )
  const lostOne = await makeStudent(other)
  expect(await applyForVehicle(lostOne.scope, { ...transportAnswers(), runId: nowhere.publicId })).toMatchObject({
    reason: 'no-destination',
  })
  const stranger = await makeStudent(other)
  await makeEnrollment(stranger)
  expect(await applyForVehicle(stranger.scope, { ...transportAnswers(), runId: run.publicId })).toMatchObject({
    reason: 'vehicle-gone',
  })
  expect(await applyForTransport(stranger.scope, seen)).toMatchObject({ reason: 'no-school-location' })
  const notStudying = await makeStudent(school)
  expect(
    await applyForTransport(notStudying.scope, { ...seen, seenPrice: shownPrice(1_620_00, 2_000_00) }),
  ).toMatchObject({ reason: 'no-session' })
})

it('creates one application per form key, and refuses a second live application of either kind', async () => {
  const { fare, run, makePassenger } = await makeWorld()
  const student = await makePassenger()
  const input = {
    ...transportAnswers({ seenPrice: shownPrice(1_620_00, 2_000_00) }),
    fareStructureId: fare.publicId,
    stopId: null,
    preferredRouteId: null,
  }
  const sent = await Promise.all([1, 2, 3, 4].map(() => applyForTransport(student.scope, input)))
  expect(new Set(sent.map((one) => (one.ok ? one.value.applicationId : one.reason))).size).toBe(1)
  const another = { ...transportAnswers({ seenPrice: shownPrice(1_620_00, 2_000_00) }), runId: run.publicId }
  expect(await applyForVehicle(student.scope, another)).toMatchObject({ reason: 'applied-already' })
  const first = sent[0]
  if (!first?.ok) throw new Error('not sent')
  expect(await cancelOwnApplication(student.scope, first.value.applicationId)).toMatchObject({ ok: true })
  expect(await applyForVehicle(student.scope, another)).toMatchObject({ ok: true })
})

it('keeps seats, dues and notifications consistent from application through travel and suspension to the end', async () => {
  const { school, scope, fare, run, makePassenger } = await makeWorld()
  const student = await makePassenger()
  const application = await makeTransportApplication(student, fare, { paymentPlan: 'quarterly' })
  const kind = { ...application, kind: 'transport' as const }
  expect(await chargesOf(scope, kind)).toEqual([])
  expect(
    await approveApplication(scope, application.publicId, {
      startsOn: addDays(today, 400),
      runId: null,
      remarks: null,
    }),
  ).toMatchObject({ reason: 'day-wrong' })
  expect(
    await approveApplication(scope, application.publicId, { startsOn: today, runId: null, remarks: null }),
  ).toMatchObject({ ok: true })
  expect(
    await approveApplication(scope, application.publicId, { startsOn: today, runId: null, remarks: null }),
  ).toMatchObject({ reason: 'over' })
  const charges = await chargesOf(scope, kind)
  expect(charges.map(({ period, amountPaise, dueOn }) => [period, amountPaise, dueOn])).toEqual([
    [0, 2_000_00, today],
    [1, 4_617_00, today],
  ])
  const activation = { runId: run.publicId, ...times, evenUnpaid: false }
  expect(await activateApplication(scope, application.publicId, activation)).toMatchObject({ reason: 'unpaid' })
  await payCharges(school, charges)
  expect(owedOf(await chargesOf(scope, kind))).toBe(0)
  expect(await activateApplication(scope, application.publicId, activation)).toMatchObject({ ok: true })
  expect(await readOccupiedSeats(run)).toBe(1)
  expect(await cancelOwnApplication(student.scope, application.publicId)).toMatchObject({ reason: 'uses-transport' })
  expect(await raisePeriods(scope, application.id, addMonths(today, 2))).toBe(0)
  expect(await raisePeriods(scope, application.id, addDays(addMonths(today, 3), -10))).toBe(1)
  expect(await raisePeriods(scope, application.id, addDays(addMonths(today, 3), -10))).toBe(0)
  expect(await suspendApplication(scope, application.publicId, 'Unpaid')).toMatchObject({ ok: true })
  expect(await readOccupiedSeats(run)).toBe(0)
  expect(await raisePeriods(scope, application.id, addMonths(today, 9))).toBe(0)
  expect(await activateApplication(scope, application.publicId, { ...activation, evenUnpaid: true })).toMatchObject({
    ok: true,
  })
  const ending = { kind: 'ended' as const, day: today, remarks: null }
  expect(await endByOffice(scope, application.publicId, { ...ending, day: addDays(today, 1) })).toMatchObject({
    reason: 'day-wrong',
  })
  expect(await endByOffice(scope, application.publicId, ending)).toMatchObject({ ok: true })
  expect(await readOccupiedSeats(run)).toBe(0)
  const over = { ...kind, endedOn: today }
  expect((await heldOf(scope, over)).held.map(({ heldPaise, suggestedPaise }) => [heldPaise, suggestedPaise])).toEqual([
    [2_000_00, 2_000_00],
    [4_617_00, 4_617_00],
  ])
  expect(await faultsOfTransport(school)).toEqual([])
  const { notices, mails } = await notificationsOf(student)
  const told = notices.map(({ title }) => title)
  expect(told.filter((title) => /transport/i.test(title))).toEqual([
    'Transport application received',
    'Transport application approved',
    'Your transport is active',
    'Transport suspended',
    'Your transport is active',
    'Transport ended',
  ])
  expect(mails.filter(({ subject }) => /transport/i.test(subject)).length).toBe(6)
  const decision = {
    amounts: (await heldOf(scope, over)).held.map(({ duePublicId }, index) => ({
      duePublicId,
      amountPaise: index === 0 ? 1_500_00 : 0,
    })),
    givenBy: 'cash' as const,
    givenReference: null,
    remarks: null,
  }
  expect(await decideRefund(scope, application.publicId, decision)).toMatchObject({ reason: 'say-why' })
  expect(await decideRefund(scope, application.publicId, { ...decision, remarks: 'A torn seat' })).toMatchObject({
    ok: true,
    value: 1_500_00,
  })
  expect(await decideRefund(scope, application.publicId, { ...decision, remarks: 'Twice' })).toMatchObject({
    reason: 'nothing-open',
  })
})

it('charges no period that is entirely within a suspension, and clears the suspension’s remarks on resuming', async () => {
  const { school, scope, fare, run, makePassenger } = await makeWorld()
  const student = await makePassenger()
  const application = await makeTransportApplication(student, fare)
  const kind = { ...application, kind: 'transport' as const }
  const charges = () => chargesOf(scope, kind)
  const set = (values: string, of: Record<string, unknown>) =>
    execute(`UPDATE transport_applications SET ${values} WHERE id = :id`, { ...of, id: application.id })
  const activation = { runId: run.publicId, ...times, evenUnpaid: false }
  await approveApplication(scope, application.publicId, { startsOn: today, runId: null, remarks: null })
  await payCharges(school, await charges())
  await activateApplication(scope, application.publicId, activation)
  await set('starts_on = :day', { day: addMonths(today, -3) })
  expect(await raisePeriods(scope, application.id, addMonths(today, -2))).toBe(1)
  expect((await charges()).at(-1)).toMatchObject({ period: 2, dueOn: addMonths(today, -2), state: 'open' })
  await suspendApplication(scope, application.publicId, 'Noise on the bus')
  await set('suspended_at = :day', { day: addDays(addMonths(today, -2), -5) })
  expect(await activateApplication(scope, application.publicId, activation)).toMatchObject({ ok: true })
  expect((await charges()).at(-1)).toMatchObject({ period: 2, state: 'cancelled' })
  expect(
    await readRow('SELECT remarks, resumed_on AS resumedOn FROM transport_applications WHERE id = :id', {
      id: application.id,
    }),
  ).toEqual({ remarks: null, resumedOn: today })
  expect(await raisePeriods(scope, application.id, today)).toBe(1)
  expect((await charges()).map(({ period, state }) => [period, state])).toEqual([
    [0, 'open'],
    [1, 'open'],
    [2, 'cancelled'],
    [4, 'open'],
  ])
  await suspendApplication(scope, application.publicId, 'Again')
  // The fourth period began three days ago, during the suspension, so its due is cancelled.
  const startsOn = addDays(addMonths(today, -3), -3)
  await set('starts_on = :startsOn, suspended_at = :day', { startsOn, day: addDays(today, -5) })
  const ending = { kind: 'ended' as const, day: today, remarks: null }
  expect(await endByOffice(scope, application.publicId, ending)).toMatchObject({ ok: true })
  expect((await charges()).at(-1)).toMatchObject({ period: 4, state: 'cancelled' })
  expect(await faultsOfTransport(school)).toEqual([])
})

it('charges no period before a late activation, and makes the current one due on the day it is charged', async () => {
  const { school, scope, fare, run, makePassenger } = await makeWorld()
  const student = await makePassenger()
  const application = await makeTransportApplication(student, fare)
  const kind = { ...application, kind: 'transport' as const }
  await approveApplication(scope, application.publicId, { startsOn: today, runId: null, remarks: null })
  await payCharges(school, await chargesOf(scope, kind))
  const startsOn = addDays(addMonths(today, -3), -5)
  await execute('UPDATE transport_applications SET starts_on = :startsOn WHERE id = :id', {
    startsOn,
    id: application.id,
  })
  await activateApplication(scope, application.publicId, { runId: run.publicId, ...times, evenUnpaid: false })
  expect(await raisePeriods(scope, application.id, today)).toBe(1)
  expect((await chargesOf(scope, kind)).at(-1)).toMatchObject({ period: 4, dueOn: today })
})

it('releases the seat in the previous vehicle when a student changes vehicle', async () => {
  const { scope, school, fare, route, run, makePassenger } = await makeWorld()
  const other = await makeRun(await makeVehicle(school), route)
  const application = await makeTransportApplication(await makePassenger(), fare)
  await approveApplication(scope, application.publicId, { startsOn: today, runId: null, remarks: null })
  const seats = async () => [await readOccupiedSeats(run), await readOccupiedSeats(other)]
  const taken = []
  for (const { publicId: runId } of [run, other]) {
    const activation = { runId, ...times, evenUnpaid: true }
    expect(await activateApplication(scope, application.publicId, activation)).toMatchObject({ ok: true })
    taken.push(await seats())
  }
  expect(taken).toEqual([
    [1, 0],
    [0, 1],
  ])
})

it('refuses to activate a reserved seat in a vehicle that is out of service', async () => {
  const { scope, fare, run, vehicle, makePassenger } = await makeWorld()
  const student = await makePassenger()
  const application = await makeTransportApplication(student, fare)
  await approveApplication(scope, application.publicId, { startsOn: today, runId: run.publicId, remarks: null })
  await execute("UPDATE vehicles SET status = 'maintenance' WHERE id = :id", { id: vehicle.id })
  const activation = { runId: run.publicId, ...times, evenUnpaid: true }
  expect(await activateApplication(scope, application.publicId, activation)).toMatchObject({ reason: 'full' })
  expect(await readOccupiedSeats(run)).toBe(1)
})

it('cancels a seat before the first day of travel: nothing is owed, and all paid money awaits a refund decision', async () => {
  const { school, scope, fare, run, makePassenger } = await makeWorld()
  const student = await makePassenger()
  const application = await makeTransportApplication(student, fare)
  const kind = { ...application, kind: 'transport' as const }
  const startsOn = addDays(today, 8)
  await approveApplication(scope, application.publicId, { startsOn, runId: run.publicId, remarks: null })
  await payCharges(school, await chargesOf(scope, kind))
  await activateApplication(scope, application.publicId, { runId: run.publicId, ...times, evenUnpaid: false })
  const ending = { kind: 'ended' as const, day: today, remarks: null }
  const takingBack = { kind: 'cancelled' as const, by: 'office' as const, remarks: 'The bus is sold' }
  expect(await endByOffice(scope, application.publicId, ending)).toMatchObject({ reason: 'day-wrong' })
  expect(await cancelOwnApplication(student.scope, application.publicId)).toMatchObject({ reason: 'uses-transport' })
  expect(await endByOffice(scope, application.publicId, takingBack)).toMatchObject({ ok: true })
  expect(await readOccupiedSeats(run)).toBe(0)
  expect(await raisePeriods(scope, application.id, addDays(addMonths(startsOn, 1), -10))).toBe(0)
  expect((await chargesOf(scope, kind)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  const { held } = await heldOf(scope, { ...kind, endedOn: null })
  expect(held.map(({ heldPaise, suggestedPaise }) => [heldPaise, suggestedPaise])).toEqual([
    [2_000_00, 2_000_00],
    [1_620_00, 1_620_00],
  ])
  const next = await makeTransportApplication(student, fare)
  await approveApplication(scope, next.publicId, { startsOn: today, runId: run.publicId, remarks: null })
  await activateApplication(scope, next.publicId, { runId: run.publicId, ...times, evenUnpaid: true })
  expect(await endByOffice(scope, next.publicId, takingBack)).toMatchObject({ reason: 'uses-transport' })
  expect(await faultsOfTransport(school)).toEqual([])
})

it('gives the last two seats to exactly two of fifty students, across both kinds of application', async () => {
  const { school, scope, fare, run, makePassenger } = await makeWorld()
  const applicationIds: string[] = []
  for (let index = 0; index < 50; index++) {
    const student = await makePassenger()
    const application =
      index % 2 ? await makeVehicleApplication(student, run) : await makeTransportApplication(student, fare)
    applicationIds.push(application.publicId)
  }
  const approval = { startsOn: today, runId: run.publicId, remarks: null }
  const approved = await Promise.all(applicationIds.map((id) => approveApplication(scope, id, approval)))
  expect(approved.filter((one) => one.ok)).toHaveLength(2)
  expect(new Set(approved.flatMap((one) => (one.ok ? [] : one.reason)))).toEqual(new Set(['full']))
  expect(await readOccupiedSeats(run)).toBe(2)
  expect(await faultsOfTransport(school)).toEqual([])
  const late = await makePassenger()
  expect(
    await applyForVehicle(late.scope, {
      ...transportAnswers({ seenPrice: shownPrice(1_620_00, 2_000_00) }),
      runId: run.publicId,
    }),
  ).toMatchObject({ reason: 'full' })
})
