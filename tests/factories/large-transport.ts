import { studentScope } from '~/models/core/shared/scope.server'
import { ashramRoad } from './demo-transport-locations'
import { forgetWork } from './forget-work'
import { readRows } from './read'
import type { MadeSchool } from './school'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
} from './transport'
import { activateTransport, approveTransport } from './transport-decisions'

const maxPassengers = 120
const seatsOfABus = 40

/** Gives transport to one student in ten, up to the capacity: applied, approved and seated by the use cases. */
export async function makeLargeTransport(school: MadeSchool, students: number): Promise<void> {
  await locateSchool(school, ashramRoad)
  const fare = await makeFare(school, { name: 'By distance' })
  const passengers = await readRows<{ id: number }>(
    'SELECT id FROM students WHERE school_id = :id ORDER BY id LIMIT :count',
    { id: school.id, count: Math.min(maxPassengers, Math.floor(students / 10)) },
  )
  const pickup = { latitude: 23.0686, longitude: 72.6536 }
  for (let from = 0; from < passengers.length; from += seatsOfABus) {
    const route = await makeRoute(school, { name: `Route ${from / seatsOfABus + 1}` })
    for (const position of [1, 2, 3, 4]) await makeStop(route, { position })
    const run = await makeRun(await makeVehicle(school, { capacity: seatsOfABus, destination: ashramRoad }), route)
    for (const { id } of passengers.slice(from, from + seatsOfABus)) {
      const scope = studentScope(school.id, id, { kind: 'student', id, name: 'Student' })
      const application = await makeTransportApplication({ scope }, fare, { pickup })
      await approveTransport(school, application, run)
      await activateTransport(school, application, run)
    }
  }
  await forgetWork(school)
}
