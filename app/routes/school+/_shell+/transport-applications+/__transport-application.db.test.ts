import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { findTransportApplication } from '~/models/money/transport/decide/applications.server'
import { tripTimes } from '~/models/money/vehicles/trip-times'
import { makeBoarder } from '../../../../../tests/factories/hostel-decisions'
import { makeSchool } from '../../../../../tests/factories/school'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
} from '../../../../../tests/factories/transport'
import { runChoices, stopOf, timeErrors } from './__transport-application.server'

it('offers the trips of the stop’s route first, marks those that do not stop there, and refuses times that a trip cannot keep', async () => {
  const school = await makeSchool()
  await locateSchool(school)
  const [away, own] = [await makeRoute(school, { name: 'Airport' }), await makeRoute(school, { name: 'Lake Road' })]
  const elsewhere = await makeRun(await makeVehicle(school), away)
  const vehicle = await makeVehicle(school)
  const early = await makeRun(vehicle, own)
  const late = await makeRun(vehicle, own, { departureMinute: 9 * 60 })
  const stop = await makeStop(own, { name: 'Lake gate' })
  const fare = await makeFare(school, { basis: 'stop' })
  // The preferred route is ignored: the stop belongs to one route, which decides.
  const input = { stopId: stop.publicId, preferredRouteId: away.publicId }
  const { publicId } = await makeTransportApplication(await makeBoarder(school, {}), fare, input)
  const application = await findTransportApplication(school.scope, publicId)
  if (!application) throw new Error('The application is not there')
  expect(application).toMatchObject({ stopName: 'Lake gate', stopRouteName: 'Lake Road', isStraight: false })
  const { runs, options } = await runChoices(school.scope, application)
  expect(options.map(({ value }) => value)).toEqual([early.publicId, late.publicId, elsewhere.publicId])
  expect(options.map(({ label }) => label.includes('does not stop at Lake gate'))).toEqual([false, false, true])

  const untyped = { pickupMinute: null, dropMinute: null }
  expect(runs.map((run) => tripTimes(untyped, stopOf(application), run).pickupMinute)).toEqual([425, 540, 405])
  const [first, second] = runs
  if (!first || !second) throw new Error('There are no runs')
  expect(timeErrors({ pickupMinute: 425, dropMinute: 850 }, first)).toBeNull()
  expect(timeErrors({ pickupMinute: 405, dropMinute: null }, second)).toEqual({
    pickupMinute: 'It runs at 09:00–09:55, back at 14:00 on Lake Road',
  })
  expect(Object.keys(timeErrors({ pickupMinute: 600, dropMinute: 700 }, second) ?? {})).toEqual([
    'pickupMinute',
    'dropMinute',
  ])

  await execute('UPDATE transport_applications SET is_straight = 1 WHERE public_id = :publicId', { publicId })
  expect(await findTransportApplication(school.scope, publicId)).toMatchObject({ isStraight: true })
})
