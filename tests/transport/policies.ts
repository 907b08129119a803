import type { Verdict } from '../security/expectations'
import type { Policy } from '../security/policy'
import type { Actor } from '../security/world'

const isStudent = (actor: Actor) =>
  actor === 'student' || actor === 'classmate' || actor === 'student of another school'

/** 404, because no student here has a transport application to pay or cancel; transport.pages.db.test.ts tests one. */
const withoutApplication = (actor: Actor): Verdict => {
  if (actor === 'student who has no password yet') return 'choose password'
  return isStudent(actor) ? 404 : 'student login'
}

/** An API call needs the session's token, which these tests do not send; transport.db.test.ts does. */
const callVerdict = (actor: Actor): Verdict => (isStudent(actor) ? 403 : 401)

const call: Policy = { get: 'nobody', post: 'student', body: () => ({}), verdict: callVerdict }

export const transportPolicies: Record<string, Policy> = {
  'routes/students+/_shell+/transport+/index': {
    get: 'student',
    post: 'student',
    body: () => ({ intent: 'find-pickup', pickup_address: 'Kalavad Road, Rajkot' }),
  },
  'routes/students+/_shell+/transport+/status': { get: 'student' },
  'routes/students+/_shell+/transport+/places.$end': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    ids: () => ['pickup'],
    body: () => ({ intent: 'coordinates', latitude: '22.3', longitude: '70.8' }),
  },
  'routes/students+/_shell+/transport+/payment': {
    get: 'student',
    post: 'student',
    body: () => ({}),
    verdict: withoutApplication,
  },
  'routes/students+/_shell+/transport+/cancellation': {
    get: 'student',
    post: 'student',
    body: () => ({}),
    verdict: withoutApplication,
  },
  'routes/student-management+/transport.calculate-fare': call,
  'routes/student-management+/transport.payment-plans': call,
  'routes/student-management+/transport.reverse-geocode': call,
}
