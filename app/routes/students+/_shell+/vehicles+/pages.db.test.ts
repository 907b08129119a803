import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { chargesOf } from '~/models/money/transport/charges.server'
import { endByOffice } from '~/models/money/transport/decide/close-application.server'
import { decideRefund } from '~/models/money/transport/decide/decide-refund.server'
import { saveTariff } from '~/models/money/transport/tariff.server'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { makeStudent } from '../../../../../tests/factories/student'
import {
  makeRoute,
  makeRun,
  makeStop,
  makeVehicle,
  makeVehicleApplication,
  northOfRajkot,
} from '../../../../../tests/factories/transport'
import { activateTransport, approveTransport, payTransportOf } from '../../../../../tests/factories/transport-decisions'
import { makePassenger, open, send, whereTo } from '../../../../../tests/factories/vehicle-passenger'
import { loader as vehiclePage } from './$id.index'
import { action as cancel, loader as cancelPage } from './applications.$id.cancellation'
import { loader as applicationPage } from './applications.$id.index'
import { loader as payPage } from './applications.$id.payment'
import { loader as listPage } from './index'

const numbersOf = (search: { list: { vehicles: Array<{ number: string }> } }) =>
  search.list.vehicles.map(({ number }) => number)

describe('list of vehicles', () => {
  it('offers only vehicles that drive a route, and finds them by address, location and coordinates', async () => {
    const passenger = await makePassenger()
    const { school } = passenger
    const search = async (query: object = {}) =>
      (await open(listPage, passenger, `?${new URLSearchParams({ ...query })}`)).search
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
    const other = await makePassenger()
    await makeRun(await makeVehicle(other.school), await makeRoute(other.school))

    const all = await search()
    expect(numbersOf(all)).toEqual([far.number, near.number])
    expect(all.list.vehicles[0]).toMatchObject({ type: 'auto', typeWord: 'Auto', isFull: false, picture: null })
    expect(all.list.vehicles[0].facts).toContainEqual({ label: 'Fee', value: '₹1,500 per month' })
    expect(all.list.vehicles[1].facts).toContainEqual({ label: 'Fee', value: '₹40 per km' })
    expect(numbersOf(await search({ address: 'gulmohar' }))).toContain(near.number)
    expect(numbersOf(await search({ address: '12, Gulmohar Circle' }))).toContain(near.number)
    const byPlace = await search({ address: 'Kalavad Road Rajkot' })
    expect(byPlace.chosenLocation).toMatch(/^Vehicles near .*Rajkot/)
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
    [{ lat: '31.55', lng: '74.34' }, 'not in India'],
    [{ lat: '15', lng: '68.5' }, 'not in India'],
    [{ lat: '22.3', lng: '' }, 'Enter both coordinates'],
  ])('refuses a search at the coordinates %o', async (searched, message) => {
    const { search } = await open(listPage, await makePassenger(), `?${new URLSearchParams(searched)}`)
    expect(search).toMatchObject({ error: expect.stringContaining(message), list: null, searched })
  })

  it('lists nine vehicles per page, with the free seats', async () => {
    const passenger = await makePassenger()
    const route = await makeRoute(passenger.school)
    const runs = []
    for (let number = 0; number < 10; number++)
      runs.push(await makeRun(await makeVehicle(passenger.school, { number: `GJ 03 P ${number}`, capacity: 3 }), route))
    await execute('UPDATE vehicle_routes SET seats_taken = 3 WHERE id = :id', { id: runs[9]?.id ?? 0 })
    if (runs[0]) await makeRun(runs[0].vehicle, await makeRoute(passenger.school), { departureMinute: 700 })
    await execute('UPDATE vehicle_routes SET seats_taken = 1 WHERE id = :id', { id: runs[0]?.id ?? 0 })
    const { list } = (await open(listPage, passenger)).search
    expect([list.vehicles.length, list.pages]).toEqual([9, 2])
    expect(list.vehicles[0].facts).toContainEqual({ label: 'Free seats', value: 'up to 3 per route' })
    const { facts, routes } = await open(vehiclePage, passenger, '', { id: runs[0]?.vehicle.publicId ?? '' })
    expect(facts).toContainEqual({ label: 'Destination', value: 'Race Course, Rajkot' })
    expect(routes[0].facts).toContainEqual({ label: 'Free seats', value: '2' })
    expect(routes[1].facts).toContainEqual({ label: 'Free seats', value: '3' })
    const last = (await open(listPage, passenger, '?page=2')).search.list
    expect(last.vehicles).toMatchObject([{ number: 'GJ 03 P 9', isFull: true }])
    expect(last.vehicles[0].facts).toContainEqual({ label: 'Free seats', value: '0' })
  })

  it("shows a page with the routes of a vehicle and their price by the school's tariff", async () => {
    const passenger = await makePassenger()
    const { school } = passenger
    const run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
    await makeStop(run.route, { name: 'Second', position: 2 })
    await makeStop(run.route, { name: 'First', position: 1 })
    const show = () => open(vehiclePage, passenger, '', { id: run.vehicle.publicId })
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
    await saveTariff(school.scope, 0, own)
    expect((await show()).tariff).toEqual(['Base fee ₹600 per month', '₹40 per km'])
    const stranger = await makePassenger()
    expect((await open(vehiclePage, stranger, '', { id: run.vehicle.publicId })).status).toBe(404)
    await execute("UPDATE vehicles SET status = 'maintenance' WHERE id = :id", { id: run.vehicle.id })
    expect((await show()).status).toBe(404)
  })
})

