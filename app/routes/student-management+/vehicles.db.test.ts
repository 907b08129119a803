import { beforeAll, describe, expect, it } from 'vitest'
import { makeEnrollment } from '../../../tests/factories/academics'
import { signedInStudent } from '../../../tests/factories/accounts'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import { type MadeRun, makeRoute, makeRun, makeVehicle, northOfRajkot } from '../../../tests/factories/transport'
import { loader as tokenOf } from './quizzes.index'
import { action as calculateFee, loader as feeRead } from './vehicles.calculate-fee'

let school: Awaited<ReturnType<typeof makeSchool>>
let headers: Record<string, string>
let run: MadeRun
beforeAll(async () => {
  school = await makeSchool()
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const { cookie } = await signedInStudent(student)
  const request = new Request('http://localhost:3000/student-management/quizzes', { headers: { cookie } })
  const answer = await tokenOf({ request, params: {}, context: {} })
  headers = { cookie, 'X-CSRF-Token': answer.headers.get('X-CSRF-Token') ?? '', 'Content-Type': 'application/json' }
  run = await makeRun(await makeVehicle(school), await makeRoute(school, { name: 'North line' }))
})

const at = 'http://localhost:3000/student-management/vehicles/calculate-fee'

async function ask(body: object, more: Record<string, string> = {}) {
  const request = new Request(at, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const response = await calculateFee({ request, params: {}, context: {} })
  return { status: response.status, body: await response.json() }
}

const asked = () => ({
  pickup_address: 'Near the lake',
  pickup_lat: northOfRajkot.latitude,
  pickup_lng: northOfRajkot.longitude,
  vehicle_id: run.vehicle.publicId,
  route_id: run.publicId,
})

describe('call for the fee of a vehicle', () => {
  it('returns the amount of one payment for each plan, by the rules of the pages', async () => {
    const { status, body } = await ask(asked())
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      data: {
        distance_km: 12.4,
        calculated_fee: 1620,
        base_fee: 1000,
        deposit: 2000,
        payment_plan: 'monthly',
        calculation_type: 'tariff',
        pickup_coordinates: northOfRajkot,
        vehicle: { id: run.vehicle.publicId, vehicle_number: run.vehicle.number, vehicle_type: 'bus' },
        route: { id: run.publicId, name: 'North line' },
        pickup_address: 'Near the lake',
        destination_address: 'Race Course, Rajkot',
      },
    })
    for (const [payment_plan, fee] of [
      ['quarterly', 4617],
      ['annual', 17496],
    ] as const)
      expect((await ask({ ...asked(), payment_plan })).body.data.calculated_fee).toBe(fee)
  })

  it('reports missing or wrong input, and refuses calls without session or token and calls by GET', async () => {
    const another = await makeRun(await makeVehicle(school, { status: 'maintenance' }), await makeRoute(school))
    const foreign = await makeSchool()
    const theirs = await makeRun(await makeVehicle(foreign), await makeRoute(foreign))
    for (const [wrong, message] of [
      [{ vehicle_id: undefined }, 'Please select vehicle and route'],
      [{ route_id: undefined }, 'Please select vehicle and route'],
      [{ vehicle_id: theirs.vehicle.publicId }, 'Please select vehicle and route'],
      [{ pickup_lat: undefined }, 'Please set pickup location coordinates'],
      [{ pickup_lat: 70.8, pickup_lng: 22.3 }, 'the wrong way round'],
      [{ pickup_lat: 28.6, pickup_lng: 77.2 }, 'more than 150 km'],
      [{ route_id: another.publicId }, 'no longer runs on this route'],
      [{ route_id: theirs.publicId }, 'no longer runs on this route'],
      [{ payment_plan: 'weekly' }, 'There is a problem'],
    ] as const)
      expect(await ask({ ...asked(), ...wrong })).toMatchObject({
        status: 422,
        body: { success: false, message: expect.stringContaining(message) },
      })
    expect(await ask(asked(), { cookie: '' })).toMatchObject({ status: 401, body: { success: false } })
    expect(await ask(asked(), { 'X-CSRF-Token': 'x' })).toMatchObject({ status: 403, body: { success: false } })
    const read = await feeRead({ request: new Request(at, { headers }), params: {}, context: {} })
    expect(read.status).toBe(405)
  })
})
