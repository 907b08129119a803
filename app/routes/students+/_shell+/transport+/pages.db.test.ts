import { beforeAll, describe, expect, it, vi } from 'vitest'
import { execute } from '~/database/database.server'
import { addDays, addMonths, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { findDraft } from '~/models/money/transport/apply/draft.server'
import { listOwnTransport } from '~/models/money/transport/apply/own-transport.server'
import { quoteTransport } from '~/models/money/transport/apply/quote-fare.server'
import { listOfferedFares, listOfferedRoutes } from '~/models/money/transport/apply/transport-form.server'
import { activateApplication } from '~/models/money/transport/decide/activate-application.server'
import { approveApplication } from '~/models/money/transport/decide/approve-application.server'
import { loader as shell } from '~/routes/students+/_shell+/_layout'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { giveMapsKeys } from '../../../../../tests/factories/maps-keys'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
  northOfRajkot,
  rajkot,
} from '../../../../../tests/factories/transport'
import { action as cancel, loader as cancelPage } from './cancellation'
import { action, loader } from './index'
import { action as pay, loader as payPage } from './payment'
import { action as keepLocation, loader as placePage } from './places.$end'
import { loader as statusPage } from './status'

// Mocked, so that queries can fail in this file only: other test files use the same tables at the same time.
vi.mock('~/models/money/transport/apply/quote-fare.server', async (original) => {
  const real = await original<typeof import('~/models/money/transport/apply/quote-fare.server')>()
  return { ...real, quoteTransport: vi.fn(real.quoteTransport) }
})
vi.mock('~/models/money/transport/apply/transport-form.server', async (original) => {
  const real = await original<typeof import('~/models/money/transport/apply/transport-form.server')>()
  const { listOfferedFares: fares, listOfferedRoutes: routes } = real
  return { ...real, listOfferedFares: vi.fn(fares), listOfferedRoutes: vi.fn(routes) }
})

async function makeApplicant() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await makeEnrollment(student)
  await locateSchool(school)
  const fare = await makeFare(school)
  const { cookie } = await signedInStudent(student)
  return { school, student, fare, cookie }
}

type Applicant = Awaited<ReturnType<typeof makeApplicant>>
let one: Applicant
beforeAll(async () => {
  one = await makeApplicant()
})

const here = 'http://localhost:3000/students/transport'

type Loader = typeof loader | typeof statusPage | typeof shell | typeof payPage | typeof cancelPage | typeof placePage

// biome-ignore lint/suspicious/noExplicitAny: each route returns other data
type Answer = any

async function open(load: Loader, { cookie }: Applicant, query = '', params = {}): Promise<Answer> {
  const request = new Request(here + query, { headers: { cookie } })
  try {
    return await load({ request, params, context: {} })
  } catch (thrown) {
    return thrown
  }
}

async function send(
  act: typeof action | typeof keepLocation | typeof pay,
  { cookie }: Applicant,
  body: object,
  params = {},
): Promise<Answer> {
  const request = new Request(here, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ ...body }) })
  return act({ request, params, context: {} })
}

const errorsOf = (answer: { data: { result: { error: object } } }) => answer.data.result.error
const whereTo = (answer: Response) => [answer.status, answer.headers.get('Location')]

const coordinates = {
  intent: 'coordinates',
  latitude: String(northOfRajkot.latitude),
  longitude: String(northOfRajkot.longitude),
}

