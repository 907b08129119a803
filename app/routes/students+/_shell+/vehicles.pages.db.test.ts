import { beforeAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/connection.server'
import { endByOffice } from '~/models/transport/close-application.server'
import { findDraft } from '~/models/transport/draft.server'
import { listOwnRides } from '~/models/transport/own-transport.server'
import { saveTariff } from '~/models/transport/tariff.server'
import { makeEnrollment } from '../../../../tests/factories/academics'
import { signedInStudent } from '../../../../tests/factories/accounts'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import {
  makeRoute,
  makeRun,
  makeStop,
  makeVehicle,
  makeVehicleApplication,
  northOfRajkot,
} from '../../../../tests/factories/transport'
import { activateRide, approveRide, payRide } from '../../../../tests/factories/transport-decisions'
import { loader as vehiclePage } from './vehicles.$id.index'
import { action as cancel, loader as cancelPage } from './vehicles.applications.$id.cancellation'
import { loader as applicationPage } from './vehicles.applications.$id.index'
import { loader as payPage } from './vehicles.applications.$id.payment'
import { action, loader } from './vehicles.apply.index'
import { action as keepPlace } from './vehicles.apply.places.$end'
import { loader as listPage } from './vehicles.index'

async function makeRider() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const { cookie } = await signedInStudent(student)
  return { school, student, cookie }
}

type Rider = Awaited<ReturnType<typeof makeRider>>

const here = 'http://localhost:3000/students/vehicles'

type Loader = typeof loader | typeof listPage | typeof vehiclePage | typeof applicationPage | typeof payPage

// biome-ignore lint/suspicious/noExplicitAny: each route answers something else, and it is looked into as a page would
type Answer = any

async function open(
  load: Loader | typeof cancelPage,
  { cookie }: Pick<Rider, 'cookie'>,
  query = '',
  params = {},
): Promise<Answer> {
  const request = new Request(here + query, { headers: { cookie } })
  try {
    return await load({ request, params, context: {} })
  } catch (thrown) {
    return thrown
  }
}

async function send(
  act: typeof action | typeof keepPlace | typeof cancel,
  { cookie }: Rider,
  body: object,
  params = {},
): Promise<Answer> {
  const request = new Request(here, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ ...body }) })
  return act({ request, params, context: {} })
}

const errorsOf = (answer: { data: { result: { error: object } } }) => answer.data.result.error
const whereTo = (answer: Response) => [answer.status, answer.headers.get('Location')]
const numbersOf = (search: { list: { vehicles: Array<{ number: string }> } }) =>
  search.list.vehicles.map(({ number }) => number)

const coordinates = {
  intent: 'coordinates',
  latitude: String(northOfRajkot.latitude),
  longitude: String(northOfRajkot.longitude),
}