describe('own vehicle applications', () => {
  it('counts the applications and shows them by page, with their payments', async () => {
    const passenger = await makePassenger()
    const { school, student } = passenger
    const show = async (query = '') => (await open(listPage, passenger, `?tab=applications${query}`)).list
    expect(await show()).toMatchObject({
      title: 'My Vehicle Applications',
      applications: [],
      empty: { title: 'No Applications Found', text: "You haven't submitted any vehicle transport applications yet." },
    })
    const run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
    const refused = await makeVehicleApplication(student, run)
    await endByOffice(school.scope, refused.publicId, { kind: 'rejected', remarks: 'The bus is full' })
    for (let number = 0; number < 10; number++) {
      const taken = await makeVehicleApplication(student, run)
      await send(cancel, passenger, {}, { id: taken.publicId })
    }
    const application = await makeVehicleApplication(student, run, { medicalConditions: 'Asthma' })
    await approveTransport(school, application, run)
    const waiting = (await show()).applications[0]
    expect(waiting).toMatchObject({ status: 'Approved', owed: '₹3,620', canCancel: true, payments: [] })
    await payTransportOf(school, application)
    await activateTransport(school, application, run)

    const first = await show()
    expect(first.summary.map(({ value }: { value: string }) => value)).toEqual(['12', '1', '0', '1', '10'])
    expect(first).toMatchObject({ showing: 'Showing 1 to 10 of 12 applications', pages: 2 })
    expect(first.applications[0]).toMatchObject({
      id: application.publicId,
      status: 'Active',
      owed: null,
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

    const page = await open(applicationPage, passenger, '', { id: application.publicId })
    expect(page).toMatchObject({ application: { status: 'active', paid: '₹3,620' }, payments: [{ method: 'Cash' }] })
    expect(page.facts).toContainEqual({ label: 'Route', value: 'North line' })
    expect(page.facts).toContainEqual({ label: 'Vehicle', value: `${run.vehicle.number}, Bus` })
  })

  it('shows refunded amounts and refunds on their way', async () => {
    const passenger = await makePassenger()
    const { school, student } = passenger
    const run = await makeRun(await makeVehicle(school), await makeRoute(school))
    const application = await makeVehicleApplication(student, run)
    await approveTransport(school, application, run)
    await payTransportOf(school, application)
    await send(cancel, passenger, {}, { id: application.publicId })
    const dues = await chargesOf(school.scope, application)
    const decision = {
      amounts: dues.map(({ duePublicId, paidPaise: amountPaise }) => ({ duePublicId, amountPaise })),
      remarks: null,
      givenBy: 'upi',
      givenReference: null,
    } as const
    expect(await decideRefund(school.scope, application.publicId, decision)).toMatchObject({
      ok: true,
      value: 3_620_00,
    })
    const shown = async () =>
      (await open(applicationPage, passenger, '', { id: application.publicId })).payments.map(
        ({ method, amount }: { method: string; amount: string }) => [method, amount],
      )
    const given = await shown()
    expect(given).toHaveLength(dues.length + 1)
    expect(given).toContainEqual(['Refunded, UPI', '-₹2,000'])
    expect(given).toContainEqual(['Refunded, UPI', '-₹1,620'])
    expect(given.at(-1)).toEqual(['Cash', '₹3,620'])
    const card = (await open(listPage, passenger, '?tab=applications')).list.applications[0]
    expect(card.facts).toContainEqual({ label: 'Paid amount', value: '₹0' })
    expect(card.payments).toHaveLength(dues.length + 1)
    await execute("UPDATE refunds SET state = 'requested', done_at = NULL WHERE school_id = :id", { id: school.id })
    expect(await shown()).toContainEqual(['Refund in progress, UPI', '-₹2,000'])
  })

  it('pays an application through the ledger, cancels it before the first trip, and hides it from other students', async () => {
    const passenger = await makePassenger()
    const run = await makeRun(await makeVehicle(passenger.school), await makeRoute(passenger.school))
    const { publicId: id } = await makeVehicleApplication(passenger.student, run)
    const stranger = await makeStudent(passenger.school)
    const { cookie } = await signedInStudent(stranger)
    for (const page of [applicationPage, payPage, cancelPage]) {
      expect((await open(page, { cookie }, '', { id })).status).toBe(404)
      expect((await open(page, passenger, '', { id })).status).toBeUndefined()
    }
    expect(await open(payPage, passenger, '', { id })).toMatchObject({ owed: null, paid: null, dues: [] })
    expect((await open(cancelPage, passenger, '', { id })).hindrance).toBeNull()
    expect(whereTo(await send(cancel, passenger, {}, { id }))).toEqual([303, `/students/vehicles/applications/${id}`])
    expect((await open(cancelPage, passenger, '', { id })).hindrance).toBe('This application has already ended.')
    expect((await send(cancel, passenger, {}, { id })).data.message).toBe('This application has already ended.')
  })
})
