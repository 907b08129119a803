import { beforeAll, describe, expect, it, vi } from 'vitest'
import { execute } from '~/database/database.server'
import { findDraft } from '~/models/money/transport/apply/draft.server'
import { listOwnTransport } from '~/models/money/transport/apply/own-transport.server'
import { findTariff } from '~/models/money/transport/tariff.server'
import { makeRoute, makeRun, makeVehicle, northOfRajkot } from '../../../../../tests/factories/transport'
import {
  errorsOf,
  makePassenger,
  open,
  type Passenger,
  send,
  whereTo,
} from '../../../../../tests/factories/vehicle-passenger'
import { action, loader } from './apply.index'
import { action as keepLocation } from './apply.places.$end'

// Mocked, so that the query can fail in this file only: other test files use the same tables at the same time.
vi.mock('~/models/money/transport/tariff.server', async (original) => {
  const real = await original<typeof import('~/models/money/transport/tariff.server')>()
  return { ...real, findTariff: vi.fn(real.findTariff) }
})

const coordinates = {
  intent: 'coordinates',
  latitude: String(northOfRajkot.latitude),
  longitude: String(northOfRajkot.longitude),
}

describe('vehicle application', () => {
  let passenger: Passenger
  let runs: Array<Awaited<ReturnType<typeof makeRun>>>
  beforeAll(async () => {
    passenger = await makePassenger()
    const route = await makeRoute(passenger.school, { name: 'North line' })
    runs = [
      await makeRun(await makeVehicle(passenger.school), route),
      await makeRun(await makeVehicle(passenger.school, { feeType: 'fixed', amountPaise: 1_500_00 }), route),
    ]
  })
  const chosen = (index: number) => ({
    vehicle_id: runs[index]?.vehicle.publicId ?? '',
    route_id: runs[index]?.publicId ?? '',
  })

  it('reports all missing input at once, in the words of the specification', async () => {
    expect(errorsOf(await send(action, passenger, { intent: 'calculate' }))).toEqual({
      vehicle_id: ['Please select vehicle and route'],
      pickup_address: ['Please enter your pickup location'],
      drop_address: ['Please enter your drop location'],
    })
    const typed = { pickup_address: 'Near the lake', drop_same: 'on', vehicle_id: chosen(0).vehicle_id }
    const refused = await send(action, passenger, { ...typed, intent: 'apply' })
    expect(refused.data.title).toBe('Failed to submit application')
    expect(errorsOf(refused)).toEqual({
      route_id: ['Please select vehicle and route'],
      pickup_address: ['Please set pickup location coordinates'],
      emergency_contact: ['Emergency contact is required'],
    })
    const { form } = await open(loader, passenger)
    expect(form.answers).toMatchObject(typed)
    expect(form.vehicles).toHaveLength(2)
    expect(form.routes).toEqual([
      { value: runs[0]?.publicId, label: expect.stringMatching(/^North line: .*06:45, free seats: 2$/) },
    ])
  })

  it('opens with the vehicle and route of the URL, and refuses a route of another vehicle', async () => {
    const { vehicle_id: vehicle, route_id: route } = chosen(1)
    const linked = (await open(loader, passenger, `/apply?vehicle=${vehicle}&route=${route}`)).form
    expect(linked.answers).toMatchObject({ vehicle_id: vehicle, route_id: route, pickup_address: 'Near the lake' })
    expect((await open(loader, passenger, '/apply?vehicle=x')).status).toBe(404)
    const mixed = { intent: 'calculate', vehicle_id: chosen(0).vehicle_id, route_id: route, drop_same: 'on' }
    expect(errorsOf(await send(action, passenger, mixed))).toMatchObject({
      route_id: ['Please select vehicle and route'],
    })
    const routes = await send(action, passenger, { intent: 'routes', ...chosen(1) })
    expect(whereTo(routes)).toEqual([303, '/students/vehicles/apply'])
    expect((await open(loader, passenger)).form.routes).toMatchObject([{ value: route }])
  })

  it('calculates by vehicle type, asks again when the fee has changed, and is submitted once', async () => {
    const { student } = passenger
    const kept = await send(keepLocation, passenger, coordinates, { end: 'pickup' })
    expect(whereTo(kept)).toEqual([303, '/students/vehicles/apply'])
    const address = (await findDraft(student.scope, 'vehicle'))?.fields.pickup_address ?? ''
    const where = { pickup_address: address, drop_same: 'on', payment_plan: 'annual' }
    const calculate = (index: number) => send(action, passenger, { ...where, ...chosen(index), intent: 'calculate' })
    expect(whereTo(await calculate(1))).toEqual([303, '/students/vehicles/apply'])
    expect((await open(loader, passenger)).form.quote.fare).toMatchObject({
      totalFare: '₹1,500',
      calculation: 'The fixed price of this vehicle',
    })
    await calculate(0)
    const { form } = await open(loader, passenger)
    expect(form.quote.fare).toMatchObject({ distance: '12.4 km', totalFare: '₹1,620', deposit: '₹2,000' })
    expect(form.quote.fare.calculation).toBe("Base fee and distance by the school's tariff")
    expect(form.quote.fare.plans[2]).toMatchObject({ amount: '₹17,496' })

    const whole = { ...where, ...chosen(0), intent: 'apply', form_key: form.formKey, emergency_contact: '9825022222' }
    expect(errorsOf(await send(action, passenger, { ...whole, seen_annual: '100' }))).toEqual({
      '': [expect.stringContaining('The fare has changed')],
    })
    expect(errorsOf(await send(action, passenger, { ...whole, ...chosen(1), seen_annual: '100' }))).toEqual({
      '': ['Please calculate fare first'],
    })
    await calculate(0)
    await execute('UPDATE vehicle_routes SET seats_taken = seats WHERE id = :id', { id: runs[0]?.id ?? 0 })
    const { value: seen_annual } = form.quote.seen[2]
    expect(errorsOf(await send(action, passenger, { ...whole, seen_annual }))).toEqual({
      route_id: [expect.stringContaining('no free seat left')],
    })
    await execute('UPDATE vehicle_routes SET seats_taken = 0 WHERE id = :id', { id: runs[0]?.id ?? 0 })
    // Two presses at once, and one later.
    const presses = await Promise.all([
      send(action, passenger, { ...whole, seen_annual }),
      send(action, passenger, { ...whole, seen_annual }),
    ])
    for (const press of [...presses, await send(action, passenger, { ...whole, seen_annual })])
      expect(whereTo(press)).toEqual([303, '/students/vehicles?tab=applications'])
    expect(await findDraft(student.scope, 'vehicle')).toBeNull()
    expect(await listOwnTransport(student.scope)).toMatchObject([
      { kind: 'vehicle', status: 'pending', periodPaise: 17_496_00 },
    ])
    expect(await open(loader, passenger)).toEqual({
      step: 'applied',
      href: expect.stringMatching(/^\/students\/vehicles\/applications\/\w{12}$/),
    })
  })

  it('reports a failed query and keeps the input', async () => {
    const unlucky = await makePassenger()
    const run = await makeRun(await makeVehicle(unlucky.school, { destination: null }), await makeRoute(unlucky.school))
    await send(keepLocation, unlucky, coordinates, { end: 'pickup' })
    const pickup_address = (await findDraft(unlucky.student.scope, 'vehicle'))?.fields.pickup_address ?? ''
    const typed = {
      intent: 'calculate',
      pickup_address,
      drop_same: 'on',
      vehicle_id: run.vehicle.publicId,
      route_id: run.publicId,
    }
    vi.mocked(findTariff).mockRejectedValueOnce(new Error('The tariff cannot be read'))
    const failed = await send(action, unlucky, typed)
    expect(errorsOf(failed)).toEqual({ '': ['Failed to calculate fare. Please try again.'] })
    await execute('UPDATE transport_routes SET start_latitude = NULL, start_longitude = NULL WHERE id = :id', {
      id: run.route.id,
    })
    const calculated = await send(action, unlucky, typed)
    expect(calculated.data.title).toBe('Failed to calculate fee')
    expect(errorsOf(calculated)).toEqual({ '': [expect.stringContaining('vehicle’s destination')] })
    await execute("UPDATE vehicles SET status = 'inactive' WHERE id = :id", { id: run.vehicle.id })
    expect(errorsOf(await send(action, unlucky, typed))).toEqual({
      route_id: [expect.stringContaining('no longer runs on this route')],
    })
  })
})
