import { expect, it } from 'vitest'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { leaveSchool } from '~/models/entry/admissions/leave-school.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import {
  faultsOfTransport,
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
  readOccupiedSeats,
} from '../../../../../tests/factories/transport'
import {
  activateTransport,
  approveTransport,
  moveTransportBack,
  payTransportOf,
} from '../../../../../tests/factories/transport-decisions'
import { findLiveTransport } from './leave-transport.server'

const today = todayInIndia(new Date())

it('ends travel on the leaving date, cancels it if not begun, and refuses a date before its first day', async () => {
  const school = await makeSchool()
  await locateSchool(school)
  const fare = await makeFare(school)
  const run = await makeRun(await makeVehicle(school), await makeRoute(school))
  const [passenger, waiting, early] = [await makeBoarder(school), await makeBoarder(school), await makeStudent(school)]
  await makeEnrollment(early, { enrolledOn: addDays(today, -30) })
  const leave = (student: { publicId: string }, leftOn = today) =>
    leaveSchool(school.scope, student.publicId, { leftOn, reason: 'Moves away', cancelDues: [] })
  const read = (application: { id: number }) =>
    readRows('SELECT status, ended_on AS endedOn, refund_state AS refund FROM transport_applications WHERE id = :id', {
      id: application.id,
    })

  const application = await makeTransportApplication(passenger, fare)
  await approveTransport(school, application, run)
  await payTransportOf(school, application)
  await activateTransport(school, application, run)
  expect(await findLiveTransport(school.scope, passenger.id)).toMatchObject({ status: 'active', startsOn: today })
  expect(await leave(passenger)).toMatchObject({ ok: true })
  expect(await read(application)).toEqual([{ status: 'cancelled', endedOn: today, refund: 'open' }])
  expect(await readOccupiedSeats(run)).toBe(0)

  const pending = await makeTransportApplication(waiting, fare)
  expect(await leave(waiting)).toMatchObject({ ok: true })
  expect(await read(pending)).toEqual([{ status: 'cancelled', endedOn: null, refund: 'none' }])

  const later = await makeTransportApplication(early, fare)
  await approveTransport(school, later, run)
  await activateTransport(school, later, run)
  await moveTransportBack(later, 3)
  expect(await leave(early, addDays(today, -5))).toMatchObject({ reason: 'transport-stays' })
  expect(await read(later)).toMatchObject([{ status: 'active' }])
  await moveTransportBack(later, -5)
  expect(await findLiveTransport(school.scope, early.id)).toMatchObject({ startsOn: addDays(today, 5) })
  expect(await leave(early)).toMatchObject({ ok: true })
  expect(await read(later)).toEqual([{ status: 'cancelled', endedOn: null, refund: 'none' }])
  expect(await readOccupiedSeats(run)).toBe(0)
  expect(await faultsOfTransport(school)).toEqual([])
  expect(await findLiveTransport((await makeSchool()).scope, early.id)).toBeNull()
})
