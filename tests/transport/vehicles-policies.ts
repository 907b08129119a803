import type { Verdict } from '../security/expectations'
import type { Policy } from '../security/policy'
import type { Actor } from '../security/world'

/** A vehicle is open to every student of its school. */
const inTheSchool = (actor: Actor): Verdict => {
  if (actor === 'student who has no password yet') return 'choose password'
  if (actor === 'student' || actor === 'classmate') return 'in'
  return actor === 'student of another school' ? 404 : 'student login'
}

/** An API call needs the session's token, which these tests do not send; vehicles.db.test.ts does. */
const callVerdict = (actor: Actor): Verdict =>
  actor === 'student' || actor === 'classmate' || actor === 'student of another school' ? 403 : 401

export const vehiclesPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/vehicles+/index': { get: 'student', tabs: ['/students/vehicles?tab=applications'] },
  'routes/students+/_shell+/vehicles+/$id.index': {
    get: 'student',
    ids: ({ vehicles }) => [vehicles.vehicle],
    verdict: inTheSchool,
  },
  'routes/students+/_shell+/vehicles+/apply.index': {
    get: 'student',
    post: 'student',
    body: () => ({ intent: 'find-pickup', pickup_address: 'Kalavad Road, Rajkot' }),
  },
  'routes/students+/_shell+/vehicles+/apply.places.$end': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    ids: () => ['pickup'],
    body: () => ({ intent: 'coordinates', latitude: '22.3', longitude: '70.8' }),
  },
  'routes/students+/_shell+/vehicles+/applications.$id.index': {
    get: 'student',
    ids: ({ vehicles }) => [vehicles.application],
  },
  'routes/students+/_shell+/vehicles+/applications.$id.payment': {
    get: 'student',
    post: 'student',
    ids: ({ vehicles }) => [vehicles.application],
    body: () => ({}),
    notAcceptedBecause: 'it asks the payment provider',
  },
  'routes/students+/_shell+/vehicles+/applications.$id.cancellation': {
    get: 'student',
    post: 'student',
    ids: ({ vehicles }) => [vehicles.application],
    body: () => ({}),
  },
  'routes/student-management+/vehicles.calculate-fee': {
    get: 'nobody',
    post: 'student',
    body: () => ({}),
    verdict: callVerdict,
  },
}
