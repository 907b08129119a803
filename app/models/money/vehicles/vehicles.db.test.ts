import { expect, it } from 'vitest'
import type { ValuesOf } from '~/kit/forms/fields'
import { pictureRule } from '~/kit/records/save-picture.server'
import { receiveFile } from '~/models/core/files/receive-file.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { findTariff, saveTariff } from '~/models/money/transport/tariff.server'
import { makeEnrollment } from '../../../../tests/factories/academics'
import { entriesOf } from '../../../../tests/factories/audit'
import { picture } from '../../../../tests/factories/pictures'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../tests/factories/student'
import {
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
import {
  createDocument,
  deleteDocument,
  documentSchema,
  findDocument,
  listDocuments,
  updateDocument,
  vehicleDocumentRule,
} from './documents.server'
import type { routeForm } from './route-fields'
import { routes } from './routes.server'
import { documentState, doTripsCollide } from './rules'
import { createStop, deleteStop, listStops, moveStop, stopSchema, updateStop } from './stops.server'
import { createTrip, deleteTrip, listTripsOfVehicle, tripSchema, updateTrip } from './trips.server'
import type { vehicleForm } from './vehicle-fields'
import { saveVehiclePicture, vehicles } from './vehicles.server'

const today = todayInIndia(new Date())
const all = { search: '', descending: false, page: 1 }

const north: ValuesOf<typeof routeForm> = {
  name: 'North',
  startLocation: 'Kalavad Road, Rajkot',
  startLatitude: '22.3',
  startLongitude: '70.8',
  endLocation: 'Race Course, Rajkot',
  endLatitude: null,
  endLongitude: null,
  distanceMetres: 12_400,
  isActive: true,
}

const bus: ValuesOf<typeof vehicleForm> = {
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
  destinationLatitude: null,
  destinationLongitude: null,
}

const stop = {
  name: 'Temple',
  place: null,
  latitude: null,
  longitude: null,
  pickupMinute: 425,
  dropMinute: 850,
  farePaise: 900_00,
}
const morning = { departureMinute: 405, arrivalMinute: 460, returnMinute: 840, feePaise: null, isActive: true }

it('creates a route once, refuses a used name and a conflicting save, and orders its stops', async () => {
  const { scope } = await makeStaff(await makeSchool())
  const key = newFormKey()
  const [one, two] = await Promise.all([routes.create(scope, key, north), routes.create(scope, key, north)])
  expect(one).toEqual(two)
  expect(await routes.create(scope, newFormKey(), north)).toMatchObject({ reason: 'name-taken' })
  const id = one.ok ? one.value : ''
  expect(await routes.update(scope, id, 1, { ...north, distanceMetres: 13_000 })).toMatchObject({ ok: true })
  expect(await routes.update(scope, id, 1, north)).toMatchObject({ reason: 'changed' })
  const stops: string[] = []
  for (const name of ['A', 'B', 'C']) {
    const made = await createStop(scope, newFormKey(), { ...stop, name }, id)
    stops.push(made.ok ? made.value : '')
  }
  expect(await createStop(scope, newFormKey(), { ...stop, name: 'B' }, id)).toMatchObject({ reason: 'name-taken' })
  await moveStop(scope, { id, stopId: stops[2] ?? '' }, 'up')
  await moveStop(scope, { id, stopId: stops[0] ?? '' }, 'up')
  const route = await routes.find(scope, id)
  expect(route).toMatchObject({ stops: 3, distanceMetres: 13_000, startLatitude: '22.300000', endLatitude: null })
  expect((await listStops(scope, { id: route?.id ?? 0 })).map(({ name }) => name)).toEqual(['A', 'C', 'B'])
  // Another school's office cannot change the route or its stops.
  const { scope: stranger } = await makeStaff(await makeSchool())
  expect(await routes.update(stranger, id, 2, north)).toMatchObject({ reason: 'not-found' })
  expect(await deleteStop(stranger, { id, stopId: stops[0] ?? '' })).toMatchObject({ reason: 'not-found' })
  expect(await routes.remove(scope, id)).toMatchObject({ ok: true })
})

it('refuses to delete stops, routes, trips and vehicles that have applications', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  await locateSchool(school)
  const route = await makeRoute(school)
  await makeRun(await makeVehicle(school), route)
  const place = { id: route.publicId, stopId: (await makeStop(route)).publicId }
  const fare = await makeFare(school, { basis: 'stop' })
  const [first, second] = [await makeStudent(school), await makeStudent(school)]
  await makeEnrollment(first)
  await makeEnrollment(second)
  await makeTransportApplication(first, fare, { stopId: place.stopId })
  expect(await deleteStop(scope, place)).toMatchObject({ reason: 'applied-for' })
  expect(await routes.remove(scope, route.publicId)).toMatchObject({ reason: 'applied-for' })
  const vehicle = await makeVehicle(school)
  const run = await makeRun(vehicle, await makeRoute(school))
  expect(await routes.remove(scope, run.route.publicId)).toMatchObject({ reason: 'has-trips' })
  await makeVehicleApplication(second, run)
  const tripIds = { id: vehicle.publicId, tripId: run.publicId }
  expect(await deleteTrip(scope, tripIds)).toMatchObject({ reason: 'applied-for' })
  expect(await vehicles.remove(scope, vehicle.publicId)).toMatchObject({ reason: 'applied-for' })
  const other = { ...morning, route: route.publicId }
  expect(await updateTrip(scope, tripIds, 1, other)).toMatchObject({ reason: 'in-use' })
  // A stale save is refused before anything is checked.
  const own = { ...morning, route: run.route.publicId }
  expect(await updateTrip(scope, tripIds, 1, own)).toMatchObject({ ok: true })
  expect(await updateTrip(scope, tripIds, 1, own)).toMatchObject({ reason: 'changed' })
  const details = { route: run.route.name, departureMinute: morning.departureMinute, farePaise: morning.feePaise }
  expect(await entriesOf(school, 'trip.updated')).toMatchObject([{ kind: 'trip', id: run.id, details }])
  expect(await updateStop(scope, place, 1, stop)).toMatchObject({ ok: true })
  expect(await updateStop(scope, place, 1, stop)).toMatchObject({ reason: 'changed' })
  expect(await updateStop(scope, place, 2, { ...stop, name: 'Lake' })).toMatchObject({ ok: true })
  const spare = await makeVehicle(school)
  await makeRun(spare, route)
  expect(await vehicles.remove(scope, spare.publicId)).toMatchObject({ ok: true })
})