describe('the vehicles', () => {
  it('are offered while they drive a route, and found by address, by place and by coordinates', async () => {
    const rider = await makeRider()
    const { school } = rider
    const search = async (query: object = {}) =>
      (await open(listPage, rider, `?${new URLSearchParams({ ...query })}`)).search
    expect((await search()).list).toMatchObject({
      vehicles: [],
      empty: { title: 'No Vehicles Found', text: expect.stringContaining('offers no vehicle') },
    })
    const rajkotLine = await makeRoute(school, { name: 'North line' })
    await makeStop(rajkotLine, { name: 'Gulmohar Circle' })
    const delhiLine = await makeRoute(school, { start: { latitude: 28.6139, longitude: 77.209 } })
    await execute("UPDATE transport_routes SET start_location = 'Janpath, New Delhi' WHERE id = :id", {
      id: delhiLine.id,
    })
    const near = await makeVehicle(school, { number: 'GJ 03 NEAR', type: 'van', amountPaise: 40_00 })
    const far = await makeVehicle(school, {
      number: 'DL 01 FAR',
      type: 'auto',
      feeType: 'fixed',
      amountPaise: 1_500_00,
    })
    await makeRun(near, rajkotLine)
    await makeRun(far, delhiLine)
    await makeRun(await makeVehicle(school, { status: 'maintenance' }), rajkotLine)
    await makeRun(await makeVehicle(school, { status: 'inactive' }), rajkotLine)
    await makeRun(await makeVehicle(school), await makeRoute(school, { isActive: false }))
    await makeVehicle(school)
    const other = await makeRider()
    await makeRun(await makeVehicle(other.school), await makeRoute(other.school))

    const all = await search()
    expect(numbersOf(all)).toEqual([far.number, near.number])
    expect(all.list.vehicles[0]).toMatchObject({ type: 'auto', typeWord: 'Auto', isFull: false, picture: null })
    expect(all.list.vehicles[0].facts).toContainEqual({ label: 'Fee', value: '₹1,500 per month' })
    expect(all.list.vehicles[1].facts).toContainEqual({ label: 'Fee', value: '₹40 per km' })
    expect(numbersOf(await search({ address: 'gulmohar' }))).toContain(near.number)
    expect(numbersOf(await search({ address: '12, Gulmohar Circle' }))).toContain(near.number)
    const byPlace = await search({ address: 'Kalavad Road Rajkot' })
    expect(byPlace.near).toMatch(/^Vehicles near .*Rajkot/)
    expect(numbersOf(byPlace)).toEqual([near.number])
    expect(numbersOf(await search({ address: 'Janpath' }))).toContain(far.number)
    const lake = { lat: northOfRajkot.latitude, lng: northOfRajkot.longitude }
    const byPoint = await search(lake)
    expect(numbersOf(byPoint)).toEqual([near.number])
    expect(byPoint.list.vehicles[0].facts).toContainEqual({ label: 'Nearest stop', value: '0 km' })
    expect(numbersOf(await search({ lat: 22.3, lng: 71.7 }))).toEqual([near.number])
    expect((await search({ lat: 22.3, lng: 72.5 })).list.empty.text).toContain('No vehicle of the school comes near')
  })

  it.each([
    [{ lat: '70.8', lng: '22.3' }, 'wrong way round'],
    [{ lat: '222', lng: '333' }, 'There is no such place'],
    [{ lat: '51.5', lng: '0' }, 'not in India'],
    [{ lat: '22.3', lng: '' }, 'Enter both coordinates'],
  ])('are not searched for at %o', async (asked, message) => {
    const { search } = await open(listPage, await makeRider(), `?${new URLSearchParams(asked)}`)
    expect(search).toMatchObject({ error: expect.stringContaining(message), list: null, asked })
  })

  it('stand on pages of nine, with the seats that are free', async () => {
    const rider = await makeRider()
    const route = await makeRoute(rider.school)
    const runs = []
    for (let number = 0; number < 10; number++)
      runs.push(await makeRun(await makeVehicle(rider.school, { number: `GJ 03 P ${number}`, capacity: 3 }), route))
    await execute('UPDATE vehicle_routes SET seats_taken = 3 WHERE id = :id', { id: runs[9]?.id ?? 0 })
    const { list } = (await open(listPage, rider)).search
    expect([list.vehicles.length, list.pages]).toEqual([9, 2])
    const last = (await open(listPage, rider, '?page=2')).search.list
    expect(last.vehicles).toMatchObject([{ number: 'GJ 03 P 9', isFull: true }])
  })

  it('have a page with the routes and what they cost by the tariff of the school', async () => {
    const rider = await makeRider()
    const { school } = rider
    const run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
    await makeStop(run.route, { name: 'Second', position: 2 })
    await makeStop(run.route, { name: 'First', position: 1 })
    const show = () => open(vehiclePage, rider, '', { id: run.vehicle.publicId })
    const { tariff, routes } = await show()
    expect(tariff).toEqual([
      'Base fee ₹1,000 per month',
      '₹50 per km',
      'Annual discount 10%',
      'Security deposit ₹2,000 refundable',
    ])
    expect(routes).toMatchObject([{ id: run.publicId, name: 'North line', isFull: false }])
    expect(routes[0].facts).toContainEqual({ label: 'Stops', value: 'First · Second' })
    expect(routes[0].facts).toContainEqual({ label: 'Times', value: '06:45–07:40, back at 14:00' })
    const own = { basePaise: 600_00, perKmPaise: 40_00, depositPaise: 0, annualDiscountPercent: 0 }
    await saveTariff(school.scope, own)
    expect((await show()).tariff).toEqual(['Base fee ₹600 per month', '₹40 per km'])
    const stranger = await makeRider()
    expect((await open(vehiclePage, stranger, '', { id: run.vehicle.publicId })).status).toBe(404)
    await execute("UPDATE vehicles SET status = 'maintenance' WHERE id = :id", { id: run.vehicle.id })
    expect((await show()).status).toBe(404)
  })
})

