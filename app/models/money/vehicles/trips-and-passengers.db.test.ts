import { expect, it } from 'vitest'
import { inTransaction } from '~/database/database.server'
import { findOfferedVehicle, listOfferedTrips } from '~/models/money/transport/apply/offered-vehicles.server'
import { listOfferedRoutes } from '~/models/money/transport/apply/transport-form.server'
import { listTripsToChoose } from '~/models/money/transport/apply/trips-to-choose.server'
import { findTransportApplication } from '~/models/money/transport/decide/applications.server'
import { makeBoarder, notificationsOf } from '../../../../tests/factories/hostel-decisions'
import { makeSchool } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
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
  readOccupiedSeats,
} from '../../../../tests/factories/transport'
import { activateTransport, approveTransport } from '../../../../tests/factories/transport-decisions'
import { takeSeat } from './seats.server'
import { updateStop } from './stops.server'
import { createTrip, findTripOfVehicle, updateTrip } from './trips.server'
import { vehicles } from './vehicles.server'

const morning = { departureMinute: 405, arrivalMinute: 460, returnMinute: 840, feePaise: null, isActive: true }

async function makeBus() {
  const school = await makeSchool()
  await locateSchool(school)
  const route = await makeRoute(school)
  const vehicle = await makeVehicle(school)
  const run = await makeRun(vehicle, route)
  return { school, scope: school.scope, route, vehicle, run, place: { id: vehicle.publicId, tripId: run.publicId } }
}

it('hides a withdrawn trip, assigns no more seats on it and frees its time, but keeps its passengers', async () => {
  const { school, scope, route, vehicle, run, place } = await makeBus()
  const student = await makeBoarder(school, {})
  const application = await makeVehicleApplication(student, run)
  await approveTransport(school, application, run)
  await activateTransport(school, application, run)
  const own = { ...morning, route: route.publicId }
  expect(await listOfferedRoutes(student.scope)).toHaveLength(1)
  expect(await updateTrip(scope, place, 1, { ...own, isActive: false })).toEqual({ ok: true, value: 0 })
  expect(await findTripOfVehicle(scope, place)).toMatchObject({ isActive: false, seatsTaken: 1 })
  expect(await vehicles.find(scope, vehicle.publicId)).toMatchObject({ passengers: 1 })
  expect(await inTransaction(() => takeSeat(scope, run.id))).toBe(false)
  expect(await readOccupiedSeats(run)).toBe(1)
  expect(await listOfferedTrips(student.scope, null)).toEqual([])
  expect(await findOfferedVehicle(student.scope, vehicle.publicId)).toBeNull()
  expect(await listOfferedRoutes(student.scope)).toEqual([])
  const choose = (runPublicId: string | null) => listTripsToChoose(scope, { runPublicId, routeId: null })
  expect(await choose(null)).toEqual([])
  expect(await choose(run.publicId)).toMatchObject([{ publicId: run.publicId }])

  // While a trip is withdrawn, the vehicle may make other trips at its times, but none on its route at its departure.
  const create = (departureMinute: number) =>
    createTrip(scope, newFormKey(), { ...own, departureMinute }, vehicle.publicId)
  expect(await create(405)).toMatchObject({ reason: 'same-trip' })
  expect(await create(406)).toMatchObject({ ok: true })
  expect(await updateTrip(scope, place, 2, own)).toMatchObject({ reason: 'overlap' })
  expect(await updateTrip(scope, place, 2, { ...own, isActive: false, departureMinute: 406 })).toMatchObject({
    reason: 'same-trip',
  })
  expect(await listOfferedRoutes(student.scope)).toHaveLength(1)
  expect(await faultsOfTransport(school)).toEqual([])
})

it('adjusts passengers’ times when a stop or trip moves, notifies each once, and leaves others unchanged', async () => {
  const { school, scope, route, run, place } = await makeBus()
  const fare = await makeFare(school, { basis: 'stop' })
  const stop = await makeStop(route)
  const application = async (from: 'stop' | 'run') => {
    const student = await makeBoarder(school, { language: 'gu' })
    const made =
      from === 'stop'
        ? await makeTransportApplication(student, fare, { stopId: stop.publicId })
        : await makeVehicleApplication(student, run)
    await approveTransport(school, made, run)
    await activateTransport(school, made, run)
    const timesOf = async () => {
      const { pickupMinute, dropMinute } = (await findTransportApplication(scope, made.publicId)) ?? {}
      return [pickupMinute, dropMinute]
    }
    const heard = async () =>
      (await notificationsOf(student)).notices.filter(({ title }) => title === 'પરિવહનનો સમય બદલાયો')
    return { timesOf, heard }
  }
  const [passenger, other] = [await application('stop'), await application('run')]
  const stopPlace = { id: route.publicId, stopId: stop.publicId }
  const fields = {
    name: stop.name,
    place: null,
    latitude: null,
    longitude: null,
    pickupMinute: 430,
    dropMinute: 855,
    farePaise: 900_00,
  }
  expect(await updateStop(scope, stopPlace, 1, fields)).toEqual({ ok: true, value: 1 })
  expect(await updateStop(scope, stopPlace, 1, fields)).toMatchObject({ reason: 'changed' })
  expect(await updateStop(scope, stopPlace, 2, { ...fields, place: 'At the lake' })).toEqual({ ok: true, value: 0 })
  expect(await passenger.timesOf()).toEqual([430, 855])
  // The other passenger does not board at this stop, and keeps the times that the office set: 07:05 and 14:10.
  expect(await other.timesOf()).toEqual([425, 850])
  expect(await passenger.heard()).toMatchObject([{ body: expect.stringContaining('07:10') }])
  expect(await other.heard()).toEqual([])
  // One changed time is enough for a notification.
  const sooner = { ...fields, place: 'At the lake', pickupMinute: 425 }
  expect(await updateStop(scope, stopPlace, 3, sooner)).toEqual({ ok: true, value: 1 })
  expect(await passenger.timesOf()).toEqual([425, 855])

  const later = { ...morning, route: route.publicId, departureMinute: 540, arrivalMinute: 595, returnMinute: 1020 }
  expect(await updateTrip(scope, place, 1, later)).toEqual({ ok: true, value: 2 })
  expect(await passenger.timesOf()).toEqual([540, 1020])
  expect(await other.timesOf()).toEqual([540, 1020])
  expect(await passenger.heard()).toHaveLength(3)
  expect(await other.heard()).toMatchObject([{ body: expect.stringContaining('09:00') }])
  expect(await updateTrip(scope, place, 1, later)).toMatchObject({ reason: 'changed' })
  expect(await passenger.heard()).toHaveLength(3)
})