it('refuses fewer seats than are occupied, and changes the seats of each trip with those of the vehicle', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  await locateSchool(school)
  const made = await vehicles.create(scope, newFormKey(), bus)
  expect(await vehicles.create(scope, newFormKey(), bus)).toMatchObject({ reason: 'number-taken' })
  const id = made.ok ? made.value : ''
  const driven = [await makeRoute(school), await makeRoute(school)] as const
  const create = (routeId: string, times: typeof morning) =>
    createTrip(scope, newFormKey(), { ...times, route: routeId }, id)
  expect(await create(driven[0].publicId, morning)).toMatchObject({ ok: true })
  expect(await create(driven[1].publicId, { ...morning, departureMinute: 459, arrivalMinute: 500 })).toMatchObject({
    reason: 'overlap',
    other: { routeName: driven[0].name },
  })
  // Consecutive trips do not overlap, neither on the outward drive nor on the return.
  const later = { ...morning, departureMinute: 460, arrivalMinute: 500, returnMinute: 895 }
  expect(await create(driven[1].publicId, later)).toMatchObject({ ok: true })
  expect(await create('bbbbbbbbbbbb', { ...later, departureMinute: 600, arrivalMinute: 610 })).toMatchObject({
    reason: 'no-route',
  })
  const vehicle = await vehicles.find(scope, id)
  const [run] = await listTripsOfVehicle(scope, { id: vehicle?.id ?? 0 })
  const row = await readRow<{ id: number }>('SELECT id FROM vehicle_routes WHERE public_id = :publicId', {
    publicId: run?.publicId ?? '',
  })
  const fare = await makeFare(school)
  for (let index = 0; index < 2; index++) {
    const student = await makeStudent(school)
    await makeEnrollment(student)
    const { publicId } = await makeTransportApplication(student, fare)
    await approveApplication(scope, publicId, { startsOn: today, runId: run?.publicId ?? null, remarks: null })
  }
  expect(await readOccupiedSeats({ id: row?.id ?? 0 })).toBe(2)
  expect(await vehicles.update(scope, id, 1, { ...bus, capacity: 1 })).toMatchObject({ reason: 'too-small', taken: 2 })
  expect(await vehicles.update(scope, id, 1, { ...bus, capacity: 2 })).toMatchObject({ ok: true })
  const runs = await listTripsOfVehicle(scope, { id: vehicle?.id ?? 0 })
  expect(runs.map(({ seats, seatsTaken }) => [seats, seatsTaken])).toEqual([
    [2, 2],
    [2, 0],
  ])
  expect(await vehicles.update(scope, id, 1, bus)).toMatchObject({ reason: 'changed' })
})

