import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { renderPassengerLists } from '~/documents/passenger-lists.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { todayInIndia } from '~/models/core/shared/calendar'
import { byTrip, listPassengers } from '~/models/money/vehicles/passengers.server'
import { makeEnrollment } from '../../../../tests/factories/academics'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { newFormKey } from '../../../../tests/factories/start-payment'
import { makeStudent } from '../../../../tests/factories/student'
import {
  locateSchool,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
} from '../../../../tests/factories/transport'
import { moveTransportBack } from '../../../../tests/factories/transport-decisions'
import { activateApplication } from './decide/activate-application.server'
import { approveApplication } from './decide/approve-application.server'
import type { fareForm } from './fare-fields'
import { fares, isAnyFareOffered } from './fares.server'
import { tariffSchema } from './tariff.server'

const standard: ValuesOf<typeof fareForm> = {
  name: 'Standard',
  basis: 'distance',
  baseFarePaise: 1000_00,
  perKmPaise: 50_00,
  depositPaise: 2000_00,
  isDefault: false,
  isActive: true,
}

const fareOf = (school: { id: number }) =>
  readRows<{ publicId: string; name: string; isDefault: number; version: number }>(
    `SELECT public_id AS publicId, name, is_default AS isDefault, version FROM fare_structures
     WHERE school_id = :id ORDER BY id`,
    { id: school.id },
  )

it('makes the first fare the default until another fare is made the default', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  const key = newFormKey()
  await Promise.all([fares.create(scope, key, standard), fares.create(scope, key, standard)])
  expect(await fares.create(scope, newFormKey(), standard)).toMatchObject({ reason: 'name-taken' })
  await fares.create(scope, newFormKey(), { ...standard, name: 'Hostel', isDefault: true })
  const [first, second] = await fareOf(school)
  expect([first, second]).toMatchObject([{ isDefault: 0 }, { isDefault: 1 }])
  const one = first?.publicId ?? ''
  const two = second?.publicId ?? ''
  expect(await fares.update(scope, two, 1, { ...standard, name: 'Hostel' })).toMatchObject({ reason: 'is-default' })
  expect(await fares.remove(scope, two)).toMatchObject({ reason: 'is-default' })
  expect(await fares.update(scope, one, 1, { ...standard, isDefault: true })).toMatchObject({ reason: 'changed' })
  expect(await fares.update(scope, one, first?.version ?? 0, { ...standard, isDefault: true })).toMatchObject({
    ok: true,
  })
  expect(await fares.remove(scope, two)).toMatchObject({ ok: true })
  const list = await fares.list(scope, {
    search: '',
    sort: 'name',
    descending: false,
    page: 1,
    filters: { state: 'active' },
  })
  expect(list.rows).toMatchObject([{ name: 'Standard', isDefault: true, isActive: true, applications: 0 }])
})

it('stops offering the default fare only after all others; the next fare offered becomes the default', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  await fares.create(scope, newFormKey(), standard)
  await fares.create(scope, newFormKey(), { ...standard, name: 'Hostel' })
  const [one, two] = (await fareOf(school)).map(({ publicId }) => publicId)
  const off = { ...standard, isActive: false }
  expect(await fares.update(scope, one ?? '', 1, off)).toMatchObject({ reason: 'is-default' })
  expect(await fares.update(scope, two ?? '', 1, { ...off, name: 'Hostel' })).toMatchObject({ ok: true })
  // The only offered fare stays the default, although the form does not say so.
  expect(await fares.update(scope, one ?? '', 1, standard)).toMatchObject({ ok: true })
  expect(await fareOf(school)).toMatchObject([{ isDefault: 1 }, { isDefault: 0 }])
  expect(await isAnyFareOffered(scope)).toBe(true)
  expect(await fares.update(scope, one ?? '', 2, off)).toMatchObject({ ok: true })
  expect(await fareOf(school)).toMatchObject([{ isDefault: 0 }, { isDefault: 0 }])
  expect(await isAnyFareOffered(scope)).toBe(false)
  expect(await fares.update(scope, two ?? '', 2, { ...standard, name: 'Hostel' })).toMatchObject({ ok: true })
  expect(await fareOf(school)).toMatchObject([{ isDefault: 0 }, { isDefault: 1 }])
})