describe('transport form', () => {
  it('reports missing input in the words of the specification', async () => {
    const { fare } = one
    const calculate = { intent: 'calculate' }
    expect(errorsOf(await send(action, one, { ...calculate, drop_same: 'on' }))).toMatchObject({
      pickup_address: ['Please enter your pickup location'],
      fare_structure_id: ['Please select a fare structure'],
    })
    const where = { pickup_address: 'Lake', fare_structure_id: fare.publicId }
    expect(errorsOf(await send(action, one, { ...calculate, ...where }))).toMatchObject({
      drop_address: ['Please enter your drop location'],
    })
    const all = { ...where, drop_same: 'on', emergency_contact: '9825022222' }
    expect(errorsOf(await send(action, one, { ...all, intent: 'apply' }))).toEqual({
      '': ['Please calculate fare first'],
    })
    expect(whereTo(await send(action, one, { ...all, ...calculate }))).toEqual([
      302 + 1,
      '/students/transport/places/pickup',
    ])
    const { form } = await open(loader, one)
    expect(form.answers).toMatchObject({ pickup_address: 'Lake', emergency_contact: '9825022222' })
  })

  it("offers the locations that match an address, the school's stops first", async () => {
    const route = await makeRoute(one.school, { name: 'North line' })
    await makeRun(await makeVehicle(one.school), route)
    const stop = await makeStop(route, { name: 'Kalavad Gate' })
    const { locations } = await open(placePage, one, '/places/pickup?q=kalavad', { end: 'pickup' })
    expect(locations[0]).toMatchObject({
      address: expect.stringContaining(stop.name),
      stop: 'School stop on North line',
    })
    expect(locations.length).toBeGreaterThan(1)
    const chosen = await send(keepLocation, one, { place: locations[0].value }, { end: 'pickup' })
    expect(whereTo(chosen)).toEqual([303, '/students/transport'])
    expect((await findDraft(one.student.scope, 'transport'))?.fields).toMatchObject({
      pickup_address: locations[0].address,
      pickup_lat: String(northOfRajkot.latitude),
    })
    // Markers for a Google map; this school has no key for one.
    expect(await open(placePage, one, '/places/pickup', { end: 'pickup' })).toMatchObject({
      browserKey: null,
      marked: [{ label: locations[0].address, point: northOfRajkot }],
    })
    expect((await open(placePage, one, '/places/school', { end: 'school' })).status).toBe(404)
  })

  it.each([
    ['70.8', '22.3', 'wrong way round'],
    ['222', '333', 'There is no such place'],
    ['51.5', '0', 'not in India'],
    ['15', '68.5', 'not in India'],
    ['', '70', 'Enter both coordinates'],
  ])('refuses the coordinates %s, %s', async (latitude, longitude, message) => {
    const answer = await send(keepLocation, one, { ...coordinates, latitude, longitude }, { end: 'pickup' })
    expect(answer).toMatchObject({
      data: { message: expect.stringContaining(message), typed: { latitude, longitude } },
    })
  })

  it('calculates, asks again when the fare has changed, and is submitted once', async () => {
    const { student, fare } = one
    const kept = await send(keepLocation, one, { ...coordinates, intent: 'current' }, { end: 'pickup' })
    expect(whereTo(kept)).toEqual([303, '/students/transport'])
    const draft = await findDraft(student.scope, 'transport')
    const where = {
      pickup_address: `12, ${draft?.fields.pickup_address}`,
      drop_same: 'on',
      fare_structure_id: fare.publicId,
      payment_plan: 'quarterly',
    }
    expect(whereTo(await send(action, one, { ...where, intent: 'calculate' }))).toEqual([303, '/students/transport'])
    const { form } = await open(loader, one)
    expect(form.quote.fare).toMatchObject({ distance: '12.4 km', totalFare: '₹1,620', deposit: '₹2,000' })
    expect(form.quote.fare.plans[1]).toMatchObject({
      amount: '₹4,617',
      saving: 'You save ₹243 (5%)',
      instalments: '4 instalments of ₹4,617',
      until: null,
    })
    const lastDay = formatDay(addDays(addMonths(todayInIndia(new Date()), 12), -1), 'en')
    expect(form.quote.fare.plans[2].until).toContain(`until ${lastDay}`)
    const whole = { ...where, intent: 'apply', form_key: form.formKey, emergency_contact: '9825022222' }
    for (const seen_quarterly of ['', '1', '162000'])
      expect(errorsOf(await send(action, one, { ...whole, seen_quarterly }))).toEqual({
        '': [expect.stringContaining('The fare has changed')],
      })
    await execute('UPDATE fare_structures SET base_fare_paise = 90000 WHERE id = :id', { id: fare.id })
    expect(errorsOf(await send(action, one, { ...whole, seen_quarterly: '461700+200000' }))).toEqual({
      '': [expect.stringContaining('The fare has changed')],
    })
    const again = await open(loader, one)
    expect(again.form.quote.fare.totalFare).toBe('₹1,520')
    expect(again.form.answers).toMatchObject({ emergency_contact: '9825022222', payment_plan: 'quarterly' })
    const { value: seen_quarterly } = again.form.quote.seen[1]
    expect(await listOwnTransport(student.scope)).toEqual([])
    const status = '/students/transport/status'
    // Two presses at once, and one later.
    const presses = await Promise.all([
      send(action, one, { ...whole, seen_quarterly }),
      send(action, one, { ...whole, seen_quarterly }),
    ])
    for (const press of [...presses, await send(action, one, { ...whole, seen_quarterly })])
      expect(whereTo(press)).toEqual([303, status])
    expect(await findDraft(student.scope, 'transport')).toBeNull()
    const [application, another] = await listOwnTransport(student.scope)
    expect(application).toMatchObject({ status: 'pending', periodPaise: 4332_00, pickupAddress: where.pickup_address })
    expect(another).toBeUndefined()
    expect((await open(loader, one)).tab).toBe('applied')
  })
})