it('finds vehicles by their documents, and routes by their stops', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const [good, ending, expired] = [await makeVehicle(school), await makeVehicle(school), await makeVehicle(school)]
  const add = (vehicle: { publicId: string }, days: number) => {
    const document = { kind: 'insurance' as const, number: null, expiresOn: addDays(today, days) }
    return createDocument(scope, vehicle.publicId, newFormKey(), document, null)
  }
  await add(good, 31)
  await add(ending, 30)
  await add(expired, -1)
  const found = async (documents: string) => {
    const { rows } = await vehicles.list(scope, {
      ...all,
      sort: 'number',
      filters: { type: '', status: '', documents },
    })
    return rows.map(({ publicId }) => publicId)
  }
  expect(await found('due')).toEqual([ending.publicId, expired.publicId])
  expect(await found('expired')).toEqual([expired.publicId])
  expect(await found('')).toHaveLength(3)
  const route = await makeRoute(school)
  const named = await makeStop(route, { name: 'Peacock Gate' })
  const list = await routes.list(scope, { ...all, search: named.name, sort: 'name', filters: { state: '' } })
  expect(list.rows).toMatchObject([{ publicId: route.publicId, stops: 1, vehicles: 0, passengers: 0 }])
})

it('reports errors in coordinates, times and fees beside the field', () => {
  const typed = { name: 'X', start_location: 'A', end_location: 'B', distance: '12.4' }
  const problems = (latitude: string, longitude: string) => {
    const read = routes.schema.safeParse({ ...typed, start_latitude: latitude, start_longitude: longitude })
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
  const run = { route: 'bbbbbbbbbbbb', departure_time: '08:00', arrival_time: '07:00', return_time: '06:00' }
  expect(tripSchema.safeParse(run).error?.issues.map(({ path }) => path[0])).toEqual(['arrival_time', 'return_time'])
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
  expect(vehicles.schema.safeParse(vehicle).error?.issues.map(({ path }) => path[0])).toEqual([
    'amount',
    'destination_latitude',
  ])
  // Reports all errors at once.
  const pathsOf = (read: { error?: { issues: ReadonlyArray<{ path: PropertyKey[] }> } | undefined }) =>
    read.error?.issues.map(({ path }) => path[0])
  const swapped = { start_location: 'A', distance: 'far', start_latitude: '70.8', start_longitude: '22.3' }
  expect(pathsOf(routes.schema.safeParse(swapped))).toEqual(['name', 'end_location', 'distance', 'start_latitude'])
  expect(pathsOf(vehicles.schema.safeParse({ ...vehicle, capacity: 'many' }))).toEqual([
    'capacity',
    'amount',
    'destination_latitude',
  ])
  expect(pathsOf(tripSchema.safeParse({ ...run, departure_time: 'early' }))).toEqual(['departure_time', 'return_time'])
  expect(pathsOf(tripSchema.safeParse({ ...run, arrival_time: ' ' }))).toEqual(['arrival_time'])
  for (const nothing of [null, 'x', [], { start_latitude: ['1'], start_longitude: { a: '2' } }]) {
    expect(routes.schema.safeParse(nothing).success).toBe(false)
  }
  const { destination_address: _, ...whole } = { ...vehicle, amount: '1,200' }
  expect(vehicles.schema.parse(whole)).toMatchObject({ vehicleNumber: 'GJ 03 AB 1', amountPaise: 1200_00 })
})

it('assumes a return as long as the outward trip, and treats a document as valid through its last day', () => {
  const back = (returnMinute: number | null) => ({ departureMinute: 400, arrivalMinute: 460, returnMinute })
  const other = { departureMinute: 500, arrivalMinute: 520, returnMinute: 870 }
  expect(doTripsCollide(back(840), other)).toBe(true)
  expect(doTripsCollide(back(810), other)).toBe(false)
  expect(doTripsCollide(back(null), other)).toBe(false)
  expect(
    ['2026-11-21', '2026-11-22', '2026-12-22', '2026-12-23', null].map((day) => documentState(day, '2026-11-22')),
  ).toEqual(['expired', 'ending', 'ending', 'good', 'open'])
})

it('accepts a document that expires in this century, or never', () => {
  const read = (expires_on?: string) => documentSchema.safeParse({ kind: 'permit', expires_on })
  expect(read('2027-03-31').data).toMatchObject({ kind: 'permit', expiresOn: '2027-03-31' })
  expect(read().data).toMatchObject({ expiresOn: null })
  const words = (day: string) => read(day).error?.issues.map(({ message }) => message)
  expect(words('0027-03-31')).toEqual(['Enter a date from 2000 to 2099'])
  expect(words('2127-03-31')).toEqual(['Enter a date from 2000 to 2099'])
  expect(read('31/3/2027').data).toMatchObject({ expiresOn: '2027-03-31' })
  expect(words('31 March')).toEqual(['Enter a date as yyyy-mm-dd'])
})

it('reports a conflict to the second of two clerks who edit the same document, picture or tariff', async () => {
  const { scope } = await makeStaff(await makeSchool())
  const made = await vehicles.create(scope, newFormKey(), bus)
  const id = made.ok ? made.value : ''
  const policy = { kind: 'insurance' as const, number: 'POL-1', expiresOn: null }
  expect(await createDocument(scope, id, newFormKey(), policy, null)).toMatchObject({ ok: true })
  const vehicle = await vehicles.find(scope, id)
  const [stored] = await listDocuments(scope, { id: vehicle?.id ?? 0 })
  const ids = { id, documentId: stored?.publicId ?? '' }
  const file = { key: null, removesFile: false }
  expect(await updateDocument(scope, ids, 1, { ...policy, number: 'POL-2' }, file)).toMatchObject({ ok: true })
  expect(await updateDocument(scope, ids, 1, policy, file)).toMatchObject({ reason: 'changed' })
  expect(await findDocument(scope, ids)).toMatchObject({ number: 'POL-2', version: 2 })
  const bytes = await picture(800, 600, '#aa0000').png().toBuffer()
  const received = await receiveFile(scope, pictureRule('vehicles'), { name: 'p.png', bytes, studentId: null })
  const key = received.ok ? received.value.key : ''
  expect(await saveVehiclePicture(scope, id, { key, seen: null })).toEqual({ ok: true })
  // A user who saw no picture cannot remove one.
  expect(await saveVehiclePicture(scope, id, { key: null, seen: null })).toEqual({ ok: false, reason: 'changed' })
  expect(await vehicles.find(scope, id)).toMatchObject({ pictureKey: key })
  const tariff = { basePaise: 600_00, perKmPaise: 0, depositPaise: 0, annualDiscountPercent: 0 }
  expect(await saveTariff(scope, 0, tariff)).toEqual({ ok: true })
  expect(await saveTariff(scope, 0, tariff)).toEqual({ ok: false, reason: 'changed' })
  expect(await saveTariff(scope, (await findTariff(scope)).version, tariff)).toEqual({ ok: true })
})

it('changes a document only through its vehicle, keeps only its last file, and lists by earliest expiry', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const [own, other] = [await makeVehicle(school), await makeVehicle(school)]
  const receive = async () => {
    const bytes = await picture(80, 60, '#aa0000').png().toBuffer()
    const received = await receiveFile(scope, vehicleDocumentRule, { name: 'permit.png', bytes, studentId: null })
    if (!received.ok) throw new Error(received.reason)
    return received.value.key
  }
  const first = await receive()
  const permit = (days: number | null) => ({
    kind: 'permit' as const,
    number: null,
    expiresOn: days === null ? null : addDays(today, days),
  })
  for (const [days, key] of [
    [40, first],
    [null, null],
    [10, null],
  ] as const)
    expect(await createDocument(scope, own.publicId, newFormKey(), permit(days), key)).toMatchObject({ ok: true })
  const listed = await listDocuments(scope, { id: own.id })
  expect(listed.map(({ expiresOn }) => expiresOn)).toEqual([addDays(today, 10), addDays(today, 40), null])
  const documentId = listed[1]?.publicId ?? ''
  const strange = { id: other.publicId, documentId }
  const noFile = { key: null, removesFile: false }
  expect(await updateDocument(scope, strange, 1, permit(50), noFile)).toEqual({ ok: false, reason: 'not-found' })
  expect(await deleteDocument(scope, strange)).toEqual({ ok: false, reason: 'not-found' })
  const ids = { id: own.publicId, documentId }
  const second = await receive()
  expect(await updateDocument(scope, ids, 1, permit(40), { key: second, removesFile: false })).toMatchObject({
    ok: true,
  })
  const kept = await readRows<{ key: string }>(
    "SELECT storage_key AS `key` FROM files WHERE school_id = :id AND state = 'kept' AND thumbnail_of IS NULL",
    { id: school.id },
  )
  expect(kept).toEqual([{ key: second }])
})

it('refuses a location abroad, even inside the rectangle around India', async () => {
  const { scope } = await makeStaff(await makeSchool())
  // Colombo is within the bounding box of India.
  const abroad = { ...north, endLatitude: '6.93', endLongitude: '79.85' }
  expect(await routes.create(scope, newFormKey(), abroad)).toEqual({
    ok: false,
    reason: 'abroad',
    latitudes: ['endLatitude'],
  })
})
