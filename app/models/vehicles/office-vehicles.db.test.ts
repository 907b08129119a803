import { expect, it } from 'vitest'
import { selectOne } from '~/database/connection.server'
import { addDays, todayInIndia } from '~/models/shared/calendar'
import { approveApplication } from '~/models/transport/approve-application.server'
import { makeEnrollment } from '../../../tests/factories/academics'
import { makeSchool, makeStaff } from '../../../tests/factories/school'
import { newFormKey } from '../../../tests/factories/start-payment'
import { makeStudent } from '../../../tests/factories/student'
import {
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
  makeVehicleApplication,
  placeSchool,
  readTakenSeats,
} from '../../../tests/factories/transport'
import { createRoute } from './create-route.server'
import { createVehicle } from './create-vehicle.server'
import { deleteRoute } from './delete-route.server'
import { deleteVehicle } from './delete-vehicle.server'
import { findRoute, listRoutes, listStops } from './office-routes.server'
import {
  type RouteFields,
  routeSchema,
  runSchema,
  stopSchema,
  type VehicleFields,
  vehicleSchema,
} from './office-schema'
import { findVehicle, listRunsOfVehicle, listVehicles } from './office-vehicles.server'
import { doRunsCollide, paperState } from './rules'
import { createVehicleDocument } from './save-document.server'
import { createRun, deleteRun, updateRun } from './save-run.server'
import { createStop, deleteStop, moveStop, updateStop } from './save-stop.server'
import { updateRoute } from './update-route.server'
import { updateVehicle } from './update-vehicle.server'

const today = todayInIndia(new Date())
const all = { search: '', descending: false, page: 1 }

const north: RouteFields = {
  name: 'North',
  startLocation: 'Kalavad Road, Rajkot',
  start: { latitude: 22.3, longitude: 70.8 },
  endLocation: 'Race Course, Rajkot',
  end: null,
  distanceMetres: 12_400,
  isActive: true,
}

const bus: VehicleFields = {
  vehicleNumber: 'GJ 03 AB 1234',
  vehicleType: 'bus',
  status: 'active',
  capacity: 40,
  driverName: 'Ramesh Solanki',
  driverPhone: '98250 11111',
  driverLicence: null,
  attendantName: null,
  attendantPhone: null,
  feeType: 'per_km',
  amountPaise: null,
  destinationAddress: null,
  destination: null,
}

const stop = { name: 'Temple', place: null, point: null, pickupMinute: 425, dropMinute: 850, farePaise: 900_00 }
const morning = { departureMinute: 405, arrivalMinute: 460, returnMinute: 840, feePaise: null, isActive: true }

it('makes a route once, tells a taken name and somebody else’s change, and orders its stops', async () => {
  const { scope } = await makeStaff(await makeSchool())
  const key = newFormKey()
  const [one, two] = await Promise.all([createRoute(scope, key, north), createRoute(scope, key, north)])
  expect(one).toEqual(two)
  expect(await createRoute(scope, newFormKey(), north)).toMatchObject({ reason: 'name-taken' })
  const id = one.ok ? one.value : ''
  expect(await updateRoute(scope, id, 1, { ...north, distanceMetres: 13_000 })).toMatchObject({ ok: true })
  expect(await updateRoute(scope, id, 1, north)).toMatchObject({ reason: 'changed' })
  const stops: string[] = []
  for (const name of ['A', 'B', 'C']) {
    const made = await createStop(scope, id, newFormKey(), { ...stop, name })
    stops.push(made.ok ? made.value : '')
  }
  expect(await createStop(scope, id, newFormKey(), { ...stop, name: 'B' })).toMatchObject({ reason: 'name-taken' })
  await moveStop(scope, { routeId: id, stopId: stops[2] ?? '' }, 'up')
  await moveStop(scope, { routeId: id, stopId: stops[0] ?? '' }, 'up')
  const route = await findRoute(scope, id)
  expect(route).toMatchObject({ stops: 3, distanceMetres: 13_000, startLatitude: '22.300000', endLatitude: null })
  expect((await listStops(scope, { id: route?.id ?? 0 })).map(({ name }) => name)).toEqual(['A', 'C', 'B'])
  // Another school's office reaches none of it.
  const { scope: stranger } = await makeStaff(await makeSchool())
  expect(await updateRoute(stranger, id, 2, north)).toMatchObject({ reason: 'not-found' })
  expect(await deleteStop(stranger, { routeId: id, stopId: stops[0] ?? '' })).toMatchObject({ reason: 'not-found' })
  expect(await deleteRoute(scope, id)).toMatchObject({ ok: true })
})