it('refuses to delete a fare that has applications, and lists the passengers of a route', async () => {
  const school = await makeSchool()
  const { scope } = await makeStaff(school)
  await locateSchool(school)
  await fares.create(scope, newFormKey(), standard)
  const [fare] = await fareOf(school)
  const student = await makeStudent(school, { firstName: 'Nirav', lastName: 'Mehta' })
  await makeEnrollment(student)
  const made = { id: 0, publicId: fare?.publicId ?? '', name: 'Standard' }
  const { publicId } = await makeTransportApplication(student, made, { medicalConditions: 'Asthma' })
  expect(await fares.remove(scope, made.publicId)).toMatchObject({ reason: 'applied-for' })
  const route = await makeRoute(school)
  const run = await makeRun(await makeVehicle(school), route)
  const today = todayInIndia(new Date())
  await approveApplication(scope, publicId, { startsOn: today, runId: run.publicId, remarks: null })
  const passengers = await listPassengers(scope, route)
  expect(passengers).toMatchObject([
    { studentName: 'Nirav Mehta', medicalConditions: 'Asthma', isExpected: true, runId: run.publicId },
  ])
  expect(passengers[0]?.className).not.toBeNull()
  const activation = { runId: run.publicId, pickupMinute: 420, dropMinute: 850, evenUnpaid: true }
  await activateApplication(scope, publicId, activation)
  expect(await listPassengers(scope, route)).toMatchObject([{ isExpected: false }])
  await moveTransportBack({ publicId }, -3)
  expect(await listPassengers(scope, route)).toMatchObject([{ isExpected: true }])
  // A student who left the class keeps the seat and is listed without a class.
  await execute("UPDATE enrollments SET status = 'left', left_on = :today WHERE student_id = :id", {
    today,
    id: student.id,
  })
  expect(await listPassengers(scope, route)).toMatchObject([{ className: null, sectionName: null }])
  const view = { schoolName: 'Demo', routeName: route.name, printedOn: today, runs: byTrip(passengers) }
  const pdf = await renderPassengerLists(view)
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
  const { scope: stranger } = await makeStaff(await makeSchool())
  expect(await listPassengers(stranger, route)).toEqual([])
})

it('stores only the deposit of a fare by stop, and ignores typed base and per-km amounts', async () => {
  const { scope } = await makeStaff(await makeSchool())
  const made = await fares.create(scope, newFormKey(), { ...standard, basis: 'stop' })
  const fare = await fares.find(scope, made.ok ? made.value : '')
  expect(fare).toMatchObject({ baseFarePaise: 0, perKmPaise: 0, depositPaise: 2000_00 })
})

it('reads amounts as typed, and refuses a fare that costs nothing', () => {
  const typed = { name: 'X', basis: 'distance', is_active: true }
  expect(fares.schema.safeParse(typed).error?.issues.map(({ path }) => path[0])).toEqual(['base_fare'])
  const wrong = (schema: typeof fares.schema | typeof tariffSchema, fields: object) =>
    schema.safeParse(fields).error?.issues.map(({ path }) => path[0])
  // The error of a fare that costs nothing appears with the other errors, but not beside an unreadable amount.
  expect(wrong(fares.schema, { basis: 'distance', is_default: true })).toEqual(['name', 'base_fare', 'is_default'])
  expect(wrong(fares.schema, { ...typed, base_fare: 'much' })).toEqual(['base_fare'])
  expect(wrong(tariffSchema, { annual_discount: '60' })).toEqual(['annual_discount', 'base_fare'])
  expect(fares.schema.safeParse({ ...typed, per_km: '-5' }).success).toBe(false)
  expect(tariffSchema.parse({ base_fare: '1,000', per_km: '50', annual_discount: '10' })).toMatchObject({
    basePaise: 1000_00,
    perKmPaise: 50_00,
    depositPaise: 0,
  })
  expect(tariffSchema.safeParse({ base_fare: '1,000', annual_discount: '60' }).success).toBe(false)
})
