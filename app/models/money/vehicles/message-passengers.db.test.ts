import { expect, it } from 'vitest'
import { makeBoarder, notificationsOf } from '../../../../tests/factories/hostel-decisions'
import { unique } from '../../../../tests/factories/insert'
import { type MadeSchool, makeSchool } from '../../../../tests/factories/school'
import type { MadeStudent } from '../../../../tests/factories/student'
import {
  locateSchool,
  type MadeRun,
  makeRoute,
  makeRun,
  makeVehicle,
  makeVehicleApplication,
} from '../../../../tests/factories/transport'
import { activateTransport, approveTransport } from '../../../../tests/factories/transport-decisions'
import { listMessages, messagePassengers } from './message-passengers.server'

async function travel(school: MadeSchool, run: MadeRun, overrides: Parameters<typeof makeBoarder>[1] = {}) {
  const student = await makeBoarder(school, overrides)
  const application = await makeVehicleApplication(student, run)
  await approveTransport(school, application, run)
  await activateTransport(school, application, run)
  return student
}

async function makeBus() {
  const school = await makeSchool()
  await locateSchool(school)
  const vehicle = await makeVehicle(school)
  const runs = [
    await makeRun(vehicle, await makeRoute(school, { name: 'North' })),
    await makeRun(vehicle, await makeRoute(school, { name: 'South' }), { departureMinute: 8 * 60 }),
  ] as const
  return { school, scope: school.scope, vehicle: { id: vehicle.id, vehicleNumber: vehicle.number }, runs }
}

const late = { run: null, kind: 'late', minutes: 20, words: null } as const

it('notifies the passengers of one trip or of all trips, each in their own language, once per form', async () => {
  const { school, scope, vehicle, runs } = await makeBus()
  const [north, south] = [await travel(school, runs[0]), await travel(school, runs[1], { language: 'gu' })]
  const waiting = await makeBoarder(school)
  await approveTransport(school, await makeVehicleApplication(waiting, runs[0]), runs[0])
  const count = async (student: MadeStudent) => (await notificationsOf(student)).notices.length
  const before = [await count(north), await count(south), await count(waiting)]
  const formKey = unique()
  const ofNorth = { ...late, run: runs[0].publicId, words: 'A flat tyre' }
  const both = await Promise.all([0, 1].map(() => messagePassengers(scope, formKey, ofNorth, vehicle)))
  expect(both.map((one) => one.ok)).toEqual([true, true])
  expect((await messagePassengers(scope, unique(), late, vehicle)).ok).toBe(true)
  const after = [await count(north), await count(south), await count(waiting)]
  expect(after.map((told, index) => told - (before[index] ?? 0))).toEqual([2, 1, 0])
  const bodies = async (student: MadeStudent) => (await notificationsOf(student)).notices.map(({ body }) => body).join()
  expect(await bodies(north)).toContain('on North is about 20 minutes late.\n\nA flat tyre')
  expect(await bodies(south)).toContain('20 મિનિટ')
  expect(await listMessages(scope, vehicle)).toMatchObject([
    { kind: 'late', toldCount: 2 },
    { words: 'A flat tyre', toldCount: 1 },
  ])
})

it('notifies only current passengers of this vehicle', async () => {
  const { school, scope, vehicle, runs } = await makeBus()
  expect(await messagePassengers(scope, unique(), late, vehicle)).toEqual({ ok: false, reason: 'nobody' })
  const other = await makeRun(await makeVehicle(school), await makeRoute(school))
  await travel(school, other)
  const elsewhere = { ...late, run: other.publicId }
  expect(await messagePassengers(scope, unique(), elsewhere, vehicle)).toEqual({ ok: false, reason: 'no-run' })
  await travel(school, runs[0])
  const ofSouth = { ...late, run: runs[1].publicId }
  expect(await messagePassengers(scope, unique(), ofSouth, vehicle)).toEqual({ ok: false, reason: 'nobody' })
})