it('keeps what others depend on: stops, routes, runs and vehicles that somebody applied for', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  await placeSchool(school)
  const route = await makeRoute(school)
  await makeRun(await makeVehicle(school), route)
  const place = { routeId: route.publicId, stopId: (await makeStop(route)).publicId }
  const fare = await makeFare(school, { basis: 'stop' })
  const [first, second] = [await makeStudent(school), await makeStudent(school)]
  await makeEnrollment(first)
  await makeEnrollment(second)
  await makeTransportApplication(first, fare, { stopId: place.stopId })
  expect(await deleteStop(scope, place)).toMatchObject({ reason: 'applied-for' })
  expect(await deleteRoute(scope, route.publicId)).toMatchObject({ reason: 'applied-for' })
  const vehicle = await makeVehicle(school)
  const run = await makeRun(vehicle, await makeRoute(school))
  expect(await deleteRoute(scope, run.route.publicId)).toMatchObject({ reason: 'has-runs' })
  await makeVehicleApplication(second, run)
  const runPlace = { vehicleId: vehicle.publicId, runId: run.publicId }
  expect(await deleteRun(scope, runPlace)).toMatchObject({ reason: 'applied-for' })
  expect(await deleteVehicle(scope, vehicle.publicId)).toMatchObject({ reason: 'applied-for' })
  const other = { ...morning, routeId: route.publicId }
  expect(await updateRun(scope, runPlace, 1, other)).toMatchObject({ reason: 'in-use' })
  // Who saves second is told, before anything else is.
  const own = { ...morning, routeId: run.route.publicId }
  expect(await updateRun(scope, runPlace, 1, own)).toMatchObject({ ok: true })
  expect(await updateRun(scope, runPlace, 1, own)).toMatchObject({ reason: 'changed' })
  expect(await updateStop(scope, place, 1, stop)).toMatchObject({ ok: true })
  expect(await updateStop(scope, place, 1, stop)).toMatchObject({ reason: 'changed' })
  expect(await updateStop(scope, place, 2, { ...stop, name: 'Lake' })).toMatchObject({ ok: true })
  const spare = await makeVehicle(school)
  await makeRun(spare, route)
  expect(await deleteVehicle(scope, spare.publicId)).toMatchObject({ ok: true })
})

it('never has fewer seats than are taken, and the seats of every run follow the vehicle', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  await placeSchool(school)
  const made = await createVehicle(scope, newFormKey(), bus)
  expect(await createVehicle(scope, newFormKey(), bus)).toMatchObject({ reason: 'number-taken' })
  const id = made.ok ? made.value : ''
  const routes = [await makeRoute(school), await makeRoute(school)] as const
  const create = (routeId: string, times: typeof morning) => createRun(scope, id, newFormKey(), { ...times, routeId })
  expect(await create(routes[0].publicId, morning)).toMatchObject({ ok: true })
  expect(await create(routes[1].publicId, { ...morning, departureMinute: 459, arrivalMinute: 500 })).toMatchObject({
    reason: 'overlap',
    other: { routeName: routes[0].name },
  })
  // Back to back is no overlap, there and back.
  const later = { ...morning, departureMinute: 460, arrivalMinute: 500, returnMinute: 895 }
  expect(await create(routes[1].publicId, later)).toMatchObject({ ok: true })
  expect(await create('bbbbbbbbbbbb', { ...later, departureMinute: 600, arrivalMinute: 610 })).toMatchObject({
    reason: 'no-route',
  })
  const vehicle = await findVehicle(scope, id)
  const [run] = await listRunsOfVehicle(scope, { id: vehicle?.id ?? 0 })
  const row = await selectOne<{ id: number }>('SELECT id FROM vehicle_routes WHERE public_id = :publicId', {
    publicId: run?.publicId ?? '',
  })
  const fare = await makeFare(school)
  for (let index = 0; index < 2; index++) {
    const student = await makeStudent(school)
    await makeEnrollment(student)
    const { publicId } = await makeTransportApplication(student, fare)
    await approveApplication(scope, publicId, { startsOn: today, runId: run?.publicId ?? null, remarks: null })
  }
  expect(await readTakenSeats({ id: row?.id ?? 0 })).toBe(2)
  expect(await updateVehicle(scope, id, 1, { ...bus, capacity: 1 })).toMatchObject({ reason: 'too-small', taken: 2 })
  expect(await updateVehicle(scope, id, 1, { ...bus, capacity: 2 })).toMatchObject({ ok: true })
  const runs = await listRunsOfVehicle(scope, { id: vehicle?.id ?? 0 })
  expect(runs.map(({ seats, seatsTaken }) => [seats, seatsTaken])).toEqual([
    [2, 2],
    [2, 0],
  ])
  expect(await updateVehicle(scope, id, 1, bus)).toMatchObject({ reason: 'changed' })
})