it('adds the nearest known location to an address that differs from the name of the chosen point', async () => {
  const teller = await makeApplicant()
  const { scope } = teller.student
  const point = `${rajkot.latitude},${rajkot.longitude}`
  await send(keepLocation, teller, { place: `${point} A far village` }, { end: 'pickup' })
  const near = (await findDraft(scope, 'transport'))?.fields.pickup_place ?? ''
  expect(near).toContain('Rajkot')
  const { form } = await open(loader, teller)
  expect(form.answers.pickup_address).toBe('A far village')
  expect(form.chosen).toEqual({ pickup: `The place is chosen. On the map: ${near}.`, drop: null })
  for (const end of ['pickup', 'drop'])
    expect(await send(keepLocation, teller, { place: '31.550000,74.340000 Rajkot, Gujarat' }, { end })).toMatchObject({
      data: { message: expect.stringContaining('not in India') },
    })
  const where = { pickup_address: 'A far village', drop_same: 'on', fare_structure_id: teller.fare.publicId }
  await send(action, teller, { ...where, intent: 'calculate' })
  const { formKey, quote } = (await open(loader, teller)).form
  const { name, value } = quote.seen[0]
  const whole = { ...where, [name]: value, form_key: formKey, emergency_contact: '9825022222', intent: 'apply' }
  expect(whereTo(await send(action, teller, { ...whole, pickup_place: 'A far village' }))[0]).toBe(303)
  const address = `A far village (near ${near})`
  expect(await listOwnTransport(scope)).toMatchObject([{ pickupAddress: address, dropAddress: address }])
})

it('shows the transport form as closed only when the school offers no fare', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const { cookie } = await signedInStudent(student)
  const none = { ...one, school, student, cookie }
  expect((await open(loader, none)).form.isClosed).toBe(true)
  expect((await open(loader, none, '?tab=calculator')).calculator.isClosed).toBe(true)
  expect((await open(loader, await makeApplicant())).form.isClosed).toBe(false)
})

it('allows Google maps only if the school has a browser key', async () => {
  const keyed = await makeApplicant()
  await giveMapsKeys(keyed.school, { server: 'any-key' })
  expect((await open(shell, keyed)).hasMapsKey).toBe(false)
  await giveMapsKeys(keyed.school, { browser: 'any-key' })
  expect((await open(shell, keyed)).hasMapsKey).toBe(true)
})

it('requests the distance from the school’s maps service only once for a fare', async () => {
  const keyed = await makeApplicant()
  await giveMapsKeys(keyed.school, { server: 'any-key' })
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    return Response.json({ routes: [{ distanceMeters: 15_500, duration: '1938s' }] })
  })
  const typed = `${northOfRajkot.latitude}, ${northOfRajkot.longitude}`
  const { calculator } = await open(loader, keyed, `?${new URLSearchParams({ tab: 'calculator', from: typed })}`)
  expect(calculator.fare).toMatchObject({ distance: '15.5 km', totalFare: '₹1,775', isFallback: false })
  expect(asked).toHaveBeenCalledOnce()
  asked.mockRestore()
})

describe('failed queries of the transport form', () => {
  it('reports the failure without loss of the input', async () => {
    const unlucky = await makeApplicant()
    await send(keepLocation, unlucky, coordinates, { end: 'pickup' })
    const { form } = await open(loader, unlucky)
    const typed = {
      pickup_address: form.answers.pickup_address,
      drop_same: 'on',
      fare_structure_id: unlucky.fare.publicId,
      emergency_contact: '9825022222',
    }
    await send(action, unlucky, { ...typed, intent: 'calculate' })
    const away = new Error('The fares cannot be read')
    vi.mocked(quoteTransport).mockRejectedValueOnce(away)
    const failed = await send(action, unlucky, { ...typed, intent: 'calculate' })
    expect(errorsOf(failed)).toEqual({ '': ['Failed to calculate fare. Please try again.'] })
    vi.mocked(quoteTransport).mockRejectedValueOnce(away)
    const unsent = await send(action, unlucky, { ...typed, intent: 'apply' })
    expect(errorsOf(unsent)).toEqual({ '': ['Failed to submit application. Please try again.'] })
    vi.mocked(listOfferedFares).mockRejectedValueOnce(away)
    vi.mocked(listOfferedRoutes).mockRejectedValueOnce(away)
    const { calculator } = await open(loader, unlucky, '?tab=calculator')
    expect(calculator.troubles).toEqual(['Failed to load fare structures', 'Failed to load transport routes'])
    expect((await open(loader, unlucky)).form.answers).toMatchObject(typed)
    await execute('UPDATE schools SET latitude = NULL, longitude = NULL WHERE id = :id', { id: unlucky.school.id })
    const calculated = await send(action, unlucky, { ...typed, intent: 'calculate' })
    expect(calculated.data.title).toBe('Failed to calculate fare')
    expect(errorsOf(calculated)).toEqual({ '': ['School location not available'] })
    const sent = await send(action, unlucky, { ...typed, intent: 'apply' })
    expect(sent.data.title).toBe('Failed to submit application')
  })
})

