import { expect, it } from 'vitest'
import { select } from '~/database/database.server'
import { leaveSchool } from '~/models/admissions/leave-school.server'
import { addDays, todayInIndia } from '~/models/shared/calendar'
import { makeBoarder } from '../../../tests/factories/hostel-decisions'
import { makeSchool } from '../../../tests/factories/school'
import {
  faultsOfTransport,
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
  placeSchool,
  readTakenSeats,
} from '../../../tests/factories/transport'
import { activateRide, approveRide, moveRideBack, payRide } from '../../../tests/factories/transport-decisions'
import { findLiveRide } from './leave-transport.server'

const today = todayInIndia(new Date())

it('ends the seat on the day of leaving, cancels what waits or has not begun, and refuses a day before the first', async () => {
  const school = await makeSchool()
  await placeSchool(school)
  const fare = await makeFare(school)
  const run = await makeRun(await makeVehicle(school), await makeRoute(school))
  const [rider, waiting, early] = [await makeBoarder(school), await makeBoarder(school), await makeBoarder(school)]
  const leave = (student: { publicId: string }, leftOn = today) =>
    leaveSchool(school.scope, student.publicId, { leftOn, reason: 'Moves away', cancelDues: [] })
  const read = (ride: { id: number }) =>
    select('SELECT status, ended_on AS endedOn, refund_state AS refund FROM transport_applications WHERE id = :id', {
      id: ride.id,
    })

  const ride = await makeTransportApplication(rider, fare)
  await approveRide(school, ride, run)
  await payRide(school, ride)
  await activateRide(school, ride, run)
  expect(await findLiveRide(school.scope, rider.id)).toMatchObject({ status: 'active', startsOn: today })
  expect(await leave(rider)).toMatchObject({ ok: true })
  expect(await read(ride)).toEqual([{ status: 'cancelled', endedOn: today, refund: 'open' }])
  expect(await readTakenSeats(run)).toBe(0)

  const pending = await makeTransportApplication(waiting, fare)
  expect(await leave(waiting)).toMatchObject({ ok: true })
  expect(await read(pending)).toEqual([{ status: 'cancelled', endedOn: null, refund: 'none' }])

  const later = await makeTransportApplication(early, fare)
  await approveRide(school, later, run)
  await activateRide(school, later, run)
  await moveRideBack(later, 3)
  expect(await leave(early, addDays(today, -5))).toMatchObject({ reason: 'transport-stays' })
  expect(await read(later)).toMatchObject([{ status: 'active' }])
  await moveRideBack(later, -5)
  expect(await findLiveRide(school.scope, early.id)).toMatchObject({ startsOn: addDays(today, 5) })
  expect(await leave(early)).toMatchObject({ ok: true })
  expect(await read(later)).toEqual([{ status: 'cancelled', endedOn: null, refund: 'none' }])
  expect(await readTakenSeats(run)).toBe(0)
  expect(await faultsOfTransport(school)).toEqual([])
  expect(await findLiveRide((await makeSchool()).scope, early.id)).toBeNull()
})