describe('the application for a vehicle', () => {
  let rider: Rider
  let runs: Array<Awaited<ReturnType<typeof makeRun>>>
  beforeAll(async () => {
    rider = await makeRider()
    const route = await makeRoute(rider.school, { name: 'North line' })
    runs = [
      await makeRun(await makeVehicle(rider.school), route),
      await makeRun(await makeVehicle(rider.school, { feeType: 'fixed', amountPaise: 1_500_00 }), route),
    ]
  })
  const chosen = (index: number) => ({
    vehicle_id: runs[index]?.vehicle.publicId ?? '',
    route_id: runs[index]?.publicId ?? '',
  })

  it('says in HT’s words what is missing, all at once', async () => {
    expect(errorsOf(await send(action, rider, { intent: 'calculate' }))).toEqual({
      vehicle_id: ['Please select vehicle and route'],
      pickup_address: ['Please enter your pickup location'],
      drop_address: ['Please enter your drop location'],
    })
    const typed = { pickup_address: 'Near the lake', drop_same: 'on', vehicle_id: chosen(0).vehicle_id }
    const refused = await send(action, rider, { ...typed, intent: 'apply' })
    expect(refused.data.title).toBe('Failed to submit application')
    expect(errorsOf(refused)).toEqual({
      route_id: ['Please select vehicle and route'],
      pickup_address: ['Please set pickup location coordinates'],
      emergency_contact: ['Emergency contact is required'],
    })
    const { form } = await open(loader, rider)
    expect(form.answers).toMatchObject(typed)
    expect(form.vehicles).toHaveLength(2)
    expect(form.routes).toEqual([
      { value: runs[0]?.publicId, label: expect.stringMatching(/^North line: .*06:45, 2 free seats$/) },
    ])
  })

  it('opens with a vehicle and a route, and lets a route go with its vehicle', async () => {
    const { vehicle_id: vehicle, route_id: route } = chosen(1)
    const linked = (await open(loader, rider, `/apply?vehicle=${vehicle}&route=${route}`)).form
    expect(linked.answers).toMatchObject({ vehicle_id: vehicle, route_id: route, pickup_address: 'Near the lake' })
    expect((await open(loader, rider, '/apply?vehicle=x')).status).toBe(404)
    const mixed = { intent: 'calculate', vehicle_id: chosen(0).vehicle_id, route_id: route, drop_same: 'on' }
    expect(errorsOf(await send(action, rider, mixed))).toMatchObject({ route_id: ['Please select vehicle and route'] })
    const routes = await send(action, rider, { intent: 'routes', ...chosen(1) })
    expect(whereTo(routes)).toEqual([303, '/students/vehicles/apply'])
    expect((await open(loader, rider)).form.routes).toMatchObject([{ value: route }])
  })

  it('calculates by type, asks again when the fee has changed, and is sent once', async () => {
    const { student } = rider
    const kept = await send(keepPlace, rider, coordinates, { end: 'pickup' })
    expect(whereTo(kept)).toEqual([303, '/students/vehicles/apply'])
    const address = (await findDraft(student.scope, 'vehicle'))?.fields.pickup_address ?? ''
    const where = { pickup_address: address, drop_same: 'on', payment_plan: 'annual' }
    const calculate = (index: number) => send(action, rider, { ...where, ...chosen(index), intent: 'calculate' })
    expect(whereTo(await calculate(1))).toEqual([303, '/students/vehicles/apply'])
    expect((await open(loader, rider)).form.quote.fare).toMatchObject({
      totalFare: '₹1,500',
      calculation: 'The fixed price of this vehicle',
    })
    await calculate(0)
    const { form } = await open(loader, rider)
    expect(form.quote.fare).toMatchObject({ distance: '12.4 km', totalFare: '₹1,620', deposit: '₹2,000' })
    expect(form.quote.fare.calculation).toBe("Base fee and distance by the school's tariff")
    expect(form.quote.fare.plans[2]).toMatchObject({ amount: '₹17,496' })

    const whole = { ...where, ...chosen(0), intent: 'apply', form_key: form.formKey, emergency_contact: '9825022222' }
    expect(errorsOf(await send(action, rider, { ...whole, seen_annual: '100' }))).toEqual({
      '': [expect.stringContaining('The fare has changed')],
    })
    expect(errorsOf(await send(action, rider, { ...whole, ...chosen(1), seen_annual: '100' }))).toEqual({
      '': ['Please calculate fare first'],
    })
    await calculate(0)
    await execute('UPDATE vehicle_routes SET seats_taken = seats WHERE id = :id', { id: runs[0]?.id ?? 0 })
    const { paise } = form.quote.seen[2]
    expect(errorsOf(await send(action, rider, { ...whole, seen_annual: paise }))).toEqual({
      route_id: [expect.stringContaining('No seat is free')],
    })
    await execute('UPDATE vehicle_routes SET seats_taken = 0 WHERE id = :id', { id: runs[0]?.id ?? 0 })
    for (const _press of [1, 2])
      expect(whereTo(await send(action, rider, { ...whole, seen_annual: paise }))).toEqual([
        303,
        '/students/vehicles?tab=applications',
      ])
    expect(await listOwnRides(student.scope)).toMatchObject([
      { kind: 'vehicle', status: 'pending', periodPaise: 17_496_00 },
    ])
    expect(await open(loader, rider)).toEqual({
      step: 'applied',
      href: expect.stringMatching(/^\/students\/vehicles\/applications\/\w{12}$/),
    })
  })

  it('says that it failed where nothing can be read, and keeps what was typed', async () => {
    const unlucky = await makeRider()
    const run = await makeRun(await makeVehicle(unlucky.school, { destination: null }), await makeRoute(unlucky.school))
    await send(keepPlace, unlucky, coordinates, { end: 'pickup' })
    const pickup_address = (await findDraft(unlucky.student.scope, 'vehicle'))?.fields.pickup_address ?? ''
    const typed = {
      intent: 'calculate',
      pickup_address,
      drop_same: 'on',
      vehicle_id: run.vehicle.publicId,
      route_id: run.publicId,
    }
    await execute('RENAME TABLE tariffs TO tariffs_away', {})
    try {
      const calculated = await send(action, unlucky, typed)
      expect(errorsOf(calculated)).toEqual({ '': ['Failed to calculate fare. Please try again.'] })
    } finally {
      await execute('RENAME TABLE tariffs_away TO tariffs', {})
    }
    await execute('UPDATE transport_routes SET start_latitude = NULL, start_longitude = NULL WHERE id = :id', {
      id: run.route.id,
    })
    const calculated = await send(action, unlucky, typed)
    expect(calculated.data.title).toBe('Failed to calculate fee')
    expect(errorsOf(calculated)).toEqual({ '': [expect.stringContaining('where this vehicle drives to')] })
    await execute("UPDATE vehicles SET status = 'inactive' WHERE id = :id", { id: run.vehicle.id })
    expect(errorsOf(await send(action, unlucky, typed))).toEqual({
      route_id: [expect.stringContaining('does not drive this route any more')],
    })
  })
})