describe('transport application', () => {
  it('shows an application from pending to active, pays it through the ledger, and cancels it before the first trip', async () => {
    const passenger = await makeApplicant()
    const { school, student, fare } = passenger
    expect((await open(statusPage, passenger)).application).toBeNull()
    for (const page of [payPage, cancelPage]) expect((await open(page, passenger)).status).toBe(404)
    const { publicId } = await makeTransportApplication(student, fare)
    const steps = async () =>
      (await open(statusPage, passenger)).application.steps.map(({ on }: { on: string | null }) => on !== null)
    expect(await steps()).toEqual([true, false, false])
    expect(await open(payPage, passenger)).toMatchObject({ owed: null, paid: null, dues: [] })
    const startsOn = addDays(todayInIndia(new Date()), 5)
    expect(await approveApplication(school.scope, publicId, { startsOn, runId: null, remarks: null })).toMatchObject({
      ok: true,
    })
    const status = await open(statusPage, passenger)
    expect(status.application).toMatchObject({ mustPay: true, owed: '₹3,620', status: 'approved', seat: null })
    expect((await open(payPage, passenger)).dues).toHaveLength(2)
    expect(await send(pay, passenger, { form_key: 'no' })).toMatchObject({ data: { title: 'Payment failed' } })
    expect(status.way).toMatchObject({
      way: [{ label: 'Pickup location', point: northOfRajkot }, { point: rajkot }],
      mapLabel: expect.stringMatching(/ 12\.4 km$/),
      browserKey: null,
    })
    const run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
    const seat = { runId: run.publicId, pickupMinute: 425, dropMinute: 850, evenUnpaid: true }
    expect(await activateApplication(school.scope, publicId, seat)).toMatchObject({ ok: true })
    expect(await steps()).toEqual([true, true, true])
    const active = (await open(statusPage, passenger)).application
    expect(active.seat).toMatchObject({
      route: 'North line',
      pickupTime: '07:05',
      dropTime: '14:10',
      vehicle: run.vehicle.number,
      driver: 'Ramesh Solanki',
    })
    expect((await open(cancelPage, passenger)).hindrance).toContain('You already have a seat')
  })

  it('lets the student cancel the application and submit another', async () => {
    const passenger = await makeApplicant()
    await makeTransportApplication(passenger.student, passenger.fare)
    const request = new Request(here, {
      method: 'POST',
      headers: { cookie: passenger.cookie },
      body: new URLSearchParams(),
    })
    const answer = await cancel({ request, params: {}, context: {} })
    expect(answer instanceof Response && whereTo(answer)).toEqual([303, '/students/transport/status'])
    const { application } = await open(statusPage, passenger)
    expect(application).toMatchObject({
      status: 'cancelled',
      text: 'You cancelled this application.',
      canCancel: false,
    })
    expect((await open(loader, passenger)).tab).toBe('apply')
  })
})

describe('fare calculator', () => {
  it('asks for the location, and shows the fare without storing anything', async () => {
    const curious = await makeApplicant()
    const ask = async (query: object) =>
      (await open(loader, curious, `?${new URLSearchParams({ tab: 'calculator', ...query })}`)).calculator
    expect((await ask({})).fares).toHaveLength(1)
    expect((await ask({ from: '' })).errors).toEqual({ from: 'Please enter your pickup location' })
    const { locations } = await ask({ from: 'Rajkot' })
    expect(locations.length).toBeGreaterThan(1)
    const typed = `${northOfRajkot.latitude}, ${northOfRajkot.longitude}`
    expect((await ask({ from: typed })).fare).toMatchObject({ distance: '12.4 km', totalFare: '₹1,620' })
    expect((await ask({ from: '70.8, 22.3' })).errors.from).toContain('wrong way round')
    expect((await ask({ from: '28.6, 77.2' })).errors.from).toContain('more than 150 km')
    expect(await findDraft(curious.student.scope, 'transport')).toBeNull()
  })
})
