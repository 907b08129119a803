import { beforeAll, describe, expect, it } from 'vitest'
import { makeEnrollment } from '../../../tests/factories/academics'
import { signedInStudent } from '../../../tests/factories/accounts'
import { makeSchool } from '../../../tests/factories/school'
import { makeStudent } from '../../../tests/factories/student'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeVehicle,
  northOfRajkot,
} from '../../../tests/factories/transport'
import { loader as tokenOf } from './quizzes.index'
import { action as calculateFare, loader as fareRead } from './transport.calculate-fare'
import { action as paymentPlans } from './transport.payment-plans'
import { action as reverseGeocode } from './transport.reverse-geocode'

async function makeCaller() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const { cookie } = await signedInStudent(student)
  const request = new Request('http://localhost:3000/student-management/quizzes', { headers: { cookie } })
  const { headers } = await tokenOf({ request, params: {}, context: {} })
  return { school, student, cookie, token: headers.get('X-CSRF-Token') ?? '' }
}

type Caller = Awaited<ReturnType<typeof makeCaller>>
let caller: Caller
beforeAll(async () => {
  caller = await makeCaller()
})

async function post(
  call: typeof calculateFare,
  body: unknown,
  { cookie, token }: Pick<Caller, 'cookie' | 'token'> = caller,
) {
  const headers = { cookie, 'X-CSRF-Token': token, 'Content-Type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request('http://localhost:3000/student-management/transport', {
    method: 'POST',
    headers,
    body: text,
  })
  const response = await call({ request, params: {}, context: {} })
  return { status: response.status, body: await response.json() }
}

const origin = { origin: 'Near the lake', origin_lat: northOfRajkot.latitude, origin_lng: northOfRajkot.longitude }

describe('calls of the transport screen', () => {
  it('calculates a fare by the same rules as the pages', async () => {
    const fare = await makeFare(caller.school)
    const asked = { ...origin, destination: 'school', fare_structure_id: fare.publicId }
    expect(await post(calculateFare, asked)).toMatchObject({
      status: 422,
      body: { success: false, message: 'School location not available' },
    })
    await locateSchool(caller.school)
    const { status, body } = await post(calculateFare, asked)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      message: expect.stringMatching(/^Fare calculated successfully! Distance to .*: 12\.4 km$/),
      data: { distance: 12.4, base_fare: 1000, total_fare: 1620, deposit: 2000, origin: 'Near the lake' },
    })
    const byStop = await makeFare(caller.school, { basis: 'stop', isDefault: false, perKmPaise: 0 })
    const { route } = await makeRun(await makeVehicle(caller.school), await makeRoute(caller.school))
    const stop = await makeStop(route, { farePaise: 900_00 })
    const stopAsked = { ...asked, fare_structure_id: byStop.publicId }
    expect((await post(calculateFare, stopAsked)).body.errors).toEqual({ stop_id: ['Please select a stop'] })
    const told = await post(calculateFare, { ...stopAsked, stop_id: stop.publicId })
    expect(told.body.data).toMatchObject({ total_fare: 900 })
  })

  it('finds the location of an address, and reports errors', async () => {
    const { publicId } = await makeFare(caller.school, { isDefault: false })
    const ask = (more: object) => post(calculateFare, { ...origin, fare_structure_id: publicId, ...more })
    expect((await ask({ origin: 'Kalavad Road Rajkot', origin_lat: undefined })).body.success).toBe(true)
    for (const [wrong, message] of [
      [{ origin: '', origin_lat: undefined }, 'Please enter your pickup location'],
      [{ origin: 'zzzzqqq', origin_lat: undefined }, 'No place in India was found'],
      [{ origin_lat: 70.8, origin_lng: 22.3 }, 'the wrong way round'],
      [{ origin_lat: 222, origin_lng: 333 }, 'There is no such place'],
      [{ origin_lat: 51.5, origin_lng: 0 }, 'not in India'],
      [{ origin_lat: 15, origin_lng: 68.5 }, 'not in India'],
      [{ origin_lat: 28.6, origin_lng: 77.2 }, 'more than 150 km'],
      [{ fare_structure_id: 'zzzzzzzzzzzz' }, 'Please select a fare structure'],
      [{ fare_structure_id: undefined }, 'Please select a fare structure'],
      [{ fare_structure_id: 7 }, 'There is a problem'],
    ] as const)
      expect(await ask(wrong)).toMatchObject({
        status: 422,
        body: { success: false, message: expect.stringContaining(message) },
      })
    expect(await post(calculateFare, '{')).toMatchObject({ status: 400, body: { success: false } })
    const nobody = { cookie: '', token: caller.token }
    expect(await post(calculateFare, {}, nobody)).toMatchObject({ status: 401, body: { success: false } })
    const noToken = { cookie: caller.cookie, token: 'x' }
    expect(await post(calculateFare, {}, noToken)).toMatchObject({ status: 403, body: { success: false } })
    const request = new Request('http://localhost:3000/', {
      headers: { cookie: caller.cookie, 'X-CSRF-Token': caller.token },
    })
    expect((await fareRead({ request, params: {}, context: {} })).status).toBe(405)
  })

  it('returns the payment plans of a fare', async () => {
    const { body } = await post(paymentPlans, { total_fare: 1620, fare_structure_id: 'x' })
    expect(body.data.plans).toMatchObject([
      { type: 'monthly', amount: 1620, savings: 0, discount_percentage: 0, installments: 12 },
      { type: 'quarterly', amount: 4617, savings: 243, discount_percentage: 5, installments: 4 },
      { type: 'annual', amount: 17496, savings: 1944, discount_percentage: 10, installments: 1 },
    ])
    for (const total_fare of [-1, 0, 'much', 1e12]) expect((await post(paymentPlans, { total_fare })).status).toBe(422)
  })

  it('returns the address at a point', async () => {
    const { body } = await post(reverseGeocode, { latitude: '22.3', longitude: 70.8 })
    expect(body).toMatchObject({ success: true, data: { formatted_address: expect.stringContaining('Gujarat') } })
    for (const [latitude, longitude] of [
      [70.8, 22.3],
      [24.86, 67],
      ['north', 'east'],
    ])
      expect(await post(reverseGeocode, { latitude, longitude })).toMatchObject({
        status: 422,
        body: { success: false, errors: { latitude: [expect.any(String)] } },
      })
  })
})