it('finds vehicles by their papers, and routes by their stops', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const [good, ending, expired] = [await makeVehicle(school), await makeVehicle(school), await makeVehicle(school)]
  const add = (vehicle: { publicId: string }, days: number) => {
    const paper = { kind: 'insurance' as const, number: null, expiresOn: addDays(today, days) }
    return createVehicleDocument(scope, vehicle.publicId, newFormKey(), paper, null)
  }
  await add(good, 31)
  await add(ending, 30)
  await add(expired, -1)
  const found = async (papers: string) =>
    (await listVehicles(scope, today, { ...all, sort: 'number', filters: { type: '', status: '', papers } })).rows.map(
      ({ publicId }) => publicId,
    )
  expect(await found('due')).toEqual([ending.publicId, expired.publicId])
  expect(await found('expired')).toEqual([expired.publicId])
  expect(await found('')).toHaveLength(3)
  const route = await makeRoute(school)
  const named = await makeStop(route, { name: 'Peacock Gate' })
  const list = await listRoutes(scope, { ...all, search: named.name, sort: 'name', filters: { state: '' } })
  expect(list.rows).toMatchObject([{ publicId: route.publicId, stops: 1, vehicles: 0, riders: 0 }])
})

it('says beside the field what is wrong with coordinates, times and fees', () => {
  const typed = { name: 'X', start_location: 'A', end_location: 'B', distance: '12.4' }
  const problems = (latitude: string, longitude: string) => {
    const read = routeSchema.safeParse({ ...typed, start_latitude: latitude, start_longitude: longitude })
    return read.error?.issues.map(({ path, message }) => `${path}: ${message}`)
  }
  expect(problems('22.3', '70.8')).toBeUndefined()
  expect(problems('north', '70.8')).toEqual(['start_latitude: Enter degrees as a number, such as 22.3039'])
  expect(problems('22.3', '')).toEqual(['start_longitude: Enter degrees as a number, such as 22.3039'])
  expect(problems('122.3', '190')).toEqual([
    'start_latitude: A latitude is between -90 and 90',
    'start_longitude: A longitude is between -180 and 180',
  ])
  expect(problems('70.8', '22.3')?.[0]).toContain('start_latitude: Latitude and longitude are swapped')
  expect(problems('51.5', '0.1')).toHaveLength(2)
  const stopTyped = { name: 'X', pickup_time: '7:05', drop_time: '14:10', monthly_fare: '0' }
  expect(stopSchema.safeParse(stopTyped).error?.issues.map(({ path }) => path[0])).toEqual([
    'pickup_time',
    'monthly_fare',
  ])
  const run = { route: 'x', departure_time: '08:00', arrival_time: '07:00', return_time: '06:00' }
  expect(runSchema.safeParse(run).error?.issues.map(({ path }) => path[0])).toEqual(['arrival_time', 'return_time'])
  const vehicle = {
    vehicle_number: 'gj 03  ab 1',
    vehicle_type: 'bus',
    status: 'active',
    capacity: '40',
    driver_name: 'R',
    driver_phone: '9825011111',
    fee_type: 'fixed',
    destination_address: 'School',
  }
  expect(vehicleSchema.safeParse(vehicle).error?.issues.map(({ path }) => path[0])).toEqual([
    'amount',
    'destination_latitude',
  ])
  // All of it at once, whatever else is wrong.
  const pathsOf = (read: { error?: { issues: ReadonlyArray<{ path: PropertyKey[] }> } | undefined }) =>
    read.error?.issues.map(({ path }) => path[0])
  const swapped = { start_location: 'A', distance: 'far', start_latitude: '70.8', start_longitude: '22.3' }
  expect(pathsOf(routeSchema.safeParse(swapped))).toEqual(['name', 'end_location', 'distance', 'start_latitude'])
  expect(pathsOf(vehicleSchema.safeParse({ ...vehicle, capacity: 'many' }))).toEqual([
    'capacity',
    'amount',
    'destination_latitude',
  ])
  expect(pathsOf(runSchema.safeParse({ ...run, departure_time: 'early' }))).toEqual(['departure_time', 'return_time'])
  expect(pathsOf(runSchema.safeParse({ ...run, arrival_time: ' ' }))).toEqual(['arrival_time'])
  for (const nothing of [null, 'x', [], { start_latitude: ['1'], start_longitude: { a: '2' } }]) {
    expect(routeSchema.safeParse(nothing).success).toBe(false)
  }
  const { destination_address: _, ...whole } = { ...vehicle, amount: '1,200' }
  expect(vehicleSchema.parse(whole)).toMatchObject({ vehicleNumber: 'GJ 03 AB 1', amountPaise: 1200_00 })
})

it('counts a way back as long as the way there, and a paper good through its last day', () => {
  const back = (returnMinute: number | null) => ({ departureMinute: 400, arrivalMinute: 460, returnMinute })
  const other = { departureMinute: 500, arrivalMinute: 520, returnMinute: 870 }
  expect(doRunsCollide(back(840), other)).toBe(true)
  expect(doRunsCollide(back(810), other)).toBe(false)
  expect(doRunsCollide(back(null), other)).toBe(false)
  expect(
    ['2026-11-21', '2026-11-22', '2026-12-22', '2026-12-23', null].map((day) => paperState(day, '2026-11-22')),
  ).toEqual(['expired', 'ending', 'ending', 'good', 'open'])
})