describe('my applications', () => {
  it('are counted, shown with their payments and paged', async () => {
    const rider = await makeRider()
    const { school, student } = rider
    const show = async (query = '') => (await open(listPage, rider, `?tab=applications${query}`)).list
    expect(await show()).toMatchObject({
      title: 'My Vehicle Applications',
      applications: [],
      empty: {
        title: 'No Applications Found',
        text: "You haven't submitted any vehicle transport applications yet.",
      },
    })
    const run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
    const refused = await makeVehicleApplication(student, run)
    await endByOffice(school.scope, refused.publicId, { kind: 'rejected', remarks: 'The bus is full' })
    for (let number = 0; number < 10; number++) {
      const taken = await makeVehicleApplication(student, run)
      await send(cancel, rider, {}, { id: taken.publicId })
    }
    const ride = await makeVehicleApplication(student, run, { medicalConditions: 'Asthma' })
    await approveRide(school, ride, run)
    const waiting = (await show()).applications[0]
    expect(waiting).toMatchObject({ status: 'Approved', mustPay: '₹3,620', canCancel: true, payments: [] })
    await payRide(school, ride, 'vehicle')
    await activateRide(school, ride, run)

    const first = await show()
    expect(first.summary.map(({ value }: { value: string }) => value)).toEqual(['12', '1', '0', '1'])
    expect(first).toMatchObject({ showing: 'Showing 1 to 10 of 12 applications', pages: 2 })
    expect(first.applications[0]).toMatchObject({
      id: ride.publicId,
      status: 'Active',
      mustPay: null,
      canCancel: false,
      payments: [{ method: 'Cash', amount: '₹3,620' }],
    })
    expect(first.applications[0].facts).toContainEqual({ label: 'Paid amount', value: '₹3,620' })
    expect(first.applications[0].facts).toContainEqual({ label: 'Medical conditions', value: 'Asthma' })
    const second = await show('&page=2')
    expect(second.showing).toBe('Showing 11 to 12 of 12 applications')
    const last = second.applications[1]
    expect(last).toMatchObject({ id: refused.publicId, status: 'Rejected' })
    expect(last.facts).toContainEqual({ label: 'Rejection reason', value: 'The bus is full' })
    expect(last.steps.at(-1)).toMatchObject({ label: 'Rejected' })

    const page = await open(applicationPage, rider, '', { id: ride.publicId })
    expect(page).toMatchObject({ ride: { status: 'active', paid: '₹3,620' }, payments: [{ method: 'Cash' }] })
    expect(page.facts).toContainEqual({ label: 'Route', value: 'North line' })
  }, 60_000)

  it('are paid by the ledger, cancelled before the first ride, and nobody else’s', async () => {
    const rider = await makeRider()
    const run = await makeRun(await makeVehicle(rider.school), await makeRoute(rider.school))
    const { publicId: id } = await makeVehicleApplication(rider.student, run)
    const stranger = await makeStudent(rider.school)
    const { cookie } = await signedInStudent(stranger)
    for (const page of [applicationPage, payPage, cancelPage]) {
      expect((await open(page, { cookie }, '', { id })).status).toBe(404)
      expect((await open(page, rider, '', { id })).status).toBeUndefined()
    }
    expect((await open(payPage, rider, '', { id })).payment).toMatchObject({ owed: null, paid: null, dues: [] })
    expect((await open(cancelPage, rider, '', { id })).question.hindrance).toBeNull()
    expect(whereTo(await send(cancel, rider, {}, { id }))).toEqual([303, `/students/vehicles/applications/${id}`])
    expect((await open(cancelPage, rider, '', { id })).question.hindrance).toBe('This application is over already.')
    expect((await send(cancel, rider, {}, { id })).data.message).toBe('This application is over already.')
  })
})
